//! What was used of late, within a bound of bytes: the longest unused leaves first.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

#[derive(Debug)]
pub struct Lru<K, V> {
    limit: usize,
    bytes: usize,
    kept: HashMap<K, Kept<V>>,
    /// Uses in order; an entry whose time is not the latest use is out of date.
    uses: VecDeque<(K, u64)>,
    clock: u64,
}

#[derive(Debug)]
struct Kept<V> {
    value: V,
    bytes: usize,
    used: u64,
}

impl<K: Copy + Eq + Hash, V: Clone> Lru<K, V> {
    pub fn new(limit: usize) -> Lru<K, V> {
        Lru {
            limit,
            bytes: 0,
            kept: HashMap::new(),
            uses: VecDeque::new(),
            clock: 0,
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    pub fn get(&mut self, key: K) -> Option<V> {
        self.clock += 1;
        let kept = self.kept.get_mut(&key)?;
        kept.used = self.clock;
        let value = kept.value.clone();
        self.uses.push_back((key, self.clock));
        if self.uses.len() > 4 * self.kept.len() + 64 {
            let kept = &self.kept;
            self.uses
                .retain(|(key, time)| kept.get(key).is_some_and(|kept| kept.used == *time));
        }
        Some(value)
    }

    /// Keeps a value, which takes this many bytes, in place of what was there. The latest one stays however large it is.
    pub fn put(&mut self, key: K, value: V, bytes: usize) {
        self.clock += 1;
        self.forget(key);
        self.bytes += bytes;
        let used = self.clock;
        self.kept.insert(key, Kept { value, bytes, used });
        self.uses.push_back((key, used));
        while self.bytes > self.limit && self.kept.len() > 1 {
            let Some((key, time)) = self.uses.pop_front() else {
                break;
            };
            if self.kept.get(&key).is_some_and(|kept| kept.used == time) {
                self.forget(key);
            }
        }
    }

    pub fn forget(&mut self, key: K) {
        if let Some(kept) = self.kept.remove(&key) {
            self.bytes -= kept.bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_unused_leaves_and_the_bound_holds() {
        let mut lru = Lru::new(1000);
        for key in 1..=4 {
            lru.put(key, key * 10, 300);
            assert_eq!(lru.get(1), Some(10));
        }
        assert_eq!(lru.bytes(), 900);
        assert_eq!(
            [1, 2, 3, 4].map(|key| lru.get(key)),
            [Some(10), None, Some(30), Some(40)]
        );
    }

    #[test]
    fn a_value_put_again_is_counted_once() {
        let mut lru = Lru::new(1000);
        lru.put(1, 'a', 300);
        lru.put(1, 'b', 500);
        assert_eq!((lru.bytes(), lru.get(1)), (500, Some('b')));
        lru.forget(1);
        assert_eq!((lru.bytes(), lru.get(1)), (0, None));
    }
}
