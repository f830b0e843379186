//! Tables against brute force: small games are played out completely by their own
//! rules, every position that can arise is given its value by the plainest means
//! there are, and the tables must say the same.

mod common;

use common::{Folder, means};
use std::collections::HashMap;
use wabe_games::chessom::Chessom;
use wabe_games::duombo::Duombo;
use wabe_games::gassen_ombagi::GassenOmbagi;
use wabe_games::zange::Zange;
use wabe_rules::{Dice, Game, Options, Spec, Status};
use wabe_solve::{Probe, Verdict};

fn game<G: Game>(spec: &str) -> G {
    let mut options = Options::parse(&G::ABOUT, Spec::split(spec).options).expect("options");
    G::from_options(&mut options).expect("a game")
}

fn made<G: Game>(game: &G, pieces: Option<u32>, folder: &Folder) -> Box<dyn Probe<G::Position>> {
    wabe_solve::solve(game, pieces, &folder.0, &means(), &|_| ()).expect("solved");
    wabe_solve::tables(game, &folder.0).expect("sound").expect("there")
}

/// Where an action leads: to a position that goes on, or to an end; and whether
/// the seat that acted acts again or has won.
enum Edge {
    Goes(usize, bool),
    Ends(Verdict),
}

/// All positions that can arise, with their actions.
fn arising<G: Game>(game: &G, starts: &[String]) -> (Vec<G::Position>, Vec<Vec<Edge>>) {
    let plain = |position: &G::Position| game.standing(position).expect("repetition counts");
    let mut positions: Vec<G::Position> = Vec::new();
    let mut known: HashMap<G::Position, usize> = HashMap::new();
    for start in starts {
        let position = plain(&game.read_position(start).expect("a position"));
        if game.status(&position).seat().is_some() && !known.contains_key(&position) {
            known.insert(position.clone(), positions.len());
            positions.push(position);
        }
    }
    let mut edges = Vec::new();
    let mut moves = Vec::new();
    while edges.len() < positions.len() {
        let position = positions[edges.len()].clone();
        let seat = game.status(&position).seat().expect("not over");
        moves.clear();
        game.moves(&position, &mut moves);
        let mut list = Vec::new();
        for &action in &moves {
            let mut next = position.clone();
            game.apply(&mut next, action);
            list.push(match game.status(&next) {
                Status::ToAct(other) => {
                    let next = plain(&next);
                    let number = *known.entry(next.clone()).or_insert_with(|| {
                        positions.push(next);
                        positions.len() - 1
                    });
                    Edge::Goes(number, other == seat)
                }
                Status::Over(end) if end.winners.is_empty() => {
                    Edge::Ends(Verdict::Draw { chances: 0 })
                }
                Status::Over(end) if end.winners.contains(seat) => {
                    Edge::Ends(Verdict::Win { plies: 1 })
                }
                Status::Over(_) => Edge::Ends(Verdict::Loss { plies: 1 }),
                Status::Chance => panic!("no lots here"),
            });
        }
        edges.push(list);
    }
    (positions, edges)
}

/// The value of every position: drawn if not better or worse within ever more
/// actions, until nothing changes.
fn minimax(edges: &[Vec<Edge>]) -> Vec<Verdict> {
    let mut values = vec![Verdict::Draw { chances: 0 }; edges.len()];
    loop {
        let mut changed = false;
        for (at, list) in edges.iter().enumerate() {
            let worth = |edge: &Edge| match *edge {
                Edge::Ends(verdict) => verdict,
                Edge::Goes(to, same_seat) => values[to].before(same_seat),
            };
            let value = list.iter().map(worth).max().expect("an action");
            changed |= value != values[at];
            values[at] = value;
        }
        if !changed {
            return values;
        }
    }
}

fn compare<G: Game>(spec: &str, pieces: u32, starts: &[String], at_least: usize) {
    let game: G = game(spec);
    let folder = Folder::new(&format!("brute-{}-{pieces}", spec.replace([':', '='], "-")));
    let probe = made(&game, Some(pieces), &folder);
    let (positions, edges) = arising(&game, starts);
    assert!(positions.len() >= at_least, "{spec}: only {} positions", positions.len());
    let values = minimax(&edges);
    let mut kinds = [0; 3];
    for (position, value) in positions.iter().zip(values) {
        let mut text = String::new();
        game.write_position(position, &mut text);
        assert_eq!(probe.probe(position), Some(value), "{spec}: {text}");
        kinds[match value {
            Verdict::Win { .. } => 0,
            Verdict::Draw { .. } => 1,
            Verdict::Loss { .. } => 2,
        }] += 1;
    }
    assert!(kinds.iter().filter(|&&count| count > 0).count() >= 2, "{spec}: {kinds:?}");
}

/// All ways to place these three stones, with either side to act.
fn placements(stones: [char; 3]) -> Vec<String> {
    let mut all = Vec::new();
    for a in 0..37 {
        for b in (0..37).filter(|&b| b != a) {
            for c in (0..37).filter(|&c| c != a && c != b) {
                let mut board = ['.'; 37];
                (board[a], board[b], board[c]) = (stones[0], stones[1], stones[2]);
                let board: String = board.into_iter().collect();
                all.extend([1, 2].map(|to| format!("{board} to={to}")));
            }
        }
    }
    all
}

