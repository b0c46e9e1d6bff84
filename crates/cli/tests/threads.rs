//! Questions about programs with several threads: what others changed meanwhile is marked as theirs, and a call that only
//! started a task says nothing about it.

mod support;

use std::fs;
use std::path::Path;

use support::{Said, elenchus};

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

/// A session about the run in a folder, in which these lines are typed.
fn session(folder: &Path, typed: &str) -> Said {
    fs::write(folder.join("typed"), typed).unwrap();
    let ask = ["ask", "run", "--new", "--answers", "typed"];
    elenchus(folder, &[&ask[..], &["--no-knowledge"]].concat())
}

#[test]
fn what_a_task_does_belongs_to_whoever_waited_for_it() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("Mill.java"), MILL).unwrap();
    elenchus(folder.path(), &["record", "java", "-o", "run", "Mill.java"]).expect(9, &[]);
    let ask = |typed: &str, code: i32, texts: &[&str]| {
        let said = session(folder.path(), typed);
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
    // Of several calls, too, what others did is told to be theirs.
    let node = |call: &str| {
        let said = ask(&format!("j {call}\nq\n"), 4, &[]);
        let (_, node) = said.rsplit_once("(node ").unwrap();
        node.split(')').next().unwrap().to_owned()
    };
    let both = format!("j {} to {}\nq\n", node("Mill.start"), node("Mill.rest"));
    let both = ask(&both, 4, &[]);
    let both = both.split_whitespace().collect::<Vec<_>>().join(" ");
    let mark = "this.flour 0 → 7 (by pool-1-thread-1";
    assert!(both.contains(mark), "{both}");
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

const PRESS: &str = r#"
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class Press {
    private final ExecutorService pool = Executors.newFixedThreadPool(1);
    private int pages;

    void start(int sheets) {
        pool.submit(() -> print(sheets));
    }

    void print(int sheets) {
        pause(50);
        pages = sheets * 2 + 1;
    }

    static void pause(int time) {
        try { Thread.sleep(time); } catch (InterruptedException e) { throw new IllegalStateException(e); }
    }

    public static void main(String[] args) {
        Press press = new Press();
        press.start(3);
        pause(1000);
        System.exit(press.pages);
    }
}
"#;

/// Nobody waits for the task, and it has ended long before the thread that started it has anything to hand over.
#[test]
fn a_task_that_nobody_waited_for_is_not_cleared_by_its_start() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("Press.java"), PRESS).unwrap();
    elenchus(
        folder.path(),
        &["record", "java", "-o", "run", "Press.java"],
    )
    .expect(7, &[]);
    let said = session(folder.path(), "j Press.start\ny\nl\nq\n");
    said.expect(4, &["Press.start(sheets = 3)"]);
    let suspects = said.out.rsplit("right? [").nth(1).unwrap_or_default();
    assert!(suspects.contains("Press.print(sheets = 3)"), "{}", said.out);
}

/// A thread waits for what another one writes without a lock. The other one goes on after that, or ends at once.
const SHOP: &str = r#"
public class Shop {
    static class Stock {
        int apples;
        boolean done;
        void count(int crates) { apples = crates * 8; done = true; }
    }
    final Stock stock = new Stock();
    static boolean lingers;

    int await(int patience) {
        int turns = 0;
        while (!stock.done && turns < patience) {
            turns++;
            pause(1);
        }
        return stock.apples;
    }

    static void pause(int times) {
        try { Thread.sleep(times); } catch (InterruptedException e) { throw new IllegalStateException(e); }
    }

    void open(int crates) {
        new Thread(() -> work(crates), "counter").start();
    }

    void work(int crates) {
        pause(20);
        stock.count(crates);
        pause(lingers ? 300 : 1);
    }

    int sold(int apples) {
        return apples / 2;
    }

    public static void main(String[] args) {
        lingers = args.length > 0;
        Shop shop = new Shop();
        shop.open(3);
        System.exit(shop.await(1000) + shop.sold(4));
    }
}
"#;

fn record_shop(folder: &Path, name: &str, source: &str, lingers: bool, code: i32) {
    let place = folder.join(name);
    fs::create_dir_all(&place).unwrap();
    fs::write(place.join("Shop.java"), source).unwrap();
    let mut record = vec!["record", "java", "-o", "run", "Shop.java"];
    record.extend(lingers.then_some("lingers"));
    elenchus(&place, &record).expect(code, &[]);
}

/// What a question shows that is reached by a jump.
fn asked(folder: &Path, call: &str) -> String {
    let said = session(folder, &format!("j {call}\nq\n"));
    said.expect(4, &[]);
    said.out.rsplit("\nQ").next().unwrap_or_default().to_owned()
}

#[test]
fn what_another_thread_writes_at_about_the_same_time_is_said_to_be_so() {
    let folder = tempfile::tempdir().unwrap();
    for lingers in [false, true] {
        record_shop(folder.path(), "one", SHOP, lingers, 26);
        let place = folder.path().join("one");
        let mark = "(counter wrote here at about this time)";
        let waits = asked(&place, "Shop.await");
        let waits = waits.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(waits.contains(mark), "lingers: {lingers}\n{waits}");
        fs::remove_dir_all(place.join("run")).unwrap();
    }
}

