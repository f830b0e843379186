//! The hall: all tables, who listens at them, and the one way in which anything
//! happens.
//!
//! A cause is judged by the room, its events go to the store, and only when they
//! are on the disk is anybody told. A room that could not store its events is
//! thrown away and read again from the log: the log is the truth, rooms are a
//! cache of it.

use crate::events::{Deed, Settings};
use crate::limits::held;
use crate::metrics::Metrics;
use crate::programs::{Programs, Thinking};
use crate::refusal::{Code, Refusal};
use crate::room::{Mine, Room};
use crate::story::Story;
use crate::who::lot;
use crate::wire::{Command, Message, Moment, NewTable, Phase, View, Wish};
use axum::extract::ws::Utf8Bytes;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};
use tokio::sync::mpsc;
use wabe_rules::{Dice, Seat};
use wabe_store::{Append, Appended, Event, Millis, Person, Store, TableId};

/// A listener that is so many messages behind is let go; it will come back and
/// get everything.
const BACKLOG: usize = 64;

/// Rooms that nobody has used for so long are forgotten.
const IDLE: Duration = Duration::from_secs(120);

/// Letters of a table's name: none that looks like another.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
const NAME_LENGTH: usize = 12;

/// Milliseconds since 1970.
pub fn now() -> Millis {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as Millis
}

/// Why something is to happen at a table.
#[derive(Clone, Debug)]
pub(crate) enum Cause {
    /// Somebody wants it.
    Wish { person: Person, wish: Wish },
    /// The program has decided.
    Program { job: u64, seat: Seat, length: usize, action: String },
    /// A lot is to be drawn, or somebody's time may be up.
    Time,
    /// The server was away since that moment.
    Return { last_alive: Millis },
    /// The next game was opened.
    Rematch { table: TableId },
}

/// A place for a room, whether it is in memory or not.
pub(crate) struct Slot {
    pub id: TableId,
    room: tokio::sync::Mutex<Option<Room>>,
    pub listeners: Mutex<Vec<Listener>>,
    /// The last event that listeners know of.
    told: AtomicU64,
    /// Held by whoever opens the next game, so that there is one only.
    next: tokio::sync::Mutex<()>,
    pub thinking: Mutex<Option<Thinking>>,
    used: Mutex<Instant>,
}

pub(crate) struct Listener {
    number: u64,
    pub person: Person,
    pub to: mpsc::Sender<Utf8Bytes>,
}

impl Slot {
    fn tell_presence(&self, room: &Room) {
        let mut listeners = held(&self.listeners);
        let mut present = vec![false; room.settings().seats.len()];
        let mut watchers = 0;
        for listener in listeners.iter() {
            let mine = room.mine(&listener.person);
            watchers += usize::from(mine == Mine::default());
            present.iter_mut().enumerate().for_each(|(i, here)| *here |= mine.has(i + 1));
        }
        let text = Message::Presence { present: &present, watchers }.text();
        listeners.retain(|listener| listener.to.try_send(text.clone()).is_ok());
    }
}

/// All tables.
pub struct Hall {
    store: Arc<dyn Store>,
    slots: Mutex<HashMap<TableId, Arc<Slot>>>,
    dice: Mutex<Dice>,
    numbers: AtomicU64,
    deadlines: mpsc::UnboundedSender<(Millis, TableId)>,
    pub(crate) programs: Programs,
    /// What operators want to know.
    pub metrics: Metrics,
}

/// Someone's ear at a table; dropping it stops the listening.
pub struct Ear {
    hall: Arc<Hall>,
    slot: Arc<Slot>,
    number: u64,
    /// What is said.
    pub from: mpsc::Receiver<Utf8Bytes>,
}

impl Drop for Ear {
    fn drop(&mut self) {
        held(&self.slot.listeners).retain(|listener| listener.number != self.number);
        let (hall, slot) = (Arc::clone(&self.hall), Arc::clone(&self.slot));
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { hall.tell_presence(&slot).await });
        }
    }
}

