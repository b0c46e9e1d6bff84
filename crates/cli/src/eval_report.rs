//! The figures of `elenchus eval`, as a table or as JSON.

use serde::Serialize;

/// Everything there is to say about one strategy on one tree.
#[derive(Debug, Serialize)]
pub struct Figures {
    pub nodes: usize,
    pub nodes_after: usize,
    pub strategy: String,
    pub transform: String,
    /// Questions summed over all places of the bug.
    pub total: u128,
    pub mean: f64,
    pub worst: u32,
    /// Costs summed over all places of the bug, when questions differ in cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// How many suspects could not be told apart.
    pub undecided: u64,
    /// A total that no strategy can beat on this tree.
    pub lower_bound: u128,
    /// A total that no yes/no questions whatsoever can beat.
    pub lower_bound_huffman: u128,
    #[serde(flatten)]
    pub transformed: Option<Transformed>,
    /// For each place of the bug the questions, when the first ones were given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<Questions>,
    /// The nodes with which an optimal search can begin, when they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all_optimal: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// The questions that lead to one bug.
#[derive(Debug, Serialize)]
pub struct Questions {
    pub bug: usize,
    pub asked: Vec<usize>,
}

/// What a transformation did.
#[derive(Debug, Serialize)]
pub struct Transformed {
    /// The papers' mean: over the nodes of the transformed tree, whatever they stand for.
    pub mean_over_transformed: f64,
    pub projected: usize,
    pub collapsed: usize,
    pub loops: usize,
    pub transform_seconds: f64,
}

/// One JSON object per strategy.
pub fn json(rows: &[Figures]) -> String {
    let object = |row| serde_json::to_string(row).expect("plain numbers and texts") + "\n";
    rows.iter().map(object).collect()
}

/// One table for all strategies.
pub fn table(rows: &[Figures]) -> String {
    let header = [
        "strategy",
        "transform",
        "nodes",
        "after",
        "total",
        "mean",
        "worst",
        "bound",
        "LB0",
    ];
    let mut cells: Vec<Vec<String>> = vec![header.map(str::to_owned).to_vec()];
    cells.extend(rows.iter().map(|row| {
        vec![
            row.strategy.clone(),
            row.transform.clone(),
            row.nodes.to_string(),
            row.nodes_after.to_string(),
            row.total.to_string(),
            format!("{:.3}", row.mean),
            row.worst.to_string(),
            row.lower_bound.to_string(),
            row.lower_bound_huffman.to_string(),
        ]
    }));
    let width = |column: usize| {
        let widths = cells.iter().map(|line| line[column].chars().count());
        widths.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let mut table = String::new();
    for line in &cells {
        let texts = line.iter().zip(&widths).enumerate();
        let texts: Vec<String> = texts
            .map(|(column, (text, &width))| match column {
                0 | 1 => format!("{text:<width$}"),
                _ => format!("{text:>width$}"),
            })
            .collect();
        table.push_str(texts.join("  ").trim_end());
        table.push('\n');
    }
    for row in rows {
        for line in details(row) {
            table.push_str(&line);
            table.push('\n');
        }
    }
    table
}

/// What does not fit the table, line by line.
fn details(row: &Figures) -> Vec<String> {
    let Figures { strategy, .. } = row;
    let mut lines = Vec::new();
    if let Some(cost) = row.cost {
        lines.push(format!("{strategy}: cost {cost} in all"));
    }
    if row.undecided > 0 {
        lines.push(format!(
            "{strategy}: {} suspects cannot be told apart",
            row.undecided
        ));
    }
    if let Some(transformed) = &row.transformed {
        lines.push(format!(
            "{strategy}: mean {:.3} over transformed nodes; {} projected, {} collapsed, {} loops; \
             transformed in {:.3} s",
            transformed.mean_over_transformed,
            transformed.projected,
            transformed.collapsed,
            transformed.loops,
            transformed.transform_seconds
        ));
    }
    if let Some(nodes) = &row.all_optimal {
        lines.push(format!(
            "{strategy}: an optimal search can begin with {}",
            list(nodes)
        ));
    }
    for Questions { bug, asked } in &row.questions {
        lines.push(format!("{strategy}: bug in {bug}: {}", list(asked)));
    }
    if let Some(note) = &row.note {
        lines.push(format!("{strategy}: {note}"));
    }
    lines
}

fn list(nodes: &[usize]) -> String {
    let nodes: Vec<String> = nodes.iter().map(ToString::to_string).collect();
    nodes.join(", ")
}
