//! Learning from records what others do.

use crate::mind::Mind;
use crate::{MindVisitor, visit};
use wabe_rules::{OptionError, Playing, Record, RecordError, Seat, Status};

/// Why nothing is learnt from records.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// There is no such game, or no such option of it.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A record that cannot be played.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A record of something else.
    #[error("a record is of {found}, not of {wanted}")]
    OtherSpec {
        /// What it is of.
        found: String,
        /// What was asked for.
        wanted: String,
    },
    /// Nobody of that name acts in the records.
    #[error("in these records no seat is of {0}")]
    Nobody(String),
    /// The players of this game do not ask what others are like ([`Mind::learn_from`]).
    #[error("players of {0} do not ask what others are like")]
    NotAsked(String),
}

/// Learns from records of the game of a spec what an engine does in them: lines for the
/// tables of the game's module.
pub fn study(spec: &str, records: &[Record], engine: &str) -> Result<Vec<String>, StudyError> {
    struct Study<'a>(&'a [Record], &'a str);
    impl MindVisitor for Study<'_> {
        type Out = Result<Vec<String>, StudyError>;
        fn visit<M: Mind>(self, game: M, spec: &str) -> Self::Out {
            let table = Playing::new(game, spec);
            let mut deeds = Vec::new();
            for record in self.0 {
                check_spec(record, spec)?;
                let mut played = table.clone();
                record.replay(&mut played)?;
                deeds.extend(deeds_of(&played, record, self.1));
            }
            if deeds.is_empty() {
                return Err(StudyError::Nobody(self.1.to_owned()));
            }
            let lines = table.game().learn_from(&deeds);
            if lines.is_empty() {
                return Err(StudyError::NotAsked(spec.to_owned()));
            }
            Ok(lines)
        }
    }
    visit(spec, Study(records, engine))?
}

fn check_spec(record: &Record, wanted: &str) -> Result<(), StudyError> {
    let Some(spec) = record.header("Spec") else { return Ok(()) };
    let found = wabe_games::open(spec)?.spec().to_owned();
    match found == wanted {
        true => Ok(()),
        false => Err(StudyError::OtherSpec { found, wanted: wanted.to_owned() }),
    }
}

/// The positions before and after each action of an engine; its name in the record may be
/// followed by its limits, as in `mcts@100ms`.
fn deeds_of<M: Mind>(played: &Playing<M>, record: &Record, engine: &str) -> Vec<[M::Position; 2]> {
    let is_its = |seat: Seat| {
        let name = record.header(&format!("Seat{}", seat.number())).unwrap_or_default();
        name == engine || name.split('@').next() == Some(engine)
    };
    let past: Vec<&M::Position> = played.past().collect();
    let acts = |position: &M::Position| match played.game().status(position) {
        Status::ToAct(seat) => is_its(seat),
        _ => false,
    };
    let deeds = past.windows(2).filter(|deed| acts(deed[0]));
    deeds.map(|deed| [deed[0].clone(), deed[1].clone()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(headers: &str, game: &str) -> Vec<Record> {
        Record::read_all(&format!("{headers}\n\n{game}\n")).expect("a record")
    }

    const SEATS: &str = "[Seat1 \"mcts@100ms\"]\n[Seat2 \"best\"]";
    const OF_THREE: &str = "1. a1,b2,c3 2. a2,b3,c4 3. a3,b4,c5";

    #[test]
    fn what_cannot_be_learnt_from_is_said() {
        let said = |spec, headers, game, engine| {
            let learnt = study(spec, &records(headers, game), engine);
            learnt.expect_err("nothing is learnt").to_string()
        };
        let three = "omega:players=3";
        assert_eq!(said(three, SEATS, OF_THREE, "greedy"), "in these records no seat is of greedy");
        let other = "[Spec \"zange\"]\n[Seat1 \"mcts\"]";
        let spec = "a record is of zange, not of omega:players=3";
        assert_eq!(said(three, other, OF_THREE, "mcts"), spec);
        let two = "players of omega do not ask what others are like";
        assert_eq!(said("omega", SEATS, "1. a1,b2 2. a2,b3", "mcts"), two);
        assert!(said(three, SEATS, "1. a1,z9", "mcts").starts_with("line 4, column"));
        assert!(said("chess", SEATS, OF_THREE, "mcts").contains("abalone"));
    }

    #[test]
    fn who_acted_is_told_by_name_with_or_without_limits() {
        for engine in ["mcts", "mcts@100ms"] {
            let lines = study("omega:players=3", &records(SEATS, OF_THREE), engine);
            assert!(lines.expect("lines").last().is_some_and(|line| line.contains("SKILL")));
        }
    }
}
