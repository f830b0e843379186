//! Driving a game: history, repetition, turns, texts.

use crate::options::shortened;
use crate::{
    About, ActionError, CellId, Dice, Game, Mark, Mixer, OptionError, Options, Outcome, Picture,
    PositionError, Score, Seat, Status, Viewer, divide, perft, perft_until, playouts,
};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// Why an action text was not played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The game has ended.
    #[error("`{text}` cannot be played: the game is over")]
    Over {
        /// The text.
        text: String,
    },
    /// The text has not the form of an action.
    #[error("`{text}` is not an action here: expected {expected}")]
    Malformed {
        /// The text.
        text: String,
        /// The form that was expected.
        expected: String,
    },
    /// The text reads as an action, but says something untrue.
    #[error("`{text}` is wrong: {why}")]
    Wrong {
        /// The text.
        text: String,
        /// What does not hold.
        why: String,
    },
    /// The action is not legal.
    #[error("`{text}` is not legal here; {allowed}")]
    Illegal {
        /// The text.
        text: String,
        /// What is legal.
        allowed: String,
    },
}

/// One seat's run of actions (or one lot).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Counted from 1.
    pub number: usize,
    /// Who acted; `None` for a lot.
    pub seat: Option<Seat>,
    /// The actions with their annotations.
    pub actions: Vec<String>,
}

/// A game in progress, its rules type erased: texts in, texts out.
pub trait Table: Send {
    /// What the game says of itself.
    fn about(&self) -> &'static About;
    /// The canonical spec.
    fn spec(&self) -> &str;
    /// How many seats there are.
    fn players(&self) -> usize;
    /// The seat that shares a seat's fate: partners name the first of them.
    fn side(&self, seat: Seat) -> Seat;
    /// Who acts, or how it ended; repetition is judged here.
    fn status(&self) -> Status;
    /// The number of the running turn, from 1.
    fn turn(&self) -> usize;
    /// How it ended, or will end whatever is still played (see [`Game::decided`]).
    fn decided(&self) -> Option<Outcome>;
    /// Scores by seat, where the game has them.
    fn scores(&self) -> Option<Vec<Score>>;
    /// Whether machines must read the scores as texts.
    fn has_wide_scores(&self) -> bool;
    /// The legal actions in canonical form, sorted as bytes.
    fn legal(&self) -> Vec<String>;
    /// The legal actions, each with the cells a person touches for it.
    fn choices(&self) -> Vec<(String, Vec<CellId>)>;
    /// Actions that would be legal if all players agreed on them.
    fn by_consent(&self) -> Vec<String>;
    /// Plays one action.
    fn play(&mut self, text: &str) -> Result<(), PlayError>;
    /// Takes the last action back; `false` if there is none.
    fn take_back(&mut self) -> bool;
    /// How many actions have been played.
    fn len(&self) -> usize;
    /// Whether nothing has been played yet.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// What has been played, by turns, with annotations.
    fn turns(&self) -> Vec<Turn>;
    /// The turn of the last action.
    fn last_turn(&self) -> Option<Turn>;
    /// How many actions the running turn already has.
    fn unfinished(&self) -> usize;
    /// A legal action, leniently read, in canonical form.
    fn canonical(&self, text: &str) -> Result<String, PlayError>;
    /// What has been played, in canonical form.
    fn actions(&self) -> Vec<String>;
    /// The position as text, all of it.
    fn position(&self) -> String;
    /// Starts anew from a position text.
    fn set_position(&mut self, text: &str) -> Result<(), PositionError>;
    /// Whether this viewer may know all of the position.
    fn sees_all(&self, viewer: Viewer) -> bool;
    /// What this viewer sees.
    fn picture(&self, viewer: Viewer) -> Picture;
    /// The cells a person touches for a legal action.
    fn touches(&self, action: &str) -> Result<Vec<CellId>, PlayError>;
    /// The position as the repetition rule sees it, as text.
    fn standing(&self) -> Option<String>;
    /// See [`perft`].
    fn perft(&self, depth: u32, bulk: bool, threads: usize) -> u64;
    /// The same in bulk and one thread, or `None` if it is stopped from elsewhere.
    fn perft_until(&self, depth: u32, stop: &AtomicBool) -> Option<u64>;
    /// See [`divide`]; sorted by text.
    fn divide(&self, depth: u32, bulk: bool, threads: usize) -> Vec<(String, u64)>;
    /// See [`playouts`].
    fn playouts(&self, games: u64, dice: &mut Dice) -> u64;
    /// A uniformly random legal action; `None` when over.
    fn random_action(&self, dice: &mut Dice) -> Option<String>;
    /// The table as the [`Playing`] it is, for those who know the game.
    fn as_any(&self) -> &dyn std::any::Any;
    /// An independent copy.
    fn fork(&self) -> Box<dyn Table>;
}

