//! Any bytes as a class file: rewritten or refused.
#![no_main]

use elenchus_jvm::contract::{ClassDef, Definitions, FieldDef, Level, LoopDef, RoutineDef};
use elenchus_jvm::rewrite::{Options, rewrite};
use libfuzzer_sys::fuzz_target;

/// Numbers everything anew.
#[derive(Default)]
struct Numbers(u32);

impl Numbers {
    fn next(&mut self) -> u32 {
        self.0 += 1;
        self.0
    }
}

impl Definitions for Numbers {
    fn class(&mut self, _: &ClassDef) -> u32 {
        self.next()
    }

    fn routine(&mut self, _: &RoutineDef) -> u32 {
        self.next()
    }

    fn r#loop(&mut self, _: &LoopDef) -> u32 {
        self.next()
    }

    fn field(&mut self, _: &FieldDef) -> u32 {
        self.next()
    }
}

fuzz_target!(|bytes: &[u8]| {
    for level in [Level::Recorded, Level::WritesOnly] {
        let options = Options {
            level,
            id_field: true,
            method_level: None,
        };
        let _ = rewrite(bytes, &options, &mut Numbers::default());
    }
});
