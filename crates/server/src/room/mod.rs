//! A table in memory: what its events add up to, what may happen next, and what
//! each browser sees of it.
//!
//! A room does no input or output and reads no clock. [`Room::judge`] says what
//! a wish would cause, [`Room::apply`] is the only thing that changes a room,
//! and replaying the stored events gives the same room again.

mod judge;
mod view;

use crate::clock::Clock;
use crate::events::{Deed, Holder, Settings, Unreadable};
use crate::wire::{Phase, Proposed, Said};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use wabe_rules::{Dice, Picture, Seat, Status, Table, Viewer};
use wabe_search::Kind;
use wabe_store::{Event, Millis, Person, Summary, TableId};

/// How much of what was said is shown to newcomers.
const CHAT_KEPT: usize = 100;
const LONGEST_NAME: usize = 30;
const LONGEST_MESSAGE_NAME: usize = 64;

/// The seats of one browser, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mine(u8);

impl Mine {
    /// Whether a seat (from 1) belongs to it.
    pub fn has(self, seat: usize) -> bool {
        self.0 & 1 << (seat - 1) != 0
    }

    fn with(self, seat: usize) -> Mine {
        Mine(self.0 | 1 << (seat - 1))
    }

    fn list(self) -> Vec<usize> {
        (1..=8).filter(|&seat| self.has(seat)).collect()
    }

    fn first(self) -> Option<usize> {
        (1..=8).find(|&seat| self.has(seat))
    }
}

/// The pictures of one moment, each made once for all who see the same.
#[derive(Default)]
pub struct Pictures(Vec<(Viewer, Arc<Picture>)>);

/// An end that is not the game's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    Drawn,
    Aborted,
}

/// Something proposed, and who has agreed so far.
struct Proposal {
    what: Proposed,
    by: usize,
    waiting: Vec<usize>,
}

/// A table in memory.
pub struct Room {
    id: TableId,
    seq: u64,
    created: Millis,
    settings: Settings,
    game: Box<dyn Table>,
    /// How many actions had been played when the table was opened.
    given: usize,
    clock: Option<Clock>,
    proposal: Option<Proposal>,
    ended: Option<Ended>,
    chat: VecDeque<Said>,
    rematch: Option<TableId>,
    messages: HashMap<String, u64>,
}

impl Room {
    /// A table as it is opened. Settings from outside are checked by playing
    /// them.
    pub fn open(id: &str, settings: Settings, at: Millis) -> Result<Room, String> {
        let mut game = wabe_games::open(&settings.spec).map_err(|error| error.to_string())?;
        if settings.rules != game.about().rules_version {
            return Err(format!(
                "it is played by version {} of the rules, known is {}",
                settings.rules,
                game.about().rules_version
            ));
        }
        if let Some(position) = &settings.position {
            game.set_position(position).map_err(|error| error.to_string())?;
        }
        for action in &settings.played {
            game.play(action).map_err(|error| error.to_string())?;
        }
        if settings.seats.len() != game.players() {
            return Err(format!(
                "{} seats were given, the game has {}",
                settings.seats.len(),
                game.players()
            ));
        }
        Ok(Room {
            id: id.to_owned(),
            seq: 1,
            created: at,
            given: game.len(),
            clock: settings.clock.map(|rule| Clock::new(rule, game.players())),
            game,
            settings,
            proposal: None,
            ended: None,
            chat: VecDeque::new(),
            rematch: None,
            messages: HashMap::new(),
        })
    }

    /// A table from its stored events; `None` without any.
    pub fn replay(events: &[Event]) -> Result<Option<Room>, Unreadable> {
        let Some(first) = events.first() else {
            return Ok(None);
        };
        let unreadable = |event: &Event, why: String| Unreadable {
            table: event.table.clone(),
            seq: event.seq,
            why,
        };
        let Deed::Created(settings) = Deed::read(first)? else {
            return Err(unreadable(first, "the first event does not open a table".into()));
        };
        let mut room =
            Room::open(&first.table, settings, first.at).map_err(|why| unreadable(first, why))?;
        for event in &events[1..] {
            if event.seq != room.seq + 1 {
                return Err(unreadable(event, format!("event {} is missing", room.seq + 1)));
            }
            let deed = Deed::read(event)?;
            room.apply(&deed, event.actor.as_deref(), event.message.as_deref(), event.at)
                .map_err(|why| unreadable(event, why))?;
        }
        if let Some(message) = &first.message {
            room.messages.insert(message.clone(), 1);
        }
        Ok(Some(room))
    }

