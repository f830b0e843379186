//! `wabe match`: who is stronger.

use crate::cli::MatchArgs;
use crate::commands::solve::make_on_first_use;
use crate::elo::{Sprt, Tally, Verdict, elo};
use crate::engines::{Engine, EngineName};
use crate::fail::{Failure, INTERRUPTED};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use wabe_rules::{Dice, Outcome, Record, Seat, Status, Table};
use wabe_search::{Kind, Limits, Means, Player, Stop};

/// What is to be played.
struct Plan {
    spec: String,
    engines: Vec<EngineName>,
    limits: Limits,
    openings: usize,
    seed: u64,
    /// The seats of each side.
    sides: Vec<Vec<Seat>>,
    /// What players have to work with.
    means: Means,
}

/// One finished game, as the first engine sees it.
#[derive(Clone, Debug)]
struct Game {
    /// Points of the first engine: 1, ½, 0; with more sides a share.
    points: f64,
    /// 1 for the first place, 0 for the last, by the outcome and the scores.
    rank: f64,
    drawn: bool,
    record: Record,
}

pub fn run(args: &MatchArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let plan = plan(args)?;
    if plan.engines.iter().any(EngineName::is_best) {
        make_on_first_use(&plan.spec);
    }
    let rotation = plan.sides.len();
    let games = args.games.div_ceil(rotation) * rotation;
    let mut done = match &args.record {
        Some(path) if path.exists() => resume(path, &plan)?,
        _ => BTreeMap::new(),
    };
    done.retain(|&number, _| number < games);
    let resumed = done.len();
    let sprt = match &args.sprt {
        Some(_) if rotation != 2 => {
            let spec = &plan.spec;
            return Err(Failure::Usage(format!(
                "--sprt compares two sides, {spec} has {rotation}"
            )));
        }
        sprt => sprt.as_deref().map(read_sprt).transpose()?,
    };
    let stop = Stop::new();
    stop_when_interrupted(stop.clone());
    let (played, failure) = play_all(&plan, args, games, done, sprt, &stop)?;
    // Whatever ended the match, what was played is told.
    if failure.is_none() || !played.is_empty() {
        report(&plan, &played, sprt, args.json, resumed, out)?;
    }
    match failure {
        Some(failure) => Err(failure),
        None if stop.is_stopped() => Err(Failure::Interrupted),
        None => Ok(()),
    }
}

/// Ends the match early when somebody presses Ctrl-C; pressed again it ends the program.
fn stop_when_interrupted(stop: Stop) {
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let Ok(runtime) = runtime else { return };
        runtime.block_on(async {
            if tokio::signal::ctrl_c().await.is_ok() {
                stop.stop();
            }
            if tokio::signal::ctrl_c().await.is_ok() {
                std::process::exit(INTERRUPTED.into());
            }
        });
    });
}

fn plan(args: &MatchArgs) -> Result<Plan, Failure> {
    let table = wabe_games::open(&args.spec)?;
    let engines: Vec<EngineName> = [Some(&args.a), Some(&args.b), args.c.as_ref(), args.d.as_ref()]
        .into_iter()
        .flatten()
        .map(|text| EngineName::read(text))
        .collect::<Result<_, _>>()?;
    let sides = sides(&*table);
    if engines.len() > sides.len() {
        return Err(Failure::Usage(format!(
            "{} has {} sides, but {} engines are named",
            table.spec(),
            sides.len(),
            engines.len()
        )));
    }
    let limits =
        Limits { time: args.time.map(Duration::from_millis), nodes: args.nodes, depth: args.depth };
    let limits = match limits == Limits::default() {
        true => Limits::time(Duration::from_millis(100)),
        false => limits,
    };
    let spec = table.spec().to_owned();
    let means = Means {
        megabytes: args.hash,
        threads: args.engine_threads,
        seed: args.seed,
        tables: Some(wabe_solve::folder()),
        judging: false,
    };
    Ok(Plan { spec, engines, limits, openings: args.openings, seed: args.seed, sides, means })
}

/// The seats by side: partners share their fate in every outcome.
fn sides(table: &dyn Table) -> Vec<Vec<Seat>> {
    let mut sides: Vec<Vec<Seat>> = Vec::new();
    for seat in Seat::all(table.players()) {
        let side = table.side(seat);
        match sides.iter_mut().find(|seats| seats[0] == side) {
            Some(seats) => seats.push(seat),
            None => sides.push(vec![seat]),
        }
    }
    sides
}

