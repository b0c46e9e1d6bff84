//! Any bytes as a run of the object index, and as its summaries: looked into, whatever they hold.
#![no_main]

use elenchus_trace::read::objects::cells::Section;
use elenchus_trace::read::objects::runs::Run;
use elenchus_trace::read::objects::summaries::{self, Stretch, Summaries};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("room for two files");
    let path = folder.path().join("objects-000001.run");
    let whole = &bytes[..bytes.len() / 6 * 6];
    if !whole.is_empty() {
        std::fs::write(&path, whole).expect("room for a file");
        let count = whole.len() as u64 / 6;
        let run = Run::open(path, 0..9, count).expect("it has that length");
        for entry in whole.chunks(6).take(20) {
            let mark = u32::from_le_bytes(entry[..4].try_into().expect("four bytes"));
            for at in [mark, mark.wrapping_add(1)] {
                let found = run.find(at);
                assert!(found.end <= run.len());
                assert!(found.into_iter().all(|index| run.block(index) >= run.blocks.start));
            }
        }
    }
    let Some((&[block, from, length], rest)) = bytes.split_first_chunk() else {
        return;
    };
    std::fs::write(folder.path().join(summaries::FILE), rest).expect("room for a file");
    let stretch = Stretch {
        block: block.into(),
        from: from.into(),
        length: length.into(),
    };
    if let Ok(summaries) = Summaries::load(folder.path(), vec![stretch]) {
        for section in [Section::fields(0x1000), Section::bucket(0x1000, 0)] {
            if let Some(summary) = summaries.find(block.into(), section) {
                assert!(summary.from <= block.into());
            }
        }
    }
});
