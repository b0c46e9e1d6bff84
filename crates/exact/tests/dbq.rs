//! 001's algorithm against the branch and bound, with every combination of its pruning rules.

mod support;

use elenchus_exact::dbq::{DbqError, DivideByQueries, Rules};
use elenchus_exact::optimal::solve;
use elenchus_exact::{Budget, Problem};
use support::{Parents, is_long, rooted_trees};

/// Example 3.3 of the paper; its n1 to n10 are 0 to 9.
fn example() -> Parents {
    let parents = [
        None,
        Some(0),
        Some(1),
        Some(1),
        Some(1),
        Some(1),
        Some(0),
        Some(6),
        Some(6),
    ];
    parents.into_iter().chain([Some(0)]).collect()
}

#[test]
fn the_rules_of_section_4_lose_no_optimum() {
    let most = if is_long() { 10 } else { 9 };
    for nodes in 1..=most {
        for parents in rooted_trees(nodes) {
            let problem = Problem::uniform(parents);
            let least = solve(&problem, &Budget::UNLIMITED).unwrap().total;
            for rules in Rules::combinations() {
                let mut dbq = DivideByQueries::new(&problem.parents, rules).unwrap();
                // Q counts the question about the root for every node.
                let q = dbq.optimal(0).q;
                assert_eq!(
                    u128::from(q),
                    least + nodes as u128,
                    "{rules:?}, {problem:?}"
                );
            }
        }
    }
}

#[test]
fn example_3_3() {
    let mut dbq = DivideByQueries::new(&example(), Rules::default()).unwrap();
    assert_eq!(dbq.q_of(0, &[1, 6, 9]), Ok(46));
    assert_eq!(dbq.q_of(0, &[1, 9, 6]), Ok(48));
    assert_eq!(dbq.q_of(0, &[6, 1, 9]), Ok(48));
    assert_eq!([1, 6, 9].map(|node| dbq.optimal(node).q), [19, 8, 1]);
    assert_eq!(
        [0, 6, 3].map(|bug| dbq.questions(0, &[1, 6, 9], bug)),
        [4, 5, 4]
    );
}

#[test]
fn questions_of_all_bugs_add_up_to_q() {
    for parents in rooted_trees(7) {
        let mut dbq = DivideByQueries::new(&parents, Rules::default()).unwrap();
        let optimal = dbq.optimal(0);
        let sum: u64 = (0..7).map(|bug| dbq.questions(0, &optimal.sp, bug)).sum();
        assert_eq!(sum, optimal.q, "{parents:?}");
        assert_eq!(dbq.q_of(0, &optimal.sp), Ok(optimal.q), "{parents:?}");
    }
}

#[test]
fn sequences_that_are_not_valid_are_refused() {
    let mut dbq = DivideByQueries::new(&example(), Rules::default()).unwrap();
    for sp in [
        vec![],
        vec![1, 6],
        vec![1, 2, 6, 9],
        vec![0],
        vec![1, 6, 9, 11],
    ] {
        assert_eq!(dbq.q_of(0, &sp), Err(DbqError::NotValid(sp)));
    }
    let chain: Parents = (0..11u32).map(|node| node.checked_sub(1)).collect();
    let refused = DivideByQueries::new(&chain, Rules::default()).unwrap_err();
    assert_eq!(refused, DbqError::TooManyNodes(11));
}
