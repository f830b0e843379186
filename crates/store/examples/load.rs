//! How many events a second the store keeps, each acknowledged from the disk.
//!
//! ```text
//! cargo run --release -p wabe-store --example load -- [SECONDS] [TASKS] [RATE] [GAMES] [DIR]
//! ```
//!
//! So many tasks each play a table: append one event, wait for the answer, append
//! the next. With a `RATE` they together append so many a second, otherwise as
//! many as they can. `GAMES` finished games of 40 events are stored beforehand.
//! Prints appends a second, how long one took, and the processor time of the
//! process.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use wabe_store::{Append, Appended, Event, Sqlite, Store, Summary};

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: u64| match arguments.get(i) {
        Some(text) => text.parse(),
        None => Ok(default),
    };
    let (seconds, tasks, games) = (number(0, 10)?, number(1, 200)?, number(3, 0)?);
    let pause = match number(2, 0)? {
        0 => Duration::ZERO,
        rate => Duration::from_secs_f64(tasks as f64 / rate as f64),
    };
    let temporary = std::env::temp_dir().join(format!("wabe-load-{}", std::process::id()));
    let given = arguments.get(4).map(PathBuf::from);
    let folder = given.clone().unwrap_or_else(|| temporary.clone());

    let store: Arc<dyn Store> = Arc::new(Sqlite::open(&folder).await?);
    fill(&store, games).await?;
    measure_reading(&*store).await?;

    let (begin, busy) = (Instant::now(), processor_time());
    let end = begin + Duration::from_secs(seconds);
    let mut playing = JoinSet::new();
    for task in 0..tasks {
        let table = format!("{:016x}", scattered(task));
        let first = begin + pause.mul_f64(task as f64 / tasks as f64);
        playing.spawn(play(store.clone(), table, first, pause, end));
    }
    let mut took: Vec<Duration> = playing.join_all().await.into_iter().flatten().collect();
    let (elapsed, busy) = (begin.elapsed().as_secs_f64(), processor_time() - busy);
    took.sort_unstable();
    let share = |share: f64| took[((took.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    let rate = took.len() as f64 / elapsed;
    println!("{rate:.0} appends/s ({tasks} tasks, {elapsed:.1} s)");
    println!("p50 {:.2} ms, p99 {:.2} ms, most {:.2} ms", share(0.5), share(0.99), share(1.0));
    println!("{:.0} us of processor time an append", busy * 1e6 / took.len() as f64);
    store.close().await;
    if given.is_none() {
        std::fs::remove_dir_all(&temporary)?;
    }
    Ok(())
}

/// One table, played until the time is over; how long each append took, counted
/// from when it was due.
async fn play(
    store: Arc<dyn Store>,
    table: String,
    first: Instant,
    pause: Duration,
    end: Instant,
) -> Vec<Duration> {
    let mut due = first;
    let mut took = Vec::new();
    let stored = store.events(&table, 0).await.expect("the store reads").len() as u64;
    for seq in stored + 1.. {
        let begin = if pause.is_zero() { Instant::now() } else { due };
        if begin >= end {
            break;
        }
        tokio::time::sleep_until(begin.into()).await;
        due += pause;
        let appended = store.append(step(&table, seq, false)).await;
        assert_eq!(appended, Ok(Appended::Stored));
        took.push(begin.elapsed());
    }
    took
}

/// Stores finished games, many at once.
async fn fill(store: &Arc<dyn Store>, games: u64) -> Result<(), Box<dyn std::error::Error>> {
    let begin = Instant::now();
    let mut filling = JoinSet::new();
    for game in 0..games {
        if filling.len() >= 500 {
            filling.join_next().await;
        }
        let (store, table) = (store.clone(), format!("f{:016x}", scattered(game)));
        filling.spawn(async move {
            let mut whole = step(&table, 1, true);
            whole.events.extend((2..=40).flat_map(|seq| step(&table, seq, true).events));
            store.append(whole).await
        });
    }
    filling.join_all().await;
    if games > 0 {
        println!("{games} games stored in {:.1} s", begin.elapsed().as_secs_f64());
    }
    Ok(())
}

/// What a server asks when it starts, and what a list asks.
async fn measure_reading(store: &dyn Store) -> Result<(), Box<dyn std::error::Error>> {
    let begin = Instant::now();
    store.deadlines().await?;
    store.awaiting_program().await?;
    let start = begin.elapsed();
    let begin = Instant::now();
    store.tables_of(&person(1), 100).await?;
    println!("start {:.2?}, a list of 100 games {:.2?}", start, begin.elapsed());
    Ok(())
}

fn step(table: &str, seq: u64, over: bool) -> Append {
    let event = Event {
        table: table.into(),
        seq,
        kind: "action".into(),
        payload: format!(
            r#"{{"seat":1,"text":"@{seq}","touches":[{seq}],"left":[300000,298000]}}"#
        ),
        actor: Some(person(1)),
        message: Some(format!("{table}-{seq}")),
        at: 1_763_250_000_000 + seq as i64,
    };
    let summary = Summary {
        spec: "omega:players=2,size=7".into(),
        people: vec![person(1), person(2)],
        over,
        deadline: (!over).then_some(1_763_250_300_000 + seq as i64),
        awaits_program: !over && seq.is_multiple_of(2),
        shown: r#"{"title":"Omega","seats":["Anna","Ben"],"turn":17,"to_act":1}"#.into(),
    };
    Append { events: vec![event], summary }
}

fn person(number: u64) -> String {
    format!("{number:064x}")
}

/// Table ids are chosen by lot: neighbours in time are not neighbours on disk.
fn scattered(number: u64) -> u64 {
    number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Seconds of processor time of this process so far, as Linux tells them.
fn processor_time() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let behind_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = behind_name.split_whitespace().skip(11).take(2);
    ticks.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}
