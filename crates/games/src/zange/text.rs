//! Actions and positions of Die Zange as text.

use super::{End, Move, Position, STONES, Third, Zange};
use crate::board37::{self};
use crate::common::expect_field;
use std::fmt::Write;
use wabe_rules::{ActionError, Fields, Game, PositionError};

pub(super) fn write_action(action: Move, out: &mut String) {
    let _ = match action {
        Move::Place(field) => write!(out, "@{field}"),
        Move::Go(from, to) => write!(out, "{from}-{to}"),
        Move::Pass => write!(out, "pass"),
        Move::AgreeCorners => write!(out, "agree-corners"),
        Move::AgreeTriple => write!(out, "agree-triple"),
    };
}

pub(super) fn read_action(position: &Position, text: &str) -> Result<Move, ActionError> {
    let form = match position.is_placing() {
        true => "a placement such as @17",
        false => "a move such as 17-18, or pass",
    };
    match text {
        "pass" => Ok(Move::Pass),
        "agree-corners" => Ok(Move::AgreeCorners),
        "agree-triple" => Ok(Move::AgreeTriple),
        _ => {
            if let Some(field) = text.strip_prefix('@') {
                Ok(Move::Place(expect_field(field, form)?))
            } else if let Some((from, to)) = text.split_once('-') {
                Ok(Move::Go(expect_field(from, form)?, expect_field(to, form)?))
            } else {
                Err(ActionError::Malformed(form.into()))
            }
        }
    }
}

pub(super) fn write_position(position: &Position, out: &mut String) {
    board37::write_rows(out, "", |field| {
        let side = |side: usize| position.stones[side] & field.bit() != 0;
        (if side(0) {
            "D"
        } else if side(1) {
            "H"
        } else {
            "."
        })
        .to_owned()
    });
    let Position { hand, taken, .. } = position;
    let to = position.to + 1;
    let _ = write!(out, " to={to} hand={},{} taken={},{}", hand[0], hand[1], taken[0], taken[1]);
    let _ = match position.third {
        Third::Far => write!(out, " third=far"),
        Third::After(turns) => write!(out, " third={turns}"),
        Third::On => write!(out, " third=on made={}", position.made),
    };
    if position.corners_closed {
        out.push_str(" corners=closed");
    }
    if position.triple {
        out.push_str(" triple=on");
    }
    if position.turns > 0 {
        let _ = write!(out, " turns={}", position.turns);
    }
    let _ = write!(out, " ply={}", position.ply);
}

pub(super) fn read_position(game: &Zange, text: &str) -> Result<Position, PositionError> {
    let mut text = Fields::split(text)?;
    let mut position = game.start();
    for (field, stone) in board37::read_rows(text.board)? {
        match stone {
            'D' => position.stones[0] |= field.bit(),
            'H' => position.stones[1] |= field.bit(),
            '.' => {}
            _ => return Err(PositionError::new("the board has only D, H and .")),
        }
    }
    position.to = text.seat(2)?.index() as u8;
    position.hand = text.numbers("hand")?;
    position.taken = text.numbers("taken")?;
    position.third = match text.take("third").unwrap_or("far") {
        "far" => Third::Far,
        "on" => Third::On,
        turns => match turns.parse() {
            Ok(turns @ 0..=3) => Third::After(turns),
            _ => {
                return Err(PositionError::new("`third=` is far, on, or a number from 0 to 3"));
            }
        },
    };
    position.made = text.number("made", 0)?;
    position.corners_closed = text.take("corners") == Some("closed");
    position.triple = text.take("triple") == Some("on");
    position.turns = text.number("turns", 0)?;
    position.ply = text.number("ply", 0)?;
    text.finish()?;
    check(game, &position)?;
    let winner = (0..2).find(|&side| position.taken[side] >= game.captures);
    if let Some(side) = winner {
        position.end = End::Captures(side as u8);
    }
    game.settle(&mut position);
    Ok(position)
}

/// Refuses what no game can lead to.
fn check(game: &Zange, position: &Position) -> Result<(), PositionError> {
    let unless = PositionError::unless;
    let on_board = |side: usize| position.stones[side].count_ones() as u8;
    for side in 0..2 {
        let lost = position.taken[1 - side];
        unless(
            u16::from(on_board(side)) + u16::from(position.hand[side]) + u16::from(lost)
                == u16::from(STONES),
            "each side has six stones on the board, in hand and captured together",
        )?;
    }
    let ahead = position.hand[1].wrapping_sub(position.hand[0]);
    unless(
        !position.is_placing() || ahead == position.to,
        "while placing, both hands are equal when seat 1 acts, and seat 2 has one more when it does",
    )?;
    unless(
        position.taken.iter().filter(|&&taken| taken >= game.captures).count() <= 1,
        "only one side can have won",
    )?;
    let fallen = (0..2).any(|side| position.has_fallen_to_two(side));
    unless(
        fallen == (position.third != Third::Far)
            || position.taken.iter().any(|&taken| taken >= game.captures),
        "the third phase draws near exactly when a side is down to two stones",
    )?;
    let on = position.third == Third::On;
    unless(
        !on || !position.is_placing(),
        "the third phase begins only when all stones have been put down",
    )?;
    unless(
        position.third != Third::After(0) || position.is_placing(),
        "without stones in hand `third=0` is written `third=on`",
    )?;
    unless(
        on || !position.corners_closed && !position.triple && position.turns == 0,
        "late rules belong to the third phase",
    )?;
    unless(
        position.made < game.moves_a_turn(position),
        "more moves have been made than the turn has",
    )?;
    unless(
        !on || (position.turns > 0) == game.awaits_late_rule(position),
        "`turns=` counts turns of the third phase while a late rule is to come, and only then",
    )?;
    let due = |from: u16, in_force: bool| from == 0 || in_force || position.turns < from;
    unless(
        due(game.corners_from, position.corners_closed) && due(game.triple_from, position.triple),
        "a late rule would be in force by this turn",
    )
}
