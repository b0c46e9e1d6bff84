//! The command line: every command and option, defined once.

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use elenchus_inquiry::ZoomChoice;
use elenchus_inquiry::open::{OracleName, Prior};
use elenchus_launch::Loops;
use elenchus_session::{Answer, ErrorRates, NodeNumber, RootIs, SURE};
use elenchus_strategy::StrategyName;
use elenchus_trace::Budget;
use elenchus_transform::{Grouping, Options, Plan, TransformName};

use crate::fronts::Front;
use crate::kept::CheckArgs;
use crate::memory::budget;
use crate::recordings::{self, PlaceArgs};
use crate::test::TestArgs;

/// A debugger that finds the bug by asking questions.
///
/// It shows pieces of a run, what went in and what came out, and asks whether that is right. A
/// handful of answers later it shows the piece that holds the bug.
#[derive(Debug, Parser)]
#[command(name = "elenchus", version, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 bug found or command done, 1 no bug found, 2 wrong usage or \
    input, 3 the program could not be run or recorded, 4 undecided with candidates left, 5 an \
    oracle failed, 130 interrupted with everything saved. Of check: 0 fixed, 1 not fixed, 4 not known."
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

// The options of a command are only made when it is called: all of them take longer than the rest of a start. A doc comment on a
// struct of options would then replace the help of the command, so these structs have plain comments.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub enum Command {
    /// Run a Java program and find its bug.
    Java(JavaArgs),
    /// Run a command that starts Java, such as a build tool, and find the bug.
    Run(RunArgs),
    /// Only record a program.
    Record(RecordArgs),
    /// Find the bug in a recorded run; resumes where an earlier session stopped.
    Ask(AskArgs),
    /// Show a recorded run as a web page, and find the bug there.
    Serve(ServeArgs),
    /// Run what was blamed and answered on corrected code: is the bug fixed, has something else changed?
    Check(CheckArgs),
    /// Write a JUnit test of the call that was blamed: it fails before the fix and passes after it.
    Test(TestArgs),
    /// Count the questions that strategies need, with the bug assumed in every node.
    Eval(EvalArgs),
    /// Show the execution tree.
    Tree(TreeArgs),
    /// Say what a recorded run holds.
    Info(InfoArgs),
    #[command(flatten)]
    Front(Front),
    /// Print completions for a shell: bash, zsh, fish, elvish or powershell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page; `elenchus man | man -l -` shows it.
    Man,
}

#[derive(Debug, Args)]
pub struct JavaArgs {
    #[command(flatten)]
    pub session: SessionArgs,
    #[command(flatten)]
    pub recorder: RecorderArgs,
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Give the terminal to the program until it ends, and ask only then: for programs that draw on
    /// the whole screen. Without it, what is typed goes to the program whenever it waits for input.
    #[arg(long)]
    pub interactive: bool,
    /// A source file with its arguments, or -- and the arguments of java.
    #[arg(
        value_name = "FILE.java [ARGS…] | -- JVM-ARGS…",
        trailing_var_arg = true,
        required = true
    )]
    pub command: Vec<OsString>,
}

#[derive(Debug, Args)]
pub struct RunArgs {
    #[command(flatten)]
    pub session: SessionArgs,
    #[command(flatten)]
    pub recorder: RecorderArgs,
    #[command(flatten)]
    pub place: PlaceArgs,
    /// The command.
    #[arg(value_name = "CMD", last = true, required = true)]
    pub command: Vec<OsString>,
}

#[derive(Debug, Args)]
pub struct RecordArgs {
    #[command(subcommand)]
    pub language: RecordLanguage,
}

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub enum RecordLanguage {
    /// Record a Java program; ends with its exit code.
    Java(RecordJavaArgs),
    /// Record every JVM that a command starts, such as a build tool; ends with its exit code.
    Run(RecordRunArgs),
}

#[derive(Debug, Args)]
pub struct RecordRunArgs {
    #[command(flatten)]
    pub into: RecordOnlyArgs,
    /// The command.
    #[arg(value_name = "CMD", last = true, required = true)]
    pub command: Vec<OsString>,
}

#[derive(Debug, Args)]
pub struct RecordJavaArgs {
    #[command(flatten)]
    pub into: RecordOnlyArgs,
    /// A source file with its arguments, or -- and the arguments of java.
    #[arg(
        value_name = "FILE.java [ARGS…] | -- JVM-ARGS…",
        trailing_var_arg = true,
        required = true
    )]
    pub command: Vec<OsString>,
}

