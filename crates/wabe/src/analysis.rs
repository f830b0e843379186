//! Games judged: what every action was worth, and what it gave away.
//!
//! The best player looks at every position of a game with the same effort,
//! each afresh, so a limit in nodes gives the same on every machine and with
//! any number of threads. The *score* of a position for a side is the share of
//! points it can expect there, 0 to 1. An action is judged by the score before
//! it (with the best action) and after it (with the one played), both for the
//! side that acted; what it gave away is the loss.

use crate::chances::{earlier, flipped};
use crate::fail::Failure;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use wabe_rules::{Outcome, Seat, Status, Table, Words};
use wabe_search::{Kind, Limits, Means, Player, Stop, Value};

/// Actions that give away so much of the expected score are inaccuracies,
/// mistakes and blunders. Values are logistic, with odds of e to 1 for 200
/// points, and weights are tuned so that this fits results of games: from an
/// even position these losses are 40, 81 and 169 points (in Abalone, a sixth, a
/// third and two thirds of a marble).
const INACCURACY: f64 = 0.05;
const MISTAKE: f64 = 0.10;
const BLUNDER: f64 = 0.20;

/// Megabytes that each thread remembers positions in.
const MEGABYTES: usize = 16;
/// Forced actions are followed for so long before the search is asked.
const LONGEST_CHAIN: u32 = 100;

/// How bad an action was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Blame {
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Blame {
    pub const ALL: [Blame; 3] = [Blame::Inaccuracy, Blame::Mistake, Blame::Blunder];

    fn of(loss: f64) -> Option<Blame> {
        match loss {
            BLUNDER.. => Some(Blame::Blunder),
            MISTAKE.. => Some(Blame::Mistake),
            INACCURACY.. => Some(Blame::Inaccuracy),
            _ => None,
        }
    }

    /// As it is written behind an action.
    pub fn mark(self) -> &'static str {
        match self {
            Blame::Inaccuracy => "?!",
            Blame::Mistake => "?",
            Blame::Blunder => "??",
        }
    }
}

/// What a position is worth to one side.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The expected score, 0 to 1.
    pub score: f64,
    /// The value of the search; `None` at the end and before a lot.
    pub value: Option<Value>,
    /// The best actions from here, by all who act.
    pub line: Vec<String>,
}

/// One action of a game.
#[derive(Clone, Debug)]
pub struct Step {
    pub turn: usize,
    /// Who acted; `None` for a lot.
    pub seat: Option<Seat>,
    pub action: String,
    /// What the position was worth to who acted, with the best line; `None`
    /// for lots, and where a seat left the table.
    pub before: Option<Judgement>,
    /// What it was worth to them after the action.
    pub after: Option<Judgement>,
    /// The expected score given away.
    pub loss: f64,
    pub blame: Option<Blame>,
    /// What the game calls what happened.
    pub words: Vec<Words>,
}

/// A judged game.
pub struct Analysis {
    pub steps: Vec<Step>,
    /// The sides, by their first seats, with their scores at every position
    /// that was judged for them. Of two sides only the first is told.
    pub curves: Vec<(Seat, Vec<(usize, f64)>)>,
}

impl Analysis {
    /// How often a seat did this.
    pub fn count(&self, seat: Seat, blame: Blame) -> usize {
        let own = self.steps.iter().filter(|step| step.seat == Some(seat));
        own.filter(|step| step.blame == Some(blame)).count()
    }

    /// The mean loss of a seat's actions.
    pub fn mean_loss(&self, seat: Seat) -> f64 {
        let own = self.steps.iter().filter(|step| step.seat == Some(seat));
        let losses: Vec<f64> = own.filter(|s| s.before.is_some()).map(|step| step.loss).collect();
        losses.iter().fold(0.0, |sum, loss| sum + loss) / losses.len().max(1) as f64
    }
}

/// A position to judge (after so many actions), for a side.
type Job = (usize, Seat);

