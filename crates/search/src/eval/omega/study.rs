//! What plain players of Omega do, learnt from games of theirs.
//!
//! That is how they place stones ([`plain`](super::plain)), and with three players how the
//! first and the second colour play their last turns ([`three`](super::three)). What is learnt
//! is told as lines for the tables of those modules.

use super::plain::{SIGNS, STAGES, Urges, colour_to_move, signs, stage};
use super::rest::{self, Places, Rest, places};
use super::steps::chance;
use super::three::{Outlook, Scales};
use crate::choices::{Choice, Liking, learn};
use wabe_games::omega::{Omega, Position};
use wabe_rules::{Dice, Game};

/// Lines for the tables, from what plain players did: positions before and after each of
/// their stones, in order.
pub fn lines(game: &Omega, deeds: &[[Position; 2]]) -> Vec<String> {
    let turns: Vec<Turn> = turns(game, deeds).collect();
    match game.players() {
        3 => [pulls(&turns, |turns| (turns == 3).then_some(0), 1), aims(&turns), skill(&turns)]
            .concat(),
        4 => pulls(&turns, |turns| Some(stage(turns)), STAGES),
        _ => Vec::new(),
    }
}

/// A whole turn of one of them.
struct Turn {
    map: Places,
    /// What was left before it.
    rest: Rest,
    players: usize,
    to_come: u32,
    /// Where its stones went, by colour.
    places: Vec<usize>,
}

fn turns(game: &Omega, deeds: &[[Position; 2]]) -> impl Iterator<Item = Turn> {
    let players = game.players();
    deeds.windows(players).filter_map(move |turn| {
        let before = &turn[0][0];
        let is_one = before.turn().1 == 0 && turn.windows(2).all(|two| two[0][1] == two[1][0]);
        let to_come = game.turns_to_come(before);
        if !is_one || !game.is_plain(before) || to_come < 2 {
            return None;
        }
        let (map, rest) = Rest::of(game, before, to_come)?;
        let place = |[one, other]: &[Position; 2]| {
            let field = one.empty().without(other.empty()).first()?;
            Some(before.empty().rank(field) as usize)
        };
        let places = turn.iter().map(place).collect::<Option<_>>()?;
        Some(Turn { map, rest, players, to_come, places })
    })
}

/// How stones are placed, by part of the game, of which there are so many: those of others,
/// and the own.
fn pulls(turns: &[Turn], part: impl Fn(u32) -> Option<usize>, parts: usize) -> Vec<String> {
    let mut choices = vec![[Vec::new(), Vec::new()]; parts];
    for turn in turns {
        let Some(part) = part(turn.to_come) else { continue };
        let own = colour_to_move(turn.players, turn.to_come);
        let signs = signs(&turn.map, &turn.rest, turn.players, own);
        let mut free = turn.rest.free;
        for (colour, &place) in turn.places.iter().enumerate() {
            let seen = places(free).map(|place| signs[colour][place].map(f64::from)).collect();
            let taken = places(free).take_while(|&other| other != place).count();
            choices[part][usize::from(colour == own)].push(Choice { seen, taken });
            free &= !(1 << place);
        }
    }
    let told = |choices: &Vec<Choice<SIGNS>>| {
        let Liking { weights, loss } = learn(choices);
        format!("    {}, // {} stones, {loss:.3} bits", array(&weights), choices.len())
    };
    choices.iter().flatten().map(told).collect()
}

