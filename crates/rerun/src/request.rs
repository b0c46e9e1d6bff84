//! The state before a recorded call, and the call, as bytes that `ElenchusRebuilt` and `ElenchusRerun` read.
//!
//! Numbers are big-endian, as Java reads them; a text is its length in bytes and its UTF-8.
//!
//! ```text
//! request  count unset*  count object*  count static*  count constant*  call
//! unset    class, whether it was initialised, count field* (static fields that held nothing yet; none where a static field of the
//!          class stays as the version sets it)
//! object   'O' class count (declaring class, field, value)*    'A' array class, count value*
//!          'T' class text   'X' kind bits   'E' enum class, constant   'C' class   'P' (a plain object)
//!          'F' owner, called method, interface, count value* (a lambda and what it captured)
//! static   class field value
//! constant enum constant, declaring class, field value (what the constants of enums hold)
//! call     class name descriptor, receiver value, count value*
//! value    'N'   'L' number of the object   kind bits
//! ```

use std::cell::LazyCell;
use std::collections::{BTreeMap, HashMap, HashSet};

use elenchus_recorded::java::is_without_inner_workings;
use elenchus_recorded::run::Run;
use elenchus_session::Program;
use elenchus_trace::definition::{FieldDef, Level, field_flag};
use elenchus_trace::value::{Ref, Target, Thing, Time, Value};
use elenchus_trace::{NodeData, NodeKind};
use elenchus_tree::NodeId;
use thiserror::Error;

use crate::constants::held_by_constants;

/// How many objects a state may hold.
const MOST_OBJECTS: usize = 200_000;

/// How many elements of one array are rebuilt.
const MOST_ELEMENTS: u32 = 1 << 20;

/// Why a call cannot be run again.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Hindrance {
    #[error("it is not a call")]
    NotACall,
    #[error("it belongs to a constructor, and what that made is not known")]
    InnerConstructor,
    #[error("it involves a {0}, whose contents were not recorded")]
    NotRecorded(String),
    #[error("it involves a lambda that cannot be made anew")]
    Lambda,
    #[error("it involves a {0} that was recorded only in part")]
    Shortened(String),
    #[error("its state is too large to be rebuilt")]
    TooLarge,
}

/// The request to run a call again from the state before it.
pub fn request(run: &Run, call: NodeId) -> Result<Vec<u8>, Hindrance> {
    request_with(run, call, Statics::All)
}

/// Which static fields a request sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statics {
    /// All that the call may read; none can be left out.
    All,
    /// Those that can be rebuilt. The others stay as the version sets them, for whoever sees for himself whether that makes a difference.
    Rebuilt,
    /// None.
    None,
}

/// The same with some of the static fields.
pub fn request_with(run: &Run, call: NodeId, which: Statics) -> Result<Vec<u8>, Hindrance> {
    let (mut state, called) = called(run, call)?;
    let none = || counted(0, Bytes::default());
    let (statics, constants, mut request) = match which {
        Statics::None => (none(), none(), none()),
        _ => {
            let statics = state.statics(call, which)?;
            let constants = state.constants()?;
            (statics, constants, state.unset())
        }
    };
    request.count(state.objects.len());
    for object in &state.objects {
        request.0.extend(&object.0);
    }
    request.0.extend(statics.0);
    request.0.extend(constants.0);
    request.0.extend(called.0);
    Ok(request.0)
}

/// The classes that a call is about: its own, and those of all that its receiver and its arguments lead to.
pub fn involved(run: &Run, call: NodeId) -> Result<HashSet<String>, Hindrance> {
    let (state, _) = called(run, call)?;
    let routine = run.data(call).and_then(|data| match data.kind {
        NodeKind::Routine(routine) => Some(run.definitions().routine(routine)?.class),
        _ => None,
    });
    let own = routine.map(|class| state.class_name(class));
    Ok(state.classes().chain(own).collect())
}

/// The classes of all objects that are rebuilt for a call, those that static fields lead to included.
pub fn rebuilt(run: &Run, call: NodeId) -> Result<HashSet<String>, Hindrance> {
    let (mut state, _) = called(run, call)?;
    state.statics(call, Statics::Rebuilt)?;
    state.constants()?;
    Ok(state.classes().collect())
}

