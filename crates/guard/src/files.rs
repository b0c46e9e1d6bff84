//! Who can change a file or a folder, and writing so that nothing planted is followed.
//!
//! A path is only as safe as every folder on the way to it: whoever can write to one of them can put something else in
//! the place of the rest. Folders with the sticky bit, such as `/tmp`, are safe to pass through, because what lies in
//! them can be replaced only by its owner.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

/// Why a file or folder is not used.
#[derive(Debug, thiserror::Error)]
pub enum Unsafe {
    /// A symbolic link leads somewhere else.
    #[error("{0} is a symbolic link, which is not followed")]
    Link(PathBuf),
    /// Something is there that is no plain file.
    #[error("{0} is not a plain file")]
    NotAFile(PathBuf),
    /// Something is there that is no folder.
    #[error("{0} is not a folder")]
    NotAFolder(PathBuf),
    /// It belongs to somebody who could change it at any time.
    #[error("{path} belongs to another user (number {owner})")]
    Owner {
        /// The file or folder.
        path: PathBuf,
        /// The number of its owner.
        owner: u32,
    },
    /// Others may write to it.
    #[error("other users can write to {0}")]
    Writable(PathBuf),
    /// Others may read it.
    #[error("other users can read {0}")]
    Readable(PathBuf),
    /// The system does not let us.
    #[error("{path}: {source}")]
    System {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl Unsafe {
    fn system(path: &Path, source: io::Error) -> Unsafe {
        Unsafe::System {
            path: path.to_owned(),
            source,
        }
    }

    /// Whether there is simply nothing.
    pub fn is_absence(&self) -> bool {
        matches!(self, Unsafe::System { source, .. } if source.kind() == io::ErrorKind::NotFound)
    }
}

const STICKY: u32 = 0o1000;
const WRITABLE_BY_GROUP: u32 = 0o020;
const WRITABLE_BY_ALL: u32 = 0o002;
const READABLE_BY_OTHERS: u32 = 0o077;

/// Our own number among the users.
fn me() -> u32 {
    rustix::process::geteuid().as_raw()
}

fn is_sticky(folder: &Metadata) -> bool {
    folder.mode() & STICKY != 0
}

/// What is not ours or the administrator's can be changed by its owner.
fn check_owner(path: &Path, data: &Metadata) -> Result<(), Unsafe> {
    if data.uid() != me() && data.uid() != 0 {
        return Err(Unsafe::Owner {
            path: path.to_owned(),
            owner: data.uid(),
        });
    }
    Ok(())
}

/// Many systems give every user a group of their own with the same number, and let it write by default: that is nobody
/// else.
fn check_writers(path: &Path, data: &Metadata) -> Result<(), Unsafe> {
    let by_group = data.mode() & WRITABLE_BY_GROUP != 0 && data.gid() != me();
    match by_group || data.mode() & WRITABLE_BY_ALL != 0 {
        false => Ok(()),
        true => Err(Unsafe::Writable(path.to_owned())),
    }
}

/// Checks that nobody else can replace the folder, what is in it, or a folder on the way to it. Links on the way are
/// resolved first: what counts is where they lead, and that nobody else can change it.
pub fn check_folder(folder: &Path) -> Result<(), Unsafe> {
    let real = fs::canonicalize(folder).map_err(|error| Unsafe::system(folder, error))?;
    for (depth, part) in real.ancestors().enumerate() {
        let data = fs::symlink_metadata(part).map_err(|error| Unsafe::system(part, error))?;
        check_owner(part, &data)?;
        // In the folder itself anybody could make new files, sticky or not.
        if depth == 0 || !is_sticky(&data) {
            check_writers(part, &data)?;
        }
    }
    Ok(())
}

/// Makes a folder that only we can read and write, with the folders on the way to it. One that is there must be ours,
/// and is closed to others. Nobody else can replace it or a folder on the way to it.
pub fn private_folder(folder: &Path) -> Result<(), Unsafe> {
    own_folder(folder)?;
    check_folder(folder)
}

/// The same, whoever can change the folders on the way to it: for what was made where the user wanted it.
pub fn own_folder(folder: &Path) -> Result<(), Unsafe> {
    let failed = |error| Unsafe::system(folder, error);
    let made = DirBuilder::new().recursive(true).mode(0o700).create(folder);
    made.map_err(failed)?;
    let data = check_own_folder(folder)?;
    if data.mode() & 0o777 != 0o700 {
        fs::set_permissions(folder, Permissions::from_mode(0o700)).map_err(failed)?;
    }
    Ok(())
}

/// Checks that there is a folder of our own by this very name, not through a link.
pub fn check_own_folder(folder: &Path) -> Result<Metadata, Unsafe> {
    let data = fs::symlink_metadata(folder).map_err(|error| Unsafe::system(folder, error))?;
    if data.is_symlink() {
        return Err(Unsafe::Link(folder.to_owned()));
    }
    if !data.is_dir() {
        return Err(Unsafe::NotAFolder(folder.to_owned()));
    }
    match data.uid() == me() {
        true => Ok(data),
        false => Err(Unsafe::Owner {
            path: folder.to_owned(),
            owner: data.uid(),
        }),
    }
}

/// The folder that a file lies in, as a path that can be opened.
fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => path,
    }
}

