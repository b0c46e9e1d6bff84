//! Frames: one sealed slot each, compressed and checksummed, one after the other in the frame files.
//!
//! A frame is a 64-byte header and a payload. The header has a checksum of its own, so that a reader that met damage can
//! look for the next frame and trust the lengths it finds there.

use crate::wire::Take;
use crate::words;
use xxhash_rust::xxh3::xxh3_64;

/// Length of a frame header.
pub const HEADER_BYTES: usize = 64;
/// The first four bytes of a frame.
pub const MAGIC: [u8; 4] = *b"ELfr";
/// The most a frame may hold when unpacked: the largest slot.
pub const MAX_RAW_BYTES: usize = 1 << 24;
/// The fastest ordinary level: the sealer shares two cores with the program.
const ZSTD_LEVEL: i32 = 1;
/// A depth that the recorder does not know.
pub const UNKNOWN_DEPTH: u32 = u32::MAX;

/// How the payload of a frame is packed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Codec {
    /// As it is.
    Stored = 0,
    /// One LZ4 block, without a length prefix.
    Lz4 = 1,
    /// One Zstandard frame.
    Zstd = 2,
    /// Words packed (see [`crate::words`]), their length as `u32`, then one LZ4 block.
    PackedLz4 = 3,
    /// As [`Codec::PackedLz4`], with one Zstandard frame: a fifth smaller, and still faster to pack than LZ4 without packed words.
    #[default]
    PackedZstd = 4,
}

impl Codec {
    pub fn from_code(code: u8) -> Option<Codec> {
        [
            Codec::Stored,
            Codec::Lz4,
            Codec::Zstd,
            Codec::PackedLz4,
            Codec::PackedZstd,
        ]
        .into_iter()
        .find(|codec| *codec as u8 == code)
    }
}

/// Where in the run the records of a slot or frame begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    pub ring: u32,
    /// Counts the slots a ring has filled, from 1.
    pub sequence: u64,
    /// The strand the first record belongs to.
    pub strand: u32,
    /// How often the strand had been switched to before.
    pub step: u32,
    /// Open calls of the strand at the first record, or [`UNKNOWN_DEPTH`].
    pub depth: u32,
    /// Counts the slots that all rings together have handed over, from 1; 0 while it was not, or by a recorder that does not count.
    /// At most [`MAX_TURN`].
    pub turn: u64,
}

/// Frames keep turns in seven bytes: a thousand a second for two million years.
pub const MAX_TURN: u64 = (1 << 56) - 1;

/// The header of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameHeader {
    pub stamp: Stamp,
    pub raw_bytes: u32,
    pub packed_bytes: u32,
    /// Time of sealing in nanoseconds since the recording began.
    pub nanoseconds: u64,
    /// XXH3-64 of the packed bytes.
    pub checksum: u64,
    pub codec: Codec,
}

impl FrameHeader {
    /// The bytes of the header.
    pub fn encode(&self) -> [u8; HEADER_BYTES] {
        let mut out = Vec::with_capacity(HEADER_BYTES);
        out.extend_from_slice(&MAGIC);
        out.extend_from_slice(&[0; 4]);
        out.extend_from_slice(&self.stamp.ring.to_le_bytes());
        out.extend_from_slice(&self.raw_bytes.to_le_bytes());
        out.extend_from_slice(&self.stamp.sequence.to_le_bytes());
        out.extend_from_slice(&self.stamp.strand.to_le_bytes());
        out.extend_from_slice(&self.stamp.step.to_le_bytes());
        out.extend_from_slice(&self.stamp.depth.to_le_bytes());
        out.extend_from_slice(&self.packed_bytes.to_le_bytes());
        out.extend_from_slice(&self.nanoseconds.to_le_bytes());
        out.extend_from_slice(&self.checksum.to_le_bytes());
        out.push(self.codec as u8);
        out.extend_from_slice(&self.stamp.turn.to_le_bytes()[..7]);
        let checksum = xxh3_64(&out[8..]) as u32;
        out[4..8].copy_from_slice(&checksum.to_le_bytes());
        out.try_into().expect("the length was just set")
    }