impl Hall {
    /// A hall over a store; deadlines go to the receiver that comes with it.
    pub fn new(store: Arc<dyn Store>) -> (Arc<Hall>, mpsc::UnboundedReceiver<(Millis, TableId)>) {
        let (deadlines, receiver) = mpsc::unbounded_channel();
        let hall = Hall {
            store,
            slots: Mutex::default(),
            dice: Mutex::new(Dice::new(u64::from_le_bytes(lot()))),
            numbers: AtomicU64::new(1),
            deadlines,
            programs: Programs::new(),
            metrics: Metrics::default(),
        };
        (Arc::new(hall), receiver)
    }

    /// Where events are kept.
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// A number that is given out once.
    pub(crate) fn number(&self) -> u64 {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }

    fn slot(&self, id: &str) -> Arc<Slot> {
        let mut slots = held(&self.slots);
        let slot = slots.entry(id.to_owned()).or_insert_with(|| {
            Arc::new(Slot {
                id: id.to_owned(),
                room: tokio::sync::Mutex::default(),
                listeners: Mutex::default(),
                told: AtomicU64::new(0),
                next: tokio::sync::Mutex::default(),
                thinking: Mutex::default(),
                used: Mutex::new(Instant::now()),
            })
        });
        *held(&slot.used) = Instant::now();
        Arc::clone(slot)
    }

