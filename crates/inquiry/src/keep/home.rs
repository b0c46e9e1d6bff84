//! The folder `.elenchus` of a project, in which everything is kept that belongs to it: the knowledge base, recordings that
//! nobody gave a place of their own, and sessions about tree files.
//!
//! Only its owner can read it, and it is never reached through a link. The knowledge base that an earlier version has left
//! beside it stays in use.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use elenchus_guard::files::{self, Unsafe};

/// The name of the folder.
const FOLDER: &str = ".elenchus";

/// What is in it.
const RECORDINGS: &str = "recordings";
const SESSIONS: &str = "sessions";
const KNOWLEDGE: &str = "knowledge.txt";

/// What version control is told: the knowledge base can be shared, the rest is of this machine.
const IGNORE: &str = ".gitignore";
const IGNORED: &str = "/recordings/\n/sessions/\n";

/// Where the knowledge base of a project was in earlier versions.
const OLD_KNOWLEDGE: &str = "elenchus-knowledge.txt";

/// What the folder of a project holds in any language, one of them; see also [`elenchus_languages::project_marks`].
const PROJECT_MARKS: [&str; 3] = [OLD_KNOWLEDGE, ".git", ".hg"];

/// The place of a project's own things.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Home {
    /// The folder of the project; empty for the current one.
    project: PathBuf,
}

impl Home {
    /// That of the project which holds the current folder: the nearest folder above it that looks like one, else this folder.
    pub fn here() -> Home {
        let here = env::current_dir().unwrap_or_default();
        match project_around(&here) {
            Some(project) if project != here => Home::of(project),
            _ => Home::of(Path::new("")),
        }
    }

    /// That of the project in this folder.
    pub fn of(project: &Path) -> Home {
        Home {
            project: project.to_owned(),
        }
    }

    /// The folder, which need not be there.
    pub fn folder(&self) -> PathBuf {
        self.project.join(FOLDER)
    }

    /// Where recordings go that nobody gave a place.
    pub fn recordings(&self) -> PathBuf {
        self.folder().join(RECORDINGS)
    }

    /// The knowledge base: that of earlier versions where there is one.
    pub fn knowledge(&self) -> PathBuf {
        let old = self.project.join(OLD_KNOWLEDGE);
        match old.symlink_metadata() {
            Ok(_) => old,
            Err(_) => self.folder().join(KNOWLEDGE),
        }
    }

    /// Checks that nobody else can put something in the place of what is kept.
    pub fn check(&self) -> Result<(), Unsafe> {
        match self.project.as_os_str().is_empty() {
            true => files::check_folder(Path::new("."))?,
            false => files::check_folder(&self.project)?,
        }
        match files::check_own_folder(&self.folder()) {
            Err(error) if !error.is_absence() => Err(error),
            _ => Ok(()),
        }
    }

    /// A second knowledge base, which is not used as long as that of an earlier version is there.
    pub fn unused_knowledge(&self) -> Option<PathBuf> {
        let own = self.folder().join(KNOWLEDGE);
        (self.knowledge() != own && own.exists()).then_some(own)
    }

