//! Opening what a command is about.

use std::path::Path;
use std::sync::Arc;

use elenchus_inquiry::open::recording::traces_in;
use elenchus_inquiry::open::tree_program::TreeProgram;
use elenchus_inquiry::open::{OracleName, Prior};
use elenchus_recorded::run::Run;
use elenchus_session::{Limits, NodeNumber, Program, Shown, Subject};
use elenchus_trace::Budget;
use elenchus_tree::{NodeId, Tree};

use crate::args::SessionArgs;
use crate::recorded::open_run;
use crate::trouble::Trouble;

/// Whatever questions can be asked about.
pub enum Input {
    Tree(Box<TreeProgram>),
    Run(Box<Run>),
}

/// Opens a tree file or a trace.
pub fn open(path: &Path) -> Result<Input, Trouble> {
    if let Some(path) = traces_in(path).into_iter().next() {
        let path = path.as_path();
        let run = open_run(path, Budget::default(), &[])?;
        return Ok(Input::Run(Box::new(run)));
    }
    open_tree(path).map(|tree| Input::Tree(Box::new(tree)))
}

impl Input {
    fn program(&self) -> &dyn Program {
        match self {
            Input::Tree(tree) => tree.as_ref(),
            Input::Run(run) => run.as_ref(),
        }
    }
}

impl Program for Input {
    fn tree(&self) -> &Arc<Tree> {
        self.program().tree()
    }

    fn costs(&self) -> Option<&[f64]> {
        self.program().costs()
    }

    fn show(&self, subject: Subject) -> Shown {
        self.program().show(subject)
    }

    fn show_within(&self, subject: Subject, limits: Limits) -> Shown {
        self.program().show_within(subject, limits)
    }

    fn heading(&self, subject: Subject) -> Shown {
        self.program().heading(subject)
    }

    fn lines_to_read(&self, subject: Subject) -> u32 {
        self.program().lines_to_read(subject)
    }

    fn loop_name(&self, node: NodeId) -> Option<String> {
        self.program().loop_name(node)
    }

    fn number(&self, node: NodeId) -> NodeNumber {
        self.program().number(node)
    }

    fn node(&self, number: NodeNumber) -> Option<NodeId> {
        self.program().node(number)
    }
}

/// Opens a tree file. Warnings go to the standard error stream.
pub fn open_tree(path: &Path) -> Result<TreeProgram, Trouble> {
    let (program, warnings) = TreeProgram::open(path)?;
    for warning in warnings {
        elenchus_guard::say!("warning: {}: {warning}", path.display());
    }
    Ok(program)
}

/// The text of a file.
pub fn read_text(path: &Path) -> Result<String, Trouble> {
    std::fs::read_to_string(path).map_err(|error| unreadable(path, &error))
}

/// Checks that the files which the options name can be read, before a program is run for them. A pipe is not opened: what it
/// holds can be read only once.
pub fn check_named_files(args: &SessionArgs) -> Result<(), Trouble> {
    let good = args
        .oracles()
        .into_iter()
        .filter_map(|oracle| match oracle {
            OracleName::Trace(path) | OracleName::Version(path) => Some(path),
            OracleName::Exec(_) => None,
        });
    let weights = match &args.prior {
        Prior::File(path) => Some(path.clone()),
        Prior::Lines | Prior::Tests => None,
    };
    let answers = args.answers.iter().cloned();
    // What is written need not be there yet, but its folder has to be.
    let written = args.knowledge.iter().chain(&args.report);
    let folders = written.filter_map(|path| {
        let folder = path.parent()?;
        (!folder.as_os_str().is_empty()).then(|| folder.to_owned())
    });
    let named = answers.chain(good).chain(weights).chain(folders);
    for path in &named.collect::<Vec<_>>() {
        let found = std::fs::metadata(path);
        let readable = found.and_then(|data| match data.is_file() {
            true => std::fs::File::open(path).map(drop),
            false => Ok(()),
        });
        readable.map_err(|error| unreadable(path, &error))?;
    }
    Ok(())
}

fn unreadable(path: &Path, error: &std::io::Error) -> Trouble {
    Trouble::usage(
        format!("failed to read {}: {error}", path.display()),
        "check the path and its permissions",
    )
}
