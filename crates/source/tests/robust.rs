//! Whatever the bytes, nothing panics and every answer lies inside the text.

use elenchus_source::{
    Java, LineRange, LineSet, ListingRequest, Lookup, SourceFile, Span, code_lines, listing, tokens,
};
use proptest::prelude::*;
use std::path::Path;

const SAMPLE: &[u8] = include_bytes!("data/Sample.java");

fn cases(default: u32) -> ProptestConfig {
    let long = std::env::var_os("ELENCHUS_LONG").is_some();
    ProptestConfig::with_cases(if long { default * 50 } else { default })
}

/// One change to a file, at a place given as a fraction of its length.
#[derive(Debug, Clone)]
enum Change {
    Delete(u16, u8),
    Insert(u16, Vec<u8>),
    Copy(u16, u16, u8),
}

fn change() -> impl Strategy<Value = Change> {
    let snippet = prop::sample::select(vec![
        "{",
        "}",
        "(",
        ")",
        "for (",
        "while (x)",
        "do ",
        "/*",
        "*/",
        "\"",
        "'",
        "\r",
        "\r\n",
        "\t",
        "->",
        "record R(int a)",
        "enum E {",
        "new A() {",
        "@",
        "<",
        ">",
        ";",
        "\u{e9}",
        "\"\"\"",
    ]);
    prop_oneof![
        (any::<u16>(), any::<u8>()).prop_map(|(at, len)| Change::Delete(at, len)),
        (any::<u16>(), snippet).prop_map(|(at, text)| Change::Insert(at, text.as_bytes().to_vec())),
        (any::<u16>(), prop::collection::vec(any::<u8>(), 1..4))
            .prop_map(|(at, bytes)| Change::Insert(at, bytes)),
        (any::<u16>(), any::<u16>(), any::<u8>()).prop_map(|(a, b, n)| Change::Copy(a, b, n)),
    ]
}

fn apply(bytes: &mut Vec<u8>, change: &Change) {
    let place = |at: u16, len: usize| usize::from(at) * len / 65536;
    let len = bytes.len();
    match change {
        Change::Delete(at, count) => {
            let start = place(*at, len);
            bytes.drain(start..(start + usize::from(*count)).min(len));
        }
        Change::Insert(at, inserted) => {
            let at = place(*at, len);
            bytes.splice(at..at, inserted.iter().copied());
        }
        Change::Copy(from, to, count) => {
            let from = place(*from, len);
            let copied = bytes[from..(from + usize::from(*count)).min(len)].to_vec();
            let to = place(*to, len);
            bytes.splice(to..to, copied);
        }
    }
}

/// Asks everything of a file and checks that the answers fit it.
fn check(file: &SourceFile) {
    let whole = Span::new(0, file.text().len());
    let inside = |span: Span| {
        assert!(whole.encloses(span), "{span:?}");
        assert!(file.text().is_char_boundary(span.start) && file.text().is_char_boundary(span.end));
    };
    for routine in &file.outline().routines {
        inside(routine.span);
        inside(routine.header);
        assert!(routine.span.encloses(routine.header));
        for (index, found) in routine.loops.iter().enumerate() {
            assert_eq!(found.index, index);
            assert!(routine.span.encloses(found.span));
            assert!(found.span.encloses(found.body) && found.span.encloses(found.header));
            for (_, part) in &found.parts {
                inside(*part);
                assert!(found.span.encloses(*part));
            }
            if let Some(parent) = found.parent {
                assert!(parent < index && routine.loops[parent].span.encloses(found.span));
            }
            assert!(!found.bounds_text(file).contains(['\n', '\r']));
            assert!(routine.loop_at(found.line(), 0).is_some());
        }
        let lookup = Lookup {
            name: &routine.name,
            line: routine.lines.first,
            parameters: Some(routine.parameters.len()),
            class: Some(&routine.class),
        };
        assert!(file.find_routine(lookup).is_some());
        file.outline().fingerprint(file, routine);
    }
    let all = LineRange::new(1, file.line_count());
    let mut end = 0;
    for token in tokens(file, all) {
        inside(token.span);
        assert!(end <= token.span.start && !token.span.is_empty());
        end = token.span.end;
    }
    let request = ListingRequest {
        lines: all.iter().collect(),
        ran: code_lines(file, all),
        ..ListingRequest::default()
    };
    let listed = listing(file, &request);
    assert_eq!(listed.lines().count(), file.line_count() as usize);
    for line in listed.lines() {
        assert!(!line.text.contains(|c: char| c.is_control()));
        let mut end = 0;
        for (range, _) in &line.tokens {
            assert!(end <= range.start && line.text.get(range.clone()).is_some());
            end = range.end;
        }
    }
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn mutated_sources_are_read(changes in prop::collection::vec(change(), 1..12)) {
        let mut bytes = SAMPLE.to_vec();
        for change in &changes {
            apply(&mut bytes, change);
        }
        check(&SourceFile::from_bytes(Path::new("Sample.java"), &bytes, None).with_syntax(&Java));
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check(&SourceFile::from_bytes(Path::new("Any.java"), &bytes, None).with_syntax(&Java));
    }

    /// A window of lines shows exactly what the whole listing shows of them.
    #[test]
    fn a_window_agrees_with_the_whole(first in 1u32..90, len in 0u32..20) {
        let file = SourceFile::from_bytes(Path::new("Sample.java"), SAMPLE, None).with_syntax(&Java);
        let list = |lines: LineSet| {
            let request = ListingRequest { lines, context: 0, ..ListingRequest::default() };
            listing(&file, &request)
        };
        let whole = list((1..=file.line_count()).collect());
        let window: LineSet = (first..=first + len).collect();
        let part = list(window.clone());
        let expected: Vec<_> = whole.lines().filter(|line| window.contains(line.number)).collect();
        prop_assert_eq!(part.lines().collect::<Vec<_>>(), expected);
    }
}

#[test]
fn deep_nesting_does_not_overflow() {
    let depth = 100_000;
    let text = format!(
        "class A {{ int f() {{ return {}1{}; }} void g() {{ {} }} }}",
        "(".repeat(depth),
        ")".repeat(depth),
        "while (x) ".repeat(20_000) + ";"
    );
    let file =
        SourceFile::from_bytes(Path::new("Deep.java"), text.as_bytes(), None).with_syntax(&Java);
    let lookup = Lookup {
        name: "g",
        line: 1,
        ..Lookup::default()
    };
    let found = file.find_routine(lookup).expect("g is found");
    assert_eq!(found.loops.len(), 20_000);
    assert!(!tokens(&file, LineRange::line(1)).is_empty());
}

#[test]
fn huge_files_are_listed_without_syntax() {
    let line = "int a = 1; // padding to make the file large enough for the limit\n";
    let text = line.repeat((9 << 20) / line.len());
    let file =
        SourceFile::from_bytes(Path::new("Huge.java"), text.as_bytes(), None).with_syntax(&Java);
    assert!(file.outline().routines.is_empty());
    let request = ListingRequest {
        lines: [file.line_count()].into_iter().collect(),
        context: 0,
        ..ListingRequest::default()
    };
    let listed = listing(&file, &request);
    assert_eq!(
        listed
            .lines()
            .map(|line| line.text.as_str())
            .collect::<Vec<_>>(),
        [line.trim_end()]
    );
}
