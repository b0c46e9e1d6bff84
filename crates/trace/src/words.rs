//! Word packing: records are 4-byte words most of which hold small numbers; the zero bytes go before compression.
//!
//! Four words become one control byte (two bits each: 0, 1, 2 or 4 bytes follow) and their significant bytes. LZ4 by itself
//! cannot profit from zero bytes between others; after packing it has about half the bytes to go through and finds more in them.

/// Bytes that follow for each two-bit code.
const LENGTHS: [usize; 4] = [0, 1, 2, 4];
/// Which bits of four bytes read belong to the word.
const MASKS: [u32; 4] = [0, 0xFF, 0xFFFF, u32::MAX];

/// The most bytes that packing `raw` bytes can take.
pub fn packed_bound(raw: usize) -> usize {
    raw + raw / 16 + 8
}

/// Packs words; `raw` must hold whole ones. Replaces what `out` holds.
pub fn pack(raw: &[u8], out: &mut Vec<u8>) {
    out.clear();
    out.resize(packed_bound(raw.len()), 0);
    let mut at = 0;
    for group in raw.chunks(16) {
        let control = at;
        let mut codes = 0u8;
        at += 1;
        for (nth, bytes) in group.chunks_exact(4).enumerate() {
            let word = u32::from_le_bytes(bytes.try_into().expect("four bytes"));
            let code =
                usize::from(word != 0) + usize::from(word > 0xFF) + usize::from(word > 0xFFFF);
            out[at..at + 4].copy_from_slice(&word.to_le_bytes());
            at += LENGTHS[code];
            codes |= (code as u8) << (nth * 2);
        }
        out[control] = codes;
    }
    out.truncate(at);
}

/// For each control byte: where the bytes of its four words start after it, and where the next control byte is.
const STARTS: [[u8; 5]; 256] = {
    let mut table = [[1; 5]; 256];
    let mut control = 0;
    while control < 256 {
        let mut nth = 0;
        while nth < 4 {
            let length = LENGTHS[control >> (2 * nth) & 3] as u8;
            table[control][nth + 1] = table[control][nth] + length;
            nth += 1;
        }
        control += 1;
    }
    table
};

/// Unpacks `raw_bytes` bytes of words in place of what `out` holds. `None` when the packed bytes do not hold exactly that; then what
/// `out` holds is of no use.
pub fn unpack(packed: &[u8], raw_bytes: usize, out: &mut Vec<u8>) -> Option<()> {
    // Each word takes at least a quarter of a control byte, so the promise is checked before room is made for it.
    if !raw_bytes.is_multiple_of(4) || raw_bytes / 16 > packed.len() {
        return None;
    }
    // A buffer that was used before is overwritten as it is; to clear it first would take as long as to fill it.
    out.resize(raw_bytes, 0);
    let mut at = 0;
    let mut groups = out.chunks_exact_mut(16);
    for group in &mut groups {
        match packed.get(at..at + WINDOW) {
            Some(window) => at += unpack_group(window.try_into().ok()?, group),
            None => {
                // The last bytes: fewer may be left than the window has.
                let mut window = [0; WINDOW];
                let rest = packed.get(at..)?;
                window[..rest.len()].copy_from_slice(rest);
                let used = unpack_group(&window, group);
                if used > rest.len() {
                    return None;
                }
                at += used;
            }
        }
    }
    let last = groups.into_remainder();
    if !last.is_empty() {
        let (mut window, mut group) = ([0; WINDOW], [0; 16]);
        let rest = packed.get(at..)?;
        let kept = rest.len().min(WINDOW);
        window[..kept].copy_from_slice(&rest[..kept]);
        at += unpack_group(&window, &mut group);
        last.copy_from_slice(&group[..last.len()]);
    }
    (at == packed.len()).then_some(())
}

/// Bytes looked at for one group: the longest has 17, and each of its words is read as if it had four bytes.
const WINDOW: usize = 20;

/// Unpacks four words from a control byte and what follows it. Returns how many bytes that were.
#[inline]
fn unpack_group(window: &[u8; WINDOW], group: &mut [u8]) -> usize {
    let control = usize::from(window[0]);
    let starts = &STARTS[control];
    for nth in 0..4 {
        // No word starts further than 13; the mask only saves checking that.
        let start = usize::from(starts[nth] & 15);
        let four = u32::from_le_bytes(window[start..start + 4].try_into().expect("four bytes"));
        let word = four & MASKS[control >> (2 * nth) & 3];
        group[4 * nth..4 * nth + 4].copy_from_slice(&word.to_le_bytes());
    }
    usize::from(starts[4])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn words_round_trip(words in proptest::collection::vec((any::<u32>(), 0u32..33), 0..300)) {
            let raw: Vec<u8> = words
                .iter()
                .flat_map(|&(word, shift)| word.checked_shr(shift).unwrap_or(0).to_le_bytes())
                .collect();
            let (mut packed, mut again) = (Vec::new(), Vec::new());
            pack(&raw, &mut packed);
            prop_assert!(unpack(&packed, raw.len(), &mut again).is_some());
            prop_assert_eq!(&again, &raw);
            prop_assert!(unpack(&packed, raw.len() + 16, &mut again).is_none());
        }

        #[test]
        fn any_bytes_are_read_without_harm(bytes: Vec<u8>, length in 0usize..100_000) {
            let mut out = Vec::new();
            let _ = unpack(&bytes, length, &mut out);
            prop_assert!(out.len() <= length);
        }
    }
}