/// Opens a plain file that nobody else can change. Its folder must be safe, too.
pub fn open_own(path: &Path, options: &OpenOptions) -> Result<File, Unsafe> {
    check_folder(parent(path))?;
    let file = open_plain(path, options)?;
    let data = file
        .metadata()
        .map_err(|error| Unsafe::system(path, error))?;
    check_writers(path, &data)?;
    Ok(file)
}

/// Opens a plain file of our own by its own name, not through a link.
pub fn open_plain(path: &Path, options: &OpenOptions) -> Result<File, Unsafe> {
    let mut options = options.clone();
    options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32);
    let file = options.open(path).map_err(|error| {
        if fs::symlink_metadata(path).is_ok_and(|data| data.is_symlink()) {
            return Unsafe::Link(path.to_owned());
        }
        Unsafe::system(path, error)
    })?;
    let data = file
        .metadata()
        .map_err(|error| Unsafe::system(path, error))?;
    if !data.is_file() {
        return Err(Unsafe::NotAFile(path.to_owned()));
    }
    check_owner(path, &data)?;
    Ok(file)
}

/// Makes a file that was not there, which only we can read and write. A link in its place is not followed.
pub fn create_new(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
}

/// Whether a file that was opened is still what its path names.
pub fn is_at(file: &File, path: &Path) -> bool {
    let same = |opened: Metadata, named: Metadata| {
        (opened.dev(), opened.ino()) == (named.dev(), named.ino())
    };
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(opened), Ok(named)) => same(opened, named),
        _ => false,
    }
}

/// What a plain file holds that nobody else can change.
pub fn read_own(path: &Path) -> Result<Vec<u8>, Unsafe> {
    let mut file = open_own(path, OpenOptions::new().read(true))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)
        .map_err(|error| Unsafe::system(path, error))?;
    Ok(bytes)
}

/// What a plain file holds that nobody else can read or change.
pub fn read_secret(path: &Path) -> Result<Vec<u8>, Unsafe> {
    let data = fs::symlink_metadata(path).map_err(|error| Unsafe::system(path, error))?;
    match data.mode() & READABLE_BY_OTHERS {
        0 => read_own(path),
        _ => Err(Unsafe::Readable(path.to_owned())),
    }
}