    /// Removes the folder if nothing was kept in it.
    pub fn tidy(&self) {
        let folder = self.folder();
        let _ = fs::remove_dir(self.recordings());
        let rest = fs::read_dir(&folder).into_iter().flatten().flatten();
        if rest.into_iter().all(|entry| entry.file_name() == IGNORE) {
            let _ = fs::remove_file(folder.join(IGNORE));
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Makes the folder in which a file or recording is about to be kept, if that is a place of a project's own. Other folders are
/// not made: whoever names one has made it.
pub fn make_room_for(path: &Path) -> Result<(), Unsafe> {
    let parent = path.parent().unwrap_or(Path::new(""));
    let home = match parent.file_name() {
        Some(name) if name == FOLDER => parent,
        Some(name) if name == RECORDINGS || name == SESSIONS => match parent.parent() {
            Some(home) if home.file_name().is_some_and(|name| name == FOLDER) => home,
            _ => return Ok(()),
        },
        _ => return Ok(()),
    };
    files::own_folder(home)?;
    // It may be there already, and the rest works without it.
    let ignore = home.join(IGNORE);
    if let Ok(mut file) = files::create_new(&ignore) {
        let _ = file.write_all(IGNORED.as_bytes());
    }
    match parent == home {
        true => Ok(()),
        false => files::own_folder(parent),
    }
}

/// The folder of the project that a recording belongs to, if it is among a project's own.
pub fn project_of(recording: &Path) -> Option<PathBuf> {
    let recordings = recording.parent()?;
    let home = recordings.parent()?;
    let is_ours = recordings.ends_with(RECORDINGS) && home.ends_with(FOLDER);
    is_ours.then(|| home.parent().map(Path::to_owned))?
}

/// Where the session about a tree file is kept when nobody says otherwise: beside it if it is there already, or if the tree
/// belongs to no project.
pub fn session_of_tree(tree: &Path) -> PathBuf {
    let mut beside = tree.as_os_str().to_owned();
    beside.push(".session");
    let beside = PathBuf::from(beside);
    let in_project = || {
        let tree = tree.canonicalize().ok()?;
        let project = project_around(tree.parent()?)?;
        let inside = tree.strip_prefix(project).ok()?;
        let name = inside.to_str()?.replace('%', "%25").replace('/', "%2F");
        let sessions = Home::of(project).folder().join(SESSIONS);
        Some(sessions.join(format!("{name}.session")))
    };
    match beside.symlink_metadata() {
        Ok(_) => beside,
        Err(_) => in_project().unwrap_or(beside),
    }
}

/// The nearest folder that looks like that of a project, from this one upwards.
fn project_around(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|folder| is_project(folder))
}

fn is_project(folder: &Path) -> bool {
    let marks = PROJECT_MARKS
        .into_iter()
        .chain(elenchus_languages::project_marks());
    let is_marked = marks
        .into_iter()
        .any(|mark| folder.join(mark).symlink_metadata().is_ok());
    // Where others can make folders, one of ours does not mean that all below is one project.
    let is_home = || {
        files::check_own_folder(&folder.join(FOLDER)).is_ok() && files::check_folder(folder).is_ok()
    };
    is_marked || is_home()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn what_is_kept_lies_in_a_folder_that_nobody_else_can_read() {
        let project = tempfile::tempdir().unwrap();
        let home = Home::of(project.path());
        make_room_for(&home.knowledge()).unwrap();
        make_room_for(&home.recordings().join("Run.elenchus")).unwrap();
        assert_eq!(mode(&home.folder()), 0o700);
        assert_eq!(mode(&home.recordings()), 0o700);
        let ignored = fs::read_to_string(home.folder().join(IGNORE)).unwrap();
        assert!(!ignored.contains(KNOWLEDGE) && ignored.contains(RECORDINGS));
        home.tidy();
        assert!(!home.folder().exists());
        // Other folders are somebody's own.
        make_room_for(&project.path().join("gone/knowledge.txt")).unwrap();
        assert!(!project.path().join("gone").exists());
    }

    #[test]
    fn a_folder_with_something_in_it_stays() {
        let project = tempfile::tempdir().unwrap();
        let home = Home::of(project.path());
        make_room_for(&home.knowledge()).unwrap();
        fs::write(home.knowledge(), "").unwrap();
        home.tidy();
        assert!(home.knowledge().exists());
    }

    #[test]
    fn links_in_place_of_the_folder_are_not_followed() {
        let project = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        let home = Home::of(project.path());
        symlink(elsewhere.path(), home.folder()).unwrap();
        assert!(make_room_for(&home.recordings().join("Run.elenchus")).is_err());
        assert!(make_room_for(&home.knowledge()).is_err());
        assert!(matches!(home.check(), Err(Unsafe::Link(_))));
        assert_eq!(elsewhere.path().read_dir().unwrap().count(), 0);
    }

    #[test]
    fn the_file_of_an_earlier_version_stays_in_use() {
        let project = tempfile::tempdir().unwrap();
        let home = Home::of(project.path());
        assert!(home.knowledge().ends_with(".elenchus/knowledge.txt"));
        fs::write(project.path().join(OLD_KNOWLEDGE), "").unwrap();
        assert!(home.knowledge().ends_with(OLD_KNOWLEDGE));
        assert_eq!(home.unused_knowledge(), None);
        fs::create_dir(home.folder()).unwrap();
        fs::write(home.folder().join(KNOWLEDGE), "").unwrap();
        assert!(home.knowledge().ends_with(OLD_KNOWLEDGE));
        assert!(home.unused_knowledge().is_some());
    }

    #[test]
    fn sessions_about_trees_lie_with_their_project_if_they_have_one() {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().canonicalize().unwrap();
        let trees = project.join("a%/b");
        fs::create_dir_all(&trees).unwrap();
        let tree = trees.join("tree.json");
        fs::write(&tree, "{}").unwrap();
        assert_eq!(session_of_tree(&tree), trees.join("tree.json.session"));
        fs::create_dir(project.join(FOLDER)).unwrap();
        let kept = session_of_tree(&tree);
        let sessions = project.join(FOLDER).join(SESSIONS);
        assert_eq!(kept, sessions.join("a%25%2Fb%2Ftree.json.session"));
        // One that is there already goes on.
        fs::write(trees.join("tree.json.session"), "").unwrap();
        assert_eq!(session_of_tree(&tree), trees.join("tree.json.session"));
    }

    #[test]
    fn a_recording_knows_its_project() {
        let own = Path::new("/p/.elenchus/recordings/Run.elenchus");
        assert_eq!(project_of(own), Some(PathBuf::from("/p")));
        let here = Path::new(".elenchus/recordings/Run.elenchus");
        assert_eq!(project_of(here), Some(PathBuf::new()));
        assert_eq!(project_of(Path::new("/p/Run.elenchus")), None);
    }
}