    /// The table's name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The number of the last event.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The game as it stands.
    pub fn game(&self) -> &dyn Table {
        &*self.game
    }

    /// How the table is set up, with those who have sat down since.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The clocks.
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// The number of the event that a message caused before.
    pub fn answered(&self, message: &str) -> Option<u64> {
        self.messages.get(message).copied()
    }

    /// The table of the next game.
    pub fn rematch(&self) -> Option<&str> {
        self.rematch.as_deref()
    }

    /// Where the table stands.
    pub fn phase(&self) -> Phase {
        match self.ended {
            Some(Ended::Aborted) => Phase::Aborted,
            Some(Ended::Drawn) => Phase::Over,
            None if self.game.status().is_over() => Phase::Over,
            None if self.settings.seats.contains(&Holder::Open) => Phase::Gathering,
            None => Phase::Playing,
        }
    }

    fn is_playing(&self) -> bool {
        self.phase() == Phase::Playing
    }

    /// The seat to act, while the game runs.
    fn to_act(&self) -> Option<Seat> {
        if self.is_playing() { self.game.status().seat() } else { None }
    }

    /// The program that is to act: its seat and strength.
    pub fn program_to_act(&self) -> Option<(Seat, Kind)> {
        let seat = self.to_act()?;
        match &self.settings.seats[seat.index()] {
            Holder::Program { level } => Some((seat, level.parse().ok()?)),
            _ => None,
        }
    }

    /// The seats of a person.
    pub fn mine(&self, person: &str) -> Mine {
        let seats = self.settings.seats.iter().enumerate();
        seats.fold(Mine::default(), |mine, (i, holder)| match holder {
            Holder::Person { person: other, .. } if other == person => mine.with(i + 1),
            _ => mine,
        })
    }

    /// Each person at the table, once.
    pub fn people(&self) -> Vec<Person> {
        let mut people: Vec<Person> = Vec::new();
        for holder in &self.settings.seats {
            if let Holder::Person { person, .. } = holder
                && !people.contains(person)
            {
                people.push(person.clone());
            }
        }
        people
    }

    /// Whether a lot is to be drawn now.
    pub fn awaits_lot(&self) -> bool {
        self.is_playing() && self.game.status() == Status::Chance
    }

    /// Draws it.
    pub fn draw_lot(&self, dice: &mut Dice) -> Option<Deed> {
        let text = self.game.random_action(dice)?;
        Some(Deed::Action { seat: None, text })
    }

    /// The seat whose time is up.
    pub fn flag(&self, now: Millis) -> Option<Deed> {
        let seat = self.clock.as_ref().filter(|_| self.is_playing())?.flagged(now)?;
        Some(Deed::Flagged { seat: seat.number() })
    }

    /// Whether a message name from outside may be stored.
    pub fn is_message_name(text: &str) -> bool {
        (1..=LONGEST_MESSAGE_NAME).contains(&text.len())
            && text.bytes().all(|b| b.is_ascii_graphic())
    }

    /// A name as it may be shown; never empty.
    pub fn clean_name(name: &str) -> String {
        let name: String =
            name.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect::<String>();
        match name.trim() {
            "" => "Guest".to_owned(),
            name => name.to_owned(),
        }
    }
}

