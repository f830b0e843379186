//! Actions and positions of Gassen-Ombagi as text.

use super::{EACH, GassenOmbagi, Move, Position, Setup, start_fields};
use crate::board37::{self, Field, fields};
use crate::common::expect_field;
use std::fmt::Write;
use wabe_rules::{ActionError, Fields, Game, PositionError};

pub(super) fn write_action(action: Move, out: &mut String) {
    let _ = match action {
        Move::Place(number, field) => write!(out, "{}@{field}", number + 1),
        Move::Step(from, to) => write!(out, "{from}-{to}"),
        Move::Capture(from, to) => write!(out, "{from}x{to}"),
        Move::Huff(field) => write!(out, "!{field}"),
    };
}

pub(super) fn read_action(position: &Position, text: &str) -> Result<Move, ActionError> {
    let form = match position.placing {
        true => "a placement such as 2@17",
        false => "a step such as 12-17, a capture such as 12x24, or a huff such as !17",
    };
    let field = |text| expect_field(text, form);
    if let Some(text) = text.strip_prefix('!') {
        return Ok(Move::Huff(field(text)?));
    }
    if let Some((from, to)) = text.split_once('-') {
        return Ok(Move::Step(field(from)?, field(to)?));
    }
    if let Some((from, to)) = text.split_once('x') {
        return Ok(Move::Capture(field(from)?, field(to)?));
    }
    match text.split_once('@') {
        Some((number @ ("1" | "2" | "3"), at)) => {
            Ok(Move::Place(number.as_bytes()[0] - b'1', field(at)?))
        }
        _ => Err(ActionError::Malformed(form.into())),
    }
}

pub(super) fn write_position(position: &Position, out: &mut String) {
    board37::write_rows(out, "", |field| {
        let mark = |side, first: u8| {
            let number = position.number_at(side, field)?;
            Some(char::from(first + number as u8).to_string())
        };
        mark(0, b'1').or_else(|| mark(1, b'a')).unwrap_or_else(|| ".".to_owned())
    });
    let Position { to, quiet, ply, .. } = position;
    let _ = write!(out, " to={}", to + 1);
    if position.placing {
        let hand: Vec<String> =
            (0..6).map(|i| position.in_hand(i / 3, i % 3).to_string()).collect();
        let _ = write!(out, " hand={}", hand.join(","));
    }
    if position.overlooked != 0 {
        let fields: Vec<String> =
            fields(position.overlooked).map(|field| field.to_string()).collect();
        let _ = write!(out, " overlooked={}", fields.join(","));
    }
    let _ = write!(out, " quiet={quiet} ply={ply}");
}

pub(super) fn read_position(game: &GassenOmbagi, text: &str) -> Result<Position, PositionError> {
    let mut text = Fields::split(text)?;
    let mut position = Position { sides: [0; 2], numbers: [0; 3], placing: false, ..game.start() };
    for (field, mark) in board37::read_rows(text.board)? {
        match mark {
            '.' => {}
            '1'..='3' => position.put(0, mark as usize - '1' as usize, field),
            'a'..='c' => position.put(1, mark as usize - 'a' as usize, field),
            _ => return Err(PositionError::new("the board has only . 1 2 3 a b c")),
        }
    }
    position.to = text.seat(2)?.index() as u8;
    let mut in_hand = [[0; 3]; 2];
    if let Some(hand) = text.take("hand") {
        let counts: Vec<u8> = hand.split(',').filter_map(|count| count.parse().ok()).collect();
        let fine = counts.len() == 6 && hand.split(',').count() == 6;
        PositionError::unless(fine, "`hand=` needs six numbers")?;
        in_hand = [[counts[0], counts[1], counts[2]], [counts[3], counts[4], counts[5]]];
    }
    position.placing = in_hand != [[0; 3]; 2];
    for field in text.take("overlooked").map_or(Vec::new(), |list| list.split(',').collect()) {
        let field =
            Field::read(field).ok_or_else(|| PositionError::new("`overlooked=` lists fields"))?;
        position.overlooked |= field.bit();
    }
    position.quiet = text.number("quiet", 0)?;
    position.ply = text.number("ply", 0)?;
    text.finish()?;
    check(game, &position, in_hand)?;
    PositionError::unless(position.shut_in() == 0, "a stone is shut in on a corner (R6)")?;
    position.end = game.judge(&position);
    game.settle(&mut position);
    Ok(position)
}

/// Refuses what no game can lead to.
fn check(
    game: &GassenOmbagi,
    position: &Position,
    in_hand: [[u8; 3]; 2],
) -> Result<(), PositionError> {
    let unless = PositionError::unless;
    let placed = |side: usize| position.sides[side].count_ones();
    for side in 0..2 {
        for number in 0..3 {
            let all = position.stones(side, number).count_ones() + u32::from(in_hand[side][number]);
            unless(all <= EACH.into(), "a side has more than four stones of a number")?;
            unless(
                !position.placing || all == EACH.into(),
                "while placing, each side has four stones of each number",
            )?;
        }
        unless(
            !position.placing || position.sides[side] & !start_fields(side) == 0,
            "while placing, stones stand on start fields only",
        )?;
    }
    unless(placed(0) + placed(1) > 0 || position.placing, "the board is empty")?;
    unless(!position.placing || game.setup == Setup::Choose, "`hand=` belongs to setup=choose")?;
    unless(
        !position.placing || placed(0) == placed(1) + u32::from(position.to),
        "while placing, both have put down equally many when seat 1 acts, and Dark one more when seat 2 does",
    )?;
    unless(
        position.overlooked & !position.sides[1 - usize::from(position.to)] == 0,
        "`overlooked=` names stones of the side that just moved",
    )?;
    unless(
        position.overlooked == 0 || game.huff && !position.placing,
        "`overlooked=` belongs to huff=true",
    )?;
    unless(position.quiet <= position.ply, "`quiet=` is larger than `ply=`")
}
