//! Hash codes by address, and the order of tables that go by them: both differ from run to run, and no recording holds them.
//!
//! Most classes compute their hash codes from what their objects hold. Code that takes the hash code of another object, or goes
//! through a table with such keys, comes to something else in every run. So where code in a piece does that, nothing that the piece
//! comes to shows that it is wrong.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use elenchus_session::Program;
use elenchus_trace::definition::{ClassDef, Definitions, Level, Variable};
use elenchus_trace::kind::Kind;
use elenchus_trace::value::{Ref, Thing, Time, Value};
use elenchus_tree::{NodeId, RoutineId};

use crate::abreast::statics_read;
use crate::comparing::behaviour::{given_and_left, is_constructor};
use crate::comparing::doubt::Doubt;
use crate::comparing::pair::{Piece, span};
use crate::comparing::places::source_lines;
use crate::comparing::unseen::is_in;
use crate::language::Hashing;
use crate::run::Run;

/// More objects than this, and larger windows of arrays, are not looked through.
const MOST_OBJECTS: usize = 5_000;
const MOST_ELEMENTS: u32 = 2_000;

/// Whose hash code is taken is not farther from what the code was given than this: an element of a list in a field of the receiver.
const FARTHEST: usize = 4;

/// Of so many calls the arguments are looked at, and so many objects that were made.
const MOST_CALLS: usize = 16;
const MOST_MADE: usize = 64;

/// More nodes than this are not gone through for objects that were made.
const MOST_NODES: usize = 100_000;

/// What the text of code says about hash codes.
#[derive(Default)]
struct Text {
    takes: bool,
    makes_nameless: bool,
    table: Option<&'static str>,
    shuffled: Option<&'static str>,
    goes_through: bool,
}

impl Text {
    /// Reads the lines of a routine with these parameters.
    fn read(hashing: &Hashing, lines: &[String], parameters: &[Variable]) -> Text {
        let any = |texts: &'static [&'static str]| {
            let found = |text: &&&str| lines.iter().any(|line| is_in(line, text));
            texts.iter().find(found).copied()
        };
        let calls: Vec<String> = lines
            .iter()
            .map(|line| line.replace(hashing.declares, ""))
            .collect();
        let takes = |text: &&str| calls.iter().any(|line| is_in(line, text));
        Text {
            takes: hashing.takes.iter().any(takes),
            makes_nameless: any(hashing.nameless).is_some(),
            table: any(hashing.tables),
            shuffled: any(hashing.shuffled),
            goes_through: any(hashing.goes_through).is_some()
                || lines.iter().any(|line| is_for_each(hashing, line))
                || lines.iter().any(|line| joins(hashing, line, parameters)),
        }
    }

    fn says_nothing(&self) -> bool {
        !self.takes && !self.goes_through
    }
}

fn is_for_each(hashing: &Hashing, line: &str) -> bool {
    let (begins, between) = hashing.for_each;
    line.split_once(begins)
        .is_some_and(|(_, behind)| behind.contains(between))
}

/// Whether a line joins something to a text that may be a table. Texts and numbers in the code are none, nor are parameters that are no objects.
fn joins(hashing: &Hashing, line: &str, parameters: &[Variable]) -> bool {
    if !hashing.joins.iter().any(|join| line.contains(join)) {
        return false;
    }
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let is_plain = |name: &str| {
        let is_number = name.starts_with(|c: char| c.is_ascii_digit());
        let mut plain = parameters.iter().filter(|one| one.kind != Kind::Ref);
        is_number || plain.any(|one| one.name == name)
    };
    let operands: Vec<&str> = line.split(" + ").collect();
    let behind = |text: &str| {
        let end = text.find(|c| !is_name(c)).unwrap_or(text.len());
        text.starts_with('"') || is_plain(&text[..end]) && !text[end..].starts_with(['.', '(', '['])
    };
    let before = |text: &str| {
        let start = text.trim_end_matches(is_name).len();
        text.ends_with('"') || is_plain(&text[start..]) && !text[..start].ends_with('.')
    };
    let all_are_plain = operands
        .windows(2)
        .all(|two| before(two[0]) && behind(two[1]));
    !all_are_plain
}