#[test]
fn chessom_with_three_stones() {
    let starts = [placements(['1', '3', 'a']), placements(['1', '2', 'a'])].concat();
    compare::<Chessom>("chessom:repetition=0,limit=0,quiet=0", 3, &starts, 180_000);
}

#[test]
fn gassen_ombagi_with_three_stones() {
    let starts = ["13.", "23."].map(|two| {
        let board = format!("{two}./...../....../......./....../...../...a");
        format!("{board} to=1")
    });
    compare::<GassenOmbagi>("gassen-ombagi:repetition=0,limit=0,quiet=0", 3, &starts, 80_000);
}

/// The third phase, two against two: turns of two moves, each an action.
#[test]
fn zange_two_against_two() {
    compare::<Zange>(
        "zange:repetition=0,limit=0",
        4,
        &["DD../...../....../......./....../...../..HH to=1 hand=0,0 taken=4,4 third=on made=0"
            .into()],
        1_000_000,
    );
}

/// The best within so many actions, by the rules alone.
fn search<G: Game>(game: &G, position: &G::Position, depth: u32) -> Verdict {
    let seat = game.status(position).seat().expect("not over");
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut best = Verdict::Loss { plies: 0 };
    for action in moves {
        let mut next = position.clone();
        game.apply(&mut next, action);
        let value = match game.status(&next) {
            Status::Over(end) if end.winners.contains(seat) => Verdict::Win { plies: 1 },
            Status::Over(end) if end.winners.is_empty() => Verdict::Draw { chances: 0 },
            Status::Over(_) => Verdict::Loss { plies: 1 },
            _ if depth == 1 => Verdict::Draw { chances: 0 },
            status => search(game, &next, depth - 1).before(status.seat() == Some(seat)),
        };
        best = best.max(value);
        if best == (Verdict::Win { plies: 1 }) {
            break;
        }
    }
    best
}

/// What a verdict is worth to who looks no further than so many actions.
fn within(verdict: Verdict, depth: u32) -> Verdict {
    match verdict {
        Verdict::Win { plies } | Verdict::Loss { plies } if plies <= depth => verdict,
        _ => Verdict::Draw { chances: 0 },
    }
}

/// Positions of random games: a complete search of so many actions finds the
/// wins and losses that the tables have within so many, and no others.
fn search_random_games<G: Game>(
    game: &G,
    probe: &dyn Probe<G::Position>,
    start: &G::Position,
    games: usize,
    depth: impl Fn(usize) -> u32,
) -> [usize; 3] {
    let mut dice = Dice::new(7);
    let mut scratch = Vec::new();
    let mut kinds = [0; 3];
    for _ in 0..games {
        let mut position = start.clone();
        for ply in 0..20 {
            let depth = depth(ply);
            let stored = probe.probe(&position).expect("all positions are covered");
            let found = search(game, &position, depth);
            let mut text = String::new();
            game.write_position(&position, &mut text);
            assert_eq!(found, within(stored, depth), "{text}: stored {stored}");
            kinds[match found {
                Verdict::Win { .. } => 0,
                Verdict::Draw { .. } => 1,
                Verdict::Loss { .. } => 2,
            }] += 1;
            let action = game.random_move(&position, &mut dice, &mut scratch).expect("an action");
            game.apply(&mut position, action);
            if game.status(&position).is_over() {
                break;
            }
        }
    }
    kinds
}

/// Placing included. Who begins wins at once when the stones are down.
#[test]
fn duombo_to_one_mill() {
    let game: Duombo = game("duombo:mills=1,repetition=0,limit=0");
    let folder = Folder::new("brute-duombo");
    let probe = made(&game, None, &folder);
    assert_eq!(probe.probe(&game.start()), Some(Verdict::Win { plies: 7 }));
    let depth = |ply| if ply < 3 { 2 } else { 3 };
    let kinds = search_random_games(&game, &*probe, &game.start(), 12, depth);
    assert!(kinds[0] > 20 && kinds[1] > 20, "{kinds:?}");
}

#[test]
fn chessom_with_four_stones() {
    let game: Chessom = game("chessom:repetition=0,limit=0,quiet=0");
    let folder = Folder::new("brute-chessom-four");
    let probe = made(&game, Some(4), &folder);
    let start = "1.../.2.../....../......./....../...c./...a to=1";
    let start = game.read_position(start).expect("a position");
    let kinds = search_random_games(&game, &*probe, &start, 20, |_| 4);
    assert!(kinds[0] > 20 && kinds[1] > 20, "{kinds:?}");
}

/// A game to fewer mills is the tail of the game to more.
#[test]
fn duombo_to_two_mills_is_the_same_table() {
    let (one, two): (Duombo, Duombo) = (game("duombo:mills=1"), game("duombo:mills=2"));
    let folder = Folder::new("tail-duombo");
    let short = made(&one, None, &folder);
    let long = made(&two, None, &folder);
    let text = "..../.b.../a1c2../...3.../....../...../.... to=1 mills=";
    let at_one = one.read_position(&format!("{text}0,0 banned=1a")).expect("a position");
    let at_two = two.read_position(&format!("{text}1,1 banned=1a")).expect("a position");
    assert_eq!(short.probe(&at_one), Some(Verdict::Win { plies: 29 }));
    assert_eq!(long.probe(&at_two), short.probe(&at_one));
    let open = two.read_position(&format!("{text}1,1")).expect("a position");
    assert!(long.probe(&open) >= long.probe(&at_two), "a ban never helps");
}
