//! What goes over the wire; docs/protocol.md tells the story.

use crate::events::Deed;
use crate::refusal::Refusal;
use axum::extract::ws::Utf8Bytes;
use serde::{Deserialize, Serialize, Serializer};
use std::sync::Arc;
use wabe_rules::{Cell, CellId, Picture, SeatView};

/// A table to be opened.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game and its options; left out with `from`.
    #[serde(default)]
    pub spec: String,
    /// Who sits where; one entry a seat.
    pub seats: Vec<NewSeat>,
    /// How time is kept; not at all if absent.
    #[serde(default)]
    pub clock: Option<ClockRule>,
    /// Whether seeds may be counted (Gabata R12).
    #[serde(default)]
    pub counts: bool,
    /// A position to begin at.
    #[serde(default)]
    pub position: Option<String>,
    /// Another table whose first actions are played at once.
    #[serde(default)]
    pub from: Option<From>,
}

/// The first actions of another table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct From {
    /// The table.
    pub table: String,
    /// How many actions.
    pub at: usize,
}

/// Who is to sit on a seat of a new table.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "who", rename_all = "kebab-case", deny_unknown_fields)]
pub enum NewSeat {
    /// Whoever opens the table.
    Me {
        /// The name to show.
        #[serde(default)]
        name: String,
    },
    /// Whoever comes.
    Open {},
    /// The program.
    Program {
        /// `level:1` to `level:8`, or `best`.
        level: String,
    },
}

/// How time is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClockRule {
    /// A base, and something more after each turn.
    Increment {
        /// Milliseconds at the start.
        base: i64,
        /// Milliseconds a turn.
        step: i64,
    },
    /// A base that is touched only after a pause in each turn.
    Delay {
        /// Milliseconds at the start.
        base: i64,
        /// Milliseconds a turn.
        step: i64,
    },
    /// So many days a turn.
    Days {
        /// Days.
        days: i64,
    },
}

/// What a client wants.
#[derive(Clone, Debug, Deserialize)]
pub struct Command {
    /// The client's name for it.
    pub id: String,
    /// The wish.
    #[serde(flatten)]
    pub wish: Wish,
}

/// A wish of a client.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Wish {
    /// Play an action.
    Act {
        /// Its text.
        action: String,
        /// How many actions the client has seen.
        length: usize,
    },
    /// Take back the last action of one's own unfinished turn.
    Undo,
    /// Take an open seat.
    Sit {
        /// Its number.
        seat: usize,
        /// The name to show.
        #[serde(default)]
        name: String,
    },
    /// Give the seat back before the game begins.
    Stand {
        /// Its number.
        seat: usize,
    },
    /// Give up.
    Resign {
        /// Which seat does, if several are one's own.
        #[serde(default)]
        seat: Option<usize>,
    },
    /// Propose something to the others.
    Propose {
        /// What.
        #[serde(flatten)]
        what: Proposed,
    },
    /// Answer the proposal.
    Answer {
        /// Yes or no.
        accept: bool,
    },
    /// End the game before it has begun in earnest.
    Abort,
    /// A new game, seats exchanged.
    Rematch,
    /// Let the program move now.
    Hurry,
    /// Say something.
    Chat {
        /// What.
        text: String,
    },
    /// Are you there?
    Ping,
}

/// What can be proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Proposed {
    /// To call it a draw.
    Draw,
    /// To take back the last turn.
    Takeback,
    /// An action that all must want.
    Consent {
        /// Its text.
        action: String,
    },
}