    /// Reads a header; `None` when the bytes are not a whole and sound one.
    pub fn decode(bytes: &[u8]) -> Option<FrameHeader> {
        let bytes = bytes.get(..HEADER_BYTES)?;
        let take = &mut Take::new(bytes);
        if take.bytes(4)? != MAGIC || take.u32()? != xxh3_64(&bytes[8..]) as u32 {
            return None;
        }
        let (ring, raw_bytes, sequence) = (take.u32()?, take.u32()?, take.u64()?);
        let (strand, step, depth) = (take.u32()?, take.u32()?, take.u32()?);
        let (packed_bytes, nanoseconds, checksum) = (take.u32()?, take.u64()?, take.u64()?);
        let codec = Codec::from_code(take.u8()?)?;
        let mut turn = [0; 8];
        turn[..7].copy_from_slice(take.bytes(7)?);
        let header = FrameHeader {
            stamp: Stamp {
                ring,
                sequence,
                strand,
                step,
                depth,
                turn: u64::from_le_bytes(turn),
            },
            raw_bytes,
            packed_bytes,
            nanoseconds,
            checksum,
            codec,
        };
        let sizes = header.raw_bytes as usize <= MAX_RAW_BYTES
            && header.packed_bytes as usize <= 2 * MAX_RAW_BYTES;
        sizes.then_some(header)
    }

    /// Unpacks the payload in place of what `out` holds. `None` when the payload is damaged; then what `out` holds is of no use.
    pub fn unpack(&self, packed: &[u8], out: &mut Vec<u8>) -> Option<()> {
        Unpacker::default().unpack(self, packed, out)
    }
}

/// Unpacks frames; keeps its buffers and decompression state from one to the next.
#[derive(Default)]
pub struct Unpacker {
    words: Vec<u8>,
    zstd: Option<zstd::bulk::Decompressor<'static>>,
}

impl std::fmt::Debug for Unpacker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Unpacker").finish_non_exhaustive()
    }
}

impl Unpacker {
    /// As [`FrameHeader::unpack`].
    pub fn unpack(&mut self, header: &FrameHeader, packed: &[u8], out: &mut Vec<u8>) -> Option<()> {
        let raw_bytes = header.raw_bytes as usize;
        if packed.len() != header.packed_bytes as usize || xxh3_64(packed) != header.checksum {
            return None;
        }
        match header.codec {
            Codec::Stored => {
                out.clear();
                out.extend_from_slice(packed);
            }
            Codec::Lz4 => unpack_lz4(packed, raw_bytes, out)?,
            Codec::Zstd => self.unpack_zstd(packed, raw_bytes, out)?,
            Codec::PackedLz4 | Codec::PackedZstd => {
                let (length, block) = packed.split_first_chunk::<4>()?;
                let length = u32::from_le_bytes(*length) as usize;
                if length > words::packed_bound(raw_bytes) {
                    return None;
                }
                let mut packed_words = std::mem::take(&mut self.words);
                match header.codec {
                    Codec::PackedLz4 => unpack_lz4(block, length, &mut packed_words)?,
                    _ => self.unpack_zstd(block, length, &mut packed_words)?,
                }
                let unpacked = (packed_words.len() == length)
                    .then(|| words::unpack(&packed_words, raw_bytes, out));
                self.words = packed_words;
                unpacked??;
            }
        }
        (out.len() == raw_bytes).then_some(())
    }

    /// Puts what a Zstandard frame holds into a buffer, at most `length` bytes.
    fn unpack_zstd(&mut self, packed: &[u8], length: usize, out: &mut Vec<u8>) -> Option<()> {
        let zstd = match &mut self.zstd {
            Some(zstd) => zstd,
            none => none.insert(zstd::bulk::Decompressor::new().ok()?),
        };
        out.clear();
        out.reserve_exact(length);
        zstd.decompress_to_buffer(packed, out).ok()?;
        Some(())
    }
}

/// Puts what an LZ4 block holds into a buffer, at most `length` bytes.
fn unpack_lz4(packed: &[u8], length: usize, out: &mut Vec<u8>) -> Option<()> {
    out.resize(length, 0);
    let found = lz4_flex::block::decompress_into(packed, out).ok()?;
    out.truncate(found);
    Some(())
}

/// Packs slots into frames; keeps its buffers and compression state from one to the next.
pub struct Packer {
    codec: Codec,
    frame: Vec<u8>,
    words: Vec<u8>,
    lz4: lz4_flex::block::CompressTable,
    zstd: Option<zstd::bulk::Compressor<'static>>,
}

