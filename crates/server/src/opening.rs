//! What is asked of a new table: whether it can be opened, and as what.

use crate::events::{Holder, Settings};
use crate::hall::Hall;
use crate::refusal::{Code, Refusal};
use crate::room::Room;
use crate::wire::{NewSeat, NewTable, Phase};
use wabe_search::Kind;

impl Hall {
    /// How the table that somebody asks for begins.
    pub(crate) async fn settings(&self, person: &str, new: &NewTable) -> Result<Settings, Refusal> {
        let bad =
            |en: &str, de: &str| Refusal::made(Code::BadTable, format!("{en}."), format!("{de}."));
        // What the rules say of options and positions is said in English only.
        let unfit = |why: String| bad(&why, &why);
        let (spec, position, played) = match &new.from {
            None => (new.spec.clone(), new.position.clone(), Vec::new()),
            Some(from) => {
                let begun = self
                    .look(&from.table, |room| {
                        let mine = room.mine(person);
                        room.record(mine)?;
                        let mut actions = room.game().actions();
                        (from.at <= actions.len()).then(|| actions.truncate(from.at))?;
                        let settings = room.settings();
                        Some((settings.spec.clone(), settings.position.clone(), actions))
                    })
                    .await?;
                begun.ok_or_else(|| {
                    bad(
                        "there is no such moment to go on from",
                        "diesen Augenblick, von dem aus es weitergehen soll, gibt es nicht",
                    )
                })?
            }
        };
        let game = wabe_games::open(&spec).map_err(|error| unfit(error.to_string()))?;
        if new.clock.is_some_and(|clock| !clock.is_sensible()) {
            return Err(bad(
                "a clock has up to 1440 minutes, or 1 to 60 days",
                "eine Uhr hat bis zu 1440 Minuten oder 1 bis 60 Tage",
            ));
        }
        let holder = |seat: &NewSeat| match seat {
            NewSeat::Me { name } => {
                Ok(Holder::Person { person: person.to_owned(), name: Room::clean_name(name) })
            }
            NewSeat::Open {} => Ok(Holder::Open),
            NewSeat::Program { level } => match level.parse() {
                Ok(Kind::Level(_) | Kind::Best) => Ok(Holder::Program { level: level.clone() }),
                _ => Err(bad(
                    "the program plays as level:1 to level:8, or best",
                    "das Programm spielt als level:1 bis level:8 oder als best",
                )),
            },
        };
        let seats: Vec<Holder> = new.seats.iter().map(holder).collect::<Result<_, _>>()?;
        if seats.iter().all(|seat| matches!(seat, Holder::Program { .. })) {
            return Err(bad(
                "somebody has to play with the program",
                "mit dem Programm muss jemand spielen",
            ));
        }
        let settings = Settings {
            spec: game.spec().to_owned(),
            rules: game.about().rules_version,
            position,
            played,
            seats,
            clock: new.clock,
            counts: new.counts,
        };
        let room = Room::open("", settings.clone(), 0).map_err(unfit)?;
        match room.phase() {
            Phase::Over => {
                Err(bad("there the game is already over", "dort ist das Spiel schon zu Ende"))
            }
            _ => Ok(settings),
        }
    }
}
