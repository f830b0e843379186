//! A table in memory: what its events add up to, what may happen next, and what
//! each browser sees of it.
//!
//! A room does no input or output and reads no clock. [`Room::judge`] says what
//! a wish would cause, [`Room::apply`] is the only thing that changes a room,
//! and replaying the stored events gives the same room again.

use crate::clock::Clock;
use crate::events::{Deed, Holder, Settings, Unreadable};
use crate::refusal::{Code, Refusal};
use crate::wire::{
    Change, Choice, Moment, Phase, ProposalView, Proposed, ResultView, Said, Seated, TurnView,
    TurnsChange, View, Who, Wish,
};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use wabe_rules::{Dice, Outcome, Picture, Record, Seat, Status, Table, Turn, Viewer};
use wabe_search::{Kind, Means};
use wabe_store::{Event, Millis, Person, Summary, TableId};

/// How much of what was said is shown to newcomers.
const CHAT_KEPT: usize = 100;
const LONGEST_CHAT: usize = 500;
const LONGEST_NAME: usize = 30;
const LONGEST_MESSAGE_NAME: usize = 64;

/// A program takes a draw when it expects less than this.
const DRAW_WANTED_BELOW: f64 = 0.4;

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

/// What follows from a wish.
impl Room {
    /// What a wish of a person would cause, or why it is refused. Rematches and
    /// hurrying concern more than this room and are judged by the hall.
    pub fn judge(&self, person: &str, wish: &Wish, now: Millis) -> Result<Vec<Deed>, Refusal> {
        let mine = self.mine(person);
        match wish {
            Wish::Act { action, length } => self.judge_act(mine, action, *length, now),
            Wish::Undo => self.judge_undo(mine),
            Wish::Sit { seat, name } => self.judge_sit(*seat, name),
            Wish::Stand { seat } => self.judge_stand(mine, *seat),
            Wish::Resign { seat } => self.judge_resign(mine, *seat),
            Wish::Propose { what } => self.judge_propose(mine, what),
            Wish::Answer { accept } => self.judge_answer(mine, *accept),
            Wish::Abort => self.judge_abort(mine),
            Wish::Chat { text } => self.judge_chat(mine, text),
            Wish::Rematch | Wish::Hurry | Wish::Ping => Err(Refusal::not_now()),
        }
    }

    fn judge_act(
        &self,
        mine: Mine,
        action: &str,
        length: usize,
        now: Millis,
    ) -> Result<Vec<Deed>, Refusal> {
        self.must_be_playing()?;
        if length != self.game.len() {
            return Err(Refusal::new(
                Code::Stale,
                "The table has moved on; look at the board again.",
                "Am Tisch ist schon weitergespielt worden; sieh noch einmal hin.",
            ));
        }
        let seat = self.to_act().ok_or_else(Refusal::not_now)?;
        if !mine.has(seat.number()) {
            return Err(Refusal::not_your_seat());
        }
        if let Some(flagged) = self.flag(now) {
            return Ok(vec![flagged]);
        }
        let text = self.game.canonical(action).map_err(|error| Refusal::unplayable(&error))?;
        if self.game.by_consent().contains(&text) {
            return Err(Refusal::new(
                Code::Illegal,
                "All players must want this: propose it.",
                "Das müssen alle wollen: schlag es vor.",
            ));
        }
        Ok(vec![Deed::Action { seat: Some(seat.number()), text }])
    }

    /// The program's action, if it still is to act.
    pub fn judge_program(&self, seat: Seat, length: usize, action: &str) -> Option<Vec<Deed>> {
        let fits = self.program_to_act()?.0 == seat && self.game.len() == length;
        let text = self.game.canonical(action).ok()?;
        fits.then(|| vec![Deed::Action { seat: Some(seat.number()), text }])
    }

