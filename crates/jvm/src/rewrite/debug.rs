//! The debug tables of a method: lines, statements and names of local variables.

use std::collections::HashSet;

use crate::classfile::code::Code;
use crate::classfile::pool::Pool;
use crate::classfile::reader::Reader;
use crate::classfile::{Result, count};

use super::flow::{Block, Flow};

/// The line table by instruction.
pub struct Lines {
    /// The entries (instruction, line), as they come.
    pub entries: Vec<(usize, u16)>,
    line_of: Vec<u16>,
    /// The instruction at which the entry in force starts.
    entry_of: Vec<Option<usize>>,
}

impl Lines {
    /// Reads every LineNumberTable of the code; entries that hit no instruction are ignored.
    pub fn read(code: &Code<'_>, pool: &Pool<'_>) -> Lines {
        let mut entries = Vec::new();
        for attribute in &code.attributes {
            if pool.utf8(attribute.name) == Ok(b"LineNumberTable") {
                // A damaged table is as good as none: the JVM does not need it either.
                let _ = read_lines(&attribute.data, code, &mut entries);
            }
        }
        let mut sorted = entries.clone();
        sorted.sort_by_key(|&(insn, _)| insn);
        let mut line_of = vec![0; code.insns.len()];
        let mut entry_of = vec![None; code.insns.len()];
        for (position, &(insn, line)) in sorted.iter().enumerate() {
            let end = sorted
                .get(position + 1)
                .map_or(code.insns.len(), |next| next.0);
            line_of[insn..end].fill(line);
            entry_of[insn..end].fill(Some(insn));
        }
        Lines {
            entries,
            line_of,
            entry_of,
        }
    }

    /// The line of an instruction.
    pub fn of(&self, insn: usize) -> Option<u32> {
        match self.line_of[insn] {
            0 => None,
            line => Some(line.into()),
        }
    }

    /// Whether an entry of the table starts at an instruction.
    pub fn starts_at(&self, insn: usize) -> bool {
        self.entry_of[insn] == Some(insn)
    }

    /// Corrects the lines of code that stands behind another line than its own.
    ///
    /// After `a ? b : c` over several lines the table has no entry for what follows: it would count as the line of `c`
    /// even when `b` ran. Where the entry's code need not have run, the line is the one of the last common code before:
    /// for a handler, which any instruction of a block can lead to, that is the first of the block.
    pub fn settle(&mut self, flow: &Flow) {
        for (block, above) in flow.dominators.pairs() {
            let Block { start, end, .. } = flow.blocks[block];
            let (Some(entry), Some(above)) = (self.entry_of[start], above) else {
                continue;
            };
            if !flow.dominators.dominates(flow.block_of[entry], block) {
                let before = &flow.blocks[above];
                let line = match before.handlers.contains(&block) {
                    true => self.line_of[before.start],
                    false => self.line_of[before.end - 1],
                };
                let same = (start..end).take_while(|&insn| self.entry_of[insn] == Some(entry));
                let same = same.count();
                self.line_of[start..start + same].fill(line);
            }
        }
    }

    /// The smallest and largest line of some instructions.
    pub fn range(&self, insns: impl Iterator<Item = usize>) -> (Option<u32>, Option<u32>) {
        insns
            .filter_map(|insn| self.of(insn))
            .fold((None, None), |(first, last), line| {
                let first = first.map_or(line, |f: u32| f.min(line));
                let last = last.map_or(line, |l: u32| l.max(line));
                (Some(first), Some(last))
            })
    }
}

fn read_lines(data: &[u8], code: &Code<'_>, entries: &mut Vec<(usize, u16)>) -> Result<()> {
    let mut reader = Reader::new(data);
    for _ in 0..reader.u2()? {
        let (pc, line) = (reader.u2()?, reader.u2()?);
        match code.index_at(pc.into()) {
            Ok(insn) if insn < code.insns.len() => entries.push((insn, line)),
            _ => {}
        }
    }
    Ok(())
}

/// A flag of the CharacterRangeTable.
const STATEMENT: u16 = 1;

/// The first and last instructions of statements, as a CharacterRangeTable (`javac -Xjcov`) tells them.
pub fn statements(code: &Code<'_>, pool: &Pool<'_>) -> HashSet<(usize, usize)> {
    let mut found = HashSet::new();
    if let Some(table) = code.attribute(pool, b"CharacterRangeTable") {
        let mut reader = Reader::new(table);
        let mut read = || -> Result<()> {
            for _ in 0..reader.u2()? {
                let (first, last) = (usize::from(reader.u2()?), usize::from(reader.u2()?));
                let _places_in_the_source = (reader.u4()?, reader.u4()?);
                let is_statement = reader.u2()? & STATEMENT != 0;
                // The last byte is given, which is the one before the next instruction.
                if let (true, Ok(from), Ok(to)) =
                    (is_statement, code.index_at(first), code.index_at(last + 1))
                {
                    found.extend(to.checked_sub(1).map(|to| (from, to)));
                }
            }
            Ok(())
        };
        // What was read before the damage is still good.
        let _ = read();
    }
    found
}

/// A row of a LocalVariableTable or LocalVariableTypeTable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variable {
    /// The first instruction of its scope.
    pub start: usize,
    /// The first instruction after its scope.
    pub end: usize,
    /// Constant of its name.
    pub name: u16,
    /// Constant of its descriptor or signature.
    pub descriptor: u16,
    /// Its slot.
    pub slot: u16,
}

/// Reads the rows of such a table; rows that hit no instructions are ignored.
pub fn read_variables(data: &[u8], code: &Code<'_>) -> Vec<Variable> {
    let mut variables = Vec::new();
    let mut reader = Reader::new(data);
    let mut read = || -> Result<()> {
        for _ in 0..reader.u2()? {
            let (start, length) = (usize::from(reader.u2()?), usize::from(reader.u2()?));
            let (name, descriptor, slot) = (reader.u2()?, reader.u2()?, reader.u2()?);
            if let (Ok(start), Ok(end)) = (code.index_at(start), code.index_at(start + length)) {
                variables.push(Variable {
                    start,
                    end,
                    name,
                    descriptor,
                    slot,
                });
            }
        }
        Ok(())
    };
    // What was read before the damage is still good.
    let _ = read();
    variables
}

/// All rows of the LocalVariableTables of the code.
pub fn local_variables(code: &Code<'_>, pool: &Pool<'_>) -> Vec<Variable> {
    let tables = code.attributes.iter();
    tables
        .filter(|a| pool.utf8(a.name) == Ok(b"LocalVariableTable"))
        .flat_map(|a| read_variables(&a.data, code))
        .collect()
}

/// Writes rows with their new offsets; `range` maps the instructions of a scope to offset and length.
pub fn write_variables(
    variables: &[Variable],
    range: impl Fn(usize, usize) -> (usize, usize),
) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    out.extend(count(variables.len(), "the number of local variables")?);
    for variable in variables {
        let (start, length) = range(variable.start, variable.end);
        out.extend(count(start, "the scope of a local variable")?);
        out.extend(count(length, "the scope of a local variable")?);
        for value in [variable.name, variable.descriptor, variable.slot] {
            out.extend(value.to_be_bytes());
        }
    }
    Ok(out)
}