/// A call, and the state that its receiver and its arguments lead to.
fn called(run: &Run, call: NodeId) -> Result<(State<'_>, Bytes), Hindrance> {
    let data = run.data(call).ok_or(Hindrance::NotACall)?;
    let NodeKind::Routine(routine) = data.kind else {
        return Err(Hindrance::NotACall);
    };
    let definitions = run.definitions();
    let routine = definitions.routine(routine).ok_or(Hindrance::NotACall)?;
    let class = definitions
        .class(routine.class)
        .ok_or(Hindrance::NotACall)?;
    let mut state = State::new(run, data.before);
    let mut called = Bytes::default();
    called.text(&class.name);
    called.text(&routine.name);
    called.text(&routine.descriptor);
    let receiver = match routine.is_constructor() {
        true => state.unfinished(call, &data, routine.class)?,
        false => data.receiver,
    };
    state.value(receiver.unwrap_or(Value::Null), &mut called)?;
    called.count(data.arguments.len());
    for (place, &argument) in data.arguments.iter().enumerate() {
        let parameter = routine.parameters.get(place);
        state.expect(argument, parameter.map(|parameter| &*parameter.type_name));
        state.value(argument, &mut called)?;
    }
    state.follow()?;
    Ok((state, called))
}

/// The call of a constructor around this one, if there is one: that of a subclass, or of another object that it makes.
fn constructor_around(run: &Run, call: NodeId) -> Option<(NodeData, u32)> {
    let parent = run.tree().parent(call)?;
    let caller = run.data(run.call_around(parent)?)?;
    let NodeKind::Routine(routine) = caller.kind else {
        return None;
    };
    let routine = run.definitions().routine(routine)?;
    routine.is_constructor().then_some((caller, routine.class))
}

/// The class of a constant whose constructor this is. A constant with a body has a class of its own, whose constructor calls that of
/// the enum.
fn class_of_constant(run: &Run, call: NodeId, made: Ref, class: u32) -> u32 {
    match constructor_around(run, call) {
        Some((caller, around)) if caller.receiver == Some(Value::Ref(made)) => around,
        _ => class,
    }
}

/// Whether the constructor of a class that never had its object, because it threw, may have been called for the object of a subclass.
/// A caller that has its own object by then has called the constructor of its superclass before.
fn may_belong_to_subclass(run: &Run, call: NodeId, class: u32) -> bool {
    let definitions = run.definitions();
    let parent =
        |&class: &u32| Some(definitions.class(class)?.parent).filter(|&parent| parent != 0);
    constructor_around(run, call).is_some_and(|(caller, around)| {
        caller.receiver.is_none()
            && std::iter::successors(Some(around), parent).any(|one| one == class)
    })
}

/// Bytes as Java reads them.
#[derive(Clone, Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn tag(&mut self, tag: u8) {
        self.0.push(tag);
    }

    fn count(&mut self, count: usize) {
        self.0.extend((count as u32).to_be_bytes());
    }

    fn text(&mut self, text: &str) {
        self.count(text.len());
        self.0.extend(text.as_bytes());
    }

    fn plain(&mut self, kind: u8, bits: u64) {
        self.tag(kind);
        self.0.extend(bits.to_be_bytes());
    }
}

/// The objects that a state leads to, numbered in the order in which they are met.
struct State<'r> {
    run: &'r Run,
    time: Time,
    numbers: HashMap<Ref, usize>,
    /// The objects by their numbers; those that are not written yet come last.
    met: Vec<Ref>,
    objects: Vec<Bytes>,
    /// The types of the variables that objects stood in: a lambda does not say itself what it is for.
    expected: HashMap<Ref, String>,
    /// Classes with static fields that hold something which cannot be rebuilt and which the call does not read.
    kept: HashSet<u32>,
}

