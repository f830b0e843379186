//! Limits for each address: how much, how often, how many at once.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

/// A bucket that fills steadily and is emptied by use.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// How much it holds.
    pub burst: f64,
    /// How much flows in a second.
    pub per_second: f64,
}

/// What is left of a rate.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    level: f64,
    filled: Instant,
}

impl Bucket {
    /// A full bucket.
    pub fn full(rate: Rate, now: Instant) -> Bucket {
        Bucket { level: rate.burst, filled: now }
    }

    /// Takes one out, if there is one.
    pub fn take(&mut self, rate: Rate, now: Instant) -> bool {
        let seconds = now.saturating_duration_since(self.filled).as_secs_f64();
        self.level = (self.level + seconds * rate.per_second).min(rate.burst);
        self.filled = now;
        let enough = self.level >= 1.0;
        if enough {
            self.level -= 1.0;
        }
        enough
    }

    fn is_full(&self, rate: Rate, now: Instant) -> bool {
        let seconds = now.saturating_duration_since(self.filled).as_secs_f64();
        self.level + seconds * rate.per_second >= rate.burst
    }
}

/// One rate for every address.
pub struct PerAddress {
    rate: Rate,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

/// From so many addresses on, those that have been quiet are forgotten.
const MANY: usize = 10_000;

impl PerAddress {
    /// A rate for every address.
    pub fn new(rate: Rate) -> PerAddress {
        PerAddress { rate, buckets: Mutex::default() }
    }

    /// Whether an address may do it once more.
    pub fn allows(&self, address: IpAddr, now: Instant) -> bool {
        let mut buckets = held(&self.buckets);
        if buckets.len() > MANY {
            buckets.retain(|_, bucket| !bucket.is_full(self.rate, now));
        }
        buckets.entry(address).or_insert(Bucket::full(self.rate, now)).take(self.rate, now)
    }
}

/// How many things each address has at once.
#[derive(Clone, Default)]
pub struct Counted(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// One of them; it is given back when dropped.
pub struct Held {
    counted: Counted,
    address: IpAddr,
}

impl Counted {
    /// One more for an address, unless it has `most`.
    pub fn take(&self, address: IpAddr, most: usize) -> Option<Held> {
        let mut counts = held(&self.0);
        let count = counts.entry(address).or_insert(0);
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Held { counted: self.clone(), address })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut counts = held(&self.counted.0);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

/// Locks, whatever happened to whoever held the lock before: all that is behind
/// these locks is whole between any two statements.
pub(crate) fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;
    use std::time::Duration;

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[test]
    fn a_burst_is_allowed_and_then_the_rate() {
        let limit = PerAddress::new(Rate { burst: 3.0, per_second: 1.0 });
        let start = Instant::now();
        assert_eq!((0..5).filter(|_| limit.allows(HERE, start)).count(), 3);
        assert!(limit.allows(HERE, start + Duration::from_millis(1001)));
        assert!(!limit.allows(HERE, start + Duration::from_millis(1002)));
    }

    #[test]
    fn what_is_held_is_given_back() {
        let counted = Counted::default();
        let first = counted.take(HERE, 2);
        let second = counted.take(HERE, 2);
        assert!(first.is_some() && second.is_some() && counted.take(HERE, 2).is_none());
        drop(first);
        assert!(counted.take(HERE, 2).is_some());
    }
}