/// Judges every action of a game; `see` is told when a position is done.
/// [`jobs`] says how many there are.
pub fn analyse(
    end: &dyn Table,
    limits: Limits,
    threads: usize,
    see: &(dyn Fn() + Sync),
) -> Result<Analysis, Failure> {
    let moments = moments(end);
    let jobs = jobs_of(&moments);
    let judged = judge_all(end, &jobs, limits, threads, see)?;
    let view = |position: usize, side: Seat| {
        let sides = &moments[position].sides;
        match (judged.get(&(position, side)), judged.get(&(position, sides[0]))) {
            (Some(own), _) => Some(own.clone()),
            (None, Some(other)) if sides.len() == 2 => Some(turned(other)),
            _ => None,
        }
    };
    let mut steps = Vec::new();
    let turns = end.turns();
    let numbers = turns.iter().flat_map(|turn| turn.actions.iter().map(|_| turn.number));
    let actions = end.actions();
    let said = what_was_said(end, &actions);
    for (i, ((action, turn), (is_choice, words))) in
        actions.into_iter().zip(numbers).zip(said).enumerate()
    {
        let Moment { acting: seat, side, .. } = moments[i];
        let side = side.filter(|_| is_choice);
        let before = side.and_then(|side| view(i, side));
        let after = side.and_then(|side| view(i + 1, side));
        let loss = match (&before, &after) {
            (Some(before), Some(after)) if before.line.first() != Some(&action) => {
                (before.score - after.score).max(0.0)
            }
            _ => 0.0,
        };
        let blame = Blame::of(loss);
        steps.push(Step { turn, seat, action, before, after, loss, blame, words });
    }
    let sides = sides(end);
    let told = if sides.len() == 2 { &sides[..1] } else { &sides[..] };
    let curve = |&side: &Seat| {
        let known =
            (0..moments.len()).filter_map(|i| view(i, side).map(|judged| (i, judged.score)));
        (side, known.collect())
    };
    Ok(Analysis { steps, curves: told.iter().map(curve).collect() })
}

/// How many positions [`analyse`] will look at.
pub fn jobs(end: &dyn Table) -> usize {
    jobs_of(&moments(end)).len()
}

/// Who sits at a table after some actions, by sides.
struct Moment {
    /// The first seat of every side.
    sides: Vec<Seat>,
    /// Who is to act, and for which side.
    acting: Option<Seat>,
    side: Option<Seat>,
}

/// The table after every number of actions. A table is as large as its game is long: one
/// that goes back is enough for all of them.
fn moments(end: &dyn Table) -> Vec<Moment> {
    let mut table = end.fork();
    let mut moments = Vec::new();
    loop {
        let acting = table.status().seat();
        let side = acting.map(|seat| table.side(seat));
        moments.push(Moment { sides: sides(&*table), acting, side });
        if !table.take_back() {
            break;
        }
    }
    moments.reverse();
    moments
}

/// Of every action, whether it was a choice, and what the game calls it.
fn what_was_said(end: &dyn Table, actions: &[String]) -> Vec<(bool, Vec<Words>)> {
    let mut table = end.fork();
    let mut said = Vec::new();
    for action in actions.iter().rev() {
        table.take_back();
        let is_choice = table.status().seat().is_some() && is_action(&*table, action);
        said.push((is_choice, wabe_search::words(&*table, action)));
    }
    said.reverse();
    said
}

fn jobs_of(moments: &[Moment]) -> Vec<Job> {
    let mut jobs = Vec::new();
    for (i, Moment { sides, side: now, .. }) in moments.iter().enumerate() {
        if sides.len() == 2 {
            jobs.push((i, sides[0]));
            continue;
        }
        // Each side's own view, where it acts and where it has just acted.
        let before = i.checked_sub(1).and_then(|i| moments[i].side);
        jobs.extend(now.map(|side| (i, side)));
        jobs.extend(before.filter(|_| before != *now).map(|side| (i, side)));
    }
    jobs
}

/// The first seat of every side.
fn sides(table: &dyn Table) -> Vec<Seat> {
    Seat::all(table.players()).filter(|&seat| table.side(seat) == seat).collect()
}

/// Whether it was a choice among actions, not a seat that left.
fn is_action(table: &dyn Table, action: &str) -> bool {
    let action = action.to_owned();
    table.legal().contains(&action) || table.by_consent().contains(&action)
}

fn turned(judged: &Judgement) -> Judgement {
    Judgement {
        score: 1.0 - judged.score,
        value: judged.value.map(flipped),
        line: judged.line.clone(),
    }
}

