//! What a piece of a run has read and printed.

use elenchus_session::Value as Row;
use elenchus_session::words::many;
use elenchus_trace::NodeData;

use crate::showing::question::Writer;

/// How many bytes of what was printed are shown, at most.
const MOST_OUTPUT: usize = 400;

/// How many bytes of what a call printed are shown in its line, at most.
const MOST_PRINTED: usize = 80;

impl Writer<'_> {
    /// What was read and printed, stream by stream.
    pub(crate) fn add_output(&self, first: &NodeData, last: &NodeData, rows: &mut Vec<Row>) {
        // What was printed is known for the whole piece only.
        if self.until.is_some() {
            return;
        }
        let trace = self.run.trace();
        let output = trace.output_from_to(first.key, last.key, MOST_OUTPUT);
        for (stream, label) in [(0, "read"), (1, "printed"), (2, "printed as error")] {
            let pieces = output.pieces.iter().filter(|(s, _)| *s == stream);
            let bytes: Vec<u8> = pieces.flat_map(|(_, bytes)| bytes.clone()).collect();
            if bytes.is_empty() {
                continue;
            }
            let mut text = self.run.language().quoted(&String::from_utf8_lossy(&bytes));
            if output.total > MOST_OUTPUT as u64 {
                text = format!("{text}… {} in all", many(output.total, "byte"));
            }
            rows.push(Row {
                name: label.to_owned(),
                before: None,
                after: Some(text),
            });
        }
    }

    /// What a call printed.
    pub(crate) fn printed(&self, data: &NodeData) -> Option<String> {
        let output = self.run.trace().output(data.key, MOST_PRINTED);
        let printed = output.pieces.iter().filter(|(stream, _)| *stream != 0);
        let printed: Vec<u8> = printed.flat_map(|(_, bytes)| bytes.clone()).collect();
        let text = self
            .run
            .language()
            .quoted(&String::from_utf8_lossy(&printed));
        let more = if output.total > printed.len() as u64 {
            "…"
        } else {
            ""
        };
        (!printed.is_empty()).then(|| format!("printed {text}{more}"))
    }
}
