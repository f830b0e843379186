//! What Gassen-Ombagi says of itself.

use wabe_rules::{About, Kind, OptionInfo, Reading, Words, limit, players, repetition};

pub(super) const ABOUT: About = About {
    name: "gassen-ombagi",
    title: "Gassen-Ombagi",
    summary: Words::new(
        "A battle in which 3 beats 2, 2 beats 1 and 1 beats 3, and every jump captures.",
        "Eine Schlacht, in der die 3 die 2, die 2 die 1 und die 1 die 3 schlägt.",
    ),
    minutes: (10, 25),
    rules_version: 1,
    options: &[
        players(2, 2),
        OptionInfo {
            name: "setup",
            kind: Kind::choice(&["standard", "random", "choose"]),
            default: "standard",
            help: Words::new(
                "how the numbers come to stand on the start fields",
                "wie die Zahlen auf die Startfelder kommen",
            ),
        },
        OptionInfo {
            name: "huff",
            kind: Kind::Flag,
            default: "false",
            help: Words::new(
                "captures may be overlooked, and the opponent may take a stone for it",
                "Schlagen darf man übersehen, der Gegner darf dafür einen Stein nehmen",
            ),
        },
        OptionInfo {
            name: "seed",
            kind: Kind::number(0, u64::MAX),
            default: "0",
            help: Words::new(
                "which random set-up (only with setup=random)",
                "welche zufällige Aufstellung (nur mit setup=random)",
            ),
        },
        repetition("3"),
        limit("400"),
        OptionInfo {
            name: "quiet",
            kind: Kind::number(0, 1_000_000),
            default: "100",
            help: Words::new(
                "drawn after so many actions in a row in which no stone left the board; 0 = off",
                "remis nach so vielen Aktionen, in denen kein Stein vom Brett ging; 0 = aus",
            ),
        },
    ],
    readings: &[
        Reading {
            rule: "F1",
            says: Words::new(
                "The printed start fields are lost: Dark's are 11-14, 15, 16, 18, 19 and \
                 21-24, Light's the same turned by half a circle; Dark begins.",
                "Die gedruckten Startfelder sind verloren: Dunkel hat 11-14, 15, 16, 18, 19 \
                 und 21-24, Hell dieselben um den halben Kreis gedreht; Dunkel beginnt.",
            ),
        },
        Reading {
            rule: "F2",
            says: Words::new(
                "The book lets players spread their numbers as they like; `standard` fixes \
                 1 2 3 1 2 3 and so on, `random` shuffles, `choose` places in turn.",
                "Das Heft lässt die Zahlen frei verteilen; `standard` legt 1 2 3 1 2 3 und so \
                 weiter fest, `random` mischt, mit `choose` setzt man abwechselnd.",
            ),
        },
        Reading {
            rule: "F3",
            says: Words::new(
                "Who cannot move passes; if neither can, the game is drawn.",
                "Wer nicht ziehen kann, setzt aus; kann es keiner, ist die Partie remis.",
            ),
        },
    ],
    variants: &[
        "gassen-ombagi:huff=true",
        "gassen-ombagi:setup=choose",
        "gassen-ombagi:setup=random,seed=7",
        "gassen-ombagi:setup=choose,huff=true,quiet=0",
        "gassen-ombagi:quiet=40",
    ],
};
