//! What operators want to know, in the text form that Prometheus reads.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds of the buckets for the time a commit takes, in microseconds.
const BOUNDS: [u64; 8] = [250, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 250_000];

/// Counters since the start.
#[derive(Default)]
pub struct Metrics {
    opened: AtomicU64,
    appends: AtomicU64,
    micros: AtomicU64,
    buckets: [AtomicU64; BOUNDS.len()],
    refused: AtomicU64,
    troubles: AtomicU64,
}

fn more(counter: &AtomicU64, by: u64) {
    counter.fetch_add(by, Ordering::Relaxed);
}

impl Metrics {
    /// A table was opened.
    pub fn opened(&self) {
        more(&self.opened, 1);
    }

    /// Events were stored, in so much time.
    pub fn stored(&self, took: Duration) {
        let micros = took.as_micros() as u64;
        more(&self.appends, 1);
        more(&self.micros, micros);
        for (bound, bucket) in BOUNDS.iter().zip(&self.buckets) {
            more(bucket, u64::from(micros <= *bound));
        }
    }

    /// Somebody was refused something.
    pub fn refused(&self) {
        more(&self.refused, 1);
    }

    /// Something is wrong that an operator should see.
    pub fn trouble(&self, what: &str) {
        more(&self.troubles, 1);
        tracing::error!("{what}");
    }

    /// Everything, as text.
    pub fn text(&self, tables: usize, listeners: usize) -> String {
        let mut text = String::new();
        let mut line = |name: &str, kind: &str, help: &str, value: u64| {
            let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n");
        };
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        line("wabe_tables_in_memory", "gauge", "Tables in memory.", tables as u64);
        line("wabe_listeners", "gauge", "Sockets and streams at tables.", listeners as u64);
        line("wabe_tables_opened_total", "counter", "Tables opened.", get(&self.opened));
        line("wabe_refused_total", "counter", "Commands refused.", get(&self.refused));
        line("wabe_troubles_total", "counter", "Errors of the server.", get(&self.troubles));
        let name = "wabe_append_seconds";
        let _ = write!(text, "# HELP {name} From judged to stored.\n# TYPE {name} histogram\n");
        for (bound, bucket) in BOUNDS.iter().zip(&self.buckets) {
            let bound = *bound as f64 / 1e6;
            let _ = writeln!(text, "{name}_bucket{{le=\"{bound}\"}} {}", get(bucket));
        }
        let (count, sum) = (get(&self.appends), get(&self.micros) as f64 / 1e6);
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = write!(text, "{name}_sum {sum}\n{name}_count {count}\n");
        text
    }
}
