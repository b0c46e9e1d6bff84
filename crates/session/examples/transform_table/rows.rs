//! The rows of the papers' tables, as far as trees can be matched to them.

/// One program of 002's Table 1.
pub struct BalanceRow {
    pub name: &'static str,
    /// As printed: without the root, which is why the means are whole numbers over `nodes + 1`.
    pub nodes: usize,
    /// How many nodes lay in chains that were projected and collapsed.
    pub projected: usize,
    pub collapsed: usize,
    /// The mean on the plain tree, and after the paper's balancing.
    pub mean: f64,
    pub balanced_mean: f64,
}

const fn balance(
    name: &'static str,
    nodes: usize,
    projected: usize,
    collapsed: usize,
    mean: f64,
    balanced_mean: f64,
) -> BalanceRow {
    BalanceRow {
        name,
        nodes,
        projected,
        collapsed,
        mean,
        balanced_mean,
    }
}

/// 002, Table 1. RndQuicksort's "9/0" beside three collapses is taken as printed.
pub const BALANCE_ROWS: [BalanceRow; 31] = [
    balance("NumReader", 12, 0, 0, 6.46, 6.46),
    balance("Orderings", 72, 5, 45, 11.47, 8.89),
    balance("Factoricer", 62, 17, 0, 13.89, 7.90),
    balance("Sedgewick", 41, 7, 24, 18.79, 7.52),
    balance("Clasifier", 30, 10, 20, 15.52, 6.48),
    balance("LegendGame", 93, 28, 40, 16.00, 9.70),
    balance("Cues", 19, 8, 2, 10.40, 8.20),
    balance("Romantic", 123, 40, 0, 25.06, 16.63),
    balance("FibRecursive", 6724, 70, 2593, 38.29, 21.47),
    balance("Risk", 70, 19, 43, 30.69, 10.28),
    balance("FactTrans", 198, 12, 0, 18.96, 14.25),
    balance("RndQuicksort", 88, 9, 0, 12.88, 10.40),
    balance("BinaryArrays", 132, 18, 0, 15.56, 10.58),
    balance("FibFactAna", 380, 9, 58, 30.13, 29.15),
    balance("NewtonPol", 46, 2, 40, 23.09, 4.77),
    balance("RegresionTest", 18, 3, 0, 6.84, 6.26),
    balance("BoubleFibArrays", 214, 0, 83, 12.42, 12.01),
    balance("ComplexNumbers", 68, 37, 18, 20.62, 10.20),
    balance("StatsMeanFib", 104, 6, 56, 12.33, 11.00),
    balance("Integral", 25, 0, 22, 8.38, 3.38),
    balance("TestMath", 51, 2, 5, 12.77, 11.65),
    balance("TestMath2", 267, 16, 52, 66.47, 58.33),
    balance("Figures", 116, 16, 6, 13.78, 12.17),
    balance("FactCalc", 105, 8, 32, 19.81, 12.64),
    balance("SpaceLimits", 127, 76, 0, 40.85, 29.16),
    balance("Argparser", 129, 70, 37, 20.78, 12.71),
    balance("Cglib", 1216, 166, 84, 80.41, 65.01),
    balance("Javassist", 1357, 28, 24, 79.52, 77.50),
    balance("Kxml2", 1172, 695, 42, 79.61, 28.21),
    balance("HTMLcleaner", 6047, 1001, 223, 169.49, 138.85),
    balance("Jtestcase", 4151, 776, 54, 85.05, 80.52),
];

/// One program of 000's Table 1.
pub struct LoopRow {
    pub name: &'static str,
    /// Nodes of the plain tree and after loop expansion.
    pub nodes: usize,
    pub expanded: usize,
    pub loops: usize,
    /// The means on the plain tree, after expansion, and after expansion and compression by 000's
    /// Algorithm 1.
    pub mean: f64,
    pub expanded_mean: f64,
    pub compressed_mean: f64,
}

const fn expansion(
    name: &'static str,
    nodes: usize,
    expanded: usize,
    loops: usize,
    mean: f64,
    expanded_mean: f64,
    compressed_mean: f64,
) -> LoopRow {
    LoopRow {
        name,
        nodes,
        expanded,
        loops,
        mean,
        expanded_mean,
        compressed_mean,
    }
}

/// 000, Table 1, without Integral, TestMath, Figures and BoubleFibArrays: their printed means are
/// larger than any tree with the printed number of nodes can have.
pub const LOOP_ROWS: [LoopRow; 13] = [
    expansion("Factoricer", 55, 331, 5, 11.62, 8.50, 7.35),
    expansion("Classifier", 25, 57, 3, 8.64, 6.19, 6.29),
    expansion("LegendGame", 87, 243, 10, 12.81, 8.28, 11.84),
    expansion("Romantic", 121, 171, 3, 16.24, 7.74, 9.42),
    expansion("FibRecursive", 5378, 6192, 12, 15.64, 12.91, 8.00),
    expansion("FactTrans", 197, 212, 3, 10.75, 7.88, 5.08),
    expansion("BinaryArrays", 141, 203, 5, 12.17, 7.76, 7.89),
    expansion("FibFactAna", 178, 261, 7, 7.90, 8.29, 6.06),
    expansion("RegresionTest", 13, 121, 5, 4.77, 7.17, 4.20),
    expansion("StatsMeanFib", 19, 50, 6, 7.79, 8.12, 6.48),
    expansion("TestMath2", 92, 2493, 3, 14.70, 11.54, 12.77),
    expansion("FactCalc", 128, 179, 3, 8.45, 7.60, 7.96),
    expansion("SpaceLimits", 95, 133, 15, 36.26, 12.29, 14.04),
];
