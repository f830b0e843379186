//! What Duombo says of itself.

use wabe_rules::{About, Kind, OptionInfo, Reading, Words, limit, players, repetition};

pub(super) const ABOUT: About = About {
    name: "duombo",
    title: "Duombo",
    summary: Words::new(
        "Move one of yours and one of theirs together, and line up 1-2-3 five times.",
        "Bewege einen eigenen und einen fremden Stein gemeinsam und reihe fünfmal 1-2-3.",
    ),
    minutes: (15, 40),
    rules_version: 1,
    options: &[
        players(2, 2),
        OptionInfo {
            name: "mills",
            kind: Kind::number(1, 9),
            default: "5",
            help: Words::new("mills that win", "wie viele Mühlen gewinnen"),
        },
        repetition("3"),
        limit("400"),
    ],
    readings: &[
        Reading {
            rule: "R1",
            says: Words::new(
                "Dark begins; the book lets the players agree.",
                "Dunkel beginnt; das Heft lässt die Spielenden sich einigen.",
            ),
        },
        Reading {
            rule: "F1",
            says: Words::new(
                "At least one of the two stones must change its field; putting them back with \
                 their places exchanged is allowed.",
                "Mindestens einer der beiden Steine muss sein Feld wechseln; vertauscht \
                 zurücksetzen ist erlaubt.",
            ),
        },
        Reading {
            rule: "F2",
            says: Words::new(
                "A mill lies on three fields in a straight line with the 2 in the middle.",
                "Eine Mühle liegt auf drei Feldern in gerader Linie, die 2 in der Mitte.",
            ),
        },
        Reading {
            rule: "F3",
            says: Words::new(
                "A mill counts when it newly stands, whoever made it; both players can score \
                 with one action.",
                "Eine Mühle zählt, wenn sie neu entsteht, wer immer sie gelegt hat; beide \
                 können mit einer Aktion punkten.",
            ),
        },
        Reading {
            rule: "F4",
            says: Words::new(
                "If both reach the number with the same action, the one who acted wins.",
                "Erreichen beide mit derselben Aktion die Zahl, gewinnt, wer gezogen hat.",
            ),
        },
        Reading {
            rule: "F5",
            says: Words::new(
                "If the banned pair is the only one there is, the ban does not hold.",
                "Ist das gesperrte Paar das einzige, gilt die Sperre nicht.",
            ),
        },
    ],
    variants: &["duombo:mills=1", "duombo:mills=9,repetition=0"],
};