// What a recording without questions needs.
#[derive(Debug, Args)]
pub struct RecordOnlyArgs {
    /// The folder for the recording, or for one of each JVM; must not exist or be empty.
    #[arg(short, long, value_name = "TRACE")]
    pub output: PathBuf,
    #[command(flatten)]
    pub scope: ScopeArgs,
    #[command(flatten)]
    pub recorder: RecorderArgs,
}

// Which code is recorded, suspected and trusted. A pattern is a package, class or method and covers all
// below it; it means the same in every command.
#[derive(Debug, Args)]
pub struct ScopeArgs {
    /// Record this code and suspect it, although it would not be by default: a package, class or
    /// method, with all below it; * stands for any text. Can be given several times.
    #[arg(long, value_name = "PATTERN")]
    pub include: Vec<String>,
    /// Do not record this code. What an earlier recording holds of it is trusted. Can be given
    /// several times.
    #[arg(long, value_name = "PATTERN")]
    pub exclude: Vec<String>,
    /// Record this code and trust it: only what it calls is asked about. What --include names is
    /// suspect all the same. Can be given several times.
    #[arg(long, value_name = "PATTERN")]
    pub trust: Vec<String>,
}

// How a program is recorded.
#[derive(Debug, Args)]
pub struct RecorderArgs {
    /// Log the writes of this code, but not its calls. Can be given several times.
    #[arg(long, value_name = "PATTERN")]
    pub writes: Vec<String>,
    /// How many iterations of long loops are recorded: all, or fewer and fewer after some thousands.
    #[arg(long, value_enum, value_name = "WHICH", default_value = "some")]
    pub loops: LoopsToRecord,
    /// End the recording, not the program, before it takes more than this on disk: 500M, 2G. What is made of it when it is asked about
    /// (up to 10 bytes a call, which can be deleted) comes on top.
    #[arg(long, value_name = "SIZE", value_parser = trace_size)]
    pub max_trace: Option<u64>,
    /// The folder of the JDK [default: JAVA_HOME, else the java on the PATH, else the newest in /usr/lib/jvm].
    #[arg(long, value_name = "FOLDER")]
    pub jdk: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum LoopsToRecord {
    Some,
    All,
}

impl From<LoopsToRecord> for Loops {
    fn from(which: LoopsToRecord) -> Loops {
        match which {
            LoopsToRecord::Some => Loops::Strided,
            LoopsToRecord::All => Loops::All,
        }
    }
}

#[derive(Debug, Args)]
pub struct AskArgs {
    /// The trace or tree file to ask about.
    #[arg(value_name = "TRACE|TREE", value_parser = recordings::input())]
    pub input: PathBuf,
    #[command(flatten)]
    pub session: SessionArgs,
    /// Keep the answers in this file [default: in the trace; for a tree, its name with .session added, in the folder
    /// .elenchus/sessions of its project or beside it].
    #[arg(long, value_name = "FILE")]
    pub session_file: Option<PathBuf>,
    /// Start over; an earlier session is kept under another name.
    #[arg(long)]
    pub new: bool,
}

#[derive(Debug, Args)]
pub struct ServeArgs {
    #[command(flatten)]
    pub ask: AskArgs,
    /// Listen on this port of this machine [default: any that is free].
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub port: u16,
    /// Only show: nobody can answer on the page.
    #[arg(long)]
    pub read_only: bool,
}

/// Whether something is done by itself.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum When {
    Yes,
    No,
    Ask,
}

impl From<When> for ZoomChoice {
    fn from(when: When) -> ZoomChoice {
        match when {
            When::Yes => ZoomChoice::Yes,
            When::No => ZoomChoice::No,
            When::Ask => ZoomChoice::Ask,
        }
    }
}

