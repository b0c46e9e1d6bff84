//! Columns on disk: append-only rows of numbers, kept in pages of one file that all columns share.
//!
//! A column keeps only its last, unfinished page in memory; full pages are written once, never changed, and read through
//! a memory map, so that the system can drop and reload them. A *view* of a column is a copy of its page numbers and of
//! that last page: it never changes while the column goes on growing.

use crate::error::{Context, Error};
use crate::private;
use memmap2::{Advice, Mmap, MmapOptions};
use std::fs::File;
use std::marker::PhantomData;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Bytes of a page: few, because every column of every strand has one that is not full in memory.
pub const PAGE_BYTES: usize = 1 << 12;
/// Pages are written this many at a time.
const PAGES_A_WRITE: usize = 16;
/// Pages are mapped this many at a time.
const PAGES_A_MAP: usize = 4096;

/// A number that columns can hold.
pub trait Element: Copy + Default {
    const BYTES: usize;
    fn write(self, out: &mut [u8]);
    fn read(bytes: &[u8]) -> Self;
}

impl Element for u32 {
    const BYTES: usize = 4;
    fn write(self, out: &mut [u8]) {
        out.copy_from_slice(&self.to_le_bytes());
    }
    fn read(bytes: &[u8]) -> Self {
        u32::from_le_bytes(bytes.try_into().expect("four bytes"))
    }
}

impl Element for u64 {
    const BYTES: usize = 8;
    fn write(self, out: &mut [u8]) {
        out.copy_from_slice(&self.to_le_bytes());
    }
    fn read(bytes: &[u8]) -> Self {
        u64::from_le_bytes(bytes.try_into().expect("eight bytes"))
    }
}

/// The file of pages.
#[derive(Debug)]
pub struct PageFile {
    file: File,
    path: PathBuf,
    pages: u32,
    /// The last of them, which are not in the file so far.
    unwritten: Vec<u8>,
    maps: Vec<Arc<Mmap>>,
}

impl PageFile {
    /// A new file at `path`.
    pub fn create(path: &Path) -> Result<PageFile, Error> {
        let file = private::create_file(path).context("create", path)?;
        Ok(PageFile {
            file,
            path: path.to_owned(),
            pages: 0,
            unwritten: Vec::new(),
            maps: Vec::new(),
        })
    }

    /// The finished file at `path`.
    pub fn open(path: &Path) -> Result<PageFile, Error> {
        let file = File::open(path).context("open", path)?;
        let length = file.metadata().context("read", path)?.len();
        let pages = u32::try_from(length / PAGE_BYTES as u64).unwrap_or(u32::MAX);
        let mut opened = PageFile {
            file,
            path: path.to_owned(),
            pages,
            unwritten: Vec::new(),
            maps: Vec::new(),
        };
        for first in (0..pages as usize).step_by(PAGES_A_MAP) {
            let count = PAGES_A_MAP.min(pages as usize - first);
            opened.map(first, count)?;
        }
        Ok(opened)
    }

    fn map(&mut self, first: usize, count: usize) -> Result<(), Error> {
        let mut options = MmapOptions::new();
        options
            .offset((first * PAGE_BYTES) as u64)
            .len(count * PAGE_BYTES);
        // SAFETY: derived files are written only by the process that makes them, each page once before anyone is
        // told its number; a finished file is never changed.
        let map = unsafe { options.map(&self.file) }.context("map", &self.path)?;
        self.maps.push(Arc::new(map));
        Ok(())
    }

    /// Adds a page of these elements and returns its number.
    fn append<T: Element>(&mut self, elements: &[T]) -> Result<u32, Error> {
        let number = self.pages as usize;
        if number.is_multiple_of(PAGES_A_MAP) {
            // The file is extended before it is mapped, so that no access can be beyond its end.
            let length = (number + PAGES_A_MAP) * PAGE_BYTES;
            self.file
                .set_len(length as u64)
                .context("extend", &self.path)?;
            self.map(number, PAGES_A_MAP)?;
        }
        let start = self.unwritten.len();
        self.unwritten.resize(start + PAGE_BYTES, 0);
        let page = self.unwritten[start..].chunks_exact_mut(T::BYTES);
        for (element, out) in elements.iter().zip(page) {
            element.write(out);
        }
        self.pages += 1;
        if self.unwritten.len() >= PAGES_A_WRITE * PAGE_BYTES {
            self.flush()?;
        }
        Ok(number as u32)
    }

    /// Writes all pages to the file. Views see only those that are there.
    pub fn flush(&mut self) -> Result<(), Error> {
        let start = self.bytes() - self.unwritten.len() as u64;
        self.file
            .write_all_at(&self.unwritten, start)
            .context("write", &self.path)?;
        self.unwritten.clear();
        Ok(())
    }

    /// Cuts off what was reserved beyond the last page.
    pub fn trim(&self) -> Result<(), Error> {
        self.file.set_len(self.bytes()).context("trim", &self.path)
    }

    /// Says that pages are looked at here and there only from now on: the system need not read what lies around.
    pub fn expect_single_looks(&self) {
        for map in &self.maps {
            // Only a hint: without it, single looks read more than they need.
            let _ = map.advise(Advice::Random);
        }
    }

    /// Bytes of pages written.
    pub fn bytes(&self) -> u64 {
        u64::from(self.pages) * PAGE_BYTES as u64
    }
}

