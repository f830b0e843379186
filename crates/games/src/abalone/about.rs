//! What Abalone says of itself.

use super::layouts;
use wabe_rules::{About, Kind, OptionInfo, Reading, Words, limit, players, repetition};

pub(super) const ABOUT: About = About {
    name: "abalone",
    title: "Abalone",
    summary: Words::new(
        "Push with more marbles than stand against you: six over the edge win.",
        "Schiebe mit der Mehrheit: Sechs Kugeln über den Rand gewinnen.",
    ),
    minutes: (15, 40),
    rules_version: 1,
    options: &[
        players(2, 4),
        OptionInfo {
            name: "layout",
            kind: Kind::choice(&layouts::NAMES),
            default: "standard",
            help: Words::new(
                "the start position (two players only)",
                "die Aufstellung (nur zu zweit)",
            ),
        },
        OptionInfo {
            name: "order",
            kind: Kind::choice(&["alternate", "paired"]),
            default: "alternate",
            help: Words::new(
                "turns 1 2 3 4, or partners one after the other (four players only)",
                "Reihenfolge 1 2 3 4, oder Partner nacheinander (nur zu viert)",
            ),
        },
        OptionInfo {
            name: "push",
            kind: Kind::number(1, 8),
            default: "6",
            help: Words::new("marbles to push off", "wie viele Kugeln hinauszuschieben sind"),
        },
        repetition("3"),
        limit("1000"),
        OptionInfo {
            name: "at-limit",
            kind: Kind::choice(&["draw", "captures"]),
            default: "draw",
            help: Words::new(
                "at the limit: drawn, or the most pushed off wins",
                "am Limit: remis, oder wer mehr hinausgeschoben hat, gewinnt",
            ),
        },
    ],
    readings: &[
        Reading {
            rule: "R2",
            says: Words::new(
                "The set-ups for three and four players are lost in print; ours are those \
                 other programs agree on, and seat 1 begins.",
                "Die Aufstellungen zu dritt und zu viert sind im Druck verloren; unsere sind \
                 die, in denen andere Programme übereinstimmen, und Platz 1 beginnt.",
            ),
        },
        Reading {
            rule: "F1",
            says: Words::new(
                "The layouts besides `standard` are well-known ones, not from the book.",
                "Die Aufstellungen außer `standard` sind verbreitete, nicht aus dem Heft.",
            ),
        },
        Reading {
            rule: "F2",
            says: Words::new(
                "With four players a sideways group may contain the partner's marbles if at \
                 least one of its ends is your own.",
                "Zu viert darf eine seitlich bewegte Gruppe Kugeln des Partners enthalten, \
                 wenn mindestens ein Ende eigen ist.",
            ),
        },
        Reading {
            rule: "F3",
            says: Words::new(
                "Who cannot move passes; if nobody can, the game is drawn.",
                "Wer nicht ziehen kann, setzt aus; kann es niemand, ist die Partie remis.",
            ),
        },
        Reading {
            rule: "F4",
            says: Words::new(
                "With three players, who runs out of time is skipped, the marbles stay, and \
                 the others play on.",
                "Zu dritt wird übergangen, wessen Zeit um ist; die Kugeln bleiben, und die \
                 anderen spielen weiter.",
            ),
        },
    ],
    variants: &[
        "abalone:players=3",
        "abalone:players=4",
        "abalone:players=4,order=paired",
        "abalone:layout=belgian-daisy",
        "abalone:layout=german-daisy",
        "abalone:layout=swiss-daisy",
        "abalone:layout=dutch-daisy",
        "abalone:layout=domination",
        "abalone:layout=alien-attack",
        "abalone:layout=the-wall",
        "abalone:layout=infiltration",
        "abalone:layout=fujiyama",
        "abalone:layout=pyramid",
        "abalone:layout=star",
        "abalone:layout=checkerboard",
        "abalone:push=1",
        "abalone:players=3,push=2,limit=200,at-limit=captures",
        "abalone:layout=belgian-daisy,push=8,limit=300,at-limit=captures",
    ],
};
