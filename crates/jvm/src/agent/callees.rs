//! Which classes are recorded, for calls that are rewritten before the class that they name is loaded.
//!
//! Such a call asks at run time, by the number of the class here, and keeps the answer once there is one.

use std::collections::{HashMap, HashSet};

/// What is known of classes by their names.
#[derive(Debug, Default)]
pub struct Callees {
    /// Classes that were loaded and left alone.
    opaque: HashSet<String>,
    numbers: HashMap<String, u32>,
    /// Those with a number, from 1 on.
    names: Vec<String>,
}

impl Callees {
    /// A class was loaded and left alone.
    pub fn leave_alone(&mut self, class: &str) {
        self.opaque.insert(class.to_string());
    }

    /// Whether a class of this name was left alone.
    pub fn is_opaque(&self, class: &str) -> bool {
        self.opaque.contains(class)
    }

    /// The number of a class.
    pub fn number(&mut self, class: &str) -> u32 {
        if let Some(&number) = self.numbers.get(class) {
            return number;
        }
        self.names.push(class.to_string());
        let number = self.names.len() as u32;
        self.numbers.insert(class.to_string(), number);
        number
    }

    /// The class with a number.
    pub fn name(&self, number: u32) -> Option<&str> {
        let index = (number as usize).checked_sub(1)?;
        self.names.get(index).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_for_names() {
        let mut callees = Callees::default();
        assert_eq!(callees.number("a/B"), 1);
        assert_eq!(callees.number("a/C"), 2);
        assert_eq!(callees.number("a/B"), 1);
        assert_eq!(callees.name(2), Some("a/C"));
        assert_eq!((callees.name(0), callees.name(3)), (None, None));
        callees.leave_alone("a/C");
        assert!(callees.is_opaque("a/C") && !callees.is_opaque("a/B"));
    }
}