/// A growing column.
#[derive(Clone, Debug, Default)]
pub struct Column<T> {
    pages: Vec<u32>,
    tail: Vec<T>,
}

impl<T: Element> Column<T> {
    const PER_PAGE: usize = PAGE_BYTES / T::BYTES;

    /// A column from its parts as a finished trace keeps them. `None` when they do not fit the file.
    pub fn from_parts(pages: Vec<u32>, tail: Vec<T>, file: &PageFile) -> Option<Column<T>> {
        let sound = pages.iter().all(|&page| page < file.pages) && tail.len() <= Self::PER_PAGE;
        sound.then_some(Column { pages, tail })
    }

    pub fn pages(&self) -> &[u32] {
        &self.pages
    }

    pub fn tail(&self) -> &[T] {
        &self.tail
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn len(&self) -> usize {
        self.pages.len() * Self::PER_PAGE + self.tail.len()
    }

    #[inline]
    pub fn push(&mut self, value: T, file: &mut PageFile) -> Result<(), Error> {
        self.tail.push(value);
        if self.tail.len() == Self::PER_PAGE {
            self.spill(file)?;
        }
        Ok(())
    }

    #[cold]
    fn spill(&mut self, file: &mut PageFile) -> Result<(), Error> {
        self.pages.push(file.append(&self.tail)?);
        self.tail.clear();
        Ok(())
    }

    /// The column as it is now, given that the file was [flushed](PageFile::flush).
    pub fn view(&self, file: &PageFile) -> View<T> {
        View {
            pages: self.pages.as_slice().into(),
            maps: file.maps.as_slice().into(),
            tail: self.tail.as_slice().into(),
            element: PhantomData,
        }
    }
}

/// A column as it was at one moment.
#[derive(Clone, Debug)]
pub struct View<T> {
    pages: Arc<[u32]>,
    maps: Arc<[Arc<Mmap>]>,
    tail: Arc<[T]>,
    element: PhantomData<T>,
}

impl<T: Element> View<T> {
    const PER_PAGE: usize = PAGE_BYTES / T::BYTES;

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn len(&self) -> usize {
        self.pages.len() * Self::PER_PAGE + self.tail.len()
    }

    /// The value at an index; the default beyond the end.
    #[inline]
    pub fn get(&self, index: usize) -> T {
        match self.pages.get(index / Self::PER_PAGE) {
            Some(&page) => {
                let page = page as usize;
                let start = page % PAGES_A_MAP * PAGE_BYTES + index % Self::PER_PAGE * T::BYTES;
                self.maps
                    .get(page / PAGES_A_MAP)
                    .and_then(|map| map.get(start..start + T::BYTES))
                    .map_or(T::default(), T::read)
            }
            None => {
                let index = index - self.pages.len() * Self::PER_PAGE;
                self.tail.get(index).copied().unwrap_or_default()
            }
        }
    }
}

impl<T: Element> View<T> {
    /// Fills the room given with the values from an index on, and with the default beyond the end.
    pub fn copy_from(&self, mut index: usize, mut out: &mut [T]) {
        while !out.is_empty() {
            let within = index % Self::PER_PAGE;
            let (now, later) = out.split_at_mut(out.len().min(Self::PER_PAGE - within));
            let page = self.pages.get(index / Self::PER_PAGE).and_then(|&page| {
                let start = page as usize % PAGES_A_MAP * PAGE_BYTES + within * T::BYTES;
                let map = self.maps.get(page as usize / PAGES_A_MAP)?;
                map.get(start..start + now.len() * T::BYTES)
            });
            match page {
                Some(bytes) => {
                    for (value, bytes) in now.iter_mut().zip(bytes.chunks_exact(T::BYTES)) {
                        *value = T::read(bytes);
                    }
                }
                None => {
                    for (value, at) in now.iter_mut().zip(index..) {
                        *value = self.get(at);
                    }
                }
            }
            index += now.len();
            out = later;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_share_a_file_and_views_stay_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pages");
        let mut file = PageFile::create(&path).unwrap();
        let (mut small, mut wide) = (Column::<u32>::default(), Column::<u64>::default());
        for value in 0..100_000u32 {
            small.push(value, &mut file).unwrap();
            wide.push(u64::from(value) << 20, &mut file).unwrap();
        }
        file.flush().unwrap();
        let view = small.view(&file);
        small.push(7, &mut file).unwrap();
        assert_eq!(view.len(), 100_000);
        for index in 0..100_000 {
            assert_eq!(view.get(index), index as u32);
            assert_eq!(wide.view(&file).get(index), (index as u64) << 20);
            if index > 40_000 {
                break;
            }
        }
        let mut many = vec![0; 70_000];
        view.copy_from(31_000, &mut many);
        assert!(
            many.iter()
                .zip(31_000..)
                .all(|(&value, place)| value == if place < 100_000 { place } else { 0 })
        );
        file.trim().unwrap();
        let again = PageFile::open(&path).unwrap();
        let column = Column::<u64>::from_parts(wide.pages().to_vec(), wide.tail().to_vec(), &again);
        assert_eq!(column.unwrap().view(&again).get(99_999), 99_999 << 20);
        assert!(Column::<u32>::from_parts(vec![99_999], vec![], &again).is_none());
    }
}