/// A game in progress with its rules type known.
pub struct Playing<G: Game> {
    game: Arc<G>,
    spec: Arc<str>,
    position: G::Position,
    steps: Vec<Step<G>>,
    standings: HashMap<G::Position, u32, BuildHasherDefault<Mixer>>,
    ended: Option<Outcome>,
    turn: usize,
    /// A buffer for the legal actions, used again and again.
    scratch: Vec<G::Move>,
}

/// What can happen at a table.
enum Deed<G: Game> {
    /// An action of the game.
    Action(G::Move),
    /// A seat leaves: it resigned, or its time is up.
    Leave(Seat, Why),
}

impl<G: Game> Clone for Deed<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Deed<G> {}

/// Why a seat leaves.
#[derive(Clone, Copy, PartialEq)]
enum Why {
    Resigned,
    TimeUp,
}

impl Why {
    const ALL: [Why; 2] = [Why::Resigned, Why::TimeUp];

    /// The word before the seat's number in records, and the reason of the end.
    fn word(self) -> &'static str {
        match self {
            Why::Resigned => "resign",
            Why::TimeUp => "time",
        }
    }
}

/// One deed, and what it takes to undo it.
struct Step<G: Game> {
    before: G::Position,
    deed: Deed<G>,
    turn: usize,
    counted: bool,
}

impl<G: Game> Clone for Step<G> {
    fn clone(&self) -> Self {
        Step {
            before: self.before.clone(),
            deed: self.deed,
            turn: self.turn,
            counted: self.counted,
        }
    }
}

impl<G: Game> Clone for Playing<G> {
    fn clone(&self) -> Self {
        Playing {
            game: Arc::clone(&self.game),
            spec: Arc::clone(&self.spec),
            position: self.position.clone(),
            steps: self.steps.clone(),
            standings: self.standings.clone(),
            ended: self.ended,
            turn: self.turn,
            scratch: Vec::new(),
        }
    }
}

impl<G: Game> Playing<G> {
    /// Opens a game with option texts such as `players=3,size=7`.
    pub fn open(options: &str) -> Result<Playing<G>, OptionError> {
        let mut options = Options::parse(&G::ABOUT, options)?;
        let game = G::from_options(&mut options)?;
        Ok(Playing::new(game, &options.to_string()))
    }

