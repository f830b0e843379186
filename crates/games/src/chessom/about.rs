//! What Chessom says of itself.

use wabe_rules::{About, Kind, OptionInfo, Reading, Words, limit, players, repetition};

pub(super) const ABOUT: About = About {
    name: "chessom",
    title: "Chessom",
    summary: Words::new(
        "Run in straight lines, strike at full reach, and catch the opposing 1.",
        "Laufe gerade, schlage in voller Reichweite und fange die gegnerische 1.",
    ),
    minutes: (10, 30),
    rules_version: 1,
    options: &[
        players(2, 2),
        OptionInfo {
            name: "layout",
            kind: Kind::Choice {
                words: &["standard"],
                form: "nine digits 1 to 3 for fields 11 to 19, or 37 characters for 11 to 47 \
                       (. empty, 1 2 3 Dark, a b c Light), with exactly one 1 on each side",
            },
            default: "standard",
            help: Words::new("the stones at the start", "die Aufstellung"),
        },
        repetition("3"),
        limit("400"),
        OptionInfo {
            name: "quiet",
            kind: Kind::number(0, 1_000_000),
            default: "100",
            help: Words::new(
                "drawn after so many actions in a row without a capture; 0 = off",
                "remis nach so vielen Aktionen ohne Schlagen; 0 = aus",
            ),
        },
    ],
    readings: &[
        Reading {
            rule: "F1",
            says: Words::new(
                "The printed set-up is lost: ours gives Dark 3 2 2 3 on 11-14 and 2 3 1 3 2 on \
                 15-19, and Light the same turned by half a circle.",
                "Die gedruckte Aufstellung ist verloren: Bei uns steht Dunkel mit 3 2 2 3 auf \
                 11-14 und 2 3 1 3 2 auf 15-19, Hell ebenso um den halben Kreis gedreht.",
            ),
        },
        Reading {
            rule: "F2",
            says: Words::new(
                "Who is left with the 1 alone has one turn more to capture the opposing 1 \
                 (and win) or the last other stone (and draw).",
                "Wer nur noch die 1 hat, hat noch einen Zug, um die gegnerische 1 (Sieg) oder \
                 den letzten anderen Stein (remis) zu schlagen.",
            ),
        },
        Reading {
            rule: "F3",
            says: Words::new(
                "If the player to move has no legal move, the game is drawn.",
                "Hat, wer am Zug ist, keinen möglichen Zug, ist die Partie remis.",
            ),
        },
    ],
    variants: &[
        "chessom:layout=222213333",
        "chessom:layout=.1........2..3...............b....c.a,quiet=30",
        "chessom:quiet=0,limit=150",
    ],
};