    /// The number of actions that remain if this browser takes one back.
    fn undone(&self, mine: Mine) -> Option<usize> {
        let length = self.game.len();
        if !self.is_playing() || length <= self.given {
            return None;
        }
        let own_turn = self.to_act().is_some_and(|seat| mine.has(seat.number()));
        if own_turn && self.game.unfinished() > 0 {
            return Some(length - 1);
        }
        let is_foreign = |(i, holder): (usize, &Holder)| {
            matches!(holder, Holder::Person { .. }) && !mine.has(i + 1)
        };
        let alone =
            mine != Mine::default() && !self.settings.seats.iter().enumerate().any(is_foreign);
        if !alone {
            return None;
        }
        // Back to where this browser had to decide.
        let mut game = self.game.fork();
        while game.len() > self.given {
            game.take_back();
            if game.status().seat().is_some_and(|seat| mine.has(seat.number())) {
                return Some(game.len());
            }
        }
        None
    }

    fn judge_undo(&self, mine: Mine) -> Result<Vec<Deed>, Refusal> {
        match self.undone(mine) {
            Some(to) => Ok(vec![Deed::TakenBack { to }]),
            None => Err(Refusal::new(
                Code::NotNow,
                "There is nothing of yours to take back; ask the others.",
                "Hier kannst du nichts allein zurücknehmen; frag die anderen.",
            )),
        }
    }

    fn judge_sit(&self, seat: usize, name: &str) -> Result<Vec<Deed>, Refusal> {
        if self.phase() != Phase::Gathering {
            return Err(Refusal::not_now());
        }
        match seat.checked_sub(1).and_then(|i| self.settings.seats.get(i)) {
            Some(Holder::Open) => Ok(vec![Deed::Joined { seat, name: Room::clean_name(name) }]),
            Some(_) => Err(Refusal::new(
                Code::NotNow,
                "Somebody already sits there.",
                "Da sitzt schon jemand.",
            )),
            None => Err(Refusal::new(
                Code::Malformed,
                "There is no such seat.",
                "Diesen Platz gibt es nicht.",
            )),
        }
    }

    fn judge_stand(&self, mine: Mine, seat: usize) -> Result<Vec<Deed>, Refusal> {
        if self.phase() != Phase::Gathering {
            return Err(Refusal::not_now());
        }
        if !(1..=self.game.players()).contains(&seat) || !mine.has(seat) {
            return Err(Refusal::not_your_seat());
        }
        Ok(vec![Deed::Left { seat }])
    }

    fn judge_resign(&self, mine: Mine, seat: Option<usize>) -> Result<Vec<Deed>, Refusal> {
        self.must_be_playing()?;
        let acting = self.to_act().map(Seat::number).filter(|&seat| mine.has(seat));
        let seat = seat.or(acting).or(mine.first()).ok_or_else(Refusal::not_your_seat)?;
        if !(1..=self.game.players()).contains(&seat) || !mine.has(seat) {
            return Err(Refusal::not_your_seat());
        }
        // A seat that has already left the game cannot leave again.
        let mut game = self.game.fork();
        game.play(&format!("resign-{seat}")).map_err(|_| Refusal::not_now())?;
        Ok(vec![Deed::Resigned { seat }])
    }

    /// The seats that must answer a proposal: other people, and programs.
    fn others(&self, mine: Mine) -> (Vec<usize>, Vec<usize>) {
        let seats = 1..=self.game.players();
        let (mut people, mut programs) = (Vec::new(), Vec::new());
        for seat in seats.filter(|&seat| !mine.has(seat)) {
            match self.settings.seats[seat - 1] {
                Holder::Person { .. } => people.push(seat),
                Holder::Program { .. } => programs.push(seat),
                Holder::Open => {}
            }
        }
        (people, programs)
    }

