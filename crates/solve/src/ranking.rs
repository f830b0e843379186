//! What the tables say of all actions of a position.

use crate::error::TableError;
use crate::jobs::tables;
use crate::solvable::{Probe, after};
use crate::value::Verdict;
use std::path::Path;
use wabe_games::Visitor;
use wabe_rules::{Game, Status, Table};

/// An action: its text, what it is worth to whoever plays it, and itself.
pub type Ranked<M> = (String, Option<Verdict>, M);

/// All actions, the best first; those the tables do not know last.
pub fn ranked<G: Game>(
    game: &G,
    probe: &dyn Probe<G::Position>,
    position: &G::Position,
) -> Result<Vec<Ranked<G::Move>>, TableError> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut actions = Vec::new();
    for action in moves {
        let mut text = String::new();
        game.write_action(position, action, &mut text);
        actions.push((text, after(game, probe, position, action)?, action));
    }
    let merit = |value: &Option<Verdict>| value.map_or(i64::MIN, Verdict::merit);
    actions.sort_by(|a, b| merit(&b.1).cmp(&merit(&a.1)).then_with(|| a.0.cmp(&b.0)));
    Ok(actions)
}

/// What perfect play gives at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// What the position is worth to the seat to act.
    pub value: Verdict,
    /// The actions, the best first, and what each is worth to it.
    pub actions: Vec<(String, Option<Verdict>)>,
}

/// What the tables on disk say of a table; `None` if they do not know it.
/// This never solves.
pub fn ranking(table: &dyn Table, folder: &Path) -> Result<Option<Ranking>, TableError> {
    struct Ask<'a>(&'a dyn Table, &'a Path);
    impl Visitor for Ask<'_> {
        type Out = Result<Option<Ranking>, TableError>;
        fn visit<G: Game>(self, game: G, _: &str) -> Self::Out {
            let Ok(position) = game.read_position(&self.0.position()) else { return Ok(None) };
            let Some(probe) = tables(&game, self.1)? else { return Ok(None) };
            let Some(value) = probe.try_probe(&position)? else { return Ok(None) };
            let actions = ranked(&game, &*probe, &position)?;
            let actions = actions.into_iter().map(|(text, value, _)| (text, value)).collect();
            Ok(Some(Ranking { value, actions }))
        }
    }
    if !matches!(table.status(), Status::ToAct(_)) {
        return Ok(None);
    }
    wabe_games::visit(table.spec(), Ask(table, folder)).unwrap_or(Ok(None))
}