/// A table as one browser sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// In addresses.
    pub id: String,
    /// The game and its options.
    pub spec: String,
    /// The game's name on the command line.
    pub game: &'static str,
    /// The name people use.
    pub title: &'static str,
    /// When it was opened.
    pub created: i64,
    /// Whether seeds may be counted.
    pub counts: bool,
    /// Who sits where.
    pub seats: Vec<Seated>,
    /// The seats of this browser.
    pub mine: Vec<usize>,
    /// Where the table stands.
    pub phase: Phase,
    /// The seat to act.
    pub to_act: Option<usize>,
    /// Whether a lot is to be drawn.
    pub chance: bool,
    /// The number of the running turn.
    pub turn: usize,
    /// How many actions have been played.
    pub length: usize,
    /// How many of them belong to the running turn.
    pub unfinished: usize,
    /// What has been played.
    pub turns: Vec<TurnView>,
    /// The board.
    pub picture: Arc<Picture>,
    /// What this browser may play now.
    pub legal: Vec<Choice>,
    /// What all together may agree to play.
    pub consent: Vec<String>,
    /// How it ended.
    pub result: Option<ResultView>,
    /// The clocks.
    pub clock: Option<ClockView>,
    /// What has been proposed and not yet answered.
    pub proposal: Option<ProposalView>,
    /// What this browser may do now.
    pub can: Vec<&'static str>,
    /// The table of the rematch.
    pub rematch: Option<String>,
    /// What was said lately.
    pub chat: Vec<Said>,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Seated {
    /// From 1.
    pub seat: usize,
    /// Who it is, seen from this browser.
    pub who: Who,
    /// The name to show.
    pub name: String,
    /// The program's level.
    pub level: Option<String>,
}

/// Who it is, seen from a browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// This browser.
    Me,
    /// Somebody else.
    Person,
    /// The program.
    Program,
    /// Nobody yet.
    Open,
}

/// Where a table stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// A seat is open.
    Gathering,
    /// The game runs.
    Playing,
    /// The game has ended.
    Over,
    /// It was ended before it began.
    Aborted,
}

/// A turn of the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurnView {
    /// From 1.
    pub number: usize,
    /// Who acted; nobody in a lot.
    pub seat: Option<usize>,
    /// The actions, with annotations.
    pub actions: Vec<String>,
}

/// One legal action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// Its text.
    pub text: String,
    /// The cells to touch for it.
    pub touches: Vec<CellId>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ResultView {
    /// The winning seats; none when drawn.
    pub winners: Vec<usize>,
    /// One word that says why.
    pub reason: String,
    /// Scores by seat, as texts.
    pub scores: Option<Vec<Option<String>>>,
}

/// The clocks of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClockView {
    /// How time is kept.
    #[serde(flatten)]
    pub rule: ClockRule,
    /// Milliseconds left by seat, at `since`.
    pub left: Vec<i64>,
    /// Whose clock runs.
    pub running: Option<usize>,
    /// The moment of which `left` tells.
    pub since: i64,
}

/// A proposal that waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProposalView {
    /// What.
    #[serde(flatten)]
    pub what: Proposed,
    /// By which seat.
    pub by: usize,
    /// Whose answer is missing.
    pub waiting: Vec<usize>,
}

/// Something said at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Said {
    /// From which seat; watchers have none.
    pub seat: Option<usize>,
    /// The speaker's name.
    pub name: String,
    /// The words.
    pub text: String,
    /// When.
    pub at: i64,
}

/// The board after some actions.
#[derive(Clone, Debug, Serialize)]
pub struct Moment {
    /// How many actions were played.
    pub length: usize,
    /// The number of the turn.
    pub turn: usize,
    /// Who acts.
    pub to_act: Option<usize>,
    /// The board.
    pub picture: Picture,
    /// The position as text, if this browser may know all of it.
    pub position: Option<String>,
    /// How it ended, if it had.
    pub result: Option<ResultView>,
}

/// What changed, of a [`View`].
#[derive(Clone, Debug, Default, Serialize)]
#[allow(missing_docs)]
pub struct Change {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<Vec<Seated>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mine: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_act: Option<Option<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unfinished: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<TurnsChange>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<Arc<Picture>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<(usize, Cell)>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beside: Option<Vec<SeatView>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<Vec<wabe_rules::Note>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<Choice>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consent: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Option<ResultView>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Option<ClockView>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<Option<ProposalView>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub can: Option<Vec<&'static str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<Option<String>>,
}

/// How the record changed.
#[derive(Clone, Debug, Serialize)]
pub struct TurnsChange {
    /// So many turns stay.
    pub keep: usize,
    /// These follow.
    pub add: Vec<TurnView>,
}