impl std::fmt::Debug for Packer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Packer")
            .field("codec", &self.codec)
            .finish()
    }
}

impl Packer {
    pub fn new(codec: Codec) -> Self {
        Packer {
            codec,
            frame: Vec::new(),
            words: Vec::new(),
            lz4: lz4_flex::block::CompressTable::default(),
            zstd: None,
        }
    }
}

impl Packer {
    /// The bytes of a whole frame, header and payload. They live until the next call.
    /// A payload that packing would not make smaller is stored as it is.
    pub fn pack(&mut self, stamp: Stamp, nanoseconds: u64, raw: &[u8]) -> &[u8] {
        let most = words::packed_bound(raw.len());
        let room = 4 + lz4_flex::block::get_maximum_output_size(most);
        self.frame.resize(HEADER_BYTES + room, 0);
        let payload = &mut self.frame[HEADER_BYTES..];
        let packs_words = matches!(self.codec, Codec::PackedLz4 | Codec::PackedZstd);
        let (input, prefix) = if packs_words {
            words::pack(raw, &mut self.words);
            payload[..4].copy_from_slice(&(self.words.len() as u32).to_le_bytes());
            (self.words.as_slice(), 4)
        } else {
            (raw, 0)
        };
        let output = &mut payload[prefix..];
        let packed = match self.codec {
            Codec::Stored => None,
            Codec::Lz4 | Codec::PackedLz4 => {
                lz4_flex::block::compress_into_with_table(input, output, &mut self.lz4).ok()
            }
            Codec::Zstd | Codec::PackedZstd => {
                if self.zstd.is_none() {
                    self.zstd = zstd::bulk::Compressor::new(ZSTD_LEVEL).ok();
                }
                self.zstd
                    .as_mut()
                    .and_then(|zstd| zstd.compress_to_buffer(input, output).ok())
            }
        };
        let packed = packed.map(|length| length + prefix);
        let (codec, length) = match packed {
            Some(length) if length < raw.len() => (self.codec, length),
            _ => {
                payload[..raw.len()].copy_from_slice(raw);
                (Codec::Stored, raw.len())
            }
        };
        self.frame.truncate(HEADER_BYTES + length);
        let header = FrameHeader {
            stamp,
            raw_bytes: raw.len() as u32,
            packed_bytes: length as u32,
            nanoseconds,
            checksum: xxh3_64(&self.frame[HEADER_BYTES..]),
            codec,
        };
        self.frame[..HEADER_BYTES].copy_from_slice(&header.encode());
        &self.frame
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn stamp() -> Stamp {
        Stamp {
            ring: 3,
            sequence: 1 << 40,
            strand: 7,
            step: 2,
            depth: UNKNOWN_DEPTH,
            turn: MAX_TURN,
        }
    }

    proptest! {
        #[test]
        fn every_codec_round_trips(
            raw in proptest::collection::vec(0u8..4, 0..2000),
            noise: Vec<u8>,
        ) {
            let noise = noise[..noise.len() / 4 * 4].to_vec();
            let raw = raw[..raw.len() / 4 * 4].to_vec();
            for codec in (0..=4).filter_map(Codec::from_code) {
                for raw in [&raw, &noise] {
                    let mut packer = Packer::new(codec);
                    let frame = packer.pack(stamp(), 5, raw).to_vec();
                    let header = FrameHeader::decode(&frame).unwrap();
                    prop_assert_eq!(header.stamp, stamp());
                    let mut out = Vec::new();
                    prop_assert!(header.unpack(&frame[HEADER_BYTES..], &mut out).is_some());
                    prop_assert_eq!(&out, raw);
                }
            }
        }
    }

    #[test]
    fn any_flipped_bit_is_noticed() {
        let raw = b"abcdabcdabcdabcdabcdabcdabcdabcdabcdabcd".repeat(4);
        let frame = Packer::new(Codec::PackedLz4)
            .pack(stamp(), 5, &raw)
            .to_vec();
        for bit in 0..frame.len() * 8 {
            let mut broken = frame.clone();
            broken[bit / 8] ^= 1 << (bit % 8);
            let intact = FrameHeader::decode(&broken)
                .and_then(|header| header.unpack(&broken[HEADER_BYTES..], &mut Vec::new()));
            assert!(intact.is_none(), "bit {bit} was flipped unnoticed");
        }
    }
}
