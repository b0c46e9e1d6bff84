//! Patterns of packages, classes and routines, with one meaning wherever somebody writes one: what is
//! recorded, suspected, trusted, closed or listed.
//!
//! `*` stands for any text, everything else for itself, and a package or class covers all below it:
//! `org.shop` covers `org.shop.Cart.add` and `org.shop.Cart$Item.price`, but not `org.shopping.List.add`.
//! `#` may stand between a class and a routine, `/` between packages, and a dot before a nested class, as screens show it.

/// What separates a package or class from what is in it.
const SEPARATORS: [char; 2] = ['.', '$'];

/// A pattern: `org.shop`, `org.shop.*Cart`, `org.shop.Cart.add`, `org.shop.Cart#add`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    text: String,
    /// The text with a dot before routines too, as names of routines have it.
    dotted: String,
}

impl Pattern {
    /// A pattern from the text the user wrote. Every text is a pattern.
    pub fn new(text: &str) -> Pattern {
        let text = text.replace('/', ".");
        Pattern {
            dotted: text.replace('#', "."),
            text,
        }
    }

    /// The text of the pattern.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it covers a routine, by its name with that of its class: the routine itself, or a package
    /// or class around it.
    pub fn covers(&self, routine: &str) -> bool {
        glob(&self.dotted, routine) || is_below(without_star(&self.dotted), routine)
    }

    /// Whether it covers a class (dotted name) as a whole.
    pub fn covers_class(&self, class: &str) -> bool {
        let text = without_star(&self.text);
        !text.contains('#') && (glob(text, class) || is_below(text, class))
    }

    /// Whether it names this method of the class.
    pub fn covers_method(&self, class: &str, method: &str) -> bool {
        let split = self.owner_and_name();
        split.is_some_and(|(owner, name)| glob(owner, class) && glob(name, method))
    }

    /// Whether it might name a method of the class.
    pub fn may_name_methods_of(&self, class: &str) -> bool {
        let split = self.owner_and_name();
        split.is_some_and(|(owner, _)| glob(owner, class))
    }

    /// The class and the method that it names, if it names a method.
    fn owner_and_name(&self) -> Option<(&str, &str)> {
        let split = self.text.rsplit_once('#');
        split.or_else(|| self.text.rsplit_once('.'))
    }
}

/// Whether any of the patterns covers a routine.
pub fn any_covers(patterns: &[Pattern], routine: &str) -> bool {
    patterns.iter().any(|pattern| pattern.covers(routine))
}

/// `org.shop.*` means all below `org.shop`, as `org.shop` does.
fn without_star(text: &str) -> &str {
    text.strip_suffix(".*").unwrap_or(text)
}

/// Whether a package or class that matches `pattern` is around `name`.
fn is_below(pattern: &str, name: &str) -> bool {
    let mut around = name.match_indices(SEPARATORS);
    around.any(|(end, _)| glob(pattern, &name[..end]))
}

/// Whether a sign of a pattern means this one. A dot may stand before a nested class.
fn stands_for(wanted: u8, sign: u8) -> bool {
    wanted == sign || (wanted, sign) == (b'.', b'$')
}

/// Matches `*` wildcards in time proportional to the product of the lengths, without recursion or memory.
fn glob(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    let (mut p, mut t) = (0, 0);
    // Where the latest star stood, and how much of the text it has swallowed so far.
    let mut star = None;
    while t < text.len() {
        if pattern.get(p) == Some(&b'*') {
            star = Some((p, t));
            p += 1;
        } else if pattern
            .get(p)
            .is_some_and(|&byte| stands_for(byte, text[t]))
        {
            p += 1;
            t += 1;
        } else if let Some((star_p, star_t)) = star {
            star = Some((star_p, star_t + 1));
            p = star_p + 1;
            t = star_t + 1;
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|&byte| byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_and_classes_cover_all_below_them() {
        for (pattern, name, expected) in [
            ("f", "f", true),
            ("f", "ff", false),
            ("", "", true),
            ("*", "", true),
            ("Chess", "Chess.castling", true),
            ("Chess.*", "Chess.castling", true),
            ("Chess.*", "Chess", false),
            ("Chess", "Chessboard.castling", false),
            ("*.get*", "a.b.getX", true),
            ("*.get*", "a.b.setX", false),
            ("org.shop", "org.shop.Cart.add", true),
            ("org/shop", "org.shop.Cart.add", true),
            ("org.shop", "org.shopping.List.add", false),
            ("org.shop.Cart", "org.shop.Cart$Item.price", true),
            ("org.shop.Cart.*", "org.shop.Cart$Item.price", true),
            ("org.shop.Cart.Item", "org.shop.Cart$Item.price", true),
            ("Cart.Item.price", "Cart$Item.price", true),
            ("Cart$Item.price", "Cart.Item.price", false),
            ("org.*Cart", "org.shop.ShopCart.add", true),
            ("org.shop.Cart#add", "org.shop.Cart.add", true),
            ("org.shop.Cart#add", "org.shop.Cart.addAll", false),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-b-b-d", false),
        ] {
            let covers = Pattern::new(pattern).covers(name);
            assert_eq!(covers, expected, "{pattern} {name}");
        }
    }

    /// What the recorder takes for covered is what a session does.
    #[test]
    fn a_routine_is_covered_as_its_class_or_as_itself() {
        let routines = [
            ("org.shop.Cart", "add"),
            ("org.shop.Cart$Item", "price"),
            ("Main", "main"),
        ];
        for text in [
            "org",
            "org.shop",
            "org.shop.*",
            "org.*Cart",
            "org.shop.Cart",
            "org.shop.Cart.*",
            "Main",
            "org.shop.Cart.add",
            "org.shop.Cart#add",
            "*.add",
            "*#add",
            "Main.m*",
            "shop",
            "*",
        ] {
            let pattern = Pattern::new(text);
            for (class, method) in routines {
                let recorded = pattern.covers_class(class) || pattern.covers_method(class, method);
                let covered = pattern.covers(&format!("{class}.{method}"));
                assert_eq!(covered, recorded, "{text}: {class}.{method}");
            }
        }
    }

    #[test]
    fn wildcards_match_like_the_textbook_definition() {
        fn slow(p: &[u8], t: &[u8]) -> bool {
            match p {
                [] => t.is_empty(),
                [b'*', rest @ ..] => (0..=t.len()).any(|n| slow(rest, &t[n..])),
                [c, rest @ ..] => t.first() == Some(c) && slow(rest, &t[1..]),
            }
        }
        let alphabet = [b'a', b'b', b'*'];
        let words = |length: u32| {
            (0..3usize.pow(length)).map(move |n| {
                (0..length)
                    .map(|digit| alphabet[n / 3usize.pow(digit) % 3])
                    .collect::<Vec<u8>>()
            })
        };
        for pattern in (0..=4).flat_map(words) {
            for text in (0..=4).flat_map(words).filter(|t| !t.contains(&b'*')) {
                let (p, t) = (
                    std::str::from_utf8(&pattern).unwrap(),
                    std::str::from_utf8(&text).unwrap(),
                );
                assert_eq!(glob(p, t), slow(&pattern, &text), "{p} {t}");
            }
        }
    }
}
