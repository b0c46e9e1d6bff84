//! Patterns for names of routines: `*` stands for any text, everything else for itself.

/// Whether `name` matches `pattern`.
///
/// Runs in time proportional to the product of the lengths and needs no memory, whatever the number
/// of stars.
pub fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name) = (pattern.as_bytes(), name.as_bytes());
    let (mut p, mut n) = (0, 0);
    // Where the latest star stood, and how much of the name it has swallowed so far.
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        if pattern.get(p) == Some(&b'*') {
            star = Some((p, n));
            p += 1;
        } else if pattern.get(p) == Some(&name[n]) {
            p += 1;
            n += 1;
        } else if let Some((at, swallowed)) = star {
            star = Some((at, swallowed + 1));
            p = at + 1;
            n = swallowed + 1;
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|&byte| byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn stars_stand_for_any_text() {
        for (pattern, name, expected) in [
            ("f", "f", true),
            ("f", "ff", false),
            ("", "", true),
            ("*", "", true),
            ("Chess.*", "Chess.castling", true),
            ("Chess.*", "Chess", false),
            ("*.get*", "a.b.getX", true),
            ("*.get*", "a.b.setX", false),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-b-b-d", false),
            ("**", "x", true),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }
}
