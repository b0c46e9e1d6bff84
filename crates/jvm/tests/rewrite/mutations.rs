//! Damages real class files in many ways: the rewriter must give a result or an error, never panic or hang.
//!
//! ELENCHUS_LONG=1 takes twenty times as many.

use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use crate::support::{Jdk, Keeper, class_files, java_sources};
use elenchus_jvm::contract::Level;
use elenchus_jvm::rewrite::{Options, rewrite};

/// A small generator of numbers (xorshift), so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % below.max(1) as u64) as usize
    }
}

/// Damages a class file in one of several ways.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    let length = bytes.len();
    match random.next(6) {
        0 => bytes.truncate(random.next(length)),
        1 => {
            for _ in 0..=random.next(8) {
                bytes[random.next(length)] ^= 1 << random.next(8);
            }
        }
        2 => bytes[random.next(length)] = random.next(256) as u8,
        3 => {
            // Two bytes at once hit counts, indices and offsets.
            let at = random.next(length - 1);
            let value = [0, 1, 0x7FFF, 0x8000, 0xFFFF, random.next(65536)][random.next(6)];
            bytes[at..at + 2].copy_from_slice(&(value as u16).to_be_bytes());
        }
        4 => {
            let (from, to) = (random.next(length), random.next(length));
            let part = bytes[from..(from + random.next(40)).min(length)].to_vec();
            bytes.splice(to..to, part);
        }
        _ => {
            let from = random.next(length);
            bytes.drain(from..(from + 1 + random.next(20)).min(length));
        }
    }
}

#[test]
fn damaged_classes_are_rewritten_or_refused() {
    let work = tempfile::tempdir().expect("a folder");
    let sources = java_sources().join("events");
    let files = [
        "Calls",
        "Constructors",
        "Lines",
        "Loops",
        "Modern",
        "Writes",
    ];
    let files: Vec<_> = files
        .iter()
        .map(|f| sources.join(format!("{f}.java")))
        .collect();
    let files: Vec<_> = files.iter().map(|f| f.as_path()).collect();
    Jdk::all()[0].compile(&["-g"], &files, work.path());
    let classes: Vec<Vec<u8>> = class_files(work.path())
        .iter()
        .map(|file| std::fs::read(work.path().join(file)).expect("it can be read"))
        .collect();
    let is_long = std::env::var_os("ELENCHUS_LONG").is_some_and(|value| value == "1");
    let rounds = if is_long { 400_000 } else { 20_000 };
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (mut refused, mut slowest) = (0, Duration::ZERO);
    for round in 0..rounds {
        let seed = random.0;
        let mut bytes = classes[round % classes.len()].clone();
        for _ in 0..=random.next(3) {
            // Damage to the constants is mostly refused at once: half of the rounds spare the first part of the file.
            let spared = bytes.len() * (round % 2) / 2;
            let mut rest = bytes.split_off(spared);
            if rest.len() > 1 {
                damage(&mut rest, &mut random);
            }
            bytes.append(&mut rest);
        }
        // Without frames types are inferred, which is another way through the code.
        if round % 5 == 0 && bytes.len() > 8 {
            bytes[6..8].copy_from_slice(&[0, 49]);
        }
        let level = if round % 7 == 0 {
            Level::WritesOnly
        } else {
            Level::Recorded
        };
        let options = Options {
            level,
            id_field: true,
            method_level: None,
            zoom: None,
        };
        let start = Instant::now();
        let attempt =
            AssertUnwindSafe(|| rewrite(&bytes, &options, &mut Keeper::default()).is_err());
        let outcome = std::panic::catch_unwind(attempt);
        slowest = slowest.max(start.elapsed());
        refused += usize::from(outcome.unwrap_or_else(|_| panic!("round {round}, seed {seed:#x}")));
    }
    println!("{rounds} damaged classes, {refused} refused, slowest {slowest:?}");
    // Both must be met, or the damage is no test.
    assert!(refused > rounds / 10 && refused < rounds * 9 / 10);
}