// What every command that asks questions understands.
#[derive(Debug, Args)]
pub struct SessionArgs {
    /// How the next question is chosen, by what it asks about [default: auto].
    #[arg(long, value_name = "S", value_parser = strategies())]
    pub strategy: Option<StrategyName>,
    #[command(flatten)]
    pub transform: TransformArgs,
    /// Search only inside this call or loop: a routine, a loop (ROUTINE_loop1, its label, or what it was
    /// named in an earlier session), the n-th run of one as ROUTINE#n, or a node number.
    #[arg(long, value_name = "ROUTINE[#n]")]
    pub at: Option<String>,
    /// Look for source files in this folder first. Can be given several times.
    #[arg(long, value_name = "FOLDER")]
    pub sources: Vec<PathBuf>,
    /// What is known about the root: known to be wrong, unknown, or asked before everything else
    /// [default: what the tree says, else unknown].
    #[arg(long, value_name = "STATUS", value_parser = words::<RootIs>(RootIs::ALL.map(RootIs::word)))]
    pub root_is: Option<RootIs>,
    #[command(flatten)]
    pub scope: ScopeArgs,
    /// Close calls of routines that match because they are thought unlikely: each is one question,
    /// and is looked into only when it is wrong or nothing else is left. A pattern that matches no
    /// routine is taken for the name of a loop. Can be given several times.
    #[arg(long, value_name = "PATTERN")]
    pub close: Vec<String>,
    /// Close calls whose code is on average at most this share as suspect as what is around them
    /// (0.5 is half), by the priors of a tree file or the lines of a recording.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub close_unlikely: Option<f64>,
    /// Ask this before a person: trace:GOOD is a recording (or a tree file) of a version that was right,
    /// version:PATH such a version itself, whose code is run from the recorded states (classes, a jar, sources or a checkout),
    /// exec:CMD a program that reads and writes JSON lines. Asked in the given order.
    #[arg(long, value_name = "trace:GOOD|version:PATH|exec:CMD")]
    pub oracle: Vec<OracleName>,
    /// It worked in this version: short for --oracle version:PATH. Can be given several times.
    #[arg(long, value_name = "PATH")]
    pub good: Vec<PathBuf>,
    /// How long an oracle may take for one answer, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub oracle_timeout: Duration,
    /// How often programs of exec: call right code wrong, and wrong code right. Their answers are then weighed, not
    /// taken for certain.
    #[arg(long, value_name = "FALSE-WRONG,FALSE-RIGHT")]
    pub error: Option<ErrorRates>,
    /// The probability at which a bug counts as found, where answers may be mistaken.
    #[arg(long, value_name = "P", default_value_t = SURE, value_parser = probability)]
    pub sure: f64,
    /// What is suspected before anything is said: lines is code by its length; tests also asks less about what tests
    /// that passed ran, too; FILE has a pattern and a weight on each line, or a JSON object of them.
    #[arg(long, value_name = "lines|tests|FILE", default_value_t = Prior::Lines)]
    pub prior: Prior,
    /// What to do with questions that no oracle answers.
    #[arg(long, value_enum, value_name = "WHAT", default_value = "ask")]
    pub otherwise: Otherwise,
    /// Go on inside a bug to the lines to blame, by running its call again: yes, no, or ask, which leaves it to `z` at the
    /// report [default: what --good, --oracle version: or trace: can tell, and `z` for questions].
    #[arg(long, value_enum, value_name = "WHEN")]
    pub zoom: Option<When>,
    /// Reuse verdicts and trust from this file and keep new ones there [default: knowledge.txt in the project's
    /// folder].
    #[arg(long, value_name = "FILE", conflicts_with = "no_knowledge")]
    pub knowledge: Option<PathBuf>,
    /// Neither reuse nor keep verdicts and trust of other runs.
    #[arg(long)]
    pub no_knowledge: bool,
    /// Take answers from this file first: one command a line, as typed at the prompt.
    #[arg(long, value_name = "FILE")]
    pub answers: Option<PathBuf>,
    /// Write questions, answers and the report as JSON, one object a line.
    #[arg(long)]
    pub json: bool,
    /// Show the session as a web page, too. Page and terminal are about the same question, and each sees what
    /// the other says.
    #[arg(long)]
    pub web: bool,
    /// Do not open a browser; the address of the page is printed either way.
    #[arg(long)]
    pub no_open: bool,
    /// Write what was found to this file as Markdown, to paste into an issue tracker.
    #[arg(long, value_name = "FILE.md")]
    pub report: Option<PathBuf>,
    /// How much memory to use at most: 256M, 2G. Bounds for its parts (unsealed, decoded, view) may
    /// follow, as in 512M,view=32M; docs/guide/memory.md says what they are for.
    #[arg(long, value_name = "SIZE[,PART=SIZE…]", default_value = "512M", value_parser = budget)]
    pub memory: Budget,
    /// Write plain lines without colour, drawing or line editing: for screen readers and old
    /// terminals.
    #[arg(long)]
    pub plain: bool,
    /// When to use colour; auto does on a terminal, unless NO_COLOR is set or TERM is dumb.
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    pub color: Colour,
}

