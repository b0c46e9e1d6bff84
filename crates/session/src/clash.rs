//! Which answers clash.

/// As few of `entries` as still clash: taking any one of them away resolves the contradiction.
/// `clashes` says whether a selection clashes; all together do.
pub fn minimal_clash(entries: &[usize], clashes: impl Fn(&[usize]) -> bool) -> Vec<usize> {
    let mut kept = entries.to_vec();
    // The oldest are tried first, so that of several reasons the latest answers remain.
    for &entry in entries {
        let without: Vec<usize> = kept.iter().copied().filter(|&e| e != entry).collect();
        if clashes(&without) {
            kept = without;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::minimal_clash;

    #[test]
    fn only_what_is_needed_for_the_clash_remains() {
        // 2 clashes with 5 and with 7.
        let clashes =
            |kept: &[usize]| kept.contains(&2) && (kept.contains(&5) || kept.contains(&7));
        assert_eq!(minimal_clash(&[1, 2, 3, 5, 7, 8], clashes), [2, 7]);
    }
}
