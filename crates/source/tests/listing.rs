//! Printable lines: blocks, marks and token classes.

use elenchus_source::{
    Execution, Java, LineRange, Listing, ListingRequest, SourceFile, TokenClass, listing,
};
use std::path::Path;

fn java(text: &str) -> SourceFile {
    SourceFile::from_bytes(Path::new("A.java"), text.as_bytes(), None).with_syntax(&Java)
}

fn numbers(listing: &Listing) -> Vec<Vec<u32>> {
    let block = |block: &Vec<_>| {
        block
            .iter()
            .map(|l: &elenchus_source::ListingLine| l.number)
            .collect()
    };
    listing.blocks.iter().map(block).collect()
}

const TEXT: &str = "class A {\n    // adds\n    int f(int a) {\n        if (a > 1)\n            a++;\n        return a + MAX;\n    }\n}\n";

#[test]
fn marks_follow_the_recording() {
    let request = ListingRequest {
        lines: [4, 6].into_iter().collect(),
        context: 1,
        ran: [4, 6].into_iter().collect(),
        owned: [6].into_iter().collect(),
        dimmed: [4].into_iter().collect(),
        ..ListingRequest::default()
    };
    let listing = listing(&java(TEXT), &request);
    assert_eq!(numbers(&listing), [vec![3, 4, 5, 6, 7]]);
    let marks: Vec<_> = listing
        .lines()
        .map(|l| (l.execution, l.owned, l.dimmed, l.context))
        .collect();
    assert_eq!(
        marks,
        [
            (Execution::NoCode, false, false, true),
            (Execution::Ran, false, true, false),
            (Execution::DidNotRun, false, false, true),
            (Execution::Ran, true, false, false),
            (Execution::NoCode, false, false, true),
        ]
    );
}

#[test]
fn distant_lines_make_blocks_and_borders_hold() {
    let text = "\n".repeat(50);
    let request = ListingRequest {
        lines: [2, 10, 13, 40, 77].into_iter().collect(),
        context: 1,
        within: Some(LineRange::new(2, 40)),
        ..ListingRequest::default()
    };
    assert_eq!(
        numbers(&listing(&java(&text), &request)),
        [vec![2, 3], vec![9, 10, 11, 12, 13, 14], vec![39, 40]]
    );
}

#[test]
fn tokens_have_classes() {
    let text = "@Test static int f(String s) { return s.length() + Math.MAX - 0x1F; } // \"no\" string\n\
                char c = '\\n'; String t = \"a\\tb\"; Object o = null;";
    let request = ListingRequest {
        lines: [1, 2].into_iter().collect(),
        ..ListingRequest::default()
    };
    let listing = listing(&java(&format!("class A {{ {text} }}")), &request);
    let classes: Vec<(&str, TokenClass)> = listing
        .lines()
        .flat_map(|l| {
            l.tokens
                .iter()
                .map(|(range, class)| (&l.text[range.clone()], *class))
        })
        .filter(|(_, class)| *class != TokenClass::Operator)
        .collect();
    use TokenClass::*;
    assert_eq!(
        classes,
        [
            ("class", Keyword),
            ("A", Type),
            ("@", Annotation),
            ("Test", Annotation),
            ("static", Keyword),
            ("int", Type),
            ("f", Function),
            ("String", Type),
            ("return", Keyword),
            ("length", Function),
            ("Math", Type),
            ("MAX", Constant),
            ("0x1F", Number),
            ("// \"no\" string", Comment),
            ("char", Type),
            ("'\\n'", String),
            ("String", Type),
            ("\"", String),
            ("a", String),
            ("\\t", Escape),
            ("b", String),
            ("\"", String),
            ("Object", Type),
            ("null", Constant),
        ]
    );
}

#[test]
fn comments_over_lines_are_coloured_on_each() {
    let file = java("class A { /* one\r\n two\r\n three */ }");
    let request = ListingRequest {
        lines: [2].into_iter().collect(),
        context: 0,
        ..ListingRequest::default()
    };
    let listing = listing(&file, &request);
    let line = listing.lines().next().expect("line 2");
    assert_eq!(line.text, " two");
    assert_eq!(line.tokens, [(0..4, TokenClass::Comment)]);
}

#[test]
fn text_is_safe_to_print() {
    let file = java("\tint\ta = 1;\t// \u{1b}[31mred\u{202e}");
    let request = ListingRequest {
        lines: [1].into_iter().collect(),
        ..ListingRequest::default()
    };
    let listing = listing(&file, &request);
    let line = listing.lines().next().expect("line 1");
    assert_eq!(line.text, "    int a = 1;  // \u{241b}[31mred\u{fffd}");
    let words: Vec<&str> = line
        .tokens
        .iter()
        .map(|(r, _)| &line.text[r.clone()])
        .collect();
    assert_eq!(words, ["int", "=", "1", "// \u{241b}[31mred\u{fffd}"]);
}

#[test]
fn other_languages_are_listed_plainly() {
    let file = SourceFile::from_bytes(Path::new("a.txt"), b"for (;;) {}", None);
    let request = ListingRequest {
        lines: [1].into_iter().collect(),
        ..ListingRequest::default()
    };
    let listing = listing(&file, &request);
    assert!(listing.lines().all(|line| line.tokens.is_empty()));
    assert!(file.outline().routines.is_empty());
}

#[test]
fn a_listing_names_its_file() {
    let file = SourceFile::from_bytes(Path::new("src/Chess.java"), b"class Chess {}", None);
    let listing = listing(&file, &ListingRequest::default());
    assert_eq!(listing.file, Path::new("src/Chess.java"));
}