/// Puts a file with these contents in place of what is there, all or nothing. The new file is created under a name
/// that nothing had before, so that nothing is written through a link; what had the name `path` is replaced, not
/// written to. Only we can read it unless the file that was there could be read by others.
pub fn replace(path: &Path, contents: &[u8]) -> Result<(), Unsafe> {
    let failed = |error| Unsafe::system(path, error);
    let folder = parent(path);
    check_folder(folder)?;
    let old = fs::symlink_metadata(path).ok();
    if let Some(data) = old.as_ref().filter(|data| !data.is_file()) {
        return Err(match data.is_symlink() {
            true => Unsafe::Link(path.to_owned()),
            false => Unsafe::NotAFile(path.to_owned()),
        });
    }
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
    file.write_all(contents).map_err(failed)?;
    if let Some(data) = old {
        let readable = data.mode() & 0o777 & !(WRITABLE_BY_GROUP | WRITABLE_BY_ALL);
        file.as_file()
            .set_permissions(Permissions::from_mode(readable | 0o600))
            .map_err(failed)?;
    }
    file.as_file().sync_all().map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o777
    }

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn a_private_folder_is_made_and_closed_to_others() {
        let base = folder();
        let made = base.path().join("deep/private");
        private_folder(&made).unwrap();
        assert_eq!(mode(&made), 0o700);
        set_mode(&made, 0o755);
        private_folder(&made).unwrap();
        assert_eq!(mode(&made), 0o700);
    }

    #[test]
    fn a_folder_that_others_can_write_is_refused_wherever_it_is_on_the_way() {
        let base = folder();
        let inner = base.path().join("open/inner");
        fs::create_dir_all(&inner).unwrap();
        check_folder(&inner).unwrap();
        set_mode(&base.path().join("open"), 0o777);
        assert!(matches!(check_folder(&inner), Err(Unsafe::Writable(_))));
        set_mode(&base.path().join("open"), 0o1777);
        check_folder(&inner).unwrap();
        let sticky = check_folder(&base.path().join("open"));
        assert!(matches!(sticky, Err(Unsafe::Writable(_))));
    }

    #[test]
    fn links_are_not_opened_and_not_written_through() {
        let base = folder();
        let victim = base.path().join("victim");
        fs::write(&victim, "precious").unwrap();
        let link = base.path().join("link");
        symlink(&victim, &link).unwrap();
        assert!(matches!(read_own(&link), Err(Unsafe::Link(_))));
        assert!(matches!(replace(&link, b"planted"), Err(Unsafe::Link(_))));
        assert_eq!(fs::read_to_string(&victim).unwrap(), "precious");
        let dangling = base.path().join("dangling");
        symlink(base.path().join("new"), &dangling).unwrap();
        assert!(replace(&dangling, b"planted").is_err());
        assert!(!base.path().join("new").exists());
    }

    #[test]
    fn a_file_is_replaced_as_a_whole_and_stays_as_readable_as_it_was() {
        let base = folder();
        let path = base.path().join("file");
        replace(&path, b"one").unwrap();
        assert_eq!(mode(&path), 0o600);
        set_mode(&path, 0o666);
        assert!(matches!(read_own(&path), Err(Unsafe::Writable(_))));
        replace(&path, b"two").unwrap();
        assert_eq!(mode(&path), 0o644);
        assert_eq!(read_own(&path).unwrap(), b"two");
        assert_eq!(base.path().read_dir().unwrap().count(), 1);
    }

    #[test]
    fn a_new_file_is_made_only_where_nothing_was() {
        let base = folder();
        let path = base.path().join("file");
        symlink(base.path().join("elsewhere"), &path).unwrap();
        assert!(create_new(&path).is_err());
        fs::remove_file(&path).unwrap();
        let file = create_new(&path).unwrap();
        assert_eq!(mode(&path), 0o600);
        assert!(is_at(&file, &path));
        fs::rename(&path, base.path().join("moved")).unwrap();
        assert!(!is_at(&file, &path));
        fs::write(&path, "another").unwrap();
        assert!(!is_at(&file, &path));
    }

    #[test]
    fn a_secret_that_others_can_read_is_none() {
        let base = folder();
        let path = base.path().join("secret");
        replace(&path, b"secret").unwrap();
        assert_eq!(read_secret(&path).unwrap(), b"secret");
        set_mode(&path, 0o640);
        assert!(matches!(read_secret(&path), Err(Unsafe::Readable(_))));
    }

    #[test]
    fn what_is_no_file_is_not_opened() {
        let base = folder();
        assert!(
            read_own(&base.path().join("none"))
                .unwrap_err()
                .is_absence()
        );
        let inner = base.path().join("inner");
        fs::create_dir(&inner).unwrap();
        assert!(matches!(read_own(&inner), Err(Unsafe::NotAFile(_))));
        assert!(matches!(replace(&inner, b""), Err(Unsafe::NotAFile(_))));
    }

    #[test]
    fn what_belongs_to_another_user_is_refused() {
        let base = folder();
        let path = base.path().join("file");
        fs::write(&path, "x").unwrap();
        if std::os::unix::fs::chown(&path, Some(65534), None).is_err() {
            eprintln!("skipped: only the administrator can give files away");
            return;
        }
        assert!(matches!(read_own(&path), Err(Unsafe::Owner { .. })));
        std::os::unix::fs::chown(base.path(), Some(65534), None).unwrap();
        assert!(matches!(replace(&path, b"y"), Err(Unsafe::Owner { .. })));
        std::os::unix::fs::chown(base.path(), Some(0), Some(65534)).unwrap();
        set_mode(base.path(), 0o770);
        assert!(matches!(replace(&path, b"y"), Err(Unsafe::Writable(_))));
    }
}
