//! The text form of trees: `expected.tree` of the exact corpus and the output of the JDI recorder.
//!
//! Both are described in `tests/java/exact/README.md` and `tests/java/jdi/README.md`; one parser reads both. Printing an
//! [`Item`] gives its line back.

use std::fmt;

/// One line with what is nested in it.
#[derive(Debug, Clone)]
pub struct Node {
    pub line: usize,
    pub item: Item,
    pub children: Vec<Node>,
}

/// What a line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    Thread,
    /// Something that a thread of a pool ran. No file of a recorder says so; they say `thread`.
    Task,
    Call(Call),
    Loop {
        kind: String,
        line: u32,
        count: usize,
    },
    Iteration {
        number: usize,
        locals: Vec<Local>,
        ending: String,
    },
    Lines(Vec<u32>),
    Write {
        noticed: bool,
        target: String,
        old: String,
        new: String,
    },
    /// What a collection or builder held when the node began and when it ended.
    Contents {
        object: String,
        before: String,
        after: String,
    },
    /// A line that the JDI recorder saw run, with the locals there.
    Hit {
        line: u32,
        locals: Vec<(String, String)>,
    },
}

/// A call's line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// Whether the compiler made the routine.
    pub synthetic: bool,
    pub chain: bool,
    pub routine: String,
    pub arguments: Vec<(String, String)>,
    pub end: End,
}

/// How a call ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    Returned,
    Value(String),
    Thrown(String),
    Never,
    /// It ended, but how is not known. No file says so; recordings may, of calls whose end could not be recorded.
    Unknown,
}

/// A local of an iteration; `after` is the value before where the file writes one value only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Local {
    pub name: String,
    pub before: String,
    pub after: String,
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Thread => write!(f, "thread"),
            Item::Task => write!(f, "task"),
            Item::Call(call) => call.fmt(f),
            Item::Loop { kind, line, count } => write!(f, "loop {kind}@{line} x{count}"),
            Item::Iteration {
                number,
                locals,
                ending,
            } => {
                write!(f, "#{number}")?;
                for (place, local) in locals.iter().enumerate() {
                    let separator = if place == 0 { " " } else { ", " };
                    write!(f, "{separator}{} {}", local.name, local.before)?;
                    if local.before != local.after {
                        write!(f, " -> {}", local.after)?;
                    }
                }
                match ending.as_str() {
                    "" => Ok(()),
                    ending => write!(f, " {ending}"),
                }
            }
            Item::Lines(lines) => {
                let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
                write!(f, "lines {}", lines.join(","))
            }
            Item::Write {
                noticed,
                target,
                old,
                new,
            } => {
                let mark = if *noticed { "?~" } else { "~" };
                write!(f, "{mark} {target} {old} -> {new}")
            }
            Item::Contents {
                object,
                before,
                after,
            } => write!(f, "= {object} {before} -> {after}"),
            Item::Hit { line, locals } => {
                write!(f, "@{line}")?;
                locals
                    .iter()
                    .try_for_each(|(name, value)| write!(f, " {name}={value}"))
            }
        }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let synthetic = if self.synthetic { "synthetic " } else { "" };
        let chain = if self.chain { "chain " } else { "" };
        let arguments: Vec<String> = self
            .arguments
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        write!(
            f,
            "{synthetic}{chain}{}({})",
            self.routine,
            arguments.join(", ")
        )?;
        match &self.end {
            End::Returned => Ok(()),
            End::Value(value) => write!(f, " -> {value}"),
            End::Thrown(exception) => write!(f, " !! {exception}"),
            End::Never => write!(f, " ..."),
            End::Unknown => write!(f, " (end not known)"),
        }
    }
}

/// Reads a whole file; the error names the line.
pub fn parse(text: &str) -> Result<Vec<Node>, String> {
    let mut roots = Vec::new();
    let mut open: Vec<Node> = Vec::new();
    for (index, raw) in text.lines().enumerate() {
        let content = raw.trim_start_matches(' ');
        if content.is_empty() || content.starts_with(';') {
            continue;
        }
        let level = (raw.len() - content.len()) / 2;
        let problem = |what: &str| format!("line {}: {what}: {content}", index + 1);
        if level > open.len() {
            return Err(problem("too deep"));
        }
        close(&mut open, &mut roots, level);
        let item = parse_item(content).ok_or_else(|| problem("not understood"))?;
        open.push(Node {
            line: index + 1,
            item,
            children: Vec::new(),
        });
    }
    close(&mut open, &mut roots, 0);
    Ok(roots)
}

/// The names of objects (class and number) in the order in which a text holds them; quoted texts and comments hold none.
pub fn object_names(text: &str) -> Vec<(String, usize)> {
    let mut names = Vec::new();
    for line in text
        .lines()
        .filter(|line| !line.trim_start().starts_with(';'))
    {
        let mut rest = line;
        while let Some(at) = rest.find(['"', '\'', '#']) {
            let (before, mark) = rest.split_at(at);
            if let Some(after) = mark.strip_prefix('#') {
                let is_name = |c: char| c.is_alphanumeric() || "_$[]".contains(c);
                let class = before.rsplit(|c| !is_name(c)).next().unwrap_or_default();
                let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
                if let (false, Ok(number)) = (class.is_empty(), digits.parse()) {
                    names.push((class.to_owned(), number));
                }
                rest = after;
            } else {
                let mut scan = Scanner(mark);
                let skipped = scan.value().is_some();
                rest = if skipped { scan.0 } else { &mark[1..] };
            }
        }
    }
    names
}

