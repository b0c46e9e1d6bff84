// The rules of axe-core, held against a page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** No violation of the accessibility rules. */
export async function accessible(page, what) {
  // The page allows no script but its own, so the rules run in a world beside it.
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id });
  await session.send("Runtime.evaluate", { contextId: executionContextId, expression: `${axe};0` });
  const { result } = await session.send("Runtime.evaluate", {
    contextId: executionContextId,
    awaitPromise: true,
    returnByValue: true,
    expression: "axe.run({ resultTypes: ['violations'] }).then(r => r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html.slice(0, 160)).join(' | ')))",
  });
  assert.deepEqual(result.value, [], what);
}
