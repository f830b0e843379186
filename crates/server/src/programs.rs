//! The program as an opponent: it thinks apart, so that nobody waits for it but
//! those who play with it.

use crate::hall::{Cause, Hall, Slot, now};
use crate::limits::held;
use crate::room::Room;
use crate::wire::Message;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::Semaphore;
use wabe_rules::{Seat, Table};
use wabe_search::{Kind, Limits, Means, Stop};

/// The longest a program thinks about one action.
const LONGEST: Duration = Duration::from_secs(1);

/// Memory of the strongest player, in megabytes.
const MEMORY: usize = 32;

/// What the program thinks about at a table.
pub(crate) struct Thinking {
    /// The job's number; the answer of any other is void.
    pub job: u64,
    /// How many actions had been played.
    pub length: usize,
    /// Ends it.
    pub stop: Stop,
}

/// The programs of all tables: as many think at once as there are cores.
pub(crate) struct Programs {
    turns: Arc<Semaphore>,
    /// Games whose tables are being made, or are there.
    known: Arc<Mutex<Vec<String>>>,
}

impl Programs {
    pub fn new() -> Programs {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Programs { turns: Arc::new(Semaphore::new(cores)), known: Arc::default() }
    }

    /// Starts to think; the answer comes to the hall as a cause.
    pub fn think(
        &self,
        hall: &Arc<Hall>,
        slot: &Arc<Slot>,
        room: &Room,
        seat: Seat,
        kind: Kind,
    ) -> Thinking {
        let (job, stop) = (hall.number(), Stop::new());
        let length = room.game().len();
        let limits = limits(room);
        let table = room.game().fork();
        if kind == Kind::Best {
            self.make_tables(hall, table.spec());
        }
        let turns = Arc::clone(&self.turns);
        let (hall, slot, stopped) = (Arc::clone(hall), Arc::clone(slot), stop.clone());
        tokio::spawn(async move {
            hall.tell(&slot, &Message::Thinking { seat: seat.number() });
            let Ok(turn) = turns.acquire_owned().await else { return };
            let work = move || {
                let _turn = turn;
                choose(&*table, kind, limits, &stopped, job)
            };
            let chosen = tokio::task::spawn_blocking(work).await;
            match chosen {
                Ok(Ok(action)) => {
                    let cause = Cause::Program { job, seat, length, action };
                    // Refused if the game has moved on meanwhile.
                    let _ = hall.happen(&slot.id, cause, None).await;
                }
                Ok(Err(why)) => hall.metrics.trouble(&format!("table {}: {why}", slot.id)),
                Err(error) => hall.metrics.trouble(&format!("table {}: {error}", slot.id)),
            }
            // If nothing came of it, the next who asks lets it think again.
            held(&slot.thinking).take_if(|thinking| thinking.job == job);
        });
        Thinking { job, length, stop }
    }

    /// Makes tables of perfect play on first use, where that is a matter of
    /// seconds; until they are there the program plays without.
    fn make_tables(&self, hall: &Arc<Hall>, spec: &str) {
        let mut known = held(&self.known);
        if known.iter().any(|other| other == spec) {
            return;
        }
        known.push(spec.to_owned());
        let spec = spec.to_owned();
        let hall = Arc::clone(hall);
        tokio::task::spawn_blocking(move || {
            let means = wabe_solve::Means { threads: 1, memory: 1 << 30 };
            let folder = wabe_solve::folder();
            if let Err(error) = wabe_solve::make_on_first_use(&spec, &folder, &means, &|_| {}) {
                hall.metrics.trouble(&error.to_string());
            }
        });
    }
}

fn limits(room: &Room) -> Limits {
    let time = match room.clock().and_then(|clock| Some((clock.left_now(now())?, clock.step()))) {
        None => LONGEST,
        Some((left, step)) => {
            let left = Duration::from_millis(left.max(0) as u64);
            let step = Duration::from_millis(step.max(0) as u64);
            let planned = Limits::for_clock(left, step, None);
            planned.time.unwrap_or(LONGEST).min(LONGEST)
        }
    };
    Limits::time(time)
}

fn choose(
    table: &dyn Table,
    kind: Kind,
    limits: Limits,
    stop: &Stop,
    seed: u64,
) -> Result<String, String> {
    let means = Means { megabytes: MEMORY, seed, ..Means::default() }.with_tables();
    let mut player =
        wabe_search::player(kind, table.spec(), means).map_err(|error| error.to_string())?;
    let thought = player.think(table, limits, stop, &mut |_| {});
    thought.map(|thought| thought.action).map_err(|error| error.to_string())
}