    /// A game at its start.
    pub fn new(game: G, spec: &str) -> Playing<G> {
        let start = game.start();
        let mut playing = Playing {
            game: Arc::new(game),
            spec: spec.into(),
            position: start,
            steps: Vec::new(),
            standings: HashMap::default(),
            ended: None,
            turn: 1,
            scratch: Vec::new(),
        };
        playing.count_standing();
        playing
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The position now.
    pub fn current(&self) -> &G::Position {
        &self.position
    }

    /// All positions that stood so far, the one that stands now last.
    pub fn past(&self) -> impl Iterator<Item = &G::Position> {
        self.steps.iter().map(|step| &step.before).chain([&self.position])
    }

    /// Whether an action may be played now, by rule or because a record says
    /// that the players agreed on it.
    pub fn is_legal(&self, action: G::Move) -> bool {
        self.is_listed(action, &mut Vec::new())
    }

    fn is_listed(&self, action: G::Move, scratch: &mut Vec<G::Move>) -> bool {
        scratch.clear();
        if !Table::status(self).is_over() {
            self.game.moves(&self.position, scratch);
            self.game.by_consent(&self.position, scratch);
        }
        scratch.contains(&action)
    }

    /// Plays an action that is known to be legal.
    pub fn apply(&mut self, action: G::Move) {
        self.commit(Deed::Action(action));
    }

    fn commit(&mut self, deed: Deed<G>) {
        let actor = self.game.status(&self.position).seat();
        let before = self.position.clone();
        match deed {
            Deed::Action(action) => self.game.apply(&mut self.position, action),
            Deed::Leave(seat, why) => {
                let winners = self.game.retire(&mut self.position, seat);
                self.ended = winners.map(|winners| Outcome { winners, reason: why.word() });
            }
        }
        let turn = self.turn;
        let status = Table::status(self);
        let counted = !status.is_over() && self.count_standing();
        if !status.is_over() {
            self.turn += usize::from(status.seat() != actor);
        }
        self.steps.push(Step { before, deed, turn, counted });
    }

    /// `resign-2` or `time-2`: a seat leaves. No game lists these actions.
    fn read_leave(&self, text: &str) -> Option<Deed<G>> {
        let (word, number) = text.split_once('-')?;
        let why = Why::ALL.into_iter().find(|why| why.word() == word)?;
        let seat = Seat::all(self.game.players()).find(|seat| seat.to_string() == number)?;
        (!self.game.has_left(&self.position, seat)).then_some(Deed::Leave(seat, why))
    }

    fn write_deed(&self, step: &Step<G>, out: &mut String) {
        match step.deed {
            Deed::Action(action) => self.game.write_action(&step.before, action, out),
            Deed::Leave(seat, why) => *out += &format!("{}-{seat}", why.word()),
        }
    }

    /// What the repetition rule counts now, if it counts anything.
    fn countable(&self) -> Option<G::Position> {
        let counts =
            self.game.house().repetition > 0 && !self.game.status(&self.position).is_over();
        if counts { self.game.standing(&self.position) } else { None }
    }

    /// Counts the position as standing once more; says whether it counts.
    fn count_standing(&mut self) -> bool {
        let Some(standing) = self.countable() else {
            return false;
        };
        let times = self.standings.entry(standing).or_insert(0);
        *times += 1;
        if *times >= self.game.house().repetition {
            self.ended = Some(Outcome::draw("repetition"));
        }
        true
    }

    fn uncount_standing(&mut self) {
        if let Some(standing) = self.countable()
            && let Some(times) = self.standings.get_mut(&standing)
        {
            *times -= 1;
            if *times == 0 {
                self.standings.remove(&standing);
            }
        }
    }

    /// The cells the last action touched.
    fn last_touched(&self) -> Vec<CellId> {
        let mut cells = Vec::new();
        if let Some(Step { before, deed: Deed::Action(action), .. }) = self.steps.last() {
            self.game.touches(before, *action, &mut cells);
        }
        cells
    }

    fn text_of(&self, position: &G::Position, action: G::Move) -> String {
        let mut text = String::new();
        self.game.write_action(position, action, &mut text);
        text
    }

    fn texts(&self, actions: Vec<G::Move>) -> Vec<String> {
        let mut texts: Vec<String> =
            actions.into_iter().map(|action| self.text_of(&self.position, action)).collect();
        texts.sort_unstable();
        texts
    }

    /// Reads an action text and checks that it is legal now.
    pub fn read(&self, text: &str) -> Result<G::Move, PlayError> {
        self.read_with(text, &mut Vec::new())
    }

    fn read_with(&self, text: &str, scratch: &mut Vec<G::Move>) -> Result<G::Move, PlayError> {
        let quoted = || shortened(text.trim());
        if Table::status(self).is_over() {
            return Err(PlayError::Over { text: quoted() });
        }
        match self.game.read_action(&self.position, without_annotations(text)) {
            Ok(action) if self.is_listed(action, scratch) => Ok(action),
            Ok(_) => Err(PlayError::Illegal { text: quoted(), allowed: self.some_legal() }),
            Err(ActionError::Malformed(expected)) => {
                Err(PlayError::Malformed { text: quoted(), expected })
            }
            Err(ActionError::Wrong(why)) => Err(PlayError::Wrong { text: quoted(), why }),
        }
    }

    /// The turns from a step on, which begins one.
    fn turns_from(&self, first: usize) -> Vec<Turn> {
        let mut turns: Vec<Turn> = Vec::new();
        for (i, step) in self.steps.iter().enumerate().skip(first) {
            let after = self.steps.get(i + 1).map_or(&self.position, |next| &next.before);
            let (ahead, behind) = match step.deed {
                Deed::Action(action) => self.game.annotations(&step.before, action, after),
                Deed::Leave(..) => ("", ""),
            };
            let mut text = ahead.to_owned();
            self.write_deed(step, &mut text);
            text.push_str(behind);
            match turns.last_mut() {
                Some(turn) if turn.number == step.turn => turn.actions.push(text),
                _ => turns.push(Turn {
                    number: step.turn,
                    seat: self.game.status(&step.before).seat(),
                    actions: vec![text],
                }),
            }
        }
        turns
    }

    fn some_legal(&self) -> String {
        const SHOWN: usize = 6;
        let legal = self.legal();
        let shown = legal[..legal.len().min(SHOWN)].join(" ");
        match legal.len() {
            n if n > SHOWN => format!("legal are {shown} and {} more", n - SHOWN),
            _ => format!("legal are {shown}"),
        }
    }
}

/// An action text without the marks that records put around it.
fn without_annotations(text: &str) -> &str {
    text.trim().trim_start_matches('*').trim_end_matches(['*', '+', '#']).trim()
}

impl<G: Game> Table for Playing<G> {
    fn about(&self) -> &'static About {
        const { &G::ABOUT }
    }