/// Why what came out of a piece may be due to hash codes, given the routines that ran in it and the nodes in it that ran code which differs.
pub fn doubt(
    run: &Run,
    piece: Piece,
    ran: &BTreeSet<RoutineId>,
    differing: &[NodeId],
) -> Option<Doubt> {
    let hashing = run.language().hashing()?;
    let mut reached = None;
    for &routine in ran {
        let Some(lines) = source_lines(run, routine) else {
            continue;
        };
        let def = run.definitions().routine(routine.0);
        let parameters = def.map_or(&[][..], |def| &def.parameters);
        let text = Text::read(hashing, &lines, parameters);
        if let (Some(shuffled), true) = (text.shuffled, text.goes_through) {
            return Some(order(shuffled));
        }
        if text.takes && text.makes_nameless {
            return Some(address());
        }
        if text.says_nothing() {
            continue;
        }
        let reached = reached.get_or_insert_with(|| {
            let calls = &differing[..differing.len().min(MOST_CALLS)];
            Reached::by(run, hashing, piece, calls)
        });
        if text.takes && reached.is_near {
            return Some(address());
        }
        if !text.goes_through {
            continue;
        }
        if let Some(class) = &reached.table {
            return Some(Doubt::Order(run.language().class_name(class)));
        }
        if let (Some(table), true) = (text.table, reached.has_several()) {
            return Some(order(table));
        }
    }
    None
}

fn address() -> Doubt {
    Doubt::Unseen("the address of an object".to_owned())
}

fn order(text: &str) -> Doubt {
    Doubt::Order(text.trim_end_matches('(').to_owned())
}

/// What code can come by that has its hash code from its address.
#[derive(Default)]
struct Reached {
    /// Whether something near to what it was given has.
    is_near: bool,
    /// The objects that have, by class.
    objects: HashMap<String, HashSet<Ref>>,
    /// The class of a table that holds several of them, or has no order at all.
    table: Option<String>,
    /// Such objects that are keys of tables.
    keys: HashSet<Ref>,
}

impl Reached {
    fn by(run: &Run, hashing: &Hashing, piece: Piece, calls: &[NodeId]) -> Reached {
        let classes = Classes::of(run.definitions(), hashing);
        let mut reached = Reached::default();
        let read = statics_read(run, piece);
        let pieces = calls.iter().map(|&call| (call, call));
        for piece in std::iter::once(piece).chain(pieces) {
            for (values, time) in given_and_left(run, piece, &read) {
                reached.follow(run, &classes, values, time);
            }
        }
        for (object, time) in made(run, piece) {
            reached.follow(run, &classes, vec![object], time);
        }
        reached
    }

    fn has_several(&self) -> bool {
        self.objects.values().any(|objects| objects.len() > 1)
    }

    fn follow(&mut self, run: &Run, classes: &Classes<'_>, values: Vec<Value>, time: Time) {
        let mut queue: VecDeque<(Value, usize)> = values.into_iter().map(|v| (v, 0)).collect();
        let mut followed = HashSet::new();
        while let Some((value, distance)) = queue.pop_front() {
            let Value::Ref(object) = value else { continue };
            if !followed.insert(object) || followed.len() > MOST_OBJECTS {
                continue;
            }
            let thing = run.trace().state_window(object, time, 0..MOST_ELEMENTS);
            if let Some(class) = classes.by_address(&thing) {
                self.is_near |= distance <= FARTHEST;
                self.objects.entry(class).or_default().insert(object);
            }
            let inside: Vec<Value> = match thing {
                Thing::Object { class, fields } => {
                    self.table = self.table.take().or_else(|| classes.without_order(class));
                    self.look_at_key(run, classes, class, &fields, time);
                    fields.into_iter().map(|(_, value)| value).collect()
                }
                Thing::Array { window, .. } => window,
                _ => Vec::new(),
            };
            queue.extend(inside.into_iter().map(|value| (value, distance + 1)));
        }
    }

    /// Counts the key of an entry, if that is what an object is.
    fn look_at_key(
        &mut self,
        run: &Run,
        classes: &Classes<'_>,
        class: u32,
        fields: &[(u32, Value)],
        time: Time,
    ) {
        let Some(entry) = classes.entry(class) else {
            return;
        };
        let named = |field: u32| classes.definitions.field(field).map(|field| &field.name);
        let is_key = |(field, _): &&(u32, Value)| named(*field).is_some_and(|name| name == "key");
        if let Some(&(_, Value::Ref(key))) = fields.iter().find(is_key)
            && let thing = run.trace().state_window(key, time, 0..0)
            && classes.by_address(&thing).is_some()
        {
            self.keys.insert(key);
            if self.keys.len() > 1 {
                self.table.get_or_insert(entry);
            }
        }
    }
}

