//! Which lines ran in tests that failed, and which in tests that passed.
//!
//! A line that ran in the failed test and in few others is the more suspicious, by Ochiai's measure: the failed tests that ran it,
//! over the root of all failed tests times all tests that ran it. A node is as suspicious as the lines of its own that ran in it,
//! together; what did not run is not suspicious at all. The code of the failed test itself runs in no other test, whatever is wrong;
//! it counts as if all had run it.

use std::collections::{HashMap, HashSet};

use elenchus_session::Program;
use elenchus_tree::NodeId;

use crate::prior::lines::MOST_LINES;
use crate::run::Run;

/// How many runs of the same code in one test are read, at most: they mostly run the same lines.
const MOST_OF_A_CODE: u32 = 32;

/// How many nodes of all tests together are read, at most.
const MOST_READ: usize = 200_000;

/// How many tests ran each line.
#[derive(Debug, Default)]
pub(crate) struct Coverage {
    /// By the code of a node and a line of it: how many tests that failed, and how many that passed.
    ran: HashMap<(u32, u32), (u32, u32)>,
    failed: u32,
    passed: u32,
    /// The classes of the failed tests.
    tests: HashSet<u32>,
}

impl Coverage {
    /// What ran in these calls of tests.
    pub fn of(run: &Run, failed: &[NodeId], passed: &[NodeId]) -> Coverage {
        let mut coverage = Coverage {
            failed: failed.len() as u32,
            passed: passed.len() as u32,
            tests: failed
                .iter()
                .filter_map(|&test| class_of(run, test))
                .collect(),
            ..Coverage::default()
        };
        let mut budget = MOST_READ;
        for &test in failed {
            for line in lines_in(run, test, &mut budget) {
                coverage.ran.entry(line).or_default().0 += 1;
            }
        }
        for &test in passed {
            for line in lines_in(run, test, &mut budget) {
                coverage.ran.entry(line).or_default().1 += 1;
            }
        }
        coverage
    }

    /// How suspicious a node of a failed test is.
    pub fn suspicion(&self, run: &Run, node: NodeId) -> f64 {
        let (Some(code), Some(data)) = (run.what_ran(node), run.data(node)) else {
            return 0.0;
        };
        let class = class_of(run, node);
        let is_test = class.is_some_and(|class| self.tests.contains(&class));
        let lines = data.lines.iter().map(|&line| {
            // A line that was not among those read ran here at least.
            let (failed, passed) = self.ran.get(&(code, line)).copied().unwrap_or((1, 0));
            self.ochiai(failed, if is_test { self.passed } else { passed })
        });
        lines.sum::<f64>().min(MOST_LINES as f64)
    }

    fn ochiai(&self, failed: u32, passed: u32) -> f64 {
        let failed = failed.max(1);
        let among = f64::from(self.failed.max(1)) * f64::from(failed + passed);
        f64::from(failed) / among.sqrt()
    }
}

/// The class whose code a node runs.
fn class_of(run: &Run, node: NodeId) -> Option<u32> {
    let routine = run.definitions().routine(run.tree().routine(node).0);
    routine.map(|def| def.class)
}

/// The lines that ran in a test, each with the code that it belongs to.
fn lines_in(run: &Run, test: NodeId, budget: &mut usize) -> HashSet<(u32, u32)> {
    let mut lines = HashSet::new();
    let mut read: HashMap<u32, u32> = HashMap::new();
    for node in (test.index()..run.tree().end(test).index()).map(NodeId::new) {
        let Some(code) = run.what_ran(node) else {
            continue;
        };
        let times = read.entry(code).or_default();
        if *times == MOST_OF_A_CODE || *budget == 0 {
            continue;
        }
        *times += 1;
        *budget -= 1;
        let ran = run.data(node).map_or_else(Vec::new, |data| data.lines);
        lines.extend(ran.into_iter().map(|line| (code, line)));
    }
    lines
}
