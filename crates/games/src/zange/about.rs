//! What Die Zange says of itself.

use wabe_rules::{About, Kind, OptionInfo, Reading, Words, limit, players, repetition};

pub(super) const ABOUT: About = About {
    name: "zange",
    title: "Die Zange",
    summary: Words::new(
        "Close the pincers: capture five stones by holding them between two of yours.",
        "Schließe die Zange: Fange fünf Steine, indem du sie zwischen zwei eigene nimmst.",
    ),
    minutes: (10, 30),
    rules_version: 1,
    options: &[
        players(2, 2),
        OptionInfo {
            name: "captures",
            kind: Kind::number(1, 6),
            default: "5",
            help: Words::new("captures that win", "wie viele Fänge gewinnen"),
        },
        OptionInfo {
            name: "corners",
            kind: Kind::Number { words: &["off"], min: 1, max: 1000 },
            default: "off",
            help: Words::new(
                "from this turn of the third phase on, corners are entered only to capture",
                "ab diesem Zug der dritten Phase betritt man Ecken nur, um zu fangen",
            ),
        },
        OptionInfo {
            name: "triple",
            kind: Kind::Number { words: &["off"], min: 1, max: 1000 },
            default: "off",
            help: Words::new(
                "from this turn of the third phase on, a turn has three moves",
                "ab diesem Zug der dritten Phase hat man drei Schritte im Zug",
            ),
        },
        repetition("3"),
        limit("600"),
    ],
    readings: &[
        Reading {
            rule: "F1",
            says: Words::new(
                "Your own captures come before the loss of the stone you just moved, and that \
                 loss can also happen when placing; who reaches the number by its own captures \
                 has won before that stone is looked at.",
                "Eigene Fänge gehen dem Verlust des eben gezogenen Steins vor, und diesen \
                 Verlust gibt es auch beim Setzen; wer durch eigene Fänge die Zahl erreicht, \
                 hat gewonnen, bevor dieser Stein geprüft wird.",
            ),
        },
        Reading {
            rule: "F2",
            says: Words::new(
                "If you fall to two stones in your own turn, the opponent's next turn is still \
                 ordinary, and only then does the count to the third phase begin.",
                "Wer im eigenen Zug auf zwei Steine fällt, für den zählt der nächste Zug des \
                 Gegners noch nicht; erst danach beginnt die Frist zur dritten Phase.",
            ),
        },
        Reading {
            rule: "F3",
            says: Words::new(
                "The third phase waits until all stones have been put down, and once begun it \
                 stays; if both fall to two, the earlier beginning counts.",
                "Die dritte Phase wartet, bis alle Steine gesetzt sind, und bleibt dann; fallen \
                 beide auf zwei, gilt der frühere Beginn.",
            ),
        },
        Reading {
            rule: "F4",
            says: Words::new(
                "Who cannot move passes; if neither can, the game is drawn.",
                "Wer nicht ziehen kann, setzt aus; kann es keiner, ist die Partie remis.",
            ),
        },
    ],
    variants: &[
        "zange:captures=2",
        "zange:captures=6",
        "zange:corners=1",
        "zange:triple=1",
        "zange:captures=6,corners=3,triple=2",
    ],
};
