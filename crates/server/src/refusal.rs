//! Why something is refused: a word for machines, a sentence for people.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use wabe_rules::{PlayError, Words};

/// The kinds of refusals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// Not a message of the protocol.
    Malformed,
    /// No such table.
    UnknownTable,
    /// The action cannot be played.
    Illegal,
    /// The client has not seen the last actions.
    Stale,
    /// Somebody else's seat.
    NotYourSeat,
    /// Not at this moment.
    NotNow,
    /// Too many of them.
    TooMuch,
    /// Too large.
    TooLarge,
    /// The game is over.
    Over,
    /// The table cannot be opened like this.
    BadTable,
    /// From a page of somebody else.
    Foreign,
    /// Our fault.
    Trouble,
}

/// Why something was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// For machines.
    pub code: Code,
    /// For people.
    pub says: Words,
}

impl Refusal {
    /// A refusal with fixed words.
    pub fn new(code: Code, en: &'static str, de: &'static str) -> Refusal {
        Refusal { code, says: Words::new(en, de) }
    }

    /// A refusal whose words were made for the occasion.
    pub fn made(code: Code, en: String, de: String) -> Refusal {
        Refusal { code, says: Words::made(en, de) }
    }

    /// Not at this moment.
    pub fn not_now() -> Refusal {
        Refusal::new(Code::NotNow, "That cannot be done now.", "Das geht jetzt nicht.")
    }

    /// Somebody else's seat.
    pub fn not_your_seat() -> Refusal {
        Refusal::new(
            Code::NotYourSeat,
            "That is not for you to decide: the seat is not yours.",
            "Das entscheidest nicht du: der Platz gehört dir nicht.",
        )
    }

    /// No such table.
    pub fn unknown_table() -> Refusal {
        Refusal::new(Code::UnknownTable, "There is no such table.", "Diesen Tisch gibt es nicht.")
    }

    /// No such path.
    pub fn nothing_here() -> Refusal {
        Refusal::new(Code::UnknownTable, "There is nothing here.", "Hier ist nichts.")
    }

    /// More than anybody has to say.
    pub fn too_large() -> Refusal {
        Refusal::new(Code::TooLarge, "That is too large.", "Das ist zu groß.")
    }

    /// Too many in too short a time.
    pub fn too_much() -> Refusal {
        Refusal::new(
            Code::TooMuch,
            "That was too much at once; wait a moment.",
            "Das war zu viel auf einmal; warte einen Moment.",
        )
    }

    /// Our fault; what it is, stands in the log.
    pub fn trouble() -> Refusal {
        Refusal::new(
            Code::Trouble,
            "The server cannot do that at the moment; nothing is lost, try again.",
            "Das kann der Server gerade nicht; nichts ist verloren, versuch es noch einmal.",
        )
    }

    /// Not a message of the protocol.
    pub fn malformed(why: &str) -> Refusal {
        Refusal::made(
            Code::Malformed,
            format!("That message cannot be read: {why}."),
            format!("Diese Nachricht ist nicht zu verstehen: {why}."),
        )
    }

    /// An action that cannot be played.
    pub fn unplayable(error: &PlayError) -> Refusal {
        let german = match error {
            PlayError::Over { text } => format!("`{text}` geht nicht: die Partie ist zu Ende"),
            PlayError::Malformed { text, .. } => format!("`{text}` ist hier keine Aktion"),
            PlayError::Wrong { text, .. } => format!("`{text}` stimmt nicht"),
            PlayError::Illegal { text, .. } => format!("`{text}` ist hier nicht erlaubt"),
        };
        Refusal::made(Code::Illegal, format!("{error}."), format!("{german}."))
    }

    /// The status of an HTTP answer.
    pub fn status(&self) -> StatusCode {
        match self.code {
            Code::Malformed | Code::BadTable => StatusCode::BAD_REQUEST,
            Code::UnknownTable => StatusCode::NOT_FOUND,
            Code::Illegal | Code::Stale | Code::NotNow | Code::Over => StatusCode::CONFLICT,
            Code::NotYourSeat | Code::Foreign => StatusCode::FORBIDDEN,
            Code::TooMuch => StatusCode::TOO_MANY_REQUESTS,
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::Trouble => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status(), Json(self)).into_response()
    }
}
