//! What follows from a wish: who may do what, and when.

use super::{Mine, Room};
use crate::events::{Deed, Holder};
use crate::refusal::{Code, Refusal};
use crate::wire::{Phase, Proposed, Wish};
use wabe_rules::Seat;
use wabe_search::{Kind, Means};
use wabe_store::Millis;

const LONGEST_CHAT: usize = 500;

/// A program takes a draw when it expects less than this.
const DRAW_WANTED_BELOW: f64 = 0.4;

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
    pub(super) fn undone(&self, mine: Mine) -> Option<usize> {
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
    pub(super) fn others(&self, mine: Mine) -> (Vec<usize>, Vec<usize>) {
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

    pub(super) fn may_abort(&self, mine: Mine) -> bool {
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
