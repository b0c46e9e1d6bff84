//! The file of verdicts: read back as written, merged as text, and refused when it is damaged.

use elenchus_knowledge::{Knowledge, Problem, Situation, Word};
use proptest::prelude::*;

fn situation(code: &str, before: u128, after: u128) -> Situation {
    Situation {
        code: code.to_owned(),
        before,
        after: Some(after),
    }
}

fn sample() -> Knowledge {
    let mut known = Knowledge::default();
    let says = vec!["Chess.castling(t, k)".to_owned(), "t.x  8 → 11".to_owned()];
    known.say(&situation("Chess.castling()V", 1, 2), Word::Wrong, says);
    known.say(&situation("Chess.castling()V", 1, 3), Word::Right, vec![]);
    known.say(&situation("A.f()V", 9, 9), Word::Inadmissible, vec![]);
    known.trust("Chess.castling()V", 0x5eed);
    known
}

#[test]
fn the_file_is_sorted_and_readable() {
    assert_eq!(
        sample().to_text(),
        "elenchus-knowledge 1\n\
         \n\
         inadmissible A.f()V\n\
         before 00000000000000000000000000000009\n\
         \n\
         trust Chess.castling()V\n\
         code 0000000000005eed\n\
         \n\
         wrong Chess.castling()V\n\
         before 00000000000000000000000000000001\n\
         after 00000000000000000000000000000002\n\
         says Chess.castling(t, k)\n\
         says t.x  8 → 11\n\
         \n\
         right Chess.castling()V\n\
         before 00000000000000000000000000000001\n\
         after 00000000000000000000000000000003\n"
    );
}

#[test]
fn verdicts_are_found_by_both_states_and_trust_by_the_code() {
    let known = sample();
    let word = |code, before, after| known.word(&situation(code, before, after));
    assert_eq!(word("Chess.castling()V", 1, 2), Some(Word::Wrong));
    assert_eq!(word("Chess.castling()V", 1, 3), Some(Word::Right));
    assert_eq!(word("Chess.castling()V", 2, 3), None);
    // What should never have started is inadmissible whatever came out.
    assert_eq!(word("A.f()V", 9, 1234), Some(Word::Inadmissible));
    assert!(known.knows_code("A.f()V") && !known.knows_code("A.f"));
    assert!(known.trusts("Chess.castling()V", 0x5eed));
    assert!(!known.trusts("Chess.castling()V", 0x5eee));
}

#[test]
fn a_new_verdict_replaces_what_it_contradicts_and_can_be_taken_back() {
    let mut known = sample();
    let castling = situation("Chess.castling()V", 1, 2);
    let replaced = known.say(&castling, Word::Right, vec![]);
    assert_eq!(replaced.len(), 1);
    assert_eq!(known.word(&castling), Some(Word::Right));
    known.unsay(&castling, Word::Right);
    for (situation, verdict) in replaced {
        known.restore(situation, verdict);
    }
    assert_eq!(known, sample());
    // Two verdicts on what came out give way to the one that it should never have started.
    let replaced = known.say(&castling, Word::Inadmissible, vec![]);
    assert_eq!(replaced.len(), 2);
    assert_eq!(known.word(&castling), Some(Word::Inadmissible));
    assert_eq!(known.say(&castling, Word::Right, vec![]).len(), 1);
}

#[test]
fn comments_stay_with_their_entry() {
    let text = "elenchus-knowledge 1\n\n# agreed in review\ntrust A.f()V\ncode 0000000000000001\n";
    let mut known = Knowledge::parse(text).unwrap();
    assert_eq!(known.to_text(), text);
    known.trust("A.f()V", 2);
    assert!(known.to_text().contains("# agreed in review\ntrust A.f()V"));
}

#[test]
fn both_sides_of_a_merge_may_say_the_same_but_not_the_opposite() {
    let entry = |word: &str| {
        let hash = "0".repeat(32);
        format!("\n{word} A.f()V\nbefore {hash}\nafter {hash}\n")
    };
    let file = |entries: &[String]| format!("elenchus-knowledge 1\n{}", entries.concat());
    let twice = Knowledge::parse(&file(&[entry("right"), entry("right")])).unwrap();
    assert_eq!(twice.verdicts(), 1);
    let error = Knowledge::parse(&file(&[entry("right"), entry("wrong")])).unwrap_err();
    assert_eq!((error.line, error.problem), (7, Problem::Clash("right", 3)));
}

#[test]
fn damage_is_said_with_its_line() {
    for (text, line, problem) in [
        ("knowledge", 1, Problem::NotKnowledge),
        ("elenchus-knowledge 2", 1, Problem::Version("2".to_owned())),
        ("elenchus-knowledge 1\n\n<<<<<<< ours\n", 3, Problem::Merge),
        (
            "elenchus-knowledge 1\n\nmaybe A.f()V\n",
            3,
            Problem::Word("maybe".to_owned()),
        ),
        ("elenchus-knowledge 1\n\ntrust\n", 3, Problem::NoName),
        (
            "elenchus-knowledge 1\n\ntrust A.f()V\n",
            3,
            Problem::Missing("code"),
        ),
        (
            "elenchus-knowledge 1\n\ntrust A.f()V\ncode 12\n",
            4,
            Problem::Hash("code", 16),
        ),
        (
            "elenchus-knowledge 1\n\nright A.f()V\nwrong A.f()V\n",
            4,
            Problem::Start,
        ),
        ("elenchus-knowledge 1\nsays hello\n", 2, Problem::Start),
    ] {
        let error = Knowledge::parse(text).unwrap_err();
        assert_eq!((error.line, error.problem), (line, problem), "{text}");
    }
}

fn any_knowledge() -> impl Strategy<Value = Knowledge> {
    let code = "[A-C]\\.[f-h]\\(I?\\)V( loop [12])?";
    let said = (code, 0..4u128, 0..4u128, 0..3usize, "[ -~é→\n\t]{0,20}");
    let trusted = (code, any::<u64>());
    let said = proptest::collection::vec(said, 0..20);
    let trusted = proptest::collection::vec(trusted, 0..5);
    (said, trusted).prop_map(|(said, trusted)| {
        let mut known = Knowledge::default();
        for (code, before, after, word, says) in said {
            known.say(
                &situation(&code, before, after),
                Word::ALL[word],
                vec![says],
            );
        }
        for (routine, hash) in trusted {
            known.trust(&routine, hash);
        }
        known
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read(known in any_knowledge()) {
        let text = known.to_text();
        let read = Knowledge::parse(&text).unwrap();
        // Texts for people lose their line breaks; everything else is the same.
        prop_assert_eq!(read.to_text(), text);
        prop_assert_eq!((read.verdicts(), read.trusted()), (known.verdicts(), known.trusted()));
    }

    /// A damaged file is refused or holds only entries that were whole; it never panics.
    #[test]
    fn damage_never_invents_a_verdict(
        known in any_knowledge(),
        place in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        cut in any::<bool>(),
    ) {
        let mut bytes = known.to_text().into_bytes();
        let place = place.index(bytes.len());
        if cut { bytes.truncate(place) } else { bytes[place] = byte }
        if let Ok(text) = String::from_utf8(bytes)
            && let Ok(read) = Knowledge::parse(&text)
        {
            prop_assert!(read.verdicts() <= known.verdicts());
            prop_assert!(read.trusted() <= known.trusted());
            let again = Knowledge::parse(&read.to_text()).unwrap();
            prop_assert_eq!(again.to_text(), read.to_text());
        }
    }
}