fn close(open: &mut Vec<Node>, roots: &mut Vec<Node>, level: usize) {
    while open.len() > level {
        let Some(done) = open.pop() else { return };
        match open.last_mut() {
            Some(parent) => parent.children.push(done),
            None => roots.push(done),
        }
    }
}

fn parse_item(line: &str) -> Option<Item> {
    if line == "thread" {
        return Some(Item::Thread);
    }
    if line == "task" {
        return Some(Item::Task);
    }
    if let Some(rest) = line.strip_prefix("= ") {
        let (object, change) = rest.split_once(' ')?;
        let (before, after) = change.split_once(" -> ")?;
        return Some(Item::Contents {
            object: object.to_owned(),
            before: before.to_owned(),
            after: after.to_owned(),
        });
    }
    if let Some(rest) = line.strip_prefix("lines ") {
        let lines: Option<Vec<u32>> = rest.split(',').map(|n| n.trim().parse().ok()).collect();
        return lines.map(Item::Lines);
    }
    if let Some(rest) = line.strip_prefix("loop ") {
        let (kind, rest) = rest.split_once('@')?;
        let (line, count) = rest.split_once(" x")?;
        return Some(Item::Loop {
            kind: kind.to_owned(),
            line: line.parse().ok()?,
            count: count.parse().ok()?,
        });
    }
    let mut scan = Scanner(line);
    if scan.eat("#") {
        return parse_iteration(scan);
    }
    if scan.eat("@") {
        let line = scan.value()?.parse().ok()?;
        let mut locals = Vec::new();
        while scan.eat(" ") {
            let name = scan.until('=')?;
            locals.push((name, scan.value()?));
        }
        return scan.done(Item::Hit { line, locals });
    }
    let noticed = scan.eat("?");
    if scan.eat("~ ") {
        let target = scan.value()?;
        let old = scan.eat(" ").then(|| scan.value())??;
        let new = scan.eat(" -> ").then(|| scan.value())??;
        return scan.done(Item::Write {
            noticed,
            target,
            old,
            new,
        });
    }
    parse_call(scan)
}

fn parse_iteration(mut scan: Scanner<'_>) -> Option<Item> {
    let number = scan.value()?.parse().ok()?;
    let mut locals = Vec::new();
    let mut ending = String::new();
    while scan.eat(" ") {
        let name = scan.value()?;
        if matches!(name.as_str(), "break" | "continue" | "return" | "throw") {
            ending = name;
            break;
        }
        let before = scan.eat(" ").then(|| scan.value())??;
        let after = if scan.eat(" -> ") {
            scan.value()?
        } else {
            before.clone()
        };
        locals.push(Local {
            name,
            before,
            after,
        });
        scan.eat(",");
    }
    scan.done(Item::Iteration {
        number,
        locals,
        ending,
    })
}

fn parse_call(mut scan: Scanner<'_>) -> Option<Item> {
    let synthetic = scan.eat("synthetic ");
    let chain = scan.eat("chain ");
    let routine = scan.until('(')?;
    let mut arguments = Vec::new();
    while !scan.eat(")") {
        let name = scan.until('=')?;
        arguments.push((name, scan.value()?));
        scan.eat(", ");
    }
    let end = if scan.eat(" -> ") {
        End::Value(scan.value()?)
    } else if scan.eat(" !! ") {
        End::Thrown(scan.value()?)
    } else if scan.eat(" ...") {
        End::Never
    } else {
        End::Returned
    };
    scan.done(Item::Call(Call {
        synthetic,
        chain,
        routine,
        arguments,
        end,
    }))
}

/// The rest of a line.
struct Scanner<'t>(&'t str);

impl Scanner<'_> {
    fn eat(&mut self, expected: &str) -> bool {
        let rest = self.0.strip_prefix(expected);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn until(&mut self, end: char) -> Option<String> {
        let (text, rest) = self.0.split_once(end)?;
        self.0 = rest;
        Some(text.to_owned())
    }

    /// A quoted text, or everything up to a blank, a comma or a closing parenthesis. Element targets such as
    /// `String[]#1["k"]` do not occur.
    fn value(&mut self) -> Option<String> {
        let quote = self.0.chars().next().filter(|c| matches!(c, '"' | '\''));
        let mut escaped = false;
        let end = match quote {
            Some(quote) => self
                .0
                .char_indices()
                .skip(1)
                .find(|&(_, c)| {
                    let closes = c == quote && !escaped;
                    escaped = c == '\\' && !escaped;
                    closes
                })
                .map(|(at, _)| at + 1)?,
            None => self.0.find([' ', ',', ')']).unwrap_or(self.0.len()),
        };
        let (value, rest) = self.0.split_at(end);
        self.0 = rest;
        (!value.is_empty()).then(|| value.to_owned())
    }

    fn done(self, item: Item) -> Option<Item> {
        self.0.is_empty().then_some(item)
    }
}
