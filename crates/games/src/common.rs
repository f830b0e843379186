//! What several games write the same way.

use crate::board37::Field;
use wabe_rules::{ActionError, Colour, Seat, SeatView, Words};

/// Reads a field of the 37-field board; `form` is what was expected.
pub fn expect_field(text: &str, form: &str) -> Result<Field, ActionError> {
    if let Some(field) = Field::read(text) {
        return Ok(field);
    }
    match text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit()) {
        true => Err(ActionError::Wrong(format!("there is no field {text}; fields are 11 to 47"))),
        false => Err(ActionError::Malformed(form.to_owned())),
    }
}

/// A seat with nothing in hand and nothing taken.
pub fn seat_view(seat: usize, colour: Colour, name: Words) -> SeatView {
    SeatView {
        seat: Seat::from_index(seat).number(),
        colour,
        name,
        hand: Vec::new(),
        taken: Vec::new(),
        score: None,
        to_act: false,
    }
}

/// The names of the colours of numbered stones: D, H (for "hell"), R.
pub fn colour_name(colour: Colour) -> Words {
    match colour {
        Colour::Dark => Words::new("Dark", "Dunkel"),
        Colour::Light => Words::new("Light", "Hell"),
        Colour::Red => Words::new("Red", "Rot"),
        Colour::Blue => Words::new("Blue", "Blau"),
    }
}

/// Dark on seat 1, Light on seat 2.
pub fn two_colours() -> ([Colour; 2], Vec<SeatView>) {
    let colours = [Colour::Dark, Colour::Light];
    let views = colours.iter().enumerate();
    (colours, views.map(|(seat, &colour)| seat_view(seat, colour, colour_name(colour))).collect())
}
