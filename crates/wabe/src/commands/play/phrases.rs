//! What `wabe play` says, in both languages.

use crate::cli::Language;
use std::path::Path;

/// What a person can type that is no action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Hint,
    Legal,
    Back,
    Save,
    Record,
    Resign,
    Board,
    Help,
    Quit,
}

/// All orders with the words for them, English first.
const ORDERS: [(Order, &[&str]); 9] = [
    (Order::Hint, &["?", "hint", "tipp"]),
    (Order::Legal, &["legal", "moves", "züge", "zuege"]),
    (Order::Back, &["back", "undo", "zurück", "zurueck"]),
    (Order::Save, &["save", "speichern"]),
    (Order::Record, &["record", "mitschrift"]),
    (Order::Resign, &["resign", "aufgeben"]),
    (Order::Board, &["board", "brett"]),
    (Order::Help, &["help", "hilfe"]),
    (Order::Quit, &["quit", "exit", "ende"]),
];

/// The order in a line, and what stands behind its word.
pub fn order(line: &str) -> Option<(Order, &str)> {
    let word = line.split_whitespace().next()?;
    let typed = word.to_lowercase();
    let known = ORDERS.iter().find(|(_, words)| words.contains(&typed.as_str()));
    known.map(|(order, _)| (*order, line[word.len()..].trim()))
}

pub const HELP_EN: &str = "\
Type an action as the rules pages write it (`legal` lists them), or
  ?            a hint            back         take back to your last decision
  legal        what is allowed   resign       give the game up
  board        the board         record       the game so far as text
  save FILE    keep the game     help         this
  quit         leave
";

pub const HELP_DE: &str = "\
Tippe einen Zug, wie ihn die Regelseiten schreiben (`züge` zählt sie auf), oder
  ?                ein Tipp             zurück       zurück zu deiner letzten Wahl
  züge             was erlaubt ist      aufgeben     die Partie aufgeben
  brett            das Brett            mitschrift   die Partie bisher als Text
  speichern DATEI  Partie behalten      hilfe        dies hier
  ende             aufhören
";

/// The sentences of one language.
#[derive(Clone, Copy)]
pub struct Phrases {
    pub language: Language,
}

impl Phrases {
    fn pick<'a>(self, en: &'a str, de: &'a str) -> &'a str {
        match self.language {
            Language::En => en,
            Language::De => de,
        }
    }

    pub fn help(self) -> &'static str {
        self.pick(HELP_EN, HELP_DE)
    }

    pub fn greeting(self, spec: &str, who: &str, seed: u64) -> String {
        let seed_word = self.pick("seed", "Startwert");
        let help = self.pick("`help` tells what to type.", "`hilfe` sagt, was man tippen kann.");
        format!("{spec}: {who} ({seed_word} {seed}). {help}")
    }

    pub fn human(self) -> &'static str {
        self.pick("human", "Mensch")
    }

    pub fn played(self, name: &str, action: &str) -> String {
        format!("{name} {} {action}.", self.pick("plays", "spielt"))
    }

    pub fn lot(self, action: &str) -> String {
        format!("{}: {action}.", self.pick("The lot falls", "Das Los fällt"))
    }

    pub fn hint(self, action: &str, told: &str) -> String {
        format!("{} {action} ({told}).", self.pick("Try", "Versuche"))
    }

    pub fn nothing_to_take_back(self) -> &'static str {
        self.pick("There is nothing to take back.", "Es gibt nichts zurückzunehmen.")
    }

    pub fn saved(self, path: &Path) -> String {
        let path = path.display();
        match self.language {
            Language::En => format!("Saved in {path}; `wabe play --resume {path}` goes on."),
            Language::De => {
                format!("Gespeichert in {path}; `wabe play --resume {path}` spielt weiter.")
            }
        }
    }

    pub fn not_saved(self) -> &'static str {
        self.pick(
            "The game is not saved: `save FILE` keeps it, `quit` once more leaves.",
            "Die Partie ist nicht gespeichert: `speichern DATEI` behält sie, noch einmal `ende` hört auf.",
        )
    }

    pub fn save_takes_a_file(self) -> &'static str {
        self.pick("Say where to: `save FILE`.", "Sag, wohin: `speichern DATEI`.")
    }

    pub fn not_saved_because(self, why: &str) -> String {
        format!("{}: {why}.", self.pick("The game was not saved", "Nicht gespeichert"))
    }

    pub fn over(self) -> &'static str {
        self.pick(
            "The game is over: back, record, save FILE or quit.",
            "Die Partie ist aus: zurück, mitschrift, speichern DATEI oder ende.",
        )
    }

    /// Why an action was not played; the rules say it in English.
    pub fn refused(self, typed: &str, why: &str) -> String {
        match self.language {
            Language::En => sentence(why),
            Language::De => {
                let typed: String = typed.chars().take(40).collect();
                format!("`{typed}` geht hier nicht; `züge` zählt auf, was erlaubt ist.")
            }
        }
    }

    pub fn only_own_actions(self) -> &'static str {
        self.pick(
            "only the actions of the seat to act can be played",
            "nur Züge des Platzes, der dran ist, können gespielt werden",
        )
    }

    pub fn prompt(self, name: Option<&str>) -> String {
        format!("{}> ", name.unwrap_or_default())
    }
}

/// With a capital letter and a full stop.
fn sentence(why: &str) -> String {
    let mut letters = why.chars();
    let first: String = letters.next().map(|c| c.to_uppercase().collect()).unwrap_or_default();
    format!("{first}{}.", letters.as_str().trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_known_in_both_languages() {
        assert_eq!(order("?"), Some((Order::Hint, "")));
        assert_eq!(order("Save my game.txt"), Some((Order::Save, "my game.txt")));
        assert_eq!(order("ZURÜCK"), Some((Order::Back, "")));
        assert_eq!(order("a1b2"), None);
        assert_eq!(order(""), None);
    }

    #[test]
    fn help_names_every_order() {
        for (order, words) in ORDERS {
            assert!(HELP_EN.contains(words[0]), "{order:?}");
            assert!(words.iter().any(|word| HELP_DE.contains(word)), "{order:?}");
        }
    }
}
