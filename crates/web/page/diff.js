// What differs between two texts: the words of one that the other does not have.

/** A stretch of text, and whether it is only here. @typedef {{ text: string, differs: boolean }} Stretch */

/** Longer texts are not compared word by word. */
const MOST_WORDS = 600;

/** What has less than this share of its words in common with another text was replaced as a whole. */
const ALIKE = 1 / 3;

/**
 * Two texts cut into stretches that are the same and that differ.
 * @param {string} before
 * @param {string} after
 * @returns {[Stretch[], Stretch[]]}
 */
export function diff(before, after) {
  const [old, now] = [words(before), words(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  const kept = common(old.slice(start, old.length - end), now.slice(start, now.length - end));
  /** @param {string[]} list @param {Set<number>} inner */
  const stretches = (list, inner) =>
    joined(
      list.map((text, place) => ({
        text,
        differs: place >= start && place < list.length - end && !inner.has(place - start),
      })),
    );
  return [stretches(old, kept[0]), stretches(now, kept[1])];
}

/** @param {string} text */
function words(text) {
  return text.match(/\\.|[\p{L}\p{N}_$.-]+|\s+|[^\p{L}\p{N}_$\s]/gsu) ?? [];
}

/**
 * The places of a longest common subsequence in both lists.
 * @param {string[]} old
 * @param {string[]} now
 * @returns {[Set<number>, Set<number>]}
 */
function common(old, now) {
  /** @type {[Set<number>, Set<number>]} */
  const places = [new Set(), new Set()];
  if (old.length > MOST_WORDS || now.length > MOST_WORDS) return places;
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (/** @type {number} */ i, /** @type {number} */ j) => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  for (let i = 0, j = 0; i < old.length && j < now.length; ) {
    if (old[i] === now[j]) {
      places[0].add(i++);
      places[1].add(j++);
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  const isWord = (/** @type {string | undefined} */ text) => text !== undefined && /[\p{L}\p{N}]/u.test(text);
  const inCommon = [...places[0]].filter((place) => isWord(old[place])).length;
  const most = Math.max(old.filter(isWord).length, now.filter(isWord).length);
  return inCommon < most * ALIKE ? [new Set(), new Set()] : places;
}

/**
 * Neighbours that are alike become one stretch.
 * @param {Stretch[]} stretches
 */
function joined(stretches) {
  /** @type {Stretch[]} */
  const result = [];
  for (const stretch of stretches) {
    const [last, before] = [result.at(-1), result.at(-2)];
    if (last && last.differs === stretch.differs) last.text += stretch.text;
    else if (stretch.differs && last && before && !/[\p{L}\p{N}]/u.test(last.text)) {
      // What stands between two words that differ, and is none itself, does not part them.
      before.text += last.text + stretch.text;
      result.pop();
    } else result.push({ ...stretch });
  }
  return result;
}