impl<'r> State<'r> {
    fn new(run: &'r Run, time: Time) -> State<'r> {
        State {
            run,
            time,
            numbers: HashMap::new(),
            met: Vec::new(),
            objects: Vec::new(),
            expected: HashMap::new(),
            kept: HashSet::new(),
        }
    }

    /// What the constructor of a class works on where the constructor of a subclass has called it: an object of the subclass. Of its
    /// fields only those are set by then that the compiler adds, which never change. Nothing where it makes an object itself.
    fn unfinished(
        &mut self,
        call: NodeId,
        data: &NodeData,
        class: u32,
    ) -> Result<Option<Value>, Hindrance> {
        let run = self.run;
        let Some(Value::Ref(made)) = data.receiver else {
            return match may_belong_to_subclass(run, call, class) {
                true => Err(Hindrance::InnerConstructor),
                false => Ok(None),
            };
        };
        let after = data.after.unwrap_or(data.before);
        let (made_class, fields) = match run.trace().state_window(made, after, 0..0) {
            Thing::Object { class: own, .. } if own == class => return Ok(None),
            Thing::Object { class, fields } => (class, fields),
            // Constants cannot be made from outside, but a constructor can be run on a new one.
            Thing::Enum { .. } => (class_of_constant(run, call, made, class), Vec::new()),
            _ => return Err(Hindrance::InnerConstructor),
        };
        let added = field_flag::SYNTHETIC | field_flag::FINAL;
        let is_added = |field: u32| {
            let field = run.definitions().field(field);
            field.is_some_and(|field| field.flags & added == added)
        };
        let fields = fields.into_iter();
        let fields = fields.filter(|&(field, _)| is_added(field)).collect();
        self.numbers.insert(made, self.met.len());
        self.met.push(made);
        let object = self.fields_of(made_class, fields)?;
        self.objects.push(object);
        Ok(Some(Value::Ref(made)))
    }

    /// Notes the type of the variable that holds a value.
    fn expect(&mut self, value: Value, type_name: Option<&str>) {
        if let (Value::Ref(reference), Some(name)) = (value, type_name)
            && name != "java.lang.Object"
        {
            self.expected
                .entry(reference)
                .or_insert_with(|| name.to_owned());
        }
    }

    fn value(&mut self, value: Value, to: &mut Bytes) -> Result<(), Hindrance> {
        match value {
            Value::Null => to.tag(b'N'),
            Value::Missing => return Err(Hindrance::NotRecorded("value".to_owned())),
            Value::Ref(reference) => {
                let next = self.met.len();
                let number = *self.numbers.entry(reference).or_insert(next);
                if number == next {
                    self.met.push(reference);
                }
                if next >= MOST_OBJECTS {
                    return Err(Hindrance::TooLarge);
                }
                to.tag(b'L');
                to.count(number);
            }
            plain => plain_value(plain, to),
        }
        Ok(())
    }

    /// Writes the objects that were met, and those that they lead to.
    fn follow(&mut self) -> Result<(), Hindrance> {
        while let Some(&reference) = self.met.get(self.objects.len()) {
            let object = self.object(reference)?;
            self.objects.push(object);
        }
        Ok(())
    }

    fn object(&mut self, reference: Ref) -> Result<Bytes, Hindrance> {
        let trace = self.run.trace();
        let mut bytes = Bytes::default();
        match trace.state_window(reference, self.time, 0..MOST_ELEMENTS) {
            Thing::Object {
                class: number,
                fields,
            } => {
                let class = self.class_name(number);
                if class.contains("$$Lambda") {
                    return Err(Hindrance::Lambda);
                }
                if let Some((owner, called)) = class.split_once("::") {
                    let captured = fields.into_iter().map(|(_, value)| value).collect();
                    return self.lambda(reference, (owner, called), captured);
                }
                if is_without_inner_workings(&class) {
                    return Err(Hindrance::NotRecorded(class));
                }
                return self.fields_of(number, fields);
            }
            Thing::Array {
                class,
                length,
                window,
                ..
            } => {
                let class = self.class_name(class);
                if window.len() != length as usize || window.contains(&Value::Missing) {
                    return Err(Hindrance::Shortened(class));
                }
                bytes.tag(b'A');
                bytes.text(&class);
                bytes.count(window.len());
                for value in window {
                    self.expect(value, class.strip_suffix("[]"));
                    self.value(value, &mut bytes)?;
                }
            }
            Thing::Box { value, .. } => {
                bytes.tag(b'X');
                plain_value(value, &mut bytes);
            }
            Thing::Text {
                class,
                text,
                shortened,
                ..
            } => {
                let class = self.class_name(class);
                if shortened {
                    return Err(Hindrance::Shortened(class));
                }
                bytes.tag(b'T');
                bytes.text(&class);
                bytes.text(&text);
            }
            Thing::Enum { class, constant } => {
                bytes.tag(b'E');
                bytes.text(&self.class_name(class));
                bytes.text(&constant);
            }
            Thing::Class { name } => {
                bytes.tag(b'C');
                bytes.text(&name);
            }
            // It holds nothing: a lock, or a mark that is known by being the same object.
            Thing::Opaque { class } if self.class_name(class) == "java.lang.Object" => {
                bytes.tag(b'P');
            }
            Thing::Opaque { class } => {
                let class = self.class_name(class);
                let is_lambda = class.contains("$$Lambda");
                return Err(match is_lambda {
                    // Its name differs from run to run.
                    true => Hindrance::Lambda,
                    false => Hindrance::NotRecorded(class),
                });
            }
            Thing::NotFollowed => return Err(Hindrance::NotRecorded("value".to_owned())),
        }
        Ok(bytes)
    }

    /// An object by its fields, as far as they are known.
    fn fields_of(&mut self, class: u32, fields: Vec<(u32, Value)>) -> Result<Bytes, Hindrance> {
        let class = self.class_name(class);
        let mut bytes = Bytes::default();
        bytes.tag(b'O');
        bytes.text(&class);
        let known: Vec<_> = fields
            .into_iter()
            .filter(|(_, value)| *value != Value::Missing)
            .collect();
        bytes.count(known.len());
        for (field, value) in known {
            let field = self.run.definitions().field(field);
            let field = field.ok_or(Hindrance::NotRecorded(class.clone()))?;
            bytes.text(&self.class_name(field.class));
            bytes.text(&field.name);
            self.expect(value, Some(&field.type_name));
            self.value(value, &mut bytes)?;
        }
        Ok(bytes)
    }

    fn lambda(
        &mut self,
        reference: Ref,
        (owner, called): (&str, &str),
        captured: Vec<Value>,
    ) -> Result<Bytes, Hindrance> {
        let wanted = self.expected.get(&reference).ok_or(Hindrance::Lambda)?;
        let mut bytes = Bytes::default();
        bytes.tag(b'F');
        bytes.text(owner);
        bytes.text(called);
        bytes.text(wanted);
        bytes.count(captured.len());
        for value in captured {
            self.value(value, &mut bytes)?;
        }
        Ok(bytes)
    }

    /// The classes of the objects that were met.
    fn classes(&self) -> impl Iterator<Item = String> {
        self.met.iter().filter_map(|&object| {
            match self.run.trace().state_window(object, self.time, 0..0) {
                Thing::Object { class, .. } | Thing::Enum { class, .. } => {
                    Some(self.class_name(class))
                }
                _ => None,
            }
        })
    }

    fn class_name(&self, class: u32) -> String {
        let class = self.run.definitions().class(class);
        class.map_or_else(|| "?".to_owned(), |class| class.name.clone())
    }

    /// The static fields of classes with initialisers that held nothing yet. A JVM that has run other calls must not hold anything there
    /// either: what those calls wrote, or what an initialiser wrote that is still to run.
    fn unset(&self) -> Bytes {
        let definitions = self.run.definitions();
        let initialised_by_code: HashSet<u32> = definitions
            .routines()
            .filter(|routine| routine.is_class_initialiser())
            .map(|routine| routine.class)
            .collect();
        let is_static = |field: &&FieldDef| {
            field.flags & field_flag::STATIC != 0
                && definitions.canonical_field(field.id) == field.id
                && definitions
                    .class(field.class)
                    .is_some_and(|class| class.level == Level::Recorded)
        };
        // By class: whether a field of it was written, and those that were not and can be.
        let mut classes: BTreeMap<u32, (bool, Vec<&str>)> = BTreeMap::new();
        for field in definitions.fields().filter(is_static) {
            let (is_written, unset) = classes.entry(field.class).or_default();
            let held = Target::Static { field: field.id };
            match self.run.trace().value_at(held, self.time) {
                Value::Missing if field.flags & field_flag::FINAL == 0 => unset.push(&field.name),
                Value::Missing => {}
                _ => *is_written = true,
            }
        }
        // Without an initialiser there is nothing that could have run too early.
        classes.retain(|class, (is_written, unset)| {
            *is_written |= !initialised_by_code.contains(class);
            !*is_written || !unset.is_empty() || self.kept.contains(class)
        });
        let mut bytes = Bytes::default();
        bytes.count(classes.len());
        for (class, (is_written, unset)) in classes {
            bytes.text(&self.class_name(class));
            bytes.tag(is_written.into());
            bytes.count(unset.len());
            unset.into_iter().for_each(|field| bytes.text(field));
        }
        bytes
    }

    /// The static fields of recorded classes that were written. Final ones are set where they lead to something that can change.
    /// Where that cannot be rebuilt those of the version stay, and so do others that no code of the call names.
    fn statics(&mut self, call: NodeId, which: Statics) -> Result<Bytes, Hindrance> {
        let definitions = self.run.definitions();
        let run = self.run;
        let readers = LazyCell::new(|| run.readers((call, run.tree().end(call))));
        let is_ours = |field: &&FieldDef| {
            field.flags & field_flag::STATIC != 0
                && field.flags & field_flag::SYNTHETIC == 0
                && definitions.canonical_field(field.id) == field.id
                && definitions
                    .class(field.class)
                    .is_some_and(|class| class.level == Level::Recorded)
        };
        let mut written = Bytes::default();
        let mut count = 0;
        for field in definitions.fields().filter(is_ours) {
            let held = Target::Static { field: field.id };
            let held = self.run.trace().value_at(held, self.time);
            let is_final = field.flags & field_flag::FINAL != 0;
            if held == Value::Missing || is_final && !self.can_change(held) {
                continue;
            }
            match self.held(field, held) {
                Ok(value) => {
                    written.text(&self.class_name(field.class));
                    written.text(&field.name);
                    written.0.extend(value.0);
                    count += 1;
                }
                Err(_) if is_final || which != Statics::All || !readers.may_read(field) => {
                    self.kept.extend((!is_final).then_some(field.class));
                }
                Err(hindrance) => return Err(hindrance),
            }
        }
        Ok(counted(count, written))
    }

    /// What the constants of enums hold. Where that cannot be rebuilt, what a final field of the version holds stays.
    fn constants(&mut self) -> Result<Bytes, Hindrance> {
        let run = self.run;
        let all = held_by_constants(run, self.time, |value| self.can_change(value));
        let mut written = Bytes::default();
        let mut count = 0;
        for constant in all {
            let field = constant.field;
            match self.held(field, constant.value) {
                Ok(value) => {
                    written.text(&self.class_name(constant.class));
                    written.text(&constant.constant);
                    written.text(&self.class_name(field.class));
                    written.text(&field.name);
                    written.0.extend(value.0);
                    count += 1;
                }
                Err(_) if field.flags & field_flag::FINAL != 0 => {}
                Err(hindrance) => return Err(hindrance),
            }
        }
        Ok(counted(count, written))
    }

    /// The value of a field, after the objects that it leads to. None of those are kept when one of them cannot be rebuilt.
    fn held(&mut self, field: &FieldDef, held: Value) -> Result<Bytes, Hindrance> {
        let (met, objects) = (self.met.len(), self.objects.len());
        let mut value = Bytes::default();
        self.expect(held, Some(&field.type_name));
        let followed = self.value(held, &mut value).and_then(|()| self.follow());
        if followed.is_err() {
            for forgotten in self.met.drain(met..) {
                self.numbers.remove(&forgotten);
            }
            self.objects.truncate(objects);
        }
        followed.map(|()| value)
    }

    /// Whether a value leads to something that may have changed since it was stored.
    fn can_change(&self, value: Value) -> bool {
        let Value::Ref(reference) = value else {
            return false;
        };
        let thing = self.run.trace().state_window(reference, self.time, 0..0);
        matches!(thing, Thing::Object { .. } | Thing::Array { .. })
    }
}

/// Some entries, after how many they are.
fn counted(count: usize, entries: Bytes) -> Bytes {
    let mut all = Bytes::default();
    all.count(count);
    all.0.extend(entries.0);
    all
}

fn plain_value(value: Value, to: &mut Bytes) {
    match value {
        Value::Bool(value) => to.plain(b'Z', value.into()),
        Value::Byte(value) => to.plain(b'B', value as u64),
        Value::Char(value) => to.plain(b'C', value.into()),
        Value::Short(value) => to.plain(b'S', value as u64),
        Value::Int(value) => to.plain(b'I', value as u64),
        Value::Long(value) => to.plain(b'J', value as u64),
        Value::Float(value) => to.plain(b'F', value.to_bits().into()),
        Value::Double(value) => to.plain(b'D', value.to_bits()),
        Value::Missing | Value::Null | Value::Ref(_) => to.tag(b'N'),
    }
}
