//! A sitting at a table: who acts, acts; lines are read and answered.
//!
//! Nothing a person types ends the sitting but `quit` and the end of the
//! input. What has been played is in the file, if there is one, before the
//! next thing happens.

use super::phrases::{Order, Phrases, order};
use super::{Sitter, taken};
use crate::cli::Language;
use crate::fail::Failure;
use crate::{chances, files, tables};
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use wabe_rules::{Dice, Record, Seat, Status, Table, Viewer};
use wabe_search::{Kind, Limits, Means, Player, Stop};

/// Hints take no longer than this.
const HINT_TIME: Duration = Duration::from_millis(500);
/// Legal actions are listed in lines of this width.
const WIDTH: usize = 78;

/// What was agreed on before the game.
pub struct Settings {
    pub sitters: Vec<Sitter>,
    pub seed: u64,
    pub time: Duration,
    pub counts: bool,
    pub language: Language,
}

/// Where the game is kept, and what a resumed record had beside the actions.
pub struct Keeper {
    old: Record,
    comments: Vec<(usize, String)>,
    path: Option<PathBuf>,
    /// How many actions the file has, if it is up to date at all.
    saved: Option<usize>,
}

impl Keeper {
    pub fn new(old: Record, path: Option<PathBuf>, table: &dyn Table) -> Keeper {
        let comments = old.comments(table.len());
        Keeper { old, comments, path, saved: None }
    }

    /// The game so far, with headers and comments from before.
    fn record(&self, table: &dyn Table, settings: &Settings) -> Record {
        let mut record = tables::record_of(table);
        for (name, value) in &self.old.headers {
            if record.header(name).is_none() {
                record.set_header(name, value);
            }
        }
        for (seat, sitter) in settings.sitters.iter().enumerate() {
            let header = format!("Seat{}", seat + 1);
            // A person's name in an older record stays.
            let old = self.old.header(&header).filter(|name| name.parse::<Kind>().is_err());
            if *sitter != Sitter::Human || old.is_none() {
                record.set_header(&header, &name_of(*sitter));
            }
        }
        record.set_header("Seed", &settings.seed.to_string());
        let comments = self.comments.iter().filter(|(behind, _)| *behind <= table.len());
        record.commented(comments.cloned().collect())
    }

    fn save(&mut self, table: &dyn Table, settings: &Settings) -> Result<(), Failure> {
        if let Some(path) = &self.path {
            let record = self.record(table, settings).to_string();
            self.saved = None;
            files::replace_file(path, record.as_bytes())?;
            self.saved = Some(table.len());
        }
        Ok(())
    }

    /// The file, if it holds all that has been played.
    fn up_to_date(&self, table: &dyn Table) -> Option<&Path> {
        self.path.as_deref().filter(|_| self.saved == Some(table.len()))
    }
}

fn name_of(sitter: Sitter) -> String {
    match sitter {
        Sitter::Human => "human".to_owned(),
        Sitter::Program(kind) => kind.to_string(),
    }
}

#[derive(PartialEq)]
enum Next {
    GoOn,
    Leave,
}

pub struct Session<'o> {
    table: Box<dyn Table>,
    settings: Settings,
    keeper: Keeper,
    out: &'o mut dyn Write,
    say: Phrases,
    programs: Vec<Option<Box<dyn Player>>>,
    adviser: Option<Box<dyn Player>>,
    /// What the screen shows: actions played and the viewer.
    shown: Option<(usize, Viewer)>,
    shown_turn: usize,
    asked_to_leave: bool,
}