    /// Reads the room from the log, unless it is there.
    async fn load<'a>(
        &self,
        slot: &Slot,
        room: &'a mut Option<Room>,
    ) -> Result<&'a mut Room, Refusal> {
        if room.is_none() {
            let events = self.store.events(&slot.id, 0).await.map_err(|error| {
                self.metrics.trouble(&error.to_string());
                Refusal::trouble()
            })?;
            *room = Room::replay(&events).map_err(|error| {
                self.metrics.trouble(&error.to_string());
                Refusal::trouble()
            })?;
            match room {
                None => drop(held(&self.slots).remove(&slot.id)),
                Some(room) => {
                    // The store may have kept what it said it could not. Whoever
                    // has not heard of that comes back and gets everything.
                    if slot.told.swap(room.seq(), Ordering::Relaxed) != room.seq() {
                        held(&slot.listeners).clear();
                    }
                }
            }
        }
        room.as_mut().ok_or_else(Refusal::unknown_table)
    }

    /// Looks at a room.
    pub async fn look<T>(&self, id: &str, see: impl FnOnce(&Room) -> T) -> Result<T, Refusal> {
        if !is_table_name(id) {
            return Err(Refusal::unknown_table());
        }
        let slot = self.slot(id);
        let mut guard = slot.room.lock().await;
        Ok(see(self.load(&slot, &mut guard).await?))
    }

    /// The table as a person sees it.
    pub async fn view(&self, id: &str, person: &str) -> Result<(u64, View), Refusal> {
        self.look(id, |room| (room.seq(), room.view(room.mine(person)))).await
    }

    /// The board after some actions, as a person may see it.
    pub async fn moment(&self, id: &str, person: &str, length: usize) -> Result<Moment, Refusal> {
        let moment = self.look(id, |room| room.moment(room.mine(person), length)).await?;
        moment.ok_or_else(|| {
            Refusal::new(
                Code::NotNow,
                "There is no such moment, or it may not be looked at while the game runs.",
                "Diesen Moment gibt es nicht, oder er ist während der Partie nicht anzusehen.",
            )
        })
    }

    /// Opens a table.
    pub async fn open(self: &Arc<Hall>, person: &str, new: &NewTable) -> Result<TableId, Refusal> {
        let settings = self.settings(person, new).await?;
        self.open_with(person, settings).await
    }

    async fn open_with(
        self: &Arc<Hall>,
        person: &str,
        settings: Settings,
    ) -> Result<TableId, Refusal> {
        let id: TableId = lot::<NAME_LENGTH>()
            .iter()
            .map(|byte| char::from(LETTERS[usize::from(byte % 32)]))
            .collect();
        let at = now();
        let trouble = |error: String| {
            self.metrics.trouble(&error);
            Refusal::trouble()
        };
        let room = Room::open(&id, settings.clone(), at).map_err(trouble)?;
        let deed = Deed::Created(settings);
        let event = Event {
            table: id.clone(),
            seq: 1,
            kind: deed.kind().to_owned(),
            payload: deed.payload(),
            actor: Some(person.to_owned()),
            message: None,
            at,
        };
        let append = Append { events: vec![event], summary: room.summary() };
        match self.store.append(append).await.map_err(|error| trouble(error.to_string()))? {
            Appended::Stored => {}
            other => return Err(trouble(format!("a new table could not be stored: {other:?}"))),
        }
        self.metrics.opened();
        // A lot or the program may be first.
        self.happen(&id, Cause::Time, None).await?;
        Ok(id)
    }

    /// Carries out a command; returns the number of the event it caused.
    pub async fn command(
        self: &Arc<Hall>,
        id: &str,
        person: &str,
        command: Command,
    ) -> Result<u64, Refusal> {
        if !is_table_name(id) {
            return Err(Refusal::unknown_table());
        }
        if !Room::is_message_name(&command.id) {
            return Err(Refusal::malformed("`id` is 1 to 64 visible ASCII characters"));
        }
        // Two people may use the same name for a message.
        let message = format!("{}/{}", &person[..person.len().min(16)], command.id);
        match command.wish {
            Wish::Hurry => self.hurry(id, person).await,
            Wish::Rematch => {
                let (hall, id, person) = (Arc::clone(self), id.to_owned(), person.to_owned());
                let opened = async move { hall.open_rematch(&id, &person, message).await };
                self.to_the_end(opened).await
            }
            Wish::Ping => self.look(id, Room::seq).await,
            wish => {
                let seats_change = matches!(wish, Wish::Sit { .. } | Wish::Stand { .. });
                let cause = Cause::Wish { person: person.to_owned(), wish };
                let seq = self.happen(id, cause, Some(message)).await?;
                if seats_change {
                    self.tell_presence(&self.slot(id)).await;
                }
                Ok(seq)
            }
        }
    }

    async fn hurry(&self, id: &str, person: &str) -> Result<u64, Refusal> {
        let seq = self
            .look(id, |room| {
                let seated = room.mine(person) != Mine::default();
                (seated && room.program_to_act().is_some()).then(|| room.seq())
            })
            .await?;
        let seq = seq.ok_or_else(Refusal::not_now)?;
        if let Some(thinking) = &*held(&self.slot(id).thinking) {
            thinking.stop.stop();
        }
        Ok(seq)
    }

    /// Opens the next game with the seats moved on by one, once.
    async fn open_rematch(
        self: &Arc<Hall>,
        id: &str,
        person: &str,
        message: String,
    ) -> Result<u64, Refusal> {
        let slot = self.slot(id);
        let _alone = slot.next.lock().await;
        let (known, settings) = self
            .look(id, |room| {
                let over = matches!(room.phase(), Phase::Over | Phase::Aborted);
                let allowed = over && room.mine(person) != Mine::default();
                let mut settings = room.settings().clone();
                settings.seats.rotate_left(1);
                settings.played = Vec::new();
                let opened = room.rematch().is_some().then(|| room.seq());
                (room.answered(&message).or(opened), allowed.then_some(settings))
            })
            .await?;
        let settings = settings.ok_or_else(Refusal::not_now)?;
        if let Some(seq) = known {
            return Ok(seq);
        }
        let table = self.open_with(person, settings).await?;
        self.happen(id, Cause::Rematch { table }, Some(message)).await
    }

    /// Lets something happen, to the end, even if whoever asked for it has gone.
    pub(crate) async fn happen(
        self: &Arc<Hall>,
        id: &str,
        cause: Cause,
        message: Option<String>,
    ) -> Result<u64, Refusal> {
        let (hall, id) = (Arc::clone(self), id.to_owned());
        self.to_the_end(async move { hall.carry_out(&id, cause, message).await }).await
    }

    async fn to_the_end(
        &self,
        work: impl Future<Output = Result<u64, Refusal>> + Send + 'static,
    ) -> Result<u64, Refusal> {
        tokio::spawn(work).await.unwrap_or_else(|error| {
            self.metrics.trouble(&error.to_string());
            Err(Refusal::trouble())
        })
    }

    async fn carry_out(
        self: &Arc<Hall>,
        id: &str,
        cause: Cause,
        message: Option<String>,
    ) -> Result<u64, Refusal> {
        const TRIES: usize = 3;
        let slot = self.slot(id);
        let mut guard = slot.room.lock().await;
        for _ in 0..TRIES {
            let room = self.load(&slot, &mut guard).await?;
            if let Some(seq) = message.as_deref().and_then(|message| room.answered(message)) {
                return Ok(seq);
            }
            let at = now();
            let deeds = self.judge(&slot, room, &cause, at)?;
            // From here on the room is ahead of the log: it comes back only if
            // the log follows.
            let Some(mut room) = guard.take() else { continue };
            let mut story = Story::new(&slot, &room, at);
            let actor = match &cause {
                Cause::Wish { person, .. } => Some(person.as_str()),
                _ => None,
            };
            let mut told = message.as_deref();
            for deed in deeds {
                self.apply(&mut story, &mut room, deed, actor, told.take())?;
            }
            while room.awaits_lot() {
                let Some(lot) = room.draw_lot(&mut held(&self.dice)) else { break };
                self.apply(&mut story, &mut room, lot, None, None)?;
            }
            let summary = room.summary();
            if let Some(deadline) = summary.deadline {
                let _ = self.deadlines.send((deadline, slot.id.clone()));
            }
            if story.events.is_empty() {
                let seq = room.seq();
                self.wake_program(&slot, &room);
                *guard = Some(room);
                return Ok(seq);
            }
            let first = story.events[0].seq;
            let moved =
                story.events.iter().any(|event| event.kind == "joined" || event.kind == "left");
            let began = Instant::now();
            let events = std::mem::take(&mut story.events);
            match self.store.append(Append { events, summary }).await {
                Ok(Appended::Stored) => {
                    self.metrics.stored(began.elapsed());
                    slot.told.store(room.seq(), Ordering::Relaxed);
                    story.tell(&slot);
                    if moved {
                        slot.tell_presence(&room);
                    }
                    self.wake_program(&slot, &room);
                    *guard = Some(room);
                    return Ok(first);
                }
                Ok(Appended::Repeated { seq }) => return Ok(seq),
                Ok(Appended::Conflict) => {}
                Err(error) => {
                    self.metrics.trouble(&error.to_string());
                    return Err(Refusal::trouble());
                }
            }
        }
        Err(Refusal::trouble())
    }

    fn judge(
        &self,
        slot: &Slot,
        room: &Room,
        cause: &Cause,
        at: Millis,
    ) -> Result<Vec<Deed>, Refusal> {
        match cause {
            Cause::Wish { person, wish } => room.judge(person, wish, at),
            Cause::Program { job, seat, length, action } => {
                let current = held(&slot.thinking).as_ref().is_some_and(|t| t.job == *job);
                let deeds = current.then(|| room.judge_program(*seat, *length, action)).flatten();
                deeds.ok_or_else(Refusal::not_now)
            }
            Cause::Time => Ok(room.flag(at).into_iter().collect()),
            Cause::Return { last_alive } => {
                let view = room.clock().map(crate::clock::Clock::view);
                let credit = view
                    .filter(|clock| clock.running.is_some())
                    .map(|clock| (at - (*last_alive).max(clock.since)).max(0));
                Ok(credit
                    .filter(|ms| *ms > 0)
                    .map(|ms| Deed::Credited { ms })
                    .into_iter()
                    .collect())
            }
            Cause::Rematch { table } => match room.rematch() {
                Some(_) => Ok(Vec::new()),
                None => Ok(vec![Deed::Rematch { table: table.clone() }]),
            },
        }
    }

    fn apply(
        &self,
        story: &mut Story,
        room: &mut Room,
        deed: Deed,
        actor: Option<&str>,
        message: Option<&str>,
    ) -> Result<(), Refusal> {
        story.add(room, deed, actor, message).map_err(|why| {
            self.metrics.trouble(&format!("table {}: {why}", room.id()));
            Refusal::trouble()
        })
    }

    /// Lets the program think, if it is to act and does not think already.
    fn wake_program(self: &Arc<Hall>, slot: &Arc<Slot>, room: &Room) {
        let length = room.game().len();
        let mut thinking = held(&slot.thinking);
        let same = thinking.as_ref().is_some_and(|thinking| thinking.length == length);
        let program = room.program_to_act();
        if same && program.is_some() {
            return;
        }
        if let Some(old) = thinking.take() {
            old.stop.stop();
        }
        if let Some((seat, kind)) = program {
            *thinking = Some(self.programs.think(self, slot, room, seat, kind));
        }
    }

    /// Begins to listen at a table: first comes everything, or, for those who
    /// know all events up to the last, just that; then the news.
    pub async fn listen(
        self: &Arc<Hall>,
        id: &str,
        person: &str,
        since: Option<u64>,
    ) -> Result<Ear, Refusal> {
        if !is_table_name(id) {
            return Err(Refusal::unknown_table());
        }
        let slot = self.slot(id);
        let (to, from) = mpsc::channel(BACKLOG);
        let number = self.number();
        let mut guard = slot.room.lock().await;
        let room = self.load(&slot, &mut guard).await?;
        let (seq, now) = (room.seq(), now());
        let first = match since == Some(seq) {
            true => Message::Here { seq, now }.text(),
            false => {
                let view = room.view(room.mine(person));
                Message::Table { seq, now, table: &view }.text()
            }
        };
        let _ = to.try_send(first);
        let person = person.to_owned();
        held(&slot.listeners).push(Listener { number, person, to });
        slot.tell_presence(room);
        self.wake_program(&slot, room);
        drop(guard);
        Ok(Ear { hall: Arc::clone(self), slot, number, from })
    }

    /// Tells all at a table who is there.
    async fn tell_presence(&self, slot: &Slot) {
        let mut guard = slot.room.lock().await;
        if let Ok(room) = self.load(slot, &mut guard).await {
            slot.tell_presence(room);
        }
    }

    /// Tells all at a table something that is not stored.
    pub(crate) fn tell(&self, slot: &Slot, message: &Message) {
        let text = message.text();
        held(&slot.listeners).retain(|listener| listener.to.try_send(text.clone()).is_ok());
    }

    /// Forgets rooms that nobody uses.
    pub fn tidy(&self) {
        held(&self.slots).retain(|_, slot| {
            Arc::strong_count(slot) > 1
                || !held(&slot.listeners).is_empty()
                || held(&slot.used).elapsed() < IDLE
        });
    }

    /// How many tables are in memory, and how many listen.
    pub fn census(&self) -> (usize, usize) {
        let slots = held(&self.slots);
        (slots.len(), slots.values().map(|slot| held(&slot.listeners).len()).sum())
    }
}

/// Whether a text could be a table's name.
fn is_table_name(text: &str) -> bool {
    text.len() == NAME_LENGTH && text.bytes().all(|byte| LETTERS.contains(&byte))
}