impl SessionArgs {
    /// Who is asked before a person: the oracles in their order, then the good versions.
    pub fn oracles(&self) -> Vec<OracleName> {
        let good = self.good.iter().cloned().map(OracleName::Version);
        let named = self.oracle.iter().cloned().map(recordings::oracle);
        named.chain(good).collect()
    }
}

// How the tree is transformed.
#[derive(Debug, Args)]
pub struct TransformArgs {
    /// Transform the tree, so that questions are about other pieces of the run. Several transformations
    /// are applied in the given order; none and auto stand alone [default: auto].
    #[arg(
        long = "transform",
        value_name = "T",
        value_parser = transformations()
    )]
    pub transforms: Vec<TransformName>,
    /// Leave chains of siblings shorter than this as they are [default: 2; auto on a recording: 4].
    #[arg(long, value_name = "N")]
    pub chain_min: Option<usize>,
    /// Put at most this many siblings into one question [default: any number; auto on a recording: 8].
    #[arg(long, value_name = "N")]
    pub chain_max: Option<usize>,
    /// Group any siblings, not only chains; auto does so by itself.
    #[arg(long)]
    pub all_siblings: bool,
    /// Group only chains: calls of which each starts where the one before it ended.
    #[arg(long, conflicts_with = "all_siblings")]
    pub only_chains: bool,
}

impl TransformArgs {
    /// The chosen transformations, if any were.
    pub fn plan(&self) -> Result<Option<Plan>, elenchus_transform::NameError> {
        match self.transforms.as_slice() {
            [] => Ok(None),
            names => Plan::new(names).map(Some),
        }
    }

    /// The details.
    pub fn options(&self) -> Options {
        let default = Options::default();
        Options {
            chain_min: self.chain_min.unwrap_or(default.chain_min).max(2),
            chain_max: self.chain_max.unwrap_or(default.chain_max),
            readable: self.chain_min.is_none() && self.chain_max.is_none(),
            grouping: match (self.all_siblings, self.only_chains) {
                (true, _) => Some(Grouping::AllSiblings),
                (_, true) => Some(Grouping::Chains),
                _ => default.grouping,
            },
            ..default
        }
    }
}

#[derive(Debug, Args)]
pub struct EvalArgs {
    /// The trace or tree file.
    #[arg(value_name = "TRACE|TREE", value_parser = recordings::input())]
    pub input: PathBuf,
    /// A strategy to evaluate; several give one table [default: auto, or optimal for given first
    /// questions].
    #[arg(long, value_name = "S", value_parser = strategies())]
    pub strategy: Vec<StrategyName>,
    #[command(flatten)]
    pub transform: TransformArgs,
    /// What is known about the root: known to be wrong, unknown and asked last, or asked first.
    #[arg(
        long,
        value_name = "STATUS",
        default_value = "known",
        value_parser = words::<RootIs>(RootIs::ALL.map(RootIs::word))
    )]
    pub root_is: RootIs,
    /// Evaluate only this call and what is inside it.
    #[arg(long, value_name = "ROUTINE[#n]")]
    pub at: Option<String>,
    /// Ask this node first, whatever the strategy would ask.
    #[arg(long, value_name = "NODE", conflicts_with_all = ["sequence", "all_optimal"])]
    pub first: Option<NodeNumber>,
    /// Ask these nodes first, in this order, as long as they are right.
    #[arg(
        long,
        value_name = "N,…",
        value_delimiter = ',',
        conflicts_with = "all_optimal"
    )]
    pub sequence: Vec<NodeNumber>,
    /// List all nodes with which a search with the fewest questions on average can begin.
    #[arg(long)]
    pub all_optimal: bool,
    /// Print one JSON object per strategy.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct TreeArgs {
    /// The trace or tree file.
    #[arg(value_name = "TRACE|TREE", value_parser = recordings::input())]
    pub input: PathBuf,
    /// Show at most this many levels.
    #[arg(long, value_name = "N")]
    pub depth: Option<usize>,
    /// Show only this call and what is inside it.
    #[arg(long, value_name = "ROUTINE[#n]")]
    pub at: Option<String>,
    /// Show only routines and loops that match, and what is around them; * stands for any text.
    #[arg(long, value_name = "PATTERN")]
    pub filter: Option<String>,
    /// How to write it.
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text")]
    pub format: TreeFormat,
}