/// Objects of recorded classes that were made in a piece, each with a moment of its life.
fn made(run: &Run, piece: Piece) -> Vec<(Value, Time)> {
    let (start, end) = span(run, piece);
    let nodes = (start.index()..end.index())
        .take(MOST_NODES)
        .map(NodeId::new);
    let constructors: HashSet<u32> = run
        .definitions()
        .routines()
        .filter(|def| def.is_constructor())
        .map(|def| def.id)
        .collect();
    let made = nodes.filter(|&node| constructors.contains(&run.tree().routine(node).0));
    let objects = made.filter_map(|node| {
        let data = run.data(node).filter(|data| is_constructor(run, data))?;
        Some((data.receiver?, data.after?))
    });
    objects.take(MOST_MADE).collect()
}

/// How the classes of a run come by their hash codes.
struct Classes<'d> {
    definitions: &'d Definitions,
    hashing: &'d Hashing,
    /// Those that have a routine for it.
    compute: HashSet<u32>,
}

impl<'d> Classes<'d> {
    fn of(definitions: &'d Definitions, hashing: &'d Hashing) -> Classes<'d> {
        let (name, descriptor) = hashing.routine;
        let all = definitions.routines();
        let routines = all.filter(|def| def.name == name && def.descriptor == descriptor);
        Classes {
            definitions,
            hashing,
            compute: routines.map(|def| def.class).collect(),
        }
    }

    /// The class of something that has its hash code from its address.
    fn by_address(&self, thing: &Thing) -> Option<String> {
        let class = match thing {
            Thing::Object { class, .. } | Thing::Opaque { class } => {
                self.definitions.class(*class)?
            }
            Thing::Enum { class, .. } => {
                return Some(self.definitions.class(*class)?.name.clone());
            }
            Thing::Class { .. } => return Some("class".to_owned()),
            // Arrays have, too, but nobody takes theirs: they are what collections consist of.
            Thing::Array { .. } | Thing::Box { .. } | Thing::Text { .. } | Thing::NotFollowed => {
                return None;
            }
        };
        let computes = |class: &ClassDef| {
            self.compute.contains(&class.id)
                || class.level != Level::Recorded && (self.hashing.by_contents)(&class.name)
        };
        // Lineages are short; a damaged one must not go round for ever.
        let lineage =
            std::iter::successors(Some(class), |class| self.definitions.class(class.parent));
        let contents = lineage.take(100).any(computes);
        (!contents).then(|| class.name.clone())
    }

    /// The class of a table without any order.
    fn without_order(&self, class: u32) -> Option<String> {
        let name = &self.definitions.class(class)?.name;
        let is_unordered = self.hashing.unordered.contains(&name.as_str());
        is_unordered.then(|| name.clone())
    }

    /// The class of an entry of a hash table.
    fn entry(&self, class: u32) -> Option<String> {
        let name = &self.definitions.class(class)?.name;
        let table = name.split('$').next().unwrap_or(name);
        let is_entry = self.hashing.entries.contains(&name.as_str());
        is_entry.then(|| table.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::java::hashing::HASHING;

    /// What code with one parameter `sign` of a kind says.
    fn goes_through(line: &str, kind: Kind) -> bool {
        let parameter = Variable {
            name: "sign".to_owned(),
            type_name: String::new(),
            kind,
        };
        Text::read(&HASHING, &[line.to_owned()], &[parameter]).goes_through
    }

    #[test]
    fn only_what_may_be_a_table_is_gone_through() {
        let of_a_character = |line| goes_through(line, Kind::Char);
        assert!(!of_a_character("total += isSmaller ? -value : value;"));
        assert!(!of_a_character("int value = valueOf(text.charAt(i));"));
        assert!(!of_a_character(
            "throw new Refused(\"digit: \" + sign + \" of \" + 7);"
        ));
        assert!(of_a_character("for (Count one : counts) {"));
        assert!(of_a_character("return seen.iterator().next();"));
        assert!(of_a_character("return \"digits: \" + sign + digits;"));
        assert!(of_a_character("return \"digits: \" + sign.digits();"));
        assert!(of_a_character("return all.sign + \" digits\";"));
        assert!(goes_through("return \"digits: \" + sign;", Kind::Ref));
    }
}
