//! Asking the tables.

use crate::cli::ProbeArgs;
use crate::commands::solve::{Bar, folder, threads};
use crate::fail::Failure;
use crate::tables;
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use wabe_games::Visitor;
use wabe_rules::{Game, Record, Status, Table};
use wabe_solve::{Means, Probe, Progress, Verdict};

pub fn run(args: &ProbeArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let table = tables::open_at(&args.at)?;
    if let Status::Over(_) = table.status() {
        return Err(Failure::Wrong("the game is over: there is nothing to ask".into()));
    }
    let folder = folder(args.tables.as_ref());
    let ask = Ask { table: &*table, folder: &folder };
    if args.line {
        let line = wabe_games::visit(&args.at.spec, Line(ask))??;
        let start = table.position();
        let mut table = tables::open(&args.at.spec, Some(&start))?;
        for action in line {
            table.play(&action).map_err(|error| Failure::Wrong(error.to_string()))?;
        }
        let mut record = Record::of(&*table);
        record.set_header("Position", &start);
        write!(out, "{record}")?;
        return Ok(());
    }
    let answer = wabe_games::visit(&args.at.spec, ask)??;
    match args.json {
        true => writeln!(out, "{}", answer.json(&*table))?,
        false => answer.write(out)?,
    }
    Ok(())
}

struct Ask<'a> {
    table: &'a dyn Table,
    folder: &'a Path,
}

/// What the tables say of a position and its actions, best first.
struct Answer {
    value: Verdict,
    actions: Vec<(String, Option<Verdict>)>,
}

impl Visitor for Ask<'_> {
    type Out = Result<Answer, Failure>;

    fn visit<G: Game>(self, game: G, _: &str) -> Self::Out {
        let position = game.read_position(&self.table.position())?;
        let probe = self.tables(&game)?;
        let value = self.value(&*probe, &position)?;
        let actions = wabe_solve::ranked(&game, &*probe, &position)?;
        let texts = actions.into_iter().map(|(text, value, _)| (text, value));
        Ok(Answer { value, actions: texts.collect() })
    }
}

/// Perfect play to the end.
struct Line<'a>(Ask<'a>);

impl Visitor for Line<'_> {
    type Out = Result<Vec<String>, Failure>;

    fn visit<G: Game>(self, game: G, _: &str) -> Self::Out {
        let mut position = game.read_position(&self.0.table.position())?;
        let probe = self.0.tables(&game)?;
        if let Verdict::Draw { .. } = self.0.value(&*probe, &position)? {
            let why = "the position is drawn: perfect play need not end";
            return Err(Failure::Wrong(why.into()));
        }
        let mut line = Vec::new();
        while let Some((text, _, action)) =
            wabe_solve::ranked(&game, &*probe, &position)?.into_iter().next()
        {
            line.push(text);
            game.apply(&mut position, action);
        }
        Ok(line)
    }
}

impl Ask<'_> {
    fn value<P>(&self, probe: &dyn Probe<P>, position: &P) -> Result<Verdict, Failure> {
        let folder = self.folder.display();
        let why = || Failure::Wrong(format!("the tables in {folder} do not cover this position"));
        probe.try_probe(position)?.ok_or_else(why)
    }

    /// The tables on disk; made (or finished) now if that takes only a minute.
    fn tables<G: Game>(&self, game: &G) -> Result<Box<dyn Probe<G::Position>>, Failure> {
        let quick = wabe_solve::is_made_on_first_use(game);
        if let Ok(true) = quick {
            let bar = Bar::new();
            let means = Means { threads: threads(None), memory: 8 << 30 };
            let show = |progress: Progress| bar.show(progress);
            return Ok(wabe_solve::find_or_make(game, self.folder, &means, &show)?);
        }
        if let Some(found) = wabe_solve::tables(game, self.folder)? {
            return Ok(found);
        }
        quick?;
        let (game, folder) = (G::ABOUT.name, self.folder.display());
        let why = format!("there are no tables of {game} in {folder}: `wabe solve` makes them");
        Err(Failure::Wrong(why))
    }
}

impl Answer {
    fn write(&self, out: &mut dyn Write) -> Result<(), Failure> {
        writeln!(out, "{}", told(self.value))?;
        for (action, value) in &self.actions {
            writeln!(out, "{action} {}", value.map_or("not known".into(), told))?;
        }
        Ok(())
    }

    fn json(&self, table: &dyn Table) -> Value {
        let actions: Vec<Value> = self
            .actions
            .iter()
            .map(|(action, value)| {
                let mut line = json!({ "action": action });
                merge(&mut line, value.map_or(json!({ "value": null }), as_json));
                line
            })
            .collect();
        let mut answer = json!({
            "spec": table.spec(),
            "position": table.position(),
            "seat": table.status().seat().map(wabe_rules::Seat::number),
        });
        merge(&mut answer, as_json(self.value));
        merge(&mut answer, json!({ "actions": actions }));
        answer
    }
}

fn merge(into: &mut Value, more: Value) {
    if let (Some(into), Value::Object(more)) = (into.as_object_mut(), more) {
        into.extend(more);
    }
}

fn told(value: Verdict) -> String {
    match value {
        Verdict::Draw { chances } if chances > 0 => format!("{value}, chances {chances}"),
        _ => value.to_string(),
    }
}

fn as_json(value: Verdict) -> Value {
    match value {
        Verdict::Win { plies } => json!({ "value": "win", "plies": plies }),
        Verdict::Loss { plies } => json!({ "value": "loss", "plies": plies }),
        Verdict::Draw { chances } => json!({ "value": "draw", "chances": chances }),
    }
}