fn read_sprt(text: &str) -> Result<Sprt, Failure> {
    let numbers = text.split_once(',').and_then(|(low, high)| {
        Some((low.trim().parse::<f64>().ok()?, high.trim().parse::<f64>().ok()?))
    });
    match numbers {
        Some((elo0, elo1)) if elo0 < elo1 && elo0.abs() <= 2000.0 && elo1.abs() <= 2000.0 => {
            Ok(Sprt { elo0, elo1 })
        }
        _ => Err(Failure::Usage("--sprt takes two differences in Elo, such as 0,10".into())),
    }
}

impl Plan {
    /// Which engine sits on each seat in a game: with as many engines as sides
    /// they rotate; with fewer the first has one side and the second the rest.
    fn seating(&self, game: usize) -> Vec<usize> {
        let rotation = self.sides.len();
        let players = self.sides.iter().map(Vec::len).sum();
        let mut seating = vec![0; players];
        for (side, seats) in self.sides.iter().enumerate() {
            let place = (side + rotation - game % rotation) % rotation;
            for seat in seats {
                seating[seat.index()] = place.min(self.engines.len() - 1);
            }
        }
        seating
    }

    /// The seed of a game's opening: the same for all games of a round.
    fn opening_seed(&self, game: usize) -> u64 {
        let round = (game / self.sides.len()) as u64;
        Dice::new(self.seed ^ round.wrapping_mul(0x9e37_79b9_7f4a_7c15)).word()
    }

    /// The seed of what an engine leaves to chance in a game: another one in every game, or
    /// all games of a match would hang on the same luck. It has 31 bits, which options of other
    /// programs take too.
    fn luck(&self, game: usize, engine: usize) -> u64 {
        let number = (game * self.engines.len() + engine) as u64;
        Dice::new(self.opening_seed(game).wrapping_add(number)).word() >> 33
    }

    /// The table after the opening of a game. Openings that end the game, or
    /// that a short look finds decided, are drawn again: from those both games
    /// of a pair say nothing about who plays better. After some tries any that
    /// does not end the game has to do, since some games are decided from the
    /// start.
    fn opened(
        &self,
        game: usize,
        judge: &mut dyn Player,
    ) -> Result<(Box<dyn Table>, Dice), Failure> {
        const CHOOSY: usize = 50;
        const TRIES: usize = 500;
        let mut dice = Dice::new(self.opening_seed(game));
        let may_choose = self.openings > 0 && self.sides.len() == 2;
        for tried in 0..TRIES {
            let mut table = wabe_games::open(&self.spec)?;
            for _ in 0..self.openings {
                let Some(action) = table.random_action(&mut dice) else { break };
                table.play(&action).map_err(|error| Failure::Wrong(error.to_string()))?;
            }
            let is_choosy = may_choose && tried < CHOOSY;
            if !table.status().is_over() && (!is_choosy || is_open(&*table, judge)) {
                return Ok((table, dice));
            }
        }
        Err(Failure::Usage(format!(
            "--openings {} ends every game of {}; ask for fewer",
            self.openings, self.spec
        )))
    }

    /// Plays a game; nothing if it is stopped.
    fn play(
        &self,
        game: usize,
        engines: &mut [Engine],
        judge: &mut dyn Player,
        stop: &Stop,
    ) -> Result<Option<Game>, Failure> {
        let (mut table, mut lots) = self.opened(game, judge)?;
        let seating = self.seating(game);
        let mut fault = None;
        for (i, engine) in engines.iter_mut().enumerate() {
            // A program that broke down in the game before begins anew.
            if engine.new_game(self.luck(game, i)).is_err() {
                *engine = self.engines[i].start(&self.spec, &self.means)?;
                engine.new_game(self.luck(game, i)).map_err(Failure::Wrong)?;
            }
        }
        loop {
            let seat = match table.status() {
                Status::Over(_) => break,
                Status::Chance => {
                    let lot = table.random_action(&mut lots).unwrap_or_default();
                    table.play(&lot).map_err(|error| Failure::Wrong(error.to_string()))?;
                    continue;
                }
                Status::ToAct(seat) => seat,
            };
            let who = seating[seat.index()];
            let limits = self.engines[who].limits(self.limits);
            // An action and nothing else: nobody resigns, least of all for others.
            let acted = engines[who].act(&*table, limits, stop).and_then(|action| {
                let action = table.canonical(&action);
                action.and_then(|action| table.play(&action)).map_err(|error| error.to_string())
            });
            if stop.is_stopped() {
                return Ok(None);
            }
            // Who has no legal action to give has lost.
            if let Err(error) = acted {
                fault = Some(format!("{}: {error}", self.engines[who].text()));
                let resigned = table.play(&format!("resign-{seat}"));
                resigned.map_err(|error| Failure::Wrong(error.to_string()))?;
            }
        }
        let mut record = Record::of(&*table);
        for (seat, who) in seating.iter().enumerate() {
            record.set_header(&format!("Seat{}", seat + 1), self.engines[*who].text());
        }
        record.set_header("Match", &self.identity());
        record.set_header("Game", &(game + 1).to_string());
        if let Some(fault) = fault {
            record.set_header("Fault", &fault);
        }
        Ok(Some(self.judged(game, &*table, record)))
    }