    fn spec(&self) -> &str {
        &self.spec
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn status(&self) -> Status {
        match self.ended {
            Some(outcome) => Status::Over(outcome),
            None => self.game.status(&self.position),
        }
    }

    fn turn(&self) -> usize {
        self.turn
    }

    fn decided(&self) -> Option<Outcome> {
        match Table::status(self) {
            Status::Over(outcome) => Some(outcome),
            _ => self.game.decided(&self.position),
        }
    }

    fn scores(&self) -> Option<Vec<Score>> {
        self.game.scores(&self.position)
    }

    fn has_wide_scores(&self) -> bool {
        self.game.has_wide_scores()
    }

    fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.ended.is_none() {
            self.game.moves(&self.position, &mut moves);
        }
        self.texts(moves)
    }

    fn choices(&self) -> Vec<(String, Vec<CellId>)> {
        let mut moves = Vec::new();
        if self.ended.is_none() {
            self.game.moves(&self.position, &mut moves);
        }
        let choice = |action| {
            let mut cells = Vec::new();
            self.game.touches(&self.position, action, &mut cells);
            (self.text_of(&self.position, action), cells)
        };
        let mut choices: Vec<(String, Vec<CellId>)> = moves.into_iter().map(choice).collect();
        choices.sort_unstable();
        choices
    }

    fn by_consent(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if !Table::status(self).is_over() {
            self.game.by_consent(&self.position, &mut moves);
        }
        self.texts(moves)
    }

    fn play(&mut self, text: &str) -> Result<(), PlayError> {
        let deed = match self.read_leave(without_annotations(text)) {
            Some(deed) if !Table::status(self).is_over() => deed,
            _ => {
                let mut scratch = std::mem::take(&mut self.scratch);
                let read = self.read_with(text, &mut scratch);
                self.scratch = scratch;
                Deed::Action(read?)
            }
        };
        self.commit(deed);
        Ok(())
    }

