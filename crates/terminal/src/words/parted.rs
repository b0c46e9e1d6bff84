//! Two long texts that differ in few places, shortened to those.

/// Texts of at most this many characters are shown whole.
const SHORT: usize = 80;

/// How many characters of what both have in common are left on each side.
const AROUND: usize = 24;

/// Two values as they are told beside each other. Of what they have in common in front and at the end, only what stands next to
/// the difference is left; what differs stays whole.
pub fn parted(here: &str, there: &str) -> [String; 2] {
    let texts: [Vec<char>; 2] = [here, there].map(|text| text.chars().collect());
    let [ours, theirs] = &texts;
    if ours == theirs || ours.len().max(theirs.len()) <= SHORT {
        return [here, there].map(str::to_owned);
    }
    let same = |(our, their): &(&char, &char)| our == their;
    let front = ours.iter().zip(theirs).take_while(same).count();
    let [our_rest, their_rest] = [&ours[front..], &theirs[front..]];
    let ends = our_rest.iter().rev().zip(their_rest.iter().rev());
    let back = ends.take_while(same).count();
    texts.map(|text| {
        let mut from = front.saturating_sub(AROUND);
        let mut to = (text.len() - back + AROUND).min(text.len());
        // A sign in place of one character would say less in the same room.
        if from < 2 {
            from = 0;
        }
        if text.len() - to < 2 {
            to = text.len();
        }
        let left_out = |is_cut: bool| if is_cut { "…" } else { "" };
        let kept: String = text[from..to].iter().collect();
        let (before, after) = (left_out(from > 0), left_out(to < text.len()));
        format!("{before}{kept}{after}")
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn short_values_are_told_whole() {
        assert_eq!(parted("12", "14"), ["12", "14"]);
        let position = "Position(x=11, y=1)";
        assert_eq!(parted(position, "nothing"), [position, "nothing"]);
    }

    #[test]
    fn long_values_are_told_where_they_differ() {
        let text = |middle: &str| format!("{}{middle}{}", "one, ".repeat(40), "two, ".repeat(40));
        assert_eq!(
            parted(&text("three, "), &text("\"four\", ")),
            [
                "…ne, one, one, one, one, three, two, two, two, two, tw…",
                "…ne, one, one, one, one, \"four\", two, two, two, two, tw…",
            ]
        );
        assert_eq!(
            parted(&text(""), &text("three, ")),
            [
                "…e, one, one, one, one, two, two, two, two, two, …",
                "…e, one, one, one, one, three, two, two, two, two, two, …",
            ]
        );
    }

    proptest! {
        #[test]
        fn what_differs_is_never_left_out(
            front in "[ab]{0,120}",
            back in "[ab]{0,120}",
            middles in ("[abc]{0,90}", "[abc]{0,90}"),
        ) {
            let [here, there] = [&middles.0, &middles.1].map(|middle| format!("{front}{middle}{back}"));
            let [ours, theirs] = parted(&here, &there);
            prop_assert_eq!(here == there, ours == theirs);
            // What is left out is the same in both.
            for (whole, told) in [(&here, &ours), (&there, &theirs)] {
                let kept = told.trim_matches('…');
                prop_assert!(whole.contains(kept));
                prop_assert!(told.starts_with('…') || whole.starts_with(kept));
                prop_assert!(told.ends_with('…') || whole.ends_with(kept));
                prop_assert!(told.chars().count() <= whole.chars().count());
            }
        }
    }
}
