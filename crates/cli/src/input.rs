//! Opening what a command is about.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use elenchus_inquiry::keep::store::loop_called;
use elenchus_inquiry::open::tree_program::TreeProgram;
use elenchus_recorded::run::Run;
use elenchus_session::{Program, RootIs, Shown, Subject, find_node};
use elenchus_trace::Budget;
use elenchus_tree::{NodeId, Tree};
use elenchus_treefile::{RootIs as FileRootIs, TreeFile};

use crate::args::{OracleName, RootStatus, SessionArgs};
use crate::recorded::open_run;
use crate::run::main_trace;
use crate::trouble::Trouble;

/// Whatever questions can be asked about.
pub enum Input {
    Tree(Box<TreeProgram>),
    Run(Box<Run>),
}

/// Opens a tree file or a trace.
pub fn open(path: &Path) -> Result<Input, Trouble> {
    if let Some(path) = main_trace(path) {
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

    fn heading(&self, subject: Subject) -> Shown {
        self.program().heading(subject)
    }

    fn lines_to_read(&self, subject: Subject) -> u32 {
        self.program().lines_to_read(subject)
    }

    fn loop_name(&self, node: NodeId) -> Option<String> {
        self.program().loop_name(node)
    }

    fn number(&self, node: NodeId) -> usize {
        self.program().number(node)
    }

    fn node(&self, number: usize) -> Option<NodeId> {
        self.program().node(number)
    }
}

/// Opens a tree file. Warnings go to the standard error stream.
pub fn open_tree(path: &Path) -> Result<TreeProgram, Trouble> {
    if path.is_dir() {
        return Err(Trouble::usage(
            format!("there is no recording in {}", path.display()),
            "give the folder that was named by -o when the program was recorded",
        ));
    }
    let (file, warnings) = TreeFile::read(path).map_err(|error| {
        let problem = match error {
            elenchus_treefile::TreeFileError::Unreadable { .. } => error.to_string(),
            _ => format!("{}: {error}", path.display()),
        };
        Trouble::usage(problem, error.advice())
    })?;
    for warning in warnings {
        elenchus_guard::say!("warning: {}: {warning}", path.display());
    }
    Ok(TreeProgram::new(file))
}

/// The text of a file.
pub fn read_text(path: &Path) -> Result<String, Trouble> {
    std::fs::read_to_string(path).map_err(|error| unreadable(path, &error))
}

/// Checks that the files which the options name can be read, before a program is run for them. A pipe is not opened: what it
/// holds can be read only once.
pub fn check_named_files(args: &SessionArgs) -> Result<(), Trouble> {
    let good = args.oracle.iter().filter_map(|oracle| match oracle {
        OracleName::Trace(path) => Some(path),
        OracleName::Exec(_) => None,
    });
    for path in args.answers.iter().chain(good) {
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

/// What is known about the root: by the command line, else by the file, else nothing.
pub fn root_is(given: Option<RootStatus>, file: &TreeFile) -> RootIs {
    match (given, file.root_is()) {
        (Some(status), _) => status.into(),
        (None, Some(FileRootIs::Known)) => RootIs::Known,
        (None, Some(FileRootIs::Asked)) => RootIs::Asked,
        (None, Some(FileRootIs::Unknown) | None) => RootIs::Unknown,
    }
}

/// What `--at` names, if the session kept in one of these files calls a loop so: that loop's own name.
pub fn at_as_called<'p>(
    at: Option<&str>,
    mut sessions: impl Iterator<Item = &'p Path>,
) -> Option<String> {
    let given = at?;
    // `mine#3` is the third run of the loop.
    let (given, nth) = given.split_at(given.find('#').unwrap_or(given.len()));
    let of = sessions.find_map(|path| loop_called(path, given))?;
    Some(format!("{of}{nth}"))
}

/// The node that `--at` names, or the root.
pub fn node_at(program: &impl Program, name: Option<&str>) -> Result<NodeId, Trouble> {
    let Some(name) = name else {
        return Ok(NodeId::ROOT);
    };
    find_node(program, name).ok_or_else(|| {
        Trouble::usage(
            format!("there is no call or loop `{name}`"),
            "`elenchus tree` shows the routines and their calls",
        )
    })
}

/// The session file that belongs to a tree file.
pub fn session_path(tree: &Path) -> PathBuf {
    let mut name = tree.as_os_str().to_owned();
    name.push(".session");
    PathBuf::from(name)
}
