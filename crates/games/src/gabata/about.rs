//! What Gabata says of itself.

use wabe_rules::{About, Kind, OptionInfo, Reading, Words, limit, players, repetition};

pub(super) const ABOUT: About = About {
    name: "gabata",
    title: "Gabata",
    summary: Words::new(
        "Sow, build houses in foreign pits, and own the whole board after some rounds.",
        "Säe, baue Häuser in fremden Mulden und besitze nach einigen Runden das ganze Brett.",
    ),
    minutes: (20, 60),
    rules_version: 1,
    options: &[
        players(2, 2),
        OptionInfo {
            name: "stores",
            kind: Kind::choice(&["sown", "unsown"]),
            default: "sown",
            help: Words::new(
                "whether sowing drops a seed into the own store on the way",
                "ob beim Säen auch in den eigenen Speicher ein Samen fällt",
            ),
        },
        OptionInfo {
            name: "first",
            kind: Kind::number(1, 2),
            default: "1",
            help: Words::new("the seat that starts", "welcher Platz beginnt"),
        },
        OptionInfo {
            name: "seed",
            kind: Kind::number(0, u64::MAX),
            default: "0",
            help: Words::new(
                "the number from which the host draws lots",
                "die Zahl, aus der die Lose gezogen werden",
            ),
        },
        OptionInfo {
            name: "rounds",
            kind: Kind::number(0, 1000),
            default: "0",
            help: Words::new(
                "after so many rounds most seeds win; 0 = play to the end",
                "nach so vielen Runden gewinnen die meisten Samen; 0 = bis zum Ende",
            ),
        },
        repetition("0"),
        limit("4000"),
    ],
    readings: &[
        Reading {
            rule: "F1",
            says: Words::new(
                "As in Kalaha a seed is dropped in the own store on the way; `stores=unsown` \
                 passes the stores over, as in Ethiopia.",
                "Wie bei Kalaha fällt unterwegs ein Samen in den eigenen Speicher; mit \
                 `stores=unsown` werden die Speicher übergangen wie in Äthiopien.",
            ),
        },
        Reading {
            rule: "R4",
            says: Words::new(
                "A last seed in the own store lets you start again, as in Kalaha.",
                "Ein letzter Samen im eigenen Speicher lässt dich noch einmal beginnen, wie \
                 bei Kalaha.",
            ),
        },
        Reading {
            rule: "F2",
            says: Words::new(
                "A house stays a house even when it is empty.",
                "Ein Haus bleibt ein Haus, auch wenn es leer ist.",
            ),
        },
        Reading {
            rule: "R6",
            says: Words::new(
                "Starting again and taking the guest gift are not optional.",
                "Das erneute Beginnen und das Gastgeschenk sind nicht freiwillig.",
            ),
        },
        Reading {
            rule: "F3",
            says: Words::new(
                "A start that would take up seeds for the 1001st time ends the turn instead.",
                "Ein Zug, der zum 1001. Mal Samen aufnehmen würde, endet stattdessen.",
            ),
        },
    ],
    variants: &[
        "gabata:stores=unsown",
        "gabata:first=2,rounds=2",
        "gabata:stores=unsown,rounds=3,limit=300",
    ],
};
