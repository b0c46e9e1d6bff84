//! Colour, where there is any.

/// How text stands out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// What the eye should find first.
    Strong,
    /// What can be skipped.
    Faint,
    /// A value that changed.
    Changed,
    /// A text in source code.
    Text,
    /// A bug.
    Bug,
}

/// Whether and how tones are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Whether the output understands colour.
    pub colour: bool,
}

impl Style {
    /// The text in this tone. Only the sixteen colours that every theme chooses for itself are
    /// used, so it reads on dark and on light ground.
    pub fn paint(self, tone: Tone, text: &str) -> String {
        if !self.colour {
            return text.to_owned();
        }
        let code = match tone {
            Tone::Strong => "1",
            Tone::Faint => "2",
            Tone::Changed => "35",
            Tone::Text => "32",
            Tone::Bug => "1;31",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}

/// A text as it is seen: without what [`Style::paint`] has put around its parts.
pub fn unpainted(text: &str) -> String {
    let mut seen = String::new();
    let mut rest = text;
    while let Some((before, code)) = rest.split_once("\x1b[") {
        seen.push_str(before);
        rest = code.split_once('m').map_or("", |(_, after)| after);
    }
    seen.push_str(rest);
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colour_nothing_is_added() {
        assert_eq!(Style::default().paint(Tone::Bug, "BUG"), "BUG");
        let colour = Style { colour: true };
        let painted = colour.paint(Tone::Bug, "BUG");
        assert_eq!(painted, "\x1b[1;31mBUG\x1b[0m");
        assert_eq!(unpainted(&format!("a {painted} m")), "a BUG m");
    }
}
