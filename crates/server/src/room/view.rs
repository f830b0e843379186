//! What a browser sees of a room: all of it, what changed, and the past.

use super::{Ended, Mine, Pictures, Room};
use crate::clock::Clock;
use crate::events::{Deed, Holder};
use crate::wire::{
    Change, Choice, Moment, Phase, ProposalView, ResultView, Seated, TurnView, TurnsChange, View,
    Who,
};
use std::sync::Arc;
use wabe_rules::{Outcome, Picture, Record, Seat, Status, Table, Turn, Viewer};

impl Room {
    pub(super) fn seated(&self, mine: Mine) -> Vec<Seated> {
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

    pub(super) fn result(&self) -> Option<ResultView> {
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
