//! What Ombagi says of itself.

use super::{Note, Words};
use wabe_rules::{About, Kind, OptionInfo, Reading, limit, players, repetition};

pub(super) const ABOUT: About = About {
    name: "ombagi",
    title: "Ombagi",
    summary: Words::new(
        "Take your towers apart, carry them across, and build them up again: 1, 2, 3.",
        "Baue deine Türme ab, trage sie hinüber und baue sie wieder auf: 1, 2, 3.",
    ),
    minutes: (20, 45),
    rules_version: 1,
    options: &[
        players(2, 3),
        OptionInfo {
            name: "edition",
            kind: Kind::choice(&["1986", "1981"]),
            default: "1986",
            help: Words::new(
                "which edition's rule on the last tower holds (R7)",
                "welche Ausgabe für den letzten Turm gilt (R7)",
            ),
        },
        OptionInfo {
            name: "hidden",
            kind: Kind::Flag,
            default: "false",
            help: Words::new(
                "numbers of covered stones may not be looked at",
                "die Zahlen bedeckter Steine bleiben verborgen",
            ),
        },
        OptionInfo {
            name: "playout",
            kind: Kind::Flag,
            default: "false",
            help: Words::new(
                "after the win the others play on, and their moves are counted",
                "nach dem Sieg spielen die anderen weiter, und ihre Züge werden gezählt",
            ),
        },
        OptionInfo {
            name: "first",
            kind: Kind::choice(&["D", "H"]),
            default: "D",
            help: Words::new(
                "the colour that begins and sits on seat 1 (two players only)",
                "die Farbe, die beginnt und auf Platz 1 sitzt (nur zu zweit)",
            ),
        },
        repetition("3"),
        limit("600"),
    ],
    readings: &[
        Reading {
            rule: "F1",
            says: Words::new(
                "The figure for three players is lost: ours puts three towers on alternate sides, \
                 each with its goal opposite.",
                "Die Abbildung für drei ist verloren: Bei uns stehen je drei Türme auf jeder \
                 zweiten Seite, das Ziel gegenüber.",
            ),
        },
        Reading {
            rule: "R7",
            says: Words::new(
                "With three players the rule on the last tower holds against each opponent.",
                "Zu dritt gilt die Regel vom letzten Turm gegenüber jedem Gegner.",
            ),
        },
        Reading {
            rule: "F2",
            says: Words::new(
                "If several blockade rules bind, a move that obeys one of them is enough; the bans \
                 of R7 come first and fall away if they would leave no move.",
                "Binden mehrere Blockaderegeln, genügt ein Zug, der eine erfüllt; die Verbote aus \
                 R7 gehen vor und entfallen, wenn sonst kein Zug bliebe.",
            ),
        },
        Reading {
            rule: "F3",
            says: Words::new(
                "Who cannot move passes; if all pass in turn, the game is drawn.",
                "Wer nicht ziehen kann, setzt aus; setzen alle aus, ist die Partie remis.",
            ),
        },
        Reading {
            rule: "F4",
            says: Words::new(
                "A 1 may not end where it began, and never combines a step with a jump.",
                "Eine 1 darf nicht enden, wo sie begann, und verbindet nie Schritt und Sprung.",
            ),
        },
    ],
    variants: &[
        "ombagi:players=3",
        "ombagi:edition=1981",
        "ombagi:hidden=true",
        "ombagi:first=H,playout=true",
        "ombagi:players=3,edition=1981,hidden=true,playout=true",
        "ombagi:playout=true,limit=2000",
    ],
};

/// The sentence for a rule that binds now.
pub(super) fn note(rule: &'static str) -> Note {
    let says = match rule {
        "R5" => Words::new(
            "A marked tower holds a stone whose owner has no free stone in that row or behind it: \
             lift a blockade.",
            "Auf einem markierten Turm liegt ein Stein fest, dessen Besitzer in der Reihe oder \
             dahinter keinen freien hat: Hebe eine Blockade auf.",
        ),
        "R6" => Words::new(
            "The opponent's last stones must be given a way: only moves that do so are legal.",
            "Den letzten Steinen des Gegners muss ein Weg bleiben: Nur solche Züge sind möglich.",
        ),
        _ => Words::new(
            "A last tower is being built: some fields may be neither held nor entered.",
            "Ein letzter Turm entsteht: Manche Felder darf man weder halten noch betreten.",
        ),
    };
    Note { rule: rule.into(), says }
}