#[derive(Debug, Args)]
pub struct InfoArgs {
    /// The trace or tree file.
    #[arg(value_name = "TRACE|TREE", value_parser = recordings::input())]
    pub input: PathBuf,
    /// Print a JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Takes one of these words, which help texts list and shells complete.
pub(crate) fn words<T>(
    all: impl IntoIterator<Item = impl Into<PossibleValue>>,
) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(all).try_map(|word| word.parse::<T>())
}

fn strategies() -> impl TypedValueParser<Value = StrategyName> {
    words(StrategyName::ALL.map(|name| {
        let facts = name.facts();
        PossibleValue::new(facts.word).help(facts.asks_about)
    }))
}

fn transformations() -> impl TypedValueParser<Value = TransformName> {
    words(TransformName::ALL.map(|name| {
        let facts = name.facts();
        PossibleValue::new(facts.word).help(facts.asks_about)
    }))
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Otherwise {
    Ask,
    Right,
    Wrong,
    Unknown,
}

impl Otherwise {
    /// The answer to give, unless a person is to be asked.
    pub fn answer(self) -> Option<Answer> {
        match self {
            Otherwise::Ask => None,
            Otherwise::Right => Some(Answer::Right),
            Otherwise::Wrong => Some(Answer::Wrong),
            Otherwise::Unknown => Some(Answer::Unknown),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TreeFormat {
    Text,
    Json,
    Dot,
}

/// The size of a trace: there must be room for the records of one thread that wait to be packed, and for as much again.
fn trace_size(text: &str) -> Result<u64, String> {
    size(text).and_then(|bytes| match bytes >= 2 << 20 {
        true => Ok(bytes),
        false => Err("too small; use at least 2M".to_owned()),
    })
}

/// A number of bytes, with K, M or G for the powers of 1024.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 1,
        "K" | "KB" | "KIB" => 1 << 10,
        "M" | "MB" | "MIB" => 1 << 20,
        "G" | "GB" | "GIB" => 1u64 << 30,
        unit => return Err(format!("{unit} is not a unit; use K, M or G")),
    };
    let number: u64 = digits.parse().map_err(|_| "not a size".to_owned())?;
    number
        .checked_mul(factor)
        .filter(|&bytes| bytes > 0)
        .ok_or_else(|| "too small or too large".to_owned())
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("a share is a number from 0 to 1".to_owned()),
    }
}

pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| "not a number of seconds".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        _ => Err("it must be more than 0 seconds".to_owned()),
    }
}

fn probability(text: &str) -> Result<f64, String> {
    let probability: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    match probability {
        p if p > 0.5 && p < 1.0 => Ok(p),
        _ => Err("it must lie between 0.5 and 1".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definitions_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_trace_has_room_for_the_records_of_a_thread() {
        assert_eq!(trace_size("2M"), Ok(2 << 20));
        assert_eq!(trace_size("3G"), Ok(3 << 30));
        assert!(trace_size("2047K").is_err_and(|problem| problem.contains("2M")));
        assert!(trace_size("2 miles").is_err());
    }

    #[test]
    fn help_begins_with_what_the_command_does() {
        let plain = Cli::command();
        let mut built = Cli::command();
        built.build();
        for command in plain.get_subcommands() {
            let name = command.get_name();
            let about = |command: &clap::Command| command.get_about().map(ToString::to_string);
            let with_options = built.find_subcommand(name).unwrap();
            assert_eq!(about(with_options), about(command), "{name}");
            assert!(with_options.get_long_about().is_none(), "{name}");
            if name == "record" {
                let inner = with_options.get_subcommands();
                let mut inner = inner.filter(|inner| inner.get_name() != "help");
                let about = |inner| about(inner).unwrap_or_default();
                assert!(inner.all(|inner| about(inner).starts_with("Record ")));
            }
        }
    }
}
