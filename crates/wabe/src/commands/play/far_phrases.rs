//! What is said at a table of a server, in both languages.

use crate::cli::Language;
use serde_json::Value;

/// What a person can type that is no action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Legal,
    Board,
    Back,
    Draw,
    Yes,
    No,
    Say,
    Resign,
    Help,
    Quit,
}

/// All orders with the words for them, English first.
const ORDERS: [(Order, &[&str]); 10] = [
    (Order::Legal, &["legal", "moves", "züge", "zuege"]),
    (Order::Board, &["board", "brett"]),
    (Order::Back, &["back", "undo", "zurück", "zurueck"]),
    (Order::Draw, &["draw", "remis"]),
    (Order::Yes, &["yes", "ja"]),
    (Order::No, &["no", "nein"]),
    (Order::Say, &["say", "sag"]),
    (Order::Resign, &["resign", "aufgeben"]),
    (Order::Help, &["help", "hilfe"]),
    (Order::Quit, &["quit", "exit", "ende"]),
];

/// The order in a line, and what stands behind its word.
pub fn order(line: &str) -> Option<(Order, &str)> {
    let word = line.split_whitespace().next()?;
    let typed = word.to_lowercase();
    let known = ORDERS.iter().find(|(_, words)| words.contains(&typed.as_str()));
    known.map(|(order, _)| (*order, line.trim_start()[word.len()..].trim()))
}

const HELP_EN: &str = "\
Type an action as the rules pages write it (`legal` lists them), or
  legal        what is allowed   back         take back, or ask the others to
  board        the board         draw         offer a draw
  say WORDS    talk              yes, no      answer what was proposed
  resign       give the game up  help         this
  quit         leave; the seat is kept
";

const HELP_DE: &str = "\
Tippe einen Zug, wie ihn die Regelseiten schreiben (`züge` zählt sie auf), oder
  züge         was erlaubt ist     zurück       zurücknehmen oder darum bitten
  brett        das Brett           remis        Remis anbieten
  sag WORTE    reden               ja, nein     einen Vorschlag beantworten
  aufgeben     die Partie aufgeben hilfe        dies hier
  ende         aufhören; der Platz bleibt
";

/// The sentences of one language.
#[derive(Clone, Copy)]
pub struct Far {
    pub language: Language,
}

impl Far {
    fn pick<'a>(self, en: &'a str, de: &'a str) -> &'a str {
        match self.language {
            Language::En => en,
            Language::De => de,
        }
    }

    /// The language as the server names it.
    pub fn code(self) -> &'static str {
        self.pick("en", "de")
    }

    pub fn help(self) -> &'static str {
        self.pick(HELP_EN, HELP_DE)
    }

    pub fn greeting(self) -> &'static str {
        self.pick("`help` tells what to type.", "`hilfe` sagt, was man tippen kann.")
    }

    pub fn farewell(self) -> &'static str {
        self.pick("The table stays as it is.", "Der Tisch bleibt, wie er ist.")
    }

    fn name(view: &Value, seat: &Value) -> String {
        let index = seat.as_u64().unwrap_or(1) as usize - 1;
        let name = view["seats"][index]["name"].as_str().unwrap_or_default();
        format!("{name} ({seat})")
    }

    /// What happened, if it is not seen on the board.
    pub fn event(self, event: &Value, view: &Value) -> Option<String> {
        let who = Far::name(view, &event["seat"]);
        let text = event["text"].as_str().unwrap_or_default();
        Some(match event["kind"].as_str()? {
            "action" if event["seat"].is_null() => {
                format!("{}: {text}.", self.pick("The lot falls", "Das Los fällt"))
            }
            "action" => format!("{who} {} {text}.", self.pick("plays", "spielt")),
            "joined" => format!("{who} {}.", self.pick("sits down", "setzt sich")),
            "left" => {
                format!("{} {}.", self.pick("Nobody sits on seat", "Frei ist Platz"), event["seat"])
            }
            "chat" => format!("{}: {text}", event["name"].as_str().unwrap_or_default()),
            "proposed" => match event["what"].as_str()? {
                "draw" => format!(
                    "{who} {}",
                    self.pick("offers a draw: yes or no?", "bietet Remis an: ja oder nein?")
                ),
                "takeback" => format!(
                    "{who} {}",
                    self.pick(
                        "wants to take back: yes or no?",
                        "möchte zurücknehmen: ja oder nein?"
                    )
                ),
                _ => format!(
                    "{who} {} {}: {}",
                    self.pick("proposes", "schlägt vor"),
                    event["action"].as_str().unwrap_or_default(),
                    self.pick("yes or no?", "ja oder nein?")
                ),
            },
            "declined" => format!("{who}: {}.", self.pick("no", "nein")),
            "agreed" => format!("{who}: {}.", self.pick("yes", "ja")),
            "resigned" => format!("{who} {}.", self.pick("resigns", "gibt auf")),
            "flagged" => format!("{who}: {}.", self.pick("the time is up", "die Zeit ist um")),
            _ => return None,
        })
    }

    /// Who is to act, or how it ended.
    pub fn state(self, view: &Value, may_act: bool) -> String {
        match view["phase"].as_str() {
            Some("gathering") => self
                .pick("Waiting for somebody to sit down.", "Noch ist ein Platz frei.")
                .to_owned(),
            Some("aborted") => self.pick("Aborted.", "Abgebrochen.").to_owned(),
            Some("over") => {
                let result = &view["result"];
                let winners = result["winners"].as_array().into_iter().flatten();
                let names: Vec<String> = winners.map(|seat| Far::name(view, seat)).collect();
                let reason = result["reason"].as_str().unwrap_or_default();
                match names.is_empty() {
                    true => format!("{} [{reason}].", self.pick("Drawn", "Remis")),
                    false => {
                        let won = self.pick("Won by", "Gewonnen hat");
                        format!("{won} {} [{reason}].", names.join(", "))
                    }
                }
            }
            _ if may_act => self.pick("You are to act.", "Du bist dran.").to_owned(),
            _ => {
                let who = Far::name(view, &view["to_act"]);
                format!("{who} {}.", self.pick("is to act", "ist dran"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_names_every_order() {
        for (order, words) in ORDERS {
            assert!(HELP_EN.contains(words[0]), "{order:?}");
            assert!(words.iter().any(|word| HELP_DE.contains(word)), "{order:?}");
        }
        assert_eq!(order(" say  good luck "), Some((Order::Say, "good luck")));
    }
}
