//! Prints how well the synthetic trees match the rows of the papers' tables.

mod matched;
mod rows;

use std::sync::Arc;

use elenchus_transform::Base;

fn main() {
    for row in &rows::BALANCE_ROWS {
        let tree = matched::balance_tree(row);
        let mean = matched::mean(&tree);
        println!(
            "002 {:16} {:5} nodes, mean {mean:7.2} for {:7.2}, the paper balances to {:7.2}",
            row.name,
            tree.len(),
            row.mean,
            row.balanced_mean
        );
    }
    for row in &rows::LOOP_ROWS {
        let tree = Arc::new(matched::loop_tree(row));
        let plain = Base::routines(tree.clone());
        let mut unit = (**plain.tree()).clone();
        unit.set_masses(vec![1; unit.len()]);
        let mean = matched::mean(&unit);
        println!(
            "000 {:16} {:5} nodes, {:5} with loops, mean {mean:7.2} for {:7.2}, the paper expands to {:7.2} and \
             compresses to {:7.2}",
            row.name,
            unit.len(),
            tree.len(),
            row.mean,
            row.expanded_mean,
            row.compressed_mean
        );
    }
}