/// What happens.
impl Room {
    /// Lets something happen. An error means that the log does not fit the
    /// rules; the room is of no use then.
    pub fn apply(
        &mut self,
        deed: &Deed,
        actor: Option<&str>,
        message: Option<&str>,
        at: Millis,
    ) -> Result<(), String> {
        match deed {
            Deed::Created(_) => return Err("a table cannot be opened twice".into()),
            Deed::Joined { seat, name } => {
                let person = actor.ok_or("nobody took the seat")?.to_owned();
                *self.holder(*seat)? = Holder::Person { person, name: name.clone() };
            }
            Deed::Left { seat } => *self.holder(*seat)? = Holder::Open,
            Deed::Action { text, .. } => self.play(text)?,
            Deed::Resigned { seat } => self.play(&format!("resign-{seat}"))?,
            Deed::Flagged { seat } => self.play(&format!("time-{seat}"))?,
            Deed::Proposed { seat, what } => {
                let Holder::Person { person, .. } = self.holder(*seat)?.clone() else {
                    return Err("only people propose".into());
                };
                let (waiting, _) = self.others(self.mine(&person));
                self.proposal = Some(Proposal { what: what.clone(), by: *seat, waiting });
            }
            Deed::Agreed { seat } => {
                if let Some(proposal) = &mut self.proposal {
                    proposal.waiting.retain(|waiting| waiting != seat);
                }
            }
            Deed::Declined { .. } => self.proposal = None,
            Deed::Drawn => self.ended = Some(Ended::Drawn),
            Deed::TakenBack { to } => {
                while self.game.len() > (*to).max(self.given) {
                    self.game.take_back();
                }
                self.proposal = None;
            }
            Deed::Aborted => self.ended = Some(Ended::Aborted),
            Deed::Chat { seat, name, text } => {
                let said = Said { seat: *seat, name: name.clone(), text: text.clone(), at };
                self.chat.push_back(said);
                if self.chat.len() > CHAT_KEPT {
                    self.chat.pop_front();
                }
            }
            Deed::Rematch { table } => self.rematch = Some(table.clone()),
            Deed::Credited { ms } => {
                if let Some(clock) = &mut self.clock {
                    clock.credit(*ms);
                }
            }
        }
        if self.phase() != Phase::Playing {
            self.proposal = None;
        }
        self.set_clock(deed, at);
        self.seq += 1;
        if let Some(message) = message {
            self.messages.insert(message.to_owned(), self.seq);
        }
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        self.game.play(text).map_err(|error| error.to_string())?;
        self.proposal = None;
        Ok(())
    }

    fn holder(&mut self, seat: usize) -> Result<&mut Holder, String> {
        let holder = seat.checked_sub(1).and_then(|i| self.settings.seats.get_mut(i));
        holder.ok_or_else(|| format!("there is no seat {seat}"))
    }

    fn set_clock(&mut self, deed: &Deed, at: Millis) {
        let begun = self.game.len() > self.given && self.game.turn() > 1;
        let seat = self.to_act().filter(|_| begun);
        if let Some(clock) = &mut self.clock {
            match deed {
                Deed::TakenBack { .. } => clock.rewind(seat, at),
                _ => clock.run(seat, at),
            }
        }
    }

    /// What lists and clocks need to know.
    pub fn summary(&self) -> Summary {
        let phase = self.phase();
        let names: Vec<String> = self.seated(Mine::default()).into_iter().map(|s| s.name).collect();
        let awaited = self.to_act().map(|seat| &self.settings.seats[seat.index()]);
        let awaited = awaited.and_then(|holder| match holder {
            Holder::Person { person, .. } => Some(person),
            Holder::Open | Holder::Program { .. } => None,
        });
        let shown = serde_json::json!({
            "awaited": awaited,
            "title": self.game.about().title,
            "names": names,
            "phase": phase,
            "turn": self.game.turn(),
            "length": self.game.len(),
            "to_act": self.to_act().map(Seat::number),
            "result": self.result(),
        });
        Summary {
            spec: self.game.spec().to_owned(),
            people: self.people(),
            over: matches!(phase, Phase::Over | Phase::Aborted),
            deadline: self.clock.as_ref().and_then(Clock::deadline),
            awaits_program: self.program_to_act().is_some() || self.awaits_lot(),
            shown: shown.to_string(),
        }
    }
}
