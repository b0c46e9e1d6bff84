//! The classes that an entry of a class path holds, a folder or a jar, and when they were written.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::time::SystemTime;

use crate::files::files_below;

/// How the name of a class file ends.
const CLASS: &str = ".class";

/// Where jars that hold whole programs keep the classes of these.
const INSIDE_JARS: [&str; 2] = ["BOOT-INF/classes/", "WEB-INF/classes/"];

/// How the table of contents of a jar ends, and its entries begin.
const END: [u8; 4] = *b"PK\x05\x06";
const ENTRY: [u8; 4] = *b"PK\x01\x02";

/// The fixed part of the end, and the longest remark that may stand behind it.
const END_LENGTH: u64 = 22;
const LONGEST_REMARK: u64 = 0xffff;

/// The fixed part of an entry.
const ENTRY_LENGTH: usize = 46;

/// The names of the classes in a folder or a jar: `org.shop.Cart$Item`. None where it cannot be read.
pub fn names(entry: &Path) -> HashSet<String> {
    let files: Vec<String> = match entry.is_dir() {
        true => files_below(entry, "class")
            .iter()
            .filter_map(|file| Some(file.strip_prefix(entry).ok()?.to_str()?.to_owned()))
            .collect(),
        false => contents(entry).unwrap_or_default(),
    };
    files.iter().filter_map(|file| class_of(file)).collect()
}

/// When a class was written; with all others of its jar where it lies in one.
pub fn written(entry: &Path, class: &str) -> Option<SystemTime> {
    let file = match entry.is_dir() {
        true => entry.join(class.replace('.', "/") + CLASS),
        false => entry.to_owned(),
    };
    fs::metadata(file).ok()?.modified().ok()
}

fn class_of(file: &str) -> Option<String> {
    let inside = INSIDE_JARS.iter();
    let file = inside
        .filter_map(|folder| file.strip_prefix(folder))
        .next()
        .unwrap_or(file);
    let name = file.strip_suffix(CLASS)?;
    // Every second jar has one of these.
    let is_about_others = name.ends_with("module-info") || name.ends_with("package-info");
    (!is_about_others).then(|| name.replace('/', "."))
}

/// The names of the files in a jar, from the table at its end.
fn contents(jar: &Path) -> io::Result<Vec<String>> {
    let file = File::open(jar)?;
    let length = file.metadata()?.len();
    let from = length.saturating_sub(END_LENGTH + LONGEST_REMARK);
    let tail = read(&file, from, (length - from) as usize)?;
    let mut places = (0..tail.len().saturating_sub(END_LENGTH as usize - 1)).rev();
    let Some(end) = places.find(|&place| tail[place..].starts_with(&END)) else {
        return Ok(Vec::new());
    };
    let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| tail[end + at + byte]));
    let (size, start) = (u64::from(number(12)), u64::from(number(16)));
    let size = size.min(length.saturating_sub(start)) as usize;
    let table = read(&file, start, size)?;
    let mut names = Vec::new();
    let mut rest = &table[..];
    while rest.len() >= ENTRY_LENGTH && rest.starts_with(&ENTRY) {
        let short = |at: usize| usize::from(u16::from_le_bytes([rest[at], rest[at + 1]]));
        let name = ENTRY_LENGTH..ENTRY_LENGTH + short(28);
        let next = name.end + short(30) + short(32);
        names.extend(
            rest.get(name)
                .map(String::from_utf8_lossy)
                .map(String::from),
        );
        rest = rest.get(next..).unwrap_or_default();
    }
    Ok(names)
}

fn read(file: &File, from: u64, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; length];
    file.read_exact_at(&mut bytes, from)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A jar with empty files of these names, and a remark behind it.
    fn jar(names: &[&str]) -> Vec<u8> {
        let mut table = Vec::new();
        for name in names {
            let mut entry = [0; ENTRY_LENGTH];
            entry[..4].copy_from_slice(&ENTRY);
            entry[28..30].copy_from_slice(&(name.len() as u16).to_le_bytes());
            entry[30] = 3;
            table.extend(entry);
            table.extend(name.as_bytes());
            table.extend([7; 3]);
        }
        let mut bytes = b"PK\x03\x04 what the files hold".to_vec();
        let start = bytes.len() as u32;
        bytes.extend(&table);
        bytes.extend(END);
        bytes.extend([0; 8]);
        bytes.extend((table.len() as u32).to_le_bytes());
        bytes.extend(start.to_le_bytes());
        bytes.extend(b"\x06\0remark");
        bytes
    }

    #[test]
    fn the_classes_of_a_jar_stand_at_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shop.jar");
        let files = [
            "META-INF/MANIFEST.MF",
            "module-info.class",
            "org/shop/Cart$Item.class",
            "BOOT-INF/classes/org/shop/Main.class",
        ];
        let whole = jar(&files);
        fs::write(&path, &whole).unwrap();
        let expected = ["org.shop.Cart$Item", "org.shop.Main"].map(str::to_owned);
        assert_eq!(names(&path), HashSet::from(expected));
        // Whatever is damaged holds fewer.
        for cut in 0..whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            assert!(names(&path).len() <= 2);
            fs::write(&path, &whole[cut..]).unwrap();
            assert!(names(&path).len() <= 2);
        }
    }

    #[test]
    fn the_classes_of_a_folder_are_its_files() {
        let folder = tempfile::tempdir().unwrap();
        let package = folder.path().join("org/shop");
        fs::create_dir_all(&package).unwrap();
        fs::write(package.join("Cart.class"), "").unwrap();
        fs::write(package.join("Cart.java"), "").unwrap();
        assert_eq!(
            names(folder.path()),
            HashSet::from(["org.shop.Cart".to_owned()])
        );
        assert!(written(folder.path(), "org.shop.Cart").is_some());
        assert!(written(folder.path(), "org.shop.Other").is_none());
    }
}