    /// What makes two matches the same match.
    fn identity(&self) -> String {
        let names: Vec<&str> = self.engines.iter().map(EngineName::text).collect();
        let Limits { time, nodes, depth } = self.limits;
        let time = time.map(|time| format!(" {} ms", time.as_millis()));
        let nodes = nodes.map(|nodes| format!(" {nodes} nodes"));
        let depth = depth.map(|depth| format!(" {depth} ply"));
        let limits: String = [time, nodes, depth].into_iter().flatten().collect();
        format!(
            "{} seed {} openings {} limits{limits}",
            names.join(" - "),
            self.seed,
            self.openings
        )
    }

    fn judged(&self, game: usize, table: &dyn Table, record: Record) -> Game {
        let outcome = match table.status() {
            Status::Over(outcome) => outcome,
            _ => Outcome::draw("unfinished"),
        };
        let side = self.sides.iter().position(|seats| self.seating(game)[seats[0].index()] == 0);
        let side = &self.sides[side.unwrap_or(0)];
        let sides = self.sides.len() as f64;
        let drawn = outcome.winners.is_empty();
        let winning = self.sides.iter().filter(|seats| outcome.winners.contains(seats[0])).count();
        let points = match (drawn, outcome.winners.contains(side[0])) {
            (true, _) => 1.0 / sides,
            (false, true) => 1.0 / winning as f64,
            (false, false) => 0.0,
        };
        let standing = |seat: Seat| {
            let score = table.scores().and_then(|scores| scores[seat.index()]);
            (outcome.winners.contains(seat), score)
        };
        let own = standing(side[0]);
        let others = self.sides.iter().filter(|seats| seats[0] != side[0]);
        let beaten: f64 = others
            .map(|seats| match standing(seats[0]) {
                other if drawn || other == own => 0.5,
                other if own > other => 1.0,
                _ => 0.0,
            })
            .sum();
        Game { points, rank: beaten / (sides - 1.0), drawn, record }
    }
}

/// Whether a short look leaves both sides a fair chance.
fn is_open(table: &dyn Table, judge: &mut dyn Player) -> bool {
    const LOOK: Limits = Limits { time: None, nodes: Some(5_000), depth: None };
    judge.forget();
    match judge.think(table, LOOK, &Stop::new(), &mut |_| {}) {
        Ok(thought) => (0.2..=0.8).contains(&thought.value.expected_score()),
        Err(_) => true,
    }
}

/// Games that a file holds of this very match. What was cut off at its end by a
/// kill is left out.
fn resume(path: &Path, plan: &Plan) -> Result<BTreeMap<usize, Game>, Failure> {
    let text =
        std::fs::read_to_string(path).map_err(|error| Failure::file("read", path, &error))?;
    // A record that was written wholly ends with a blank line.
    let whole = text.rfind("\n\n\n").map_or(0, |end| end + 3);
    let other = || {
        Failure::Wrong(format!(
            "{} holds games of another match; name another file or remove it",
            path.display()
        ))
    };
    // What is cut off must be the beginning of a record of ours: it has our headers, as
    // far as it goes.
    let cut = &text[whole..];
    let begin = format!("[Spec \"{}\"]\n", plan.spec);
    let is_ours = match cut.split_once("\n\n") {
        Some((head, _)) => {
            head.starts_with(&begin) && head.contains(&format!("[Match \"{}\"]", plan.identity()))
        }
        None => cut.starts_with(&begin) || begin.starts_with(cut),
    };
    if !is_ours {
        return Err(other());
    }
    let records = Record::read_all(&text[..whole])?;
    let mut games = BTreeMap::new();
    for record in records {
        let same = record.header("Match") == Some(&plan.identity())
            && record.header("Spec") == Some(&plan.spec);
        let number = record.header("Game").and_then(|number| number.parse::<usize>().ok());
        let (true, Some(number @ 1..)) = (same, number) else {
            return Err(other());
        };
        let mut table = wabe_games::open(&plan.spec)?;
        record.replay(&mut *table)?;
        games.insert(number - 1, plan.judged(number - 1, &*table, record));
    }
    if whole < text.len() {
        std::fs::write(path, &text[..whole])
            .map_err(|error| Failure::file("write", path, &error))?;
    }
    Ok(games)
}

