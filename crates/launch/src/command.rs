//! From options to the command that runs the program with its recorder.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use elenchus_trace::private;
use tempfile::TempDir;

use crate::error::LaunchError;
use crate::launcher::Ready;
use crate::{RecordOptions, Target};

/// The variable that tells which processes were started by a command that is recorded, by the folder of the traces.
const RECORDED_INTO: &str = "ELENCHUS_RECORDED_INTO";

/// A command ready to start, and what must live as long as it runs.
#[derive(Debug)]
pub struct Prepared {
    /// The command.
    pub command: Command,
    /// The trace folder as an absolute path.
    pub trace: PathBuf,
    /// Whether traces are folders below `trace`, one for each process.
    pub each_process: bool,
    /// What was made for this run only.
    pub made: Option<TempDir>,
}

/// Makes everything ready: the trace folder, the recorder, the command line.
pub fn prepare(options: &RecordOptions) -> Result<Prepared, LaunchError> {
    let trace = prepare_folder(&options.trace)?;
    let Ready { mut command, made } = match &options.target {
        Target::File(launcher, file) => launcher.ready_source(file, options, &trace)?,
        Target::Arguments(launcher, arguments) if !arguments.is_empty() => {
            launcher.ready_arguments(arguments, options, &trace)?
        }
        Target::Command(launchers, parts) if !parts.is_empty() => {
            let mut command = Command::new(&parts[0]);
            command.args(&parts[1..]).env(RECORDED_INTO, &trace);
            for launcher in launchers {
                launcher.join(&mut command, options, &trace)?;
            }
            Ready {
                command,
                made: None,
            }
        }
        Target::Arguments(..) | Target::Command(..) => return Err(LaunchError::NothingToRun),
    };
    command.args(&options.arguments);
    Ok(Prepared {
        command,
        trace,
        each_process: matches!(options.target, Target::Command(..)),
        made,
    })
}

/// Whether a process was started by the command that is recorded into this folder.
pub fn is_below(process: libc::pid_t, trace: &Path) -> bool {
    let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
    let mark = [RECORDED_INTO.as_bytes(), b"=", trace.as_os_str().as_bytes()].concat();
    environment.split(|&byte| byte == 0).any(|set| set == mark)
}

/// Makes the trace folder and checks that it is empty and can be written to.
fn prepare_folder(folder: &Path) -> Result<PathBuf, LaunchError> {
    let failed = |source| LaunchError::TraceFolder {
        path: folder.to_path_buf(),
        source,
    };
    private::create_folders(folder).map_err(failed)?;
    if folder.read_dir().map_err(failed)?.next().is_some() {
        return Err(LaunchError::TraceExists(folder.to_path_buf()));
    }
    tempfile::tempfile_in(folder).map_err(failed)?;
    folder.canonicalize().map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trace_folder_must_be_empty_and_writable() {
        let root = tempfile::tempdir().unwrap();
        let fresh = root.path().join("a/b");
        assert_eq!(
            prepare_folder(&fresh).unwrap(),
            fresh.canonicalize().unwrap()
        );
        fs::write(fresh.join("something"), b"").unwrap();
        assert!(matches!(
            prepare_folder(&fresh),
            Err(LaunchError::TraceExists(_))
        ));
        let file = root.path().join("file");
        fs::write(&file, b"").unwrap();
        assert!(matches!(
            prepare_folder(&file.join("below")),
            Err(LaunchError::TraceFolder { .. })
        ));
    }

    #[test]
    fn an_empty_command_is_refused() {
        let root = tempfile::tempdir().unwrap();
        let options = RecordOptions::new(
            Target::Command(Vec::new(), Vec::new()),
            root.path().join("t"),
        );
        assert!(matches!(prepare(&options), Err(LaunchError::NothingToRun)));
    }
}
