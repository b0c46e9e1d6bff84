//! Questions about programs with several threads: what others changed meanwhile is marked as theirs, and a call that only
//! started a task says nothing about it.

mod support;

use std::fs;

use support::elenchus;

const MILL: &str = r#"
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Mill {
    private final CountDownLatch open = new CountDownLatch(1);
    private final ExecutorService pool = Executors.newFixedThreadPool(1);
    private int flour;

    Future<?> start(int sacks) {
        return pool.submit(() -> grind(sacks));
    }

    void grind(int sacks) {
        await();
        flour = sacks * 2 + 1;
    }

    void rest(Future<?> work) throws Exception {
        open.countDown();
        work.get();
    }

    void work(int sacks) throws Exception {
        start(sacks).get();
    }

    private void await() {
        try {
            open.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Mill mill = new Mill();
        Future<?> work = mill.start(3);
        mill.rest(work);
        mill.work(4);
        mill.pool.shutdown();
        System.exit(mill.flour);
    }
}
"#;

#[test]
fn what_a_task_does_belongs_to_whoever_waited_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    fs::write(file("Mill.java"), MILL).unwrap();
    elenchus(folder.path(), &["record", "java", "-o", "run", "Mill.java"]).expect(9, &[]);
    let ask = |typed: &str, code: i32, texts: &[&str]| {
        fs::write(file("typed"), typed).unwrap();
        let ask = [
            "ask",
            "run",
            "--new",
            "--answers",
            "typed",
            "--no-knowledge",
        ];
        let said = elenchus(folder.path(), &ask);
        said.expect(code, texts);
        said.out
    };
    // The first task was not waited for where it was started, so its work shows where others waited.
    let said = ask("j Mill.start\nq\n", 4, &["Mill.start(sacks = 3)"]);
    let started = said.rsplit("\nQ").next().unwrap_or_default();
    assert!(!started.contains("this.flour"), "{started}");
    ask(
        "j Mill.rest\nq\n",
        4,
        &["this.flour  0 → 7 (by pool-1-thread-1"],
    );
    // The second one was waited for by whoever started it.
    let work = ask("j Mill.work\nq\n", 4, &["this.flour  7 → 9\n"]);
    assert!(!work.contains("(by "), "{work}");

    // That it was started right says nothing about it: it is still suspect, and the bug in it is found.
    let said = ask("j Mill.start\ny\nl\nq\n", 4, &["Mill.grind(sacks = 3)"]);
    let suspects = said.rsplit("right? [").nth(1).unwrap_or_default();
    assert!(suspects.contains("Mill.grind(sacks = 3)"), "{said}");
    // What a call did that was waited for is cleared with it.
    let said = ask("j Mill.work\ny\nl\nq\n", 4, &[]);
    let suspects = said.rsplit("right? [").nth(1).unwrap_or_default();
    assert!(!suspects.contains("Mill.grind(sacks = 4)"), "{said}");
}