fn play_all(
    plan: &Plan,
    args: &MatchArgs,
    games: usize,
    done: BTreeMap<usize, Game>,
    sprt: Option<Sprt>,
    stop: &Stop,
) -> Result<(BTreeMap<usize, Game>, Option<Failure>), Failure> {
    let bar = ProgressBar::with_draw_target(Some(games as u64), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} {eta}") {
        bar.set_style(style);
    }
    bar.set_position(done.len() as u64);
    let mut file = match &args.record {
        Some(path) => {
            let opened = std::fs::File::options().create(true).append(true).open(path);
            Some(opened.map_err(|error| Failure::file("write", path, &error))?)
        }
        None => None,
    };
    let left: Vec<usize> = (0..games).filter(|game| !done.contains_key(game)).collect();
    let next = AtomicUsize::new(0);
    let enough = AtomicBool::new(false);
    let state = Mutex::new((done, None::<Failure>));
    let keep = |game: usize,
                played: Result<Option<Game>, Failure>,
                file: &mut Option<std::fs::File>| {
        let mut state = state.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        match played {
            Ok(None) => enough.store(true, Ordering::Relaxed),
            Ok(Some(played)) => {
                if let Some(file) = file
                    && let Err(error) = file.write_all(format!("{}\n\n", played.record).as_bytes())
                {
                    state.1 = Some(error.into());
                    enough.store(true, Ordering::Relaxed);
                }
                state.0.insert(game, played);
            }
            Err(failure) => {
                state.1 = Some(failure);
                enough.store(true, Ordering::Relaxed);
            }
        }
        let tally = tally(plan, &state.0);
        if sprt.is_some_and(|sprt| sprt.verdict(&tally) != Verdict::Open) {
            enough.store(true, Ordering::Relaxed);
        }
        bar.set_position(state.0.len() as u64);
        bar.set_message(score_line(plan, &state.0));
    };
    let file = Mutex::new(&mut file);
    std::thread::scope(|scope| {
        for _ in 0..args.threads.min(left.len().max(1)) {
            scope.spawn(|| {
                let judging = Means { megabytes: 4, judging: true, ..Means::default() };
                let judge = wabe_search::player(Kind::Best, &plan.spec, judging);
                let started: Result<Vec<Engine>, Failure> =
                    plan.engines.iter().map(|e| e.start(&plan.spec, &plan.means)).collect();
                let (mut engines, mut judge) = match started.and_then(|all| Ok((all, judge?))) {
                    Ok(ready) => ready,
                    Err(failure) => {
                        let mut file = file.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                        return keep(0, Err(failure), &mut file);
                    }
                };
                while !enough.load(Ordering::Relaxed) {
                    let Some(&game) = left.get(next.fetch_add(1, Ordering::Relaxed)) else {
                        return;
                    };
                    let played = plan.play(game, &mut engines, &mut *judge, stop);
                    let mut file = file.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    keep(game, played, &mut file);
                }
            });
        }
    });
    bar.finish_and_clear();
    Ok(state.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()))
}

/// The first engine's share of points by complete rounds.
fn tally(plan: &Plan, games: &BTreeMap<usize, Game>) -> Tally {
    let rotation = plan.sides.len();
    let mut rounds: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for (number, game) in games {
        rounds.entry(number / rotation).or_default().push(game.points);
    }
    let mut tally = Tally::default();
    for points in rounds.values().filter(|points| points.len() == rotation) {
        tally.add(points.iter().sum::<f64>() / rotation as f64);
    }
    tally
}

fn counts(games: &BTreeMap<usize, Game>) -> (usize, usize, usize) {
    let draws = games.values().filter(|game| game.drawn).count();
    let wins = games.values().filter(|game| !game.drawn && game.points > 0.0).count();
    (wins, draws, games.len() - wins - draws)
}

