//! Any bytes read as a frame: the first byte chooses the codec, the rest is a payload with a header made to fit.
#![no_main]

use elenchus_trace::frame::{Codec, FrameHeader, HEADER_BYTES, Stamp};
use libfuzzer_sys::fuzz_target;
use xxhash_rust::xxh3::xxh3_64;

fuzz_target!(|bytes: &[u8]| {
    let _ = FrameHeader::decode(bytes);
    let Some((choice, payload)) = bytes.split_first() else {
        return;
    };
    let codec = Codec::from_code(choice % 5).expect("five codecs");
    let header = FrameHeader {
        stamp: Stamp {
            ring: 1,
            sequence: 1,
            strand: 1,
            step: 0,
            depth: 0,
            turn: u64::from(*choice),
        },
        raw_bytes: u32::from(*choice) * 64,
        packed_bytes: payload.len() as u32,
        nanoseconds: 0,
        checksum: xxh3_64(payload),
        codec,
    };
    let encoded = header.encode();
    assert_eq!(encoded.len(), HEADER_BYTES);
    assert_eq!(FrameHeader::decode(&encoded), Some(header));
    let mut out = Vec::new();
    if header.unpack(payload, &mut out).is_some() {
        assert_eq!(out.len(), header.raw_bytes as usize);
    }
});
