//! Two opinions on what is suspicious, mixed into one.
//!
//! Each piece keeps at least a fixed share of what its lines give it, so an opinion that is wrong about a piece costs a bounded
//! number of questions: with 9/10 kept at most log₂ 10/9, a sixth of a question. What the opinion takes from some pieces it
//! gives to others, in proportion.

/// The share of all suspicion that the new opinion hands out.
pub const SHARE: f64 = 0.1;

/// The mass of one line: masses are whole numbers, and shares of a line have to be told apart.
pub const UNIT: u64 = 16;

/// A piece of a run in two opinions.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// Its lines.
    pub lines: u64,
    /// How suspicious it is in the new opinion, on any scale; nothing below 0.
    pub suspicion: f64,
}

/// The masses of the pieces, when the new opinion hands out this share. Whoever had lines has mass, and whoever had none has none.
pub fn mixed(pieces: &[Piece], share: f64) -> Vec<u64> {
    let lines: f64 = pieces.iter().map(|piece| piece.lines as f64).sum();
    let suspicious = pieces.iter().filter(|piece| piece.lines > 0);
    let suspicion: f64 = suspicious.map(|piece| piece.suspicion).sum();
    // An opinion that suspects nobody is none.
    let (share, scale) = match suspicion > 0.0 && suspicion.is_finite() {
        true => (share, lines / suspicion),
        false => (0.0, 0.0),
    };
    let mass = |piece: &Piece| {
        let of_lines = (1.0 - share) * piece.lines as f64;
        let of_opinion = share * scale * piece.suspicion;
        let mass = (of_lines + of_opinion) * UNIT as f64;
        if piece.lines == 0 {
            0
        } else {
            (mass.round() as u64).max(1)
        }
    };
    pieces.iter().map(mass).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pieces() -> impl Strategy<Value = Vec<Piece>> {
        let piece = (0..20u64, 0.0..100.0f64);
        let piece = piece.prop_map(|(lines, suspicion)| Piece { lines, suspicion });
        prop::collection::vec(piece, 1..60)
    }

    proptest! {
        /// Whatever the opinion says, a piece keeps its share of what its lines give it, up to rounding.
        #[test]
        fn no_piece_loses_more_than_the_share(pieces in pieces()) {
            for (mass, piece) in mixed(&pieces, SHARE).into_iter().zip(&pieces) {
                let kept = (1.0 - SHARE) * (piece.lines * UNIT) as f64;
                prop_assert!(mass as f64 >= kept - 0.5);
                prop_assert_eq!(mass == 0, piece.lines == 0);
            }
        }

        /// What is taken from some is given to others.
        #[test]
        fn all_mass_stays_in_sum(pieces in pieces()) {
            let lines: u64 = pieces.iter().map(|piece| piece.lines).sum();
            let mass: u64 = mixed(&pieces, SHARE).into_iter().sum();
            prop_assert!(mass.abs_diff(lines * UNIT) <= pieces.len() as u64);
        }

        /// An opinion that agrees with the lines changes nothing.
        #[test]
        fn the_same_opinion_again_changes_nothing(pieces in pieces(), scale in 0.01..100.0f64) {
            let agreeing: Vec<Piece> = pieces
                .iter()
                .map(|piece| Piece { suspicion: piece.lines as f64 * scale, ..*piece })
                .collect();
            for (mass, piece) in mixed(&agreeing, SHARE).into_iter().zip(&pieces) {
                prop_assert_eq!(mass, piece.lines * UNIT);
            }
        }
    }

    #[test]
    fn an_opinion_that_suspects_nobody_is_none() {
        let pieces = [3, 1].map(|lines| Piece {
            lines,
            suspicion: 0.0,
        });
        assert_eq!(mixed(&pieces, SHARE), [3 * UNIT, UNIT]);
    }
}
