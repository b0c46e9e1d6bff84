//! A JVM that runs recorded calls again, one after the other.
//!
//! A request lies in a file; its length through a pipe says that it is there, and the answer comes through another pipe. Both
//! are named ones in a folder of ours, which the JVM opens before any code of the program runs. A JVM is used again as long
//! as a call cannot have left anything in it that later calls would notice.

use std::ffi::{CString, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use elenchus_launch::java::Jvm;
use elenchus_launch::{Pattern, RecordOptions, Recording, Stream, Target};
use elenchus_trace::{Budget, Trace};
use tempfile::TempDir;

use crate::runner::RerunError;
use crate::version::Version;

/// How often we look whether the JVM has ended.
const LOOK: Duration = Duration::from_millis(20);

/// How long a JVM may take to start.
const START: Duration = Duration::from_secs(60);

/// What makes a JVM that runs small pieces of code cheap, and what bounds it.
const JVM_OPTIONS: [&str; 5] = [
    "-Xmx512m",
    "-XX:MaxMetaspaceSize=256m",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    // Newer JDKs would otherwise make classes for the first calls by reflection.
    "-Djdk.reflect.useNativeAccessorOnly=true",
];

/// How much a JVM may record.
const MOST_RECORDED: u64 = 256 << 20;

/// A JVM that has recorded this many bytes, or run this many calls, is replaced: whoever reads the recording needs more and more memory.
const ENOUGH_RECORDED: u64 = 64 << 20;
const ENOUGH_CALLS: usize = 400;

/// How the JVM ends when a call starts a program: the kernel stops it.
const STARTED_A_PROGRAM: i32 = 128 + libc::SIGSYS;

/// What a JVM says about a request.
#[derive(Debug, PartialEq, Eq)]
pub enum Reply {
    /// The call was made, on this strand of the recording.
    Ran {
        strand: u32,
        /// Whether it wrote files, in a folder of its own.
        wrote_files: bool,
    },
    /// Nothing is known by it, for this reason.
    Refused(String),
    /// Earlier calls have left another state of static fields than this one needs, or too little memory.
    NeedsFreshJvm,
}

/// A JVM with the classes of a version, and what it records.
#[derive(Debug)]
pub struct Worker {
    /// Taken away when it is ended.
    recording: Option<Recording>,
    /// Written over for each request, and never cut: on some file systems that waits for the disk.
    request: File,
    orders: File,
    replies: File,
    folder: Arc<TempDir>,
    trace: Arc<Trace>,
    calls: usize,
    /// Whether the last call left something behind.
    spoiled: bool,
}

impl Worker {
    /// Starts a JVM in which the code of these packages is recorded, and every statement of a routine if one is named.
    pub fn start(
        version: &Version,
        include: Vec<Pattern>,
        closely: Option<String>,
    ) -> Result<Worker, RerunError> {
        let folder = tempfile::Builder::new()
            .prefix("elenchus-rerun-")
            .tempdir()?;
        let request = File::create_new(folder.path().join("request"))?;
        let orders = pipe(&folder.path().join("orders"))?;
        let mut replies = pipe(&folder.path().join("replies"))?;
        let [trace, scratch] = ["trace", "scratch"].map(|name| folder.path().join(name));
        fs::create_dir(&scratch)?;
        let mut temporary = OsString::from("-Djava.io.tmpdir=");
        temporary.push(&scratch);
        let mut words: Vec<OsString> = vec!["-cp".into(), version.class_path()];
        words.extend(JVM_OPTIONS.map(OsString::from));
        words.extend([
            temporary,
            "java.lang.ElenchusRerun".into(),
            folder.path().into(),
        ]);
        let mut options = RecordOptions::new(Target::Arguments(&Jvm, words), &trace);
        options.home = version.home().map(Path::to_owned);
        options.include = include;
        options.max_trace = Some(MOST_RECORDED);
        options.streams = [Stream::Null, Stream::Null, Stream::Null];
        options.reruns = true;
        options.zoom = closely;
        let mut recording = Some(Recording::start(&options)?);
        // It says by an empty reply that it is ready.
        if let Err(error) = receive(&mut replies, &mut recording, START) {
            end(recording);
            return Err(error);
        }
        let trace = match Trace::attach(&trace, Budget::default()) {
            Ok(trace) => Arc::new(trace),
            Err(error) => {
                end(recording);
                return Err(error.into());
            }
        };
        Ok(Worker {
            recording,
            request,
            orders,
            replies,
            folder: Arc::new(folder),
            trace,
            calls: 0,
            spoiled: false,
        })
    }

    /// Has a call made. No answer in time ends the JVM.
    pub fn ask(&mut self, request: &[u8], limit: Duration) -> Result<Reply, RerunError> {
        self.request.write_all_at(request, 0)?;
        self.spoiled = true;
        self.orders
            .write_all(&(request.len() as u32).to_be_bytes())?;
        let reply = receive(&mut self.replies, &mut self.recording, limit)?;
        self.calls += 1;
        let (reply, spoiled) = decode(&reply).ok_or(RerunError::Died)?;
        self.spoiled = spoiled;
        Ok(reply)
    }

    /// Whether it has not made a call yet.
    pub fn is_fresh(&self) -> bool {
        self.calls == 0
    }

    /// Whether the last call left something behind that others would notice.
    pub fn is_spoiled(&self) -> bool {
        self.spoiled
    }

    /// Whether it can make another call.
    pub fn is_usable(&self) -> bool {
        let recording = self.recording.as_ref();
        !self.spoiled
            && self.calls < ENOUGH_CALLS
            && recording
                .is_some_and(|recording| recording.progress().written_bytes < ENOUGH_RECORDED)
    }

    /// The bytes of memory that it takes; nothing on systems that do not tell.
    pub fn memory(&self) -> Option<u64> {
        let process = self.recording.as_ref()?.process();
        let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let resident = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kibibytes: u64 = resident.split_whitespace().next()?.parse().ok()?;
        Some(kibibytes << 10)
    }

    /// What it has recorded, all calls included that it has answered for.
    pub fn trace(&self) -> Result<Arc<Trace>, RerunError> {
        while !self.trace.advance()? {}
        Ok(self.trace.clone())
    }

    /// Where its recording lies, for as long as somebody reads it.
    pub fn folder(&self) -> Arc<TempDir> {
        self.folder.clone()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        end(self.recording.take());
    }
}

fn end(recording: Option<Recording>) {
    if let Some(recording) = recording {
        recording.kill();
    }
}

/// Makes a named pipe and opens it. We can read and write it ourselves, so that neither side waits for the other to open it.
fn pipe(path: &Path) -> io::Result<File> {
    let name = CString::new(path.as_os_str().as_bytes())?;
    // SAFETY: the name is terminated.
    if unsafe { libc::mkfifo(name.as_ptr(), 0o600) } != 0 {
        return Err(io::Error::last_os_error());
    }
    OpenOptions::new().read(true).write(true).open(path)
}

/// The next answer of a JVM. Takes the JVM away when it has ended or takes longer.
fn receive(
    replies: &mut File,
    recording: &mut Option<Recording>,
    limit: Duration,
) -> Result<Vec<u8>, RerunError> {
    let deadline = Instant::now() + limit;
    while !has_bytes(replies, LOOK)? {
        let running = recording.as_mut().ok_or(RerunError::Died)?;
        if let Some(outcome) = running.ended()? {
            *recording = None;
            return Err(match outcome.exit_code() {
                STARTED_A_PROGRAM => {
                    RerunError::Refused("it would have started another program".to_owned())
                }
                _ => RerunError::Died,
            });
        }
        if Instant::now() >= deadline {
            end(recording.take());
            return Err(RerunError::Endless(limit));
        }
    }
    let mut length = [0; 4];
    replies.read_exact(&mut length)?;
    let mut reply = vec![0; u32::from_be_bytes(length) as usize];
    replies.read_exact(&mut reply)?;
    Ok(reply)
}

/// Waits until something can be read, at most for a time.
fn has_bytes(file: &File, time: Duration) -> io::Result<bool> {
    let mut asked = libc::pollfd {
        fd: file.as_raw_fd(),
        events: libc::POLLIN,
        revents: 0,
    };
    // SAFETY: one entry, valid for the call.
    match unsafe { libc::poll(&raw mut asked, 1, time.as_millis() as i32) } {
        -1 => match io::Error::last_os_error() {
            error if error.kind() == io::ErrorKind::Interrupted => Ok(false),
            error => Err(error),
        },
        ready => Ok(ready > 0),
    }
}

/// What a reply says, and whether its JVM must not be used again: a letter, flags, the strand, and a text.
fn decode(reply: &[u8]) -> Option<(Reply, bool)> {
    let (&[kind, flags], rest) = reply.split_first_chunk()?;
    let (&strand, text) = rest.split_first_chunk()?;
    let reply = match kind {
        b'C' => Reply::Ran {
            strand: u32::from_be_bytes(strand),
            wrote_files: flags & 2 != 0,
        },
        b'R' => Reply::Refused(String::from_utf8_lossy(text).into_owned()),
        b'S' => Reply::NeedsFreshJvm,
        _ => return None,
    };
    Some((reply, flags & 1 != 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_are_read_as_they_are_written() {
        let ran = decode(b"C\0\0\0\x01\x02").unwrap();
        let (strand, wrote_files) = (258, false);
        let expected = Reply::Ran {
            strand,
            wrote_files,
        };
        assert_eq!(ran, (expected, false));
        let refused = decode(b"R\x01\0\0\0\0no").unwrap();
        assert_eq!(refused, (Reply::Refused("no".to_owned()), true));
        assert_eq!(decode(b"S\0\0\0\0\0").unwrap().0, Reply::NeedsFreshJvm);
        for damaged in [&b""[..], b"C", b"C\0\0\0", b"?\0\0\0\0\0"] {
            assert_eq!(decode(damaged), None);
        }
    }
}
