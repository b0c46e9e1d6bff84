//! Files and folders that only their owner can read and write: a recording holds what the program held.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

/// Makes a folder and those on the way to it. One that is there stays as it is.
pub fn create_folders(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Makes a folder that must not be there yet.
pub fn create_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o700).create(path)
}

/// Makes a file to be written and read, which must not be there yet.
pub fn create_file(path: &Path) -> io::Result<File> {
    options().read(true).create_new(true).open(path)
}

/// Makes a file to whose end everything is written, which must not be there yet.
pub fn create_log(path: &Path) -> io::Result<File> {
    options().append(true).create_new(true).open(path)
}

/// Writes a file, in place of one of that name.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = options().create(true).truncate(true).open(path)?;
    file.write_all(bytes)
}

fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).mode(0o600);
    options
}