impl Change {
    /// The fields in which two views differ; what they leave out is left to the
    /// caller.
    pub fn between(old: View, new: View) -> Change {
        fn news<T: PartialEq>(old: T, new: T) -> Option<T> {
            (old != new).then_some(new)
        }
        let (before, now) = (old.picture, new.picture);
        let same_board = before.cells.len() == now.cells.len();
        let changed =
            |(i, (old, new)): (usize, (&Cell, &Cell))| (old != new).then(|| (i, new.clone()));
        let pairs = before.cells.iter().zip(&now.cells).enumerate();
        let cells: Vec<(usize, Cell)> = pairs.filter_map(changed).collect();
        let mut change = Change {
            seats: news(old.seats, new.seats),
            mine: news(old.mine, new.mine),
            phase: news(old.phase, new.phase),
            to_act: news(old.to_act, new.to_act),
            chance: news(old.chance, new.chance),
            turn: news(old.turn, new.turn),
            length: news(old.length, new.length),
            unfinished: news(old.unfinished, new.unfinished),
            consent: news(old.consent, new.consent),
            result: news(old.result, new.result),
            clock: news(old.clock, new.clock),
            proposal: news(old.proposal, new.proposal),
            can: news(old.can, new.can),
            rematch: news(old.rematch, new.rematch),
            ..Change::default()
        };
        if same_board {
            change.cells = (!cells.is_empty()).then_some(cells);
            change.beside = (before.seats != now.seats).then(|| now.seats.clone());
            change.notes = (before.notes != now.notes).then(|| now.notes.clone());
        } else {
            change.picture = Some(now);
        }
        change
    }
}

/// What the server says.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Message<'a> {
    /// Everything about the table.
    Table {
        /// The number of the last event.
        seq: u64,
        /// The server's clock.
        now: i64,
        /// The table.
        table: &'a View,
    },
    /// Nothing has happened that the client does not know.
    Here {
        /// The number of the last event.
        seq: u64,
        /// The server's clock.
        now: i64,
    },
    /// Something happened and is stored.
    News {
        /// The event's number.
        seq: u64,
        /// The server's clock.
        now: i64,
        /// What happened.
        event: EventView<'a>,
        /// What is different now.
        change: &'a Change,
    },
    /// A command was carried out and is stored.
    Ack {
        /// The client's name for it.
        id: &'a str,
        /// The number of the event it caused.
        seq: u64,
    },
    /// A command was not carried out.
    Refused {
        /// The client's name for it.
        id: &'a str,
        /// Why.
        #[serde(flatten)]
        why: &'a Refusal,
    },
    /// Who is connected.
    Presence {
        /// By seat.
        present: &'a [bool],
        /// How many others.
        watchers: usize,
    },
    /// The program thinks.
    Thinking {
        /// Its seat.
        seat: usize,
    },
    /// The answer to `ping`.
    Pong {
        /// The client's name for it.
        id: &'a str,
        /// The number of the last event.
        seq: u64,
        /// The server's clock.
        now: i64,
    },
}

impl Message<'_> {
    /// As JSON.
    pub fn text(&self) -> Utf8Bytes {
        serde_json::to_string(self).expect("messages are plain data").into()
    }
}

/// An event as everybody may see it.
pub struct EventView<'a> {
    /// What happened.
    pub deed: &'a Deed,
    /// The cells an action touched.
    pub touches: &'a [CellId],
    /// When.
    pub at: i64,
}

impl Serialize for EventView<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Plain {
            kind: &'static str,
        }
        #[derive(Serialize)]
        struct Whole<'a> {
            #[serde(flatten)]
            deed: &'a Deed,
            #[serde(skip_serializing_if = "<[CellId]>::is_empty")]
            touches: &'a [CellId],
            at: i64,
        }
        match self.deed {
            // Who opened the table is nobody's business.
            Deed::Created(_) => Plain { kind: self.deed.kind() }.serialize(to),
            deed => Whole { deed, touches: self.touches, at: self.at }.serialize(to),
        }
    }
}