    fn take_back(&mut self) -> bool {
        let Some(step) = self.steps.pop() else {
            return false;
        };
        if step.counted {
            self.uncount_standing();
        }
        self.ended = None;
        self.position = step.before;
        self.turn = step.turn;
        true
    }

    fn len(&self) -> usize {
        self.steps.len()
    }

    fn turns(&self) -> Vec<Turn> {
        self.turns_from(0)
    }

    fn last_turn(&self) -> Option<Turn> {
        let last = self.steps.last()?.turn;
        let first = self.steps.iter().rposition(|step| step.turn != last).map_or(0, |i| i + 1);
        self.turns_from(first).pop()
    }

    fn unfinished(&self) -> usize {
        match Table::status(self) {
            Status::Over(_) => 0,
            _ => self.steps.iter().rev().take_while(|step| step.turn == self.turn).count(),
        }
    }

    fn canonical(&self, text: &str) -> Result<String, PlayError> {
        Ok(self.text_of(&self.position, self.read(text)?))
    }

    fn actions(&self) -> Vec<String> {
        let text = |step| {
            let mut text = String::new();
            self.write_deed(step, &mut text);
            text
        };
        self.steps.iter().map(text).collect()
    }

    fn position(&self) -> String {
        let mut text = String::new();
        self.game.write_position(&self.position, &mut text);
        text
    }

    fn set_position(&mut self, text: &str) -> Result<(), PositionError> {
        self.position = self.game.read_position(text)?;
        self.steps.clear();
        self.standings.clear();
        self.ended = None;
        self.turn = 1;
        self.count_standing();
        Ok(())
    }

    fn sees_all(&self, viewer: Viewer) -> bool {
        Table::status(self).is_over() || self.game.sees_all(&self.position, viewer)
    }

    fn picture(&self, viewer: Viewer) -> Picture {
        let over = Table::status(self).is_over();
        let viewer = if over { Viewer::Referee } else { viewer };
        let mut picture = self.game.picture(&self.position, viewer);
        for cell in self.last_touched() {
            picture.cells[usize::from(cell)].marks.push(Mark::Last);
        }
        if over {
            picture.seats.iter_mut().for_each(|seat| seat.to_act = false);
            picture.notes.clear();
        }
        picture
    }

    fn touches(&self, action: &str) -> Result<Vec<CellId>, PlayError> {
        let action = self.read(action)?;
        let mut cells = Vec::new();
        self.game.touches(&self.position, action, &mut cells);
        Ok(cells)
    }

    fn standing(&self) -> Option<String> {
        let mut text = String::new();
        self.game.write_position(&self.game.standing(&self.position)?, &mut text);
        Some(text)
    }

    fn perft(&self, depth: u32, bulk: bool, threads: usize) -> u64 {
        match depth == 0 || threads <= 1 {
            true => perft(&*self.game, &self.position, depth, bulk),
            false => divide(&*self.game, &self.position, depth, bulk, threads)
                .into_iter()
                .map(|(_, nodes)| nodes)
                .sum(),
        }
    }

    fn perft_until(&self, depth: u32, stop: &AtomicBool) -> Option<u64> {
        perft_until(&*self.game, &self.position, depth, stop)
    }

    fn divide(&self, depth: u32, bulk: bool, threads: usize) -> Vec<(String, u64)> {
        let counts = divide(&*self.game, &self.position, depth, bulk, threads);
        let mut lines: Vec<(String, u64)> = counts
            .into_iter()
            .map(|(action, nodes)| (self.text_of(&self.position, action), nodes))
            .collect();
        lines.sort_unstable();
        lines
    }

    fn playouts(&self, games: u64, dice: &mut Dice) -> u64 {
        playouts(&*self.game, &self.position, games, dice)
    }

    fn random_action(&self, dice: &mut Dice) -> Option<String> {
        if self.ended.is_some() {
            return None;
        }
        let action = self.game.random_move(&self.position, dice, &mut Vec::new())?;
        Some(self.text_of(&self.position, action))
    }

    fn side(&self, seat: Seat) -> Seat {
        self.game.side(seat)
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }

    fn fork(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }
}
