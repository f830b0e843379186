//! Actions and positions of Ombagi as text.

use super::towers::{Stone, Towers};
use super::{End, LETTERS, Move, Ombagi, Position};
use crate::board37::{self, Field};
use crate::common::expect_field;
use std::fmt::Write;
use wabe_rules::{ActionError, Fields, Game, PositionError};

fn name(stone: Stone) -> String {
    format!("{}{}", LETTERS[stone.colour], stone.number)
}

/// The letter of the level the stone comes to stand on.
fn level(towers: &Towers, action: Move) -> char {
    let own = usize::from(action.from == action.to);
    ['A', 'B', 'C', '?'][towers.height(action.to) - own]
}

pub(super) fn write_action(towers: &Towers, action: Move, out: &mut String) {
    let stone = towers.top(action.from).map(name).unwrap_or_default();
    let level = level(towers, action);
    let _ = write!(out, "({stone}){}-{level}{}", action.from, action.to);
}

/// Reads `(D3)12-A17`, with blanks and an en dash, without `(D3)` or the level.
pub(super) fn read_action(towers: &Towers, text: &str) -> Result<Move, ActionError> {
    let form = "a move such as (D3)12-A17";
    let malformed = || ActionError::Malformed(form.into());
    let bare: String = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| if c == '–' { '-' } else { c.to_ascii_uppercase() })
        .collect();
    let (named, way) = match bare.strip_prefix('(') {
        None => (None, bare.as_str()),
        Some(rest) => {
            let (stone, way) = rest.split_once(')').ok_or_else(malformed)?;
            (Some(stone), way)
        }
    };
    let (from, to) = way.split_once('-').ok_or_else(malformed)?;
    let (on, to) = match to.strip_prefix(['A', 'B', 'C']) {
        Some(field) => (to.chars().next(), field),
        None => (None, to),
    };
    let action = Move { from: expect_field(from, form)?, to: expect_field(to, form)? };
    let Some(stone) = towers.top(action.from).map(name) else {
        return Err(ActionError::Wrong(format!("there is no stone on {}", action.from)));
    };
    if let Some(named) = named.filter(|named| *named != stone) {
        let is_stone = matches!(named.as_bytes(), [b'D' | b'H' | b'R', b'1'..=b'3']);
        return Err(match is_stone {
            true => ActionError::Wrong(format!("the top stone on {} is {stone}", action.from)),
            false => malformed(),
        });
    }
    let level = level(towers, action);
    match on {
        Some(on) if on != level => {
            Err(ActionError::Wrong(format!("a stone would come to level {level} on {}", action.to)))
        }
        _ => Ok(action),
    }
}

pub(super) fn write_position(game: &Ombagi, position: &Position, out: &mut String) {
    board37::write_rows(out, ",", |field| {
        let stones = (0..3).filter_map(|level| position.towers.at(field, level));
        let tower: String = stones.map(name).collect();
        if tower.is_empty() { ".".to_owned() } else { tower }
    });
    let _ = write!(out, " to={}", position.to + 1);
    if let Some(winner) = position.winner {
        let after: Vec<String> =
            position.after[..game.players].iter().map(|moves| moves.to_string()).collect();
        let _ = write!(out, " won={} after={}", winner + 1, after.join(","));
    }
    let _ = write!(out, " ply={}", position.ply);
}

/// Reads a position; whose turn it really is remains to be settled.
pub(super) fn read_position(game: &Ombagi, text: &str) -> Result<Position, PositionError> {
    let unless = PositionError::unless;
    let mut text = Fields::split(text)?;
    let mut position = Position { towers: Towers::default(), ..game.start() };
    let rows: Vec<usize> = text.board.split('/').map(|row| row.split(',').count()).collect();
    unless(
        rows == [4, 5, 6, 7, 6, 5, 4],
        "the board needs rows of 4, 5, 6, 7, 6, 5 and 4 towers, parted by / and ,",
    )?;
    for (field, tower) in Field::all().zip(text.board.split(['/', ','])) {
        read_tower(game, &mut position.towers, field, tower)?;
    }
    position.to = text.seat(game.players)?.index() as u8;
    if let Some(winner) = text.take("won") {
        let seat = winner.parse().ok().filter(|seat| (1..=game.players as u8).contains(seat));
        position.winner = seat.map(|seat| seat - 1);
        unless(position.winner.is_some(), "`won=` names a seat")?;
        let after: Vec<u32> = text.list("after", game.players)?;
        position.after[..after.len()].copy_from_slice(&after);
    }
    position.ply = text.number("ply", 0)?;
    text.finish()?;
    let each = game.goals[0].count_ones();
    for colour in 0..game.players {
        for number in 1..=3 {
            let stones = Field::all()
                .flat_map(|field| (0..3).filter_map(move |level| position.towers.at(field, level)));
            let count = stones.filter(|stone| *stone == Stone { colour, number }).count();
            unless(
                count == each as usize,
                &format!("there must be {each} stones {}{number}", LETTERS[colour]),
            )?;
        }
    }
    let done = |seat: u8| game.has_finished(&position.towers, game.colour(seat));
    unless(position.winner.is_none_or(done), "`won=` names a seat whose towers are not finished")?;
    unless(
        position.winner.is_some() || !(0..game.players as u8).any(done),
        "a seat has finished all its towers, so `won=` is missing",
    )?;
    unless(
        position.winner.is_none_or(|seat| position.after[usize::from(seat)] == 0),
        "the winner makes no moves after the win",
    )?;
    position.end = End::Open;
    Ok(position)
}

fn read_tower(
    game: &Ombagi,
    towers: &mut Towers,
    field: Field,
    text: &str,
) -> Result<(), PositionError> {
    if text == "." {
        return Ok(());
    }
    let refuse =
        || PositionError(format!("the tower on {field} is not one of stones such as D1D2"));
    let marks = text.as_bytes();
    if marks.is_empty() || marks.len() % 2 == 1 || marks.len() > 6 {
        return Err(refuse());
    }
    for (level, stone) in marks.chunks(2).enumerate() {
        let colour = LETTERS[..game.players].iter().position(|&c| c as u32 == u32::from(stone[0]));
        let number = match stone[1] {
            digit @ b'1'..=b'3' => usize::from(digit - b'0'),
            _ => return Err(refuse()),
        };
        let colour = colour.ok_or_else(refuse)?;
        PositionError::unless(
            level < number,
            &format!("a {number} on {field} stands higher than it may (R2)"),
        )?;
        towers.push(field, Stone { colour, number });
    }
    Ok(())
}