/// Numbers as they stand in a table.
fn array(numbers: &[f64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(|number| format!("{number:.2}")).collect();
    format!("[{}]", numbers.join(", "))
}

/// So many turns could have been played instead of one, as far as is asked.
const OTHERS: usize = 63;

/// How the first colour chooses its last turn among turns that are drawn by the table of pulls;
/// to be learnt after that.
fn aims(turns: &[Turn]) -> Vec<String> {
    let (mut scales, mut dice) = (Scales::new(), Dice::new(1));
    let mut choice = |turn: &Turn| {
        let urges = Urges::new(&turn.map, &turn.rest, 3, 3, 1.0);
        let drawn = (0..OTHERS).map(|_| urges.draw(turn.rest.free, 0..3, 0, &mut dice));
        let played = [turn.places[0], turn.places[1], turn.places[2], 0];
        let mut see = |places: rest::Turn| {
            let mut after = turn.rest;
            for colour in 0..3 {
                after.place(&turn.map, colour, places[colour]);
            }
            let [first, second, _] = scales.chances(&turn.map, &after);
            [first.into(), second.into()]
        };
        let seen = std::iter::once(played).chain(drawn).map(&mut see).collect();
        Choice { seen, taken: 0 }
    };
    let last_but_two = turns.iter().filter(|turn| turn.to_come == 3);
    let choices: Vec<Choice<2>> = last_but_two.map(&mut choice).collect();
    let Liking { weights, loss } = learn(&choices);
    let told = format!("{} turns, {loss:.3} bits", choices.len());
    vec![format!("const AIMS: [f32; 2] = {}; // {told}", array(&weights))]
}

/// How well the second colour plays its last turn.
fn skill(turns: &[Turn]) -> Vec<String> {
    let mut choices = Vec::new();
    let mut chances = Vec::new();
    for turn in turns.iter().filter(|turn| turn.to_come == 2) {
        let outlook = Outlook::of(&turn.map, &turn.rest);
        let [_, own, last] = chances_after(turn);
        if (1..outlook.turns).contains(&outlook.safe) {
            let seen = vec![[0.0; 3], outlook.signs().map(f64::from)];
            choices.push(Choice { seen, taken: usize::from(last > 0.0) });
        }
        if last == 0.0 {
            chances.push([outlook.most.into(), own]);
        }
    }
    let Liking { weights, loss } = learn(&choices);
    let (overlooks, misses) = (array(&weights), array(&misses(&chances)));
    let told = format!("{} turns, {loss:.3} bits; {} chances", choices.len(), chances.len());
    vec![format!(
        "const SKILL: Skill = Skill {{ overlooks: {overlooks}, misses: {misses} }}; // {told}"
    )]
}

/// How likely each colour wins if the last turn is played at random, after a last turn but one.
fn chances_after(turn: &Turn) -> [f64; 3] {
    let on = turn.rest.free_places();
    let steps: Vec<_> = (turn.places.iter().enumerate())
        .map(|(colour, &place)| turn.rest.steps_with(&turn.map, colour, place, &on))
        .collect();
    let is_free = |&place: &usize| !turn.places.contains(&usize::from(on[place]));
    let free = (0..on.len()).filter(is_free).fold(0, |set, place| set | 1 << place);
    let steps = [&steps[0], &steps[1], &steps[2], &steps[2]];
    std::array::from_fn(|colour| chance(steps, 3, colour, free, &[]))
}

/// What part of the best chance is missed if it is small, and how fast that fades: the nearest
/// to these best chances and those that were taken.
fn misses(chances: &[[f64; 2]]) -> [f64; 2] {
    let fadings = (0..100).map(|tenths| f64::from(tenths) / 10.0);
    let fitted = fadings.map(|fading| {
        let shape = |most: f64| most * (-fading * most).exp();
        let (mut both, mut square) = (0.0, 0.0);
        for [most, own] in chances {
            both += shape(*most) * (most - own);
            square += shape(*most).powi(2);
        }
        let part = if square > 0.0 { both / square } else { 0.0 };
        let error = |[most, own]: &[f64; 2]| (most - part * shape(*most) - own).powi(2);
        (chances.iter().map(error).sum::<f64>(), [part, fading])
    });
    let nearest = fitted.min_by(|one, other| one.0.total_cmp(&other.0));
    nearest.map_or([0.0; 2], |(_, found)| found)
}

#[cfg(test)]
mod tests {
    use super::super::testing::open;
    use super::*;
    use crate::mind::Mind;
    use wabe_games::omega::Move;

    /// Every stone of games in which turns are played so.
    fn deeds(
        game: &Omega,
        games: u64,
        mut play: impl FnMut(&Position, &mut Dice) -> Vec<Move>,
    ) -> Vec<[Position; 2]> {
        let mut deeds = Vec::new();
        for seed in 0..games {
            let (mut position, mut dice) = (game.start(), Dice::new(seed));
            while !game.status(&position).is_over() {
                for action in play(&position, &mut dice) {
                    let before = position;
                    game.apply(&mut position, action);
                    deeds.push([before, position]);
                }
            }
        }
        deeds
    }

    fn anything(game: &Omega, position: &Position, dice: &mut Dice) -> Vec<Move> {
        vec![game.random_move(position, dice, &mut Vec::new()).expect("a move")]
    }

    #[test]
    fn stones_that_were_drawn_by_the_table_give_the_table() {
        let playing = open("players=4");
        let game = playing.game();
        let deeds = deeds(game, 60, |position, dice| {
            let turns = game.turns_to_come(position);
            let (map, rest) = Rest::of(game, position, turns).expect("it is small");
            let turn = Urges::new(&map, &rest, 4, turns, 1.0).draw(rest.free, 0..4, 0, dice);
            map.moves(&turn)
        });
        let lines = lines(game, &deeds);
        assert_eq!(lines.len(), 2 * STAGES);
        // The stones of others and the own, when much is to come.
        let truths = [[-2.77, -1.72, -6.15, -0.65, -0.57], [1.73, 2.99, -2.76, 3.26, 0.92]];
        for (line, truth) in lines[4..].iter().zip(truths) {
            let numbers = line.split(['[', ']', ',']).filter_map(|text| text.trim().parse().ok());
            let found: Vec<f64> = numbers.take(SIGNS).collect();
            let strength = |pulls: &[f64], signs: &[f64]| -> f64 {
                pulls.iter().zip(signs).map(|(pull, sign)| pull * sign).sum()
            };
            // Beside a single stone, and with half as much room, compared with alone: single
            // weights may stand in for each other.
            for signs in [[1.0, 1.0, 0.0, 1.0, -1.0], [0.0, 0.0, -0.5, 0.0, 0.0]] {
                let [found, truth] = [strength(&found, &signs), strength(&truth, &signs)];
                assert!((found - truth).abs() < 0.6, "{found}, not {truth}: {lines:?}");
            }
        }
    }

    #[test]
    fn who_misses_nothing_is_known_for_it() {
        let playing = open("players=3,shape=-2:2:-2:1:-9:9");
        let game = playing.game();
        let deeds = deeds(game, 120, |position, dice| {
            let is_last_but_one = game.turns_to_come(position) == 2;
            let find = || game.finish(position, &Default::default(), &crate::Stop::new());
            match is_last_but_one.then(find).flatten() {
                Some(found) => found.line,
                None => anything(game, position, dice),
            }
        });
        let told = lines(game, &deeds);
        let skill = told.last().expect("a line");
        assert!(skill.contains("misses: [0.00") || skill.contains("misses: [-0.00"), "{told:?}");
    }

    #[test]
    fn only_whole_turns_are_learnt_from() {
        let playing = open("players=3,shape=-2:2:-2:1:-9:9");
        let game = playing.game();
        let mut deeds = deeds(game, 1, |position, dice| anything(game, position, dice));
        let count = |deeds: &[[Position; 2]]| turns(game, deeds).count();
        assert_eq!(count(&deeds), 5, "six turns, but the last of them tells nothing");
        deeds.remove(4);
        assert_eq!(count(&deeds), 4);
        assert_eq!(lines(open("players=2").game(), &[]).len(), 0);
    }
}