#[test]
fn nobody_is_blamed_for_what_another_thread_may_have_done() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = SHOP.replace("crates * 8", "crates * 7").replace(
        "!stock.done && turns < patience",
        "turns < patience && !stock.done",
    );
    for lingers in [false, true] {
        record_shop(folder.path(), "good", SHOP, lingers, 26);
        record_shop(folder.path(), "wrong", &wrong, lingers, 23);
        let ask = [
            "ask",
            "run",
            "--new",
            "--no-knowledge",
            "--otherwise",
            "unknown",
        ];
        let ask = [&ask[..], &["--oracle", "trace:../good/run"]].concat();
        let said = elenchus(&folder.path().join("wrong"), &ask);
        let blamed = said.out.split("\nBUG").nth(1).unwrap_or_default();
        let blamed = blamed.split("because").next().unwrap_or_default();
        assert!(
            !blamed.contains("Shop.await"),
            "lingers: {lingers}\n{}",
            said.out
        );
        for name in ["good", "wrong"] {
            fs::remove_dir_all(folder.path().join(name)).unwrap();
        }
    }
}

/// Threads that wait for each other properly are not in doubt.
const RELAY: &str = r#"
import java.util.concurrent.*;

public class Relay {
    private final int[] laps = new int[4];
    private int total;

    void run(int lap) { laps[lap] = lap * 10 + 1; }
    synchronized void add(int lap) { total += laps[lap]; }
    int best() { int best = 0; for (int lap : laps) best = Math.max(best, lap); return best; }
    int sum() { return total; }

    public static void main(String[] args) throws Exception {
        Relay relay = new Relay();
        for (int lap = 0; lap < 2; lap++) {
            int mine = lap;
            Thread runner = new Thread(() -> relay.run(mine));
            runner.start();
            runner.join();
        }
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> third = pool.submit(() -> relay.run(2));
        third.get();
        CountDownLatch done = new CountDownLatch(1);
        CompletableFuture.runAsync(() -> { relay.run(3); done.countDown(); }, pool);
        done.await();
        Thread adder = new Thread(() -> { for (int lap = 0; lap < 4; lap++) relay.add(lap); });
        adder.start();
        adder.join();
        int best = relay.best();
        pool.shutdown();
        pool.awaitTermination(10, TimeUnit.SECONDS);
        System.exit(best + relay.sum());
    }
}
"#;

#[test]
fn threads_that_wait_for_each_other_leave_no_doubt() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = RELAY.replace("int best = 0;", "int best = 40;");
    for (name, source, code) in [("good", RELAY, 31 + 64), ("wrong", &wrong, 40 + 64)] {
        let place = folder.path().join(name);
        fs::create_dir_all(&place).unwrap();
        fs::write(place.join("Relay.java"), source).unwrap();
        elenchus(&place, &["record", "java", "-o", "run", "Relay.java"]).expect(code, &[]);
    }
    let place = folder.path().join("wrong");
    for call in ["Relay.best", "Relay.sum"] {
        let shown = asked(&place, call);
        assert!(!shown.contains("wrote here"), "{shown}");
    }
    let ask = [
        "ask",
        "run",
        "--new",
        "--no-knowledge",
        "--otherwise",
        "unknown",
    ];
    let ask = [&ask[..], &["--oracle", "trace:../good/run"]].concat();
    elenchus(&place, &ask).expect(0, &["BUG  Relay.best()"]);
}

const LEDGER: &str = r#"
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Ledger {
    static int sum(List<Integer> sales) {
        int sum = 0;
        for (int n = 1; n < sales.size(); n++) {
            sum += sales.get(n);
        }
        return sum;
    }

    static int fail(String why) {
        throw new IllegalStateException(why);
    }

    static void await(List<Future<Integer>> futures) throws Exception {
        for (Future<Integer> future : futures) {
            while (!future.isDone()) {
                Thread.sleep(10);
            }
        }
        Thread.sleep(50);
    }

    static int collect(List<Future<Integer>> futures) throws Exception {
        return futures.get(0).get() + futures.get(1).get();
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<Integer>> futures = new ArrayList<>();
        futures.add(pool.submit(() -> sum(List.of(3, 4, 5))));
        futures.add(CompletableFuture.supplyAsync(() -> sum(List.of(10, 20)), pool));
        futures.add(pool.submit(() -> fail("closed")));
        futures.add(new CompletableFuture<>());
        await(futures.subList(0, 3));
        int all = collect(futures);
        pool.shutdown();
        System.exit(all);
    }
}
"#;

/// What futures came to is seen by whoever has them, so that what is made of it can be judged.
#[test]
fn futures_are_shown_by_what_they_came_to() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("Ledger.java"), LEDGER).unwrap();
    elenchus(
        folder.path(),
        &["record", "java", "-o", "run", "Ledger.java"],
    )
    .expect(29, &[]);
    let collect = asked(folder.path(), "Ledger.collect");
    // Long values go on in further lines.
    let collect: String = collect.split_whitespace().collect();
    for future in [
        "FutureTask[9]",
        "CompletableFuture[20]",
        "FutureTask(threw=IllegalStateException: closed)",
        "CompletableFuture(not known to be done)",
    ] {
        let shown = future.replace(' ', "");
        assert!(collect.contains(&shown), "{future} in {collect}");
    }
}