    fn judge_propose(&self, mine: Mine, what: &Proposed) -> Result<Vec<Deed>, Refusal> {
        self.must_be_playing()?;
        let acting = self.to_act().map(Seat::number).filter(|&seat| mine.has(seat));
        let by = acting.or(mine.first()).ok_or_else(Refusal::not_your_seat)?;
        if self.proposal.is_some() {
            return Err(Refusal::new(
                Code::NotNow,
                "Another proposal waits for an answer.",
                "Ein anderer Vorschlag wartet noch auf Antwort.",
            ));
        }
        let what = match what {
            Proposed::Consent { action } => {
                let text =
                    self.game.canonical(action).map_err(|error| Refusal::unplayable(&error))?;
                if !self.game.by_consent().contains(&text) {
                    return Err(Refusal::new(
                        Code::NotNow,
                        "That needs nobody's consent.",
                        "Dafür braucht es keine Zustimmung.",
                    ));
                }
                Proposed::Consent { action: text }
            }
            Proposed::Takeback if self.before_last_turn_of(by).is_none() => {
                return Err(Refusal::new(
                    Code::NotNow,
                    "You have played nothing that could be taken back.",
                    "Du hast noch nichts gespielt, was man zurücknehmen könnte.",
                ));
            }
            other => other.clone(),
        };
        let (people, programs) = self.others(mine);
        let unwilling = programs.iter().find(|&&seat| !self.program_agrees(seat, &what));
        let mut deeds = vec![Deed::Proposed { seat: by, what: what.clone() }];
        match unwilling {
            Some(&seat) => deeds.push(Deed::Declined { seat }),
            None if people.is_empty() => deeds.push(self.carried_out(&what, by)),
            None => {}
        }
        Ok(deeds)
    }

    /// Whether a program wants it too. It takes back what its opponent wishes,
    /// and draws when it stands badly.
    fn program_agrees(&self, seat: usize, what: &Proposed) -> bool {
        if *what != Proposed::Draw {
            return true;
        }
        let Some(acting) = self.to_act() else { return false };
        let Some(seat) = Seat::from_number(seat, self.game.players()) else { return false };
        let sides = Seat::all(self.game.players()).filter(|&seat| self.game.side(seat) == seat);
        let Ok(player) = wabe_search::player(Kind::Greedy, self.game.spec(), Means::default())
        else {
            return false;
        };
        let Ok(points) = player.first_sight(&*self.game) else { return false };
        let same = self.game.side(seat) == self.game.side(acting);
        let expected = wabe_search::expected_score(if same { points } else { -points });
        (same || sides.count() == 2) && expected < DRAW_WANTED_BELOW
    }

    fn judge_answer(&self, mine: Mine, accept: bool) -> Result<Vec<Deed>, Refusal> {
        let proposal = self.proposal.as_ref().ok_or_else(Refusal::not_now)?;
        let seat = proposal.waiting.iter().copied().find(|&seat| mine.has(seat));
        let seat = match seat {
            Some(seat) => seat,
            // The proposer may withdraw.
            None if mine.has(proposal.by) && !accept => proposal.by,
            None => return Err(Refusal::not_your_seat()),
        };
        if !accept {
            return Ok(vec![Deed::Declined { seat }]);
        }
        let answered: Vec<usize> =
            proposal.waiting.iter().copied().filter(|&seat| mine.has(seat)).collect();
        let mut deeds: Vec<Deed> = answered.iter().map(|&seat| Deed::Agreed { seat }).collect();
        if answered.len() == proposal.waiting.len() {
            deeds.push(self.carried_out(&proposal.what, proposal.by));
        }
        Ok(deeds)
    }

    /// What happens when all have agreed.
    fn carried_out(&self, what: &Proposed, by: usize) -> Deed {
        match what {
            Proposed::Draw => Deed::Drawn,
            Proposed::Takeback => {
                Deed::TakenBack { to: self.before_last_turn_of(by).unwrap_or(self.game.len()) }
            }
            Proposed::Consent { action } => {
                Deed::Action { seat: self.to_act().map(Seat::number), text: action.clone() }
            }
        }
    }

    /// How many actions there were before a seat's last turn.
    fn before_last_turn_of(&self, seat: usize) -> Option<usize> {
        let turns = self.game.turns();
        let last = turns.iter().rposition(|turn| turn.seat.map(Seat::number) == Some(seat))?;
        let before = turns[..last].iter().map(|turn| turn.actions.len()).sum();
        (before >= self.given).then_some(before)
    }