impl<'o> Session<'o> {
    pub fn new(
        table: Box<dyn Table>,
        settings: Settings,
        keeper: Keeper,
        out: &'o mut dyn Write,
    ) -> Result<Session<'o>, Failure> {
        let program = |(seat, sitter): (usize, &Sitter)| match *sitter {
            Sitter::Human => Ok(None),
            Sitter::Program(kind) => {
                let seed = settings.seed.wrapping_add(seat as u64);
                let means = Means { seed, ..Means::default() }.with_tables();
                wabe_search::player(kind, table.spec(), means).map(Some)
            }
        };
        let programs =
            settings.sitters.iter().enumerate().map(program).collect::<Result<_, _>>()?;
        let say = Phrases { language: settings.language };
        Ok(Session {
            table,
            settings,
            keeper,
            out,
            say,
            programs,
            adviser: None,
            shown: None,
            shown_turn: 0,
            asked_to_leave: false,
        })
    }

    pub fn play(&mut self, input: &mut dyn BufRead) -> Result<(), Failure> {
        self.greet()?;
        self.keeper.save(&*self.table, &self.settings)?;
        loop {
            let status = self.table.status();
            let sitter = status.seat().map(|seat| self.settings.sitters[seat.index()]);
            let is_asking = status.is_over() || sitter == Some(Sitter::Human);
            self.show(is_asking)?;
            match (status, sitter) {
                (Status::Chance, _) => self.draw_lot()?,
                (Status::ToAct(seat), Some(Sitter::Program(_))) => self.let_think(seat)?,
                (Status::Over(_), _) if !self.has_humans() => return Ok(()),
                _ => {
                    let Some(line) = self.ask(status.seat(), input)? else {
                        writeln!(self.out)?;
                        return self.farewell();
                    };
                    if self.answer(line.trim(), status.seat())? == Next::Leave {
                        return self.farewell();
                    }
                }
            }
        }
    }

    fn has_humans(&self) -> bool {
        self.settings.sitters.contains(&Sitter::Human)
    }

    fn greet(&mut self) -> Result<(), Failure> {
        let who: Vec<String> = Seat::all(self.table.players())
            .map(|seat| {
                let sitter = self.settings.sitters[seat.index()];
                let name = match sitter {
                    Sitter::Human => self.say.human().to_owned(),
                    program => name_of(program),
                };
                format!("{} {name}", self.name(seat))
            })
            .collect();
        let spec = self.table.spec();
        let text = self.say.greeting(spec, &who.join(", "), self.settings.seed);
        Ok(writeln!(self.out, "{text}")?)
    }

    /// `Dark (1)`.
    fn name(&self, seat: Seat) -> String {
        let names = self.table.picture(Viewer::Watcher).seats;
        format!("{} ({seat})", tables::said(&names[seat.index()].name, self.settings.language))
    }

    /// Whose eyes the board is drawn for: the human to act, or the only one
    /// there is; several see what each of them sees, nobody what is hidden.
    fn viewer(&self) -> Viewer {
        let is_human = |seat: &Seat| self.settings.sitters[seat.index()] == Sitter::Human;
        if let Some(seat) = self.table.status().seat().filter(is_human) {
            return Viewer::Seat(seat);
        }
        let mut humans = Seat::all(self.table.players()).filter(is_human);
        match (humans.next(), humans.next()) {
            (Some(only), None) => Viewer::Seat(only),
            _ => Viewer::Watcher,
        }
    }

    /// Draws the board if it has changed and a turn has ended or a person is
    /// to choose.
    fn show(&mut self, is_asking: bool) -> Result<(), Failure> {
        let now = (self.table.len(), self.viewer());
        let is_due = is_asking || self.table.turn() != self.shown_turn;
        if self.shown == Some(now) || !is_due || self.table.status() == Status::Chance {
            return Ok(());
        }
        self.shown = Some(now);
        self.shown_turn = self.table.turn();
        let options = tables::text_options(self.settings.counts, self.settings.language);
        let board = wabe_draw::text(&self.table.picture(now.1), &options);
        let state = tables::state_sentence(&*self.table, self.settings.language);
        writeln!(self.out, "\n{board}{state}")?;
        Ok(self.out.flush()?)
    }

    /// A lot depends on the seed and on how much was played before it: taking
    /// back and resuming do not change it.
    fn draw_lot(&mut self) -> Result<(), Failure> {
        let place = (self.table.len() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut dice = Dice::new(self.settings.seed ^ place);
        let lot = self.table.random_action(&mut dice).unwrap_or_default();
        self.table.play(&lot).map_err(|error| Failure::Wrong(error.to_string()))?;
        writeln!(self.out, "{}", self.say.lot(&lot))?;
        self.keep()
    }

    fn let_think(&mut self, seat: Seat) -> Result<(), Failure> {
        let limits = Limits::time(self.settings.time);
        let Some(program) = &mut self.programs[seat.index()] else {
            return Err(Failure::Wrong(format!("nobody sits on seat {seat}")));
        };
        let thought = program.think(&*self.table, limits, &Stop::new(), &mut |_| {});
        let action = thought.map_err(|error| Failure::Wrong(error.to_string()))?.action;
        let name = self.name(seat);
        self.table.play(&action).map_err(|error| Failure::Wrong(error.to_string()))?;
        writeln!(self.out, "{}", self.say.played(&name, &action))?;
        self.keep()
    }

    /// Saves what has been played; who cannot save must hear of it, and plays
    /// on.
    fn keep(&mut self) -> Result<(), Failure> {
        if let Err(failure) = self.keeper.save(&*self.table, &self.settings) {
            writeln!(self.out, "{}", self.say.not_saved_because(&failure.to_string()))?;
        }
        self.asked_to_leave = false;
        Ok(())
    }

    /// A line from the person; nothing at the end of the input.
    fn ask(
        &mut self,
        seat: Option<Seat>,
        input: &mut dyn BufRead,
    ) -> Result<Option<String>, Failure> {
        let name = seat.map(|seat| self.name(seat));
        write!(self.out, "{}", self.say.prompt(name.as_deref()))?;
        self.out.flush()?;
        let mut line = Vec::new();
        let read = input.read_until(b'\n', &mut line);
        let length = read.map_err(|error| Failure::Usage(format!("cannot read: {error}")))?;
        Ok((length > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }

    fn answer(&mut self, line: &str, seat: Option<Seat>) -> Result<Next, Failure> {
        let Some((order, rest)) = order(line) else {
            self.act(line, seat)?;
            return Ok(Next::GoOn);
        };
        let told = match (order, seat) {
            (Order::Quit, _) => {
                let is_safe = self.table.is_empty()
                    || self.keeper.up_to_date(&*self.table).is_some()
                    || self.asked_to_leave;
                if is_safe {
                    return Ok(Next::Leave);
                }
                self.asked_to_leave = true;
                self.say.not_saved().to_owned()
            }
            (Order::Help, _) => self.say.help().trim_end().to_owned(),
            (Order::Record, _) => {
                let record = self.keeper.record(&*self.table, &self.settings).to_string();
                record.trim_end().to_owned()
            }
            (Order::Save, _) => self.save_as(rest),
            (Order::Back, _) => match self.take_back() {
                true => return self.keep().map(|()| Next::GoOn),
                false => self.say.nothing_to_take_back().to_owned(),
            },
            (Order::Board, _) => {
                self.shown = None;
                return Ok(Next::GoOn);
            }
            (_, None) => self.say.over().to_owned(),
            (Order::Legal, Some(_)) => wrapped(&self.table.legal()),
            (Order::Hint, Some(_)) => self.hint()?,
            (Order::Resign, Some(seat)) => {
                let resigned = self.table.play(&format!("resign-{seat}"));
                resigned.map_err(|error| Failure::Wrong(error.to_string()))?;
                return self.keep().map(|()| Next::GoOn);
            }
        };
        writeln!(self.out, "{told}")?;
        Ok(Next::GoOn)
    }

    /// Plays what was typed: one action, or several of one turn.
    fn act(&mut self, line: &str, seat: Option<Seat>) -> Result<(), Failure> {
        if line.is_empty() {
            return Ok(());
        }
        let Some(seat) = seat else {
            return Ok(writeln!(self.out, "{}", self.say.over())?);
        };
        let mut next = self.table.fork();
        let refused = match tables::play_words(&mut *next, line) {
            Err(error) => Some(self.say.refused(line, &error.what)),
            Ok(()) if !self.may_play(&*next, seat) => {
                Some(self.say.refused(line, self.say.only_own_actions()))
            }
            Ok(()) => None,
        };
        if let Some(sentence) = refused {
            return Ok(writeln!(self.out, "{sentence}")?);
        }
        self.table = next;
        self.keep()
    }

    /// Whether all that was added are actions of this seat. What needs the
    /// consent of all can be played if all sit at this screen.
    fn may_play(&self, next: &dyn Table, seat: Seat) -> bool {
        let all_here = self.settings.sitters.iter().all(|sitter| *sitter == Sitter::Human);
        let mut at = self.table.fork();
        for action in &next.actions()[self.table.len()..] {
            let is_own = at.status().seat() == Some(seat);
            let is_legal = at.legal().contains(action);
            if !is_own || !(is_legal || all_here && at.by_consent().contains(action)) {
                return false;
            }
            if at.play(action).is_err() {
                return false;
            }
        }
        true
    }

    fn hint(&mut self) -> Result<String, Failure> {
        let adviser = match &mut self.adviser {
            Some(adviser) => adviser,
            empty => {
                // Advice is told as it is, not as one hopes who wants no draw.
                let means = Means { judging: true, ..Means::default().with_tables() };
                empty.insert(wabe_search::player(Kind::Best, self.table.spec(), means)?)
            }
        };
        let limits = Limits::time(self.settings.time.min(HINT_TIME));
        let thought = adviser.think(&*self.table, limits, &Stop::new(), &mut |_| {});
        Ok(match thought {
            Ok(thought) => {
                let told = chances::told(thought.value, self.settings.language);
                self.say.hint(&thought.action, &told)
            }
            Err(error) => error.to_string(),
        })
    }

    /// Back to where a person chose last; `false` if nobody has.
    fn take_back(&mut self) -> bool {
        let mut earlier = self.table.fork();
        while earlier.take_back() {
            let seat = earlier.status().seat();
            if seat.is_some_and(|seat| self.settings.sitters[seat.index()] == Sitter::Human) {
                self.table = earlier;
                return true;
            }
        }
        false
    }

    fn save_as(&mut self, name: &str) -> String {
        let path = match (name, &self.keeper.path) {
            ("", None) => return self.say.save_takes_a_file().to_owned(),
            ("", Some(path)) => path.clone(),
            (name, _) => PathBuf::from(name),
        };
        let is_own = self.keeper.path.as_deref() == Some(&path);
        if !is_own && path.exists() {
            return self.say.not_saved_because(&taken(&path));
        }
        let before = self.keeper.path.replace(path.clone());
        match self.keeper.save(&*self.table, &self.settings) {
            Ok(()) => self.say.saved(&path),
            Err(failure) => {
                self.keeper.path = before;
                self.say.not_saved_because(&failure.to_string())
            }
        }
    }

    fn farewell(&mut self) -> Result<(), Failure> {
        if let Some(path) = self.keeper.up_to_date(&*self.table) {
            let told = self.say.saved(path);
            writeln!(self.out, "{told}")?;
        }
        Ok(())
    }
}

/// Words in lines that fit a terminal.
fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += length;
    }
    text
}