fn score_line(plan: &Plan, games: &BTreeMap<usize, Game>) -> String {
    let (wins, draws, losses) = counts(games);
    let share = tally(plan, games).estimate().mean;
    format!("+{wins} ={draws} -{losses} {:.1} %", 100.0 * share)
}

fn report(
    plan: &Plan,
    games: &BTreeMap<usize, Game>,
    sprt: Option<Sprt>,
    json: bool,
    resumed: usize,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (wins, draws, losses) = counts(games);
    let tally = tally(plan, games);
    let estimate = tally.estimate();
    let faults = games.values().filter(|game| game.record.header("Fault").is_some()).count();
    let length: usize = games.values().map(|game| actions(&game.record)).sum();
    let rank = games.values().map(|game| game.rank).sum::<f64>() / games.len().max(1) as f64;
    let llr = sprt.map(|sprt| tally.log_likelihood_ratio(sprt.elo0, sprt.elo1));
    let verdict = sprt.map(|sprt| match sprt.verdict(&tally) {
        Verdict::Higher => "H1",
        Verdict::Lower => "H0",
        Verdict::Open => "open",
    });
    let bounded = |share: f64| {
        // Elo is for two; a half is no minus nothing.
        let elo = elo(share) + 0.0;
        (elo.is_finite() && plan.sides.len() == 2).then_some(elo)
    };
    let mean_length = length as f64 / games.len().max(1) as f64;
    if json {
        let names: Vec<&str> = plan.engines.iter().map(EngineName::text).collect();
        let value = serde_json::json!({
            "spec": plan.spec, "engines": names, "games": games.len(),
            "wins": wins, "draws": draws, "losses": losses, "faults": faults,
            "share": estimate.mean, "low": estimate.low, "high": estimate.high,
            "elo": bounded(estimate.mean), "elo_low": bounded(estimate.low),
            "elo_high": bounded(estimate.high), "rank": rank,
            "sprt": verdict, "llr": llr, "actions_per_game": mean_length,
        });
        writeln!(out, "{value}")?;
        return Ok(());
    }
    if resumed > 0 {
        writeln!(out, "resumed after {resumed} games")?;
    }
    let others: Vec<&str> = plan.engines[1..].iter().map(EngineName::text).collect();
    writeln!(out, "{} against {}: {}", plan.engines[0].text(), others.join(", "), plan.spec)?;
    writeln!(out, "games {}: wins {wins}, draws {draws}, losses {losses}", games.len())?;
    let percent = |share: f64| 100.0 * share;
    writeln!(
        out,
        "points {:.1} % (95 %: {:.1} to {:.1})",
        percent(estimate.mean),
        percent(estimate.low),
        percent(estimate.high)
    )?;
    if plan.sides.len() == 2 {
        let told = |share| match bounded(share) {
            Some(elo) => format!("{:+.0}", elo.round() + 0.0),
            None if share > 0.5 => "+inf".to_owned(),
            None => "-inf".to_owned(),
        };
        writeln!(
            out,
            "elo {} (95 %: {} to {})",
            told(estimate.mean),
            told(estimate.low),
            told(estimate.high)
        )?;
    } else {
        let fair = 1.0 / plan.sides.len() as f64;
        writeln!(
            out,
            "fair share {:.1} %, taken {:.2} times",
            percent(fair),
            estimate.mean / fair
        )?;
        writeln!(out, "mean rank {rank:.3} (1 first, 0 last)")?;
    }
    writeln!(out, "actions a game {mean_length:.1}")?;
    if faults > 0 {
        writeln!(out, "games lost by a fault (no legal action given): {faults}")?;
    }
    if let (Some(sprt), Some(llr), Some(verdict)) = (sprt, llr, verdict) {
        let said = match verdict {
            "H1" => "accepted: the difference is at least the second",
            "H0" => "accepted: the difference is at most the first",
            _ => "not decided yet",
        };
        writeln!(
            out,
            "sprt {} to {} elo: llr {llr:.2} of {:.2}, {verdict} {said}",
            sprt.elo0,
            sprt.elo1,
            Sprt::BOUND
        )?;
    }
    Ok(())
}

fn actions(record: &Record) -> usize {
    let texts = record.items.iter().map(|item| match item {
        wabe_rules::Item::Actions { texts, .. } => texts.len(),
        wabe_rules::Item::Comment(_) => 0,
    });
    texts.sum()
}