/// Judges from the last position to the first, since tables only go back.
fn judge_all(
    end: &dyn Table,
    jobs: &[Job],
    limits: Limits,
    threads: usize,
    see: &(dyn Fn() + Sync),
) -> Result<BTreeMap<Job, Judgement>, Failure> {
    let left = AtomicUsize::new(jobs.len());
    let done = Mutex::new(BTreeMap::new());
    let means = Means { megabytes: MEGABYTES, seed: 1, judging: true, ..Means::default() };
    let means = means.with_tables();
    let mut judges = (0..threads.clamp(1, jobs.len().max(1)))
        .map(|_| Ok((end.fork(), wabe_search::player(Kind::Best, end.spec(), means.clone())?)))
        .collect::<Result<Vec<_>, wabe_search::PlayerError>>()?;
    std::thread::scope(|scope| {
        for (table, player) in &mut judges {
            scope.spawn(|| {
                let take = |left: usize| left.checked_sub(1);
                while let Ok(left) = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take) {
                    let job = jobs[left - 1];
                    while table.len() > job.0 && table.take_back() {}
                    let judged = judge(table.fork(), job.1, &mut **player, limits);
                    done.lock().unwrap_or_else(PoisonError::into_inner).insert(job, judged);
                    see();
                }
            });
        }
    });
    Ok(done.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// What a position is worth to a side.
///
/// Forced actions are followed, lots averaged. With more than two sides nobody
/// else can tell what a position is worth to this one: the others act as they
/// like best until it is this one's turn, which then looks for itself.
fn judge(
    mut table: Box<dyn Table>,
    side: Seat,
    player: &mut dyn Player,
    limits: Limits,
) -> Judgement {
    let sides = sides(&*table).len();
    let even = 1.0 / sides.max(2) as f64;
    let mut line = Vec::new();
    for ahead in 0..LONGEST_CHAIN {
        if let Some(outcome) = table.decided() {
            return Judgement { score: points(outcome, side, even), value: None, line };
        }
        let seat = match table.status() {
            Status::Over(_) => break,
            Status::Chance => return mean_of_lots(&*table, side, player, limits, line),
            Status::ToAct(seat) => seat,
        };
        let mut legal = table.legal();
        let forced = if legal.len() == 1 { legal.pop() } else { None };
        let action = match forced {
            Some(only) => only,
            None => {
                player.forget();
                let thought = player.think(&*table, limits, &Stop::new(), &mut |_| {});
                let Ok(thought) = thought else { break };
                let is_own = table.side(seat) == side;
                if is_own || sides == 2 {
                    let value = earlier(thought.value, ahead);
                    let value = if is_own { value } else { flipped(value) };
                    line.extend(thought.line);
                    return Judgement { score: value.expected_score(), value: Some(value), line };
                }
                thought.action
            }
        };
        if table.play(&action).is_err() {
            break;
        }
        line.push(action);
    }
    Judgement { score: even, value: None, line }
}

/// What the end of a game gives to a side.
fn points(outcome: Outcome, side: Seat, even: f64) -> f64 {
    match outcome.winners.is_empty() {
        true => even,
        false => f64::from(u8::from(outcome.winners.contains(side))),
    }
}

/// The mean over all lots, each with its share of the effort.
fn mean_of_lots(
    table: &dyn Table,
    side: Seat,
    player: &mut dyn Player,
    limits: Limits,
    line: Vec<String>,
) -> Judgement {
    let lots = table.legal();
    let share = lots.len().max(1);
    let limits = Limits {
        time: limits.time.map(|time| time / share as u32),
        nodes: limits.nodes.map(|nodes| (nodes / share as u64).max(1)),
        depth: limits.depth,
    };
    let mut sum = 0.0;
    for lot in &lots {
        let mut next = table.fork();
        if next.play(lot).is_ok() {
            sum += judge(next, side, player, limits).score;
        }
    }
    Judgement { score: sum / share as f64, value: None, line }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn analysed(spec: &str, actions: &[&str], threads: usize) -> Analysis {
        let mut table = wabe_games::open(spec).expect("a spec");
        actions.iter().for_each(|action| table.play(action).expect("legal"));
        let jobs_done = AtomicUsize::new(0);
        let see = || {
            jobs_done.fetch_add(1, Ordering::Relaxed);
        };
        let analysis = analyse(&*table, Limits::nodes(2000), threads, &see).expect("judged");
        assert_eq!(jobs_done.into_inner(), jobs(&*table));
        analysis
    }

    #[test]
    fn losses_become_marks() {
        assert_eq!(Blame::of(0.049), None);
        assert_eq!(Blame::of(0.05), Some(Blame::Inaccuracy));
        assert_eq!(Blame::of(0.1), Some(Blame::Mistake));
        assert_eq!(Blame::of(0.2), Some(Blame::Blunder));
        assert_eq!(Blame::Blunder.mark(), "??");
        let points = |loss: f64| (200.0 * ((0.5 + loss) / (0.5 - loss)).ln()).round();
        assert_eq!([INACCURACY, MISTAKE, BLUNDER].map(points), [40.0, 81.0, 169.0]);
    }

    /// Whoever lets the one capture that wins happen has blundered, and whoever
    /// makes it has not.
    #[test]
    fn giving_the_game_away_is_a_blunder() {
        let analysis = analysed("zange:captures=1", &["@29", "@28", "@11", "@30"], 1);
        let [_, _, given, taken] = analysis.steps.as_slice() else { panic!("four actions") };
        assert_eq!(given.blame, Some(Blame::Blunder), "{given:?}");
        assert_eq!(given.after.as_ref().and_then(|after| after.value), Some(Value::LossIn(1)));
        assert_eq!((taken.blame, taken.loss), (None, 0.0));
        assert_eq!(taken.after.as_ref().map(|after| after.score), Some(1.0));
        assert_eq!(analysis.count(Seat::FIRST, Blame::Blunder), 1);
        let curve = &analysis.curves[0].1;
        assert_eq!((curve.len(), curve[4]), (5, (4, 0.0)));
    }

    #[test]
    fn threads_change_nothing() {
        let actions = ["@29", "@28", "@11", "@12", "@13"];
        let (one, two) = (analysed("zange", &actions, 1), analysed("zange", &actions, 2));
        assert_eq!(format!("{:?}", one.steps), format!("{:?}", two.steps));
    }

    /// A turn of several actions is one side's: no flip inside it.
    #[test]
    fn scores_do_not_flip_inside_a_turn() {
        let analysis = analysed("omega", &["c3", "d5", "e5"], 1);
        let [first, second, third] = analysis.steps.as_slice() else { panic!("three actions") };
        assert_eq!(first.seat, second.seat);
        assert_ne!(second.seat, third.seat);
        let score = |judged: &Option<Judgement>| judged.as_ref().map(|judged| judged.score);
        assert_eq!(score(&first.after), score(&second.before));
        let both = score(&second.after).zip(score(&third.before)).map(|(a, b)| a + b);
        assert!(both.is_some_and(|both| (both - 1.0).abs() < 1e-9), "{both:?}");
    }

    #[test]
    fn three_sides_have_a_curve_each() {
        let analysis = analysed("omega:players=3", &["c3", "d4", "e5", "c4"], 2);
        assert_eq!(analysis.curves.len(), 3);
        for step in &analysis.steps {
            assert!(step.before.is_some() && step.after.is_some(), "{step:?}");
            assert!((0.0..=1.0).contains(&step.loss));
        }
    }

    /// R9 of Ombagi: who has won has won, whatever is still played.
    #[test]
    fn a_decided_game_is_not_judged_further() {
        let mut table = wabe_games::open("ombagi:playout=true").expect("a spec");
        let won = "H1H2H3,H1H2H3,H1H2H3,H1H2H3/.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./\
                   .,.,.,D3,./D1D2D3,D1D2D3,D1D2D3,D1D2 to=1 won=2 after=0,0 ply=9";
        table.set_position(won).expect("a position");
        // Dark steps away from its last tower.
        table.play("42-39").expect("legal");
        let analysis = analyse(&*table, Limits::nodes(500), 1, &|| {}).expect("judged");
        assert_eq!((analysis.steps[0].loss, analysis.steps[0].blame), (0.0, None));
        assert_eq!(analysis.curves[0].1, [(0, 0.0), (1, 0.0)]);
    }

    /// A draw gives each of three sides a third, and that is what even positions are worth.
    #[test]
    fn a_drawn_end_is_no_mistake_of_three() {
        let mut table = wabe_games::open("abalone:players=3,limit=3").expect("a spec");
        for _ in 0..3 {
            let action = table.legal().swap_remove(0);
            table.play(&action).expect("legal");
        }
        assert!(table.status().is_over());
        let analysis = analyse(&*table, Limits::nodes(300), 2, &|| {}).expect("judged");
        for step in &analysis.steps {
            assert!(step.loss < MISTAKE, "{step:?}");
        }
    }

    #[test]
    fn lots_and_leavers_are_not_judged() {
        let analysis = analysed("zange", &["@29", "resign-2"], 1);
        assert!(analysis.steps[1].before.is_none());
        assert_eq!(analysis.steps[1].loss, 0.0);
        let mut table = wabe_games::open("gabata").expect("a spec");
        let due = "0,0,0,0,0,0/0,0,0,0,0,0 stores=22,26 to=1 starter=2 ply=157 lot=due";
        table.set_position(due).expect("a position");
        assert_eq!(table.status(), Status::Chance);
        table.play("lot-1").expect("a lot");
        let analysis = analyse(&*table, Limits::nodes(500), 1, &|| {}).expect("judged");
        assert!(analysis.steps[0].before.is_none() && analysis.steps[0].seat.is_none());
        let scores = &analysis.curves[0].1;
        assert!(scores.len() == 2 && scores.iter().all(|(_, score)| (0.0..=1.0).contains(score)));
    }
}
