//! What Omega says of itself.

use wabe_rules::{About, Kind, OptionInfo, Reading, Words, limit, players, repetition};

pub(super) const ABOUT: About = About {
    name: "omega",
    title: "Omega",
    summary: Words::new(
        "Place a stone of every colour each turn and multiply the sizes of your groups.",
        "Setze in jedem Zug einen Stein jeder Farbe und multipliziere deine Gruppengrößen.",
    ),
    minutes: (15, 40),
    rules_version: 1,
    options: &[
        players(2, 4),
        OptionInfo {
            name: "size",
            kind: Kind::number(5, 10),
            default: "5",
            help: Words::new("fields on a side", "Felder an einer Seite"),
        },
        OptionInfo {
            name: "shape",
            kind: Kind::Choice {
                words: &["hexagon", "rhombus", "trapezoid", "long-hexagon", "triangle"],
                form: "six bounds q1:q2:r1:r2:s1:s2 from -9 to 9 with q1<=q2, r1<=r2, s1<=s2 \
                       (then without size)",
            },
            default: "hexagon",
            help: Words::new("the outline of the board", "der Umriss des Bretts"),
        },
        OptionInfo {
            name: "pie",
            kind: Kind::Flag,
            default: "false",
            help: Words::new(
                "later players may exchange colours in the first round",
                "in der ersten Runde darf man nach der Reihe Farben tauschen",
            ),
        },
        OptionInfo {
            name: "match",
            kind: Kind::choice(&["single", "double"]),
            default: "single",
            help: Words::new(
                "one game, or two with colours exchanged and scores added (two players)",
                "eine Partie, oder zwei mit getauschten Farben und Summe (zu zweit)",
            ),
        },
        repetition("0"),
        limit("0"),
    ],
    readings: &[
        Reading {
            rule: "F1",
            says: Words::new(
                "The book allows other shapes without naming them: ours are all that six \
                 bounds mark out within the board of side 10.",
                "Das Heft erlaubt andere Formen, ohne sie zu nennen: Bei uns sind es alle, die \
                 sechs Grenzen auf dem Brett der Seite 10 abstecken.",
            ),
        },
        Reading {
            rule: "F2",
            says: Words::new(
                "The stones of a turn are placed one by one in the order of colours.",
                "Die Steine eines Zugs werden einzeln in der Reihenfolge der Farben gesetzt.",
            ),
        },
        Reading {
            rule: "R7",
            says: Words::new(
                "After the pie round the colour with the number of those who have played plus \
                 one moves next: the book's formula is muddled, its example supports this.",
                "Nach der Tauschrunde zieht die Farbe mit der Nummer derer, die gespielt haben, \
                 plus eins: Die Formel im Heft ist unklar, sein Beispiel stützt dies.",
            ),
        },
        Reading {
            rule: "F3",
            says: Words::new(
                "An exchange names the colour that a player before you holds at that moment.",
                "Ein Tausch nennt die Farbe, die jemand vor dir in diesem Moment hat.",
            ),
        },
    ],
    variants: &[
        "omega:players=3",
        "omega:players=4",
        "omega:size=7",
        "omega:players=3,size=10",
        "omega:pie=true",
        "omega:players=3,pie=true",
        "omega:players=4,pie=true",
        "omega:match=double",
        "omega:size=6,shape=rhombus",
        "omega:size=5,shape=trapezoid",
        "omega:size=6,shape=long-hexagon,players=3",
        "omega:size=7,shape=triangle,players=4,pie=true",
        "omega:shape=-2:2:-1:3:-4:4,match=double",
        "omega:limit=20",
    ],
};