    fn may_abort(&self, mine: Mine) -> bool {
        let early = self.game.turn() <= self.game.players();
        mine != Mine::default()
            && match self.phase() {
                Phase::Gathering => true,
                Phase::Playing => early,
                _ => false,
            }
    }

    fn judge_abort(&self, mine: Mine) -> Result<Vec<Deed>, Refusal> {
        if !self.may_abort(mine) {
            return Err(Refusal::not_now());
        }
        Ok(vec![Deed::Aborted])
    }

    fn judge_chat(&self, mine: Mine, text: &str) -> Result<Vec<Deed>, Refusal> {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > LONGEST_CHAT {
            return Err(Refusal::new(
                Code::TooLarge,
                "Say something of at most 500 characters.",
                "Sag etwas mit höchstens 500 Zeichen.",
            ));
        }
        let seat = mine.first();
        let name = seat.map_or("", |seat| match &self.settings.seats[seat - 1] {
            Holder::Person { name, .. } => name,
            _ => "",
        });
        Ok(vec![Deed::Chat { seat, name: name.to_owned(), text: text.to_owned() }])
    }

    fn must_be_playing(&self) -> Result<(), Refusal> {
        match self.phase() {
            Phase::Playing => Ok(()),
            Phase::Gathering => Err(Refusal::new(
                Code::NotNow,
                "The game begins when every seat is taken.",
                "Das Spiel beginnt, wenn alle Plätze besetzt sind.",
            )),
            Phase::Over | Phase::Aborted => {
                Err(Refusal::new(Code::Over, "The game is over.", "Die Partie ist zu Ende."))
            }
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

/// What a browser sees.
impl Room {
    fn seated(&self, mine: Mine) -> Vec<Seated> {
        let seats = self.settings.seats.iter().enumerate();
        let seated = |(i, holder): (usize, &Holder)| {
            let (who, name, level) = match holder {
                Holder::Open => (Who::Open, String::new(), None),
                Holder::Person { name, .. } if mine.has(i + 1) => (Who::Me, name.clone(), None),
                Holder::Person { name, .. } => (Who::Person, name.clone(), None),
                Holder::Program { level } => (Who::Program, "Wabe".to_owned(), Some(level.clone())),
            };
            Seated { seat: i + 1, who, name, level }
        };
        seats.map(seated).collect()
    }

    fn viewer(&self, mine: Mine, acting: Option<Seat>) -> Viewer {
        let acting = acting.map(Seat::number).filter(|&seat| mine.has(seat));
        let seat = acting.or(mine.first());
        seat.and_then(|seat| Seat::from_number(seat, self.game.players()))
            .map_or(Viewer::Watcher, Viewer::Seat)
    }

    fn picture(&self, mine: Mine, pictures: &mut Pictures) -> Arc<Picture> {
        let viewer = match self.ended {
            Some(_) => Viewer::Referee,
            None => self.viewer(mine, self.to_act()),
        };
        // Who may know everything sees what all see who may.
        let viewer = if self.game.sees_all(viewer) { Viewer::Referee } else { viewer };
        if let Some((_, picture)) = pictures.0.iter().find(|(known, _)| *known == viewer) {
            return Arc::clone(picture);
        }
        let picture = Arc::new(self.game.picture(viewer));
        pictures.0.push((viewer, Arc::clone(&picture)));
        picture
    }

    /// Whether this browser may look back: with hidden numbers that would show
    /// what must be remembered.
    fn may_look_back(&self, mine: Mine) -> bool {
        self.ended.is_some() || self.game.sees_all(self.viewer(mine, self.to_act()))
    }

    fn result(&self) -> Option<ResultView> {
        let Outcome { winners, reason } = match (self.ended, self.game.status()) {
            (Some(Ended::Drawn), _) => Outcome::draw("agreement"),
            (Some(Ended::Aborted), _) => return None,
            (None, Status::Over(outcome)) => outcome,
            _ => return None,
        };
        Some(result_view(&*self.game, winners.iter().map(Seat::number).collect(), reason))
    }

    fn legal(&self, mine: Mine) -> Vec<Choice> {
        match self.to_act() {
            Some(seat) if mine.has(seat.number()) => {
                let choices = self.game.choices().into_iter();
                choices.map(|(text, touches)| Choice { text, touches }).collect()
            }
            _ => Vec::new(),
        }
    }

    fn can(&self, mine: Mine) -> Vec<&'static str> {
        let mut can = vec!["chat"];
        let phase = self.phase();
        let seated = mine != Mine::default();
        let acting = self.to_act().map(Seat::number);
        if phase == Phase::Gathering {
            can.push("sit");
            if seated {
                can.push("stand");
            }
        }
        if phase == Phase::Playing && seated {
            can.push("resign");
            let (people, programs) = self.others(mine);
            match &self.proposal {
                // Who plays alone takes back without asking.
                None if people.is_empty() && programs.is_empty() => {}
                None if people.is_empty() => can.push("draw"),
                None => can.extend(["draw", "takeback"]),
                Some(proposal) => {
                    if proposal.waiting.iter().any(|&seat| mine.has(seat)) || mine.has(proposal.by)
                    {
                        can.push("answer");
                    }
                }
            }
            if acting.is_some_and(|seat| mine.has(seat)) {
                can.push("act");
            }
            if self.undone(mine).is_some() {
                can.push("undo");
            }
            if self.program_to_act().is_some() {
                can.push("hurry");
            }
        }
        if self.may_abort(mine) {
            can.push("abort");
        }
        if seated && matches!(phase, Phase::Over | Phase::Aborted) {
            can.push("rematch");
        }
        can
    }

    /// The turns as this browser may read them.
    fn turns(&self, turns: Vec<Turn>, mine: Mine) -> Vec<TurnView> {
        let open = self.may_look_back(mine);
        let last = self.game.last_turn().map_or(0, |turn| turn.number);
        let shown = |turn: Turn| TurnView {
            number: turn.number,
            seat: turn.seat.map(Seat::number),
            actions: match open || turn.number == last {
                true => turn.actions,
                false => turn.actions.iter().map(|_| "…".to_owned()).collect(),
            },
        };
        turns.into_iter().map(shown).collect()
    }

    /// Everything, for those who have just come.
    pub fn view(&self, mine: Mine) -> View {
        View {
            turns: self.turns(self.game.turns(), mine),
            chat: self.chat.iter().cloned().collect(),
            legal: self.legal(mine),
            ..self.outline(mine, &mut Pictures::default())
        }
    }

    /// The view without what is long and need not be compared: turns, legal
    /// actions and what was said. `pictures` are those of this moment.
    pub fn outline(&self, mine: Mine, pictures: &mut Pictures) -> View {
        View {
            id: self.id.clone(),
            spec: self.game.spec().to_owned(),
            game: self.game.about().name,
            title: self.game.about().title,
            created: self.created,
            counts: self.settings.counts,
            seats: self.seated(mine),
            mine: mine.list(),
            phase: self.phase(),
            to_act: self.to_act().map(Seat::number),
            chance: self.awaits_lot(),
            turn: self.game.turn(),
            length: self.game.len(),
            unfinished: self.game.unfinished(),
            turns: Vec::new(),
            picture: self.picture(mine, pictures),
            legal: Vec::new(),
            consent: match self.to_act() {
                Some(_) if mine != Mine::default() => self.game.by_consent(),
                _ => Vec::new(),
            },
            result: self.result(),
            clock: self.clock.as_ref().map(Clock::view),
            proposal: self.proposal.as_ref().map(|proposal| ProposalView {
                what: proposal.what.clone(),
                by: proposal.by,
                waiting: proposal.waiting.clone(),
            }),
            can: self.can(mine),
            rematch: self.rematch.clone(),
            chat: Vec::new(),
        }
    }

    /// What a deed that has just been applied changed for a browser.
    pub fn change(
        &self,
        before: &View,
        mine: Mine,
        deed: &Deed,
        pictures: &mut Pictures,
    ) -> Change {
        let now = self.outline(mine, pictures);
        let acts = |view: &View| view.to_act.is_some_and(|seat| view.mine.contains(&seat));
        let legal = match deed.is_talk() {
            false if acts(before) || acts(&now) => Some(self.legal(mine)),
            _ => None,
        };
        let turns = match deed {
            Deed::Action { .. } | Deed::Resigned { .. } | Deed::Flagged { .. } => {
                self.game.last_turn().map(|turn| match self.may_look_back(mine) {
                    true if self.phase() == Phase::Playing => {
                        TurnsChange { keep: turn.number - 1, add: self.turns(vec![turn], mine) }
                    }
                    _ => TurnsChange { keep: 0, add: self.turns(self.game.turns(), mine) },
                })
            }
            Deed::TakenBack { .. } | Deed::Drawn | Deed::Aborted => {
                Some(TurnsChange { keep: 0, add: self.turns(self.game.turns(), mine) })
            }
            _ => None,
        };
        Change { turns, legal, ..Change::between(before.clone(), now) }
    }

    /// The board after some actions; `None` if there were not so many, or this
    /// browser may not look back.
    pub fn moment(&self, mine: Mine, length: usize) -> Option<Moment> {
        if length > self.game.len() {
            return None;
        }
        let now = length == self.game.len();
        if !now && !self.may_look_back(mine) {
            return None;
        }
        let mut game = self.game.fork();
        while game.len() > length {
            game.take_back();
        }
        let acting = game.status().seat();
        let viewer = match self.ended {
            Some(_) => Viewer::Referee,
            None if self.game.status().is_over() => Viewer::Referee,
            None => self.viewer(mine, if now { acting } else { self.to_act() }),
        };
        let result = match game.status() {
            Status::Over(Outcome { winners, reason }) => {
                Some(result_view(&*game, winners.iter().map(Seat::number).collect(), reason))
            }
            _ if now => self.result(),
            _ => None,
        };
        Some(Moment {
            length,
            turn: game.turn(),
            to_act: acting.map(Seat::number),
            picture: game.picture(viewer),
            position: game.sees_all(viewer).then(|| game.position()),
            result,
        })
    }

    /// The game after some actions, for those who may be told what perfect play
    /// gives: when it is over, or when nobody else plays.
    pub fn studied(&self, mine: Mine, length: usize) -> Option<Box<dyn Table>> {
        let over = matches!(self.phase(), Phase::Over | Phase::Aborted);
        let alone = mine != Mine::default() && self.others(mine).0.is_empty();
        if !(over || alone) || length > self.game.len() || !self.may_look_back(mine) {
            return None;
        }
        let mut game = self.game.fork();
        while game.len() > length {
            game.take_back();
        }
        Some(game)
    }

    /// The record, if this browser may have all of it.
    pub fn record(&self, mine: Mine) -> Option<Record> {
        if !self.may_look_back(mine) {
            return None;
        }
        let mut record = Record::of(&*self.game);
        if let Some(position) = &self.settings.position {
            record.set_header("Position", position);
        }
        if self.ended == Some(Ended::Drawn) {
            record.set_header("Termination", "agreement");
        }
        for seated in self.seated(Mine::default()) {
            let name = match seated.level {
                Some(level) => format!("Wabe {level}"),
                None => seated.name,
            };
            record.set_header(&format!("Seat{}", seated.seat), &name);
        }
        record.set_header("Table", &self.id);
        Some(record)
    }
}

fn result_view(game: &dyn Table, winners: Vec<usize>, reason: &str) -> ResultView {
    let scores = game.scores();
    ResultView {
        winners,
        reason: reason.to_owned(),
        scores: scores.map(|scores| {
            scores.into_iter().map(|score| score.map(|score| score.to_string())).collect()
        }),
    }
}
