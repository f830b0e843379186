//! `wabe analyse`: what every action of a record was worth.

use crate::analysis::{self, Analysis, Blame, Judgement, Step};
use crate::cli::{AnalyseArgs, Language};
use crate::commands::solve::make_on_first_use;
use crate::fail::Failure;
use crate::plot::{self, Line, Mark, Panel};
use crate::{chances, files, tables};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value as Json, json};
use std::io::{IsTerminal, Write};
use std::time::Duration;
use wabe_rules::{Record, Seat, Table, Viewer};
use wabe_search::{Limits, Value};

/// Positions to look at for a position if nothing is said.
const NODES: u64 = 50_000;
/// How many actions of the best line are told.
const TOLD: usize = 4;

/// A game and what became of it.
struct Judged {
    record: Record,
    table: Box<dyn Table>,
    analysis: Analysis,
}

pub fn run(args: &AnalyseArgs, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(path) = &args.svg {
        files::check_apart(&args.file, path)?;
        match path.as_os_str() == "-" {
            true if args.json || args.record => {
                let other = "--svg - takes all of the output: give the picture a file's name";
                return Err(Failure::Usage(other.into()));
            }
            true => {}
            false => files::check_replaceable(path)?,
        }
    }
    let mut games = Vec::new();
    for record in files::read_records(&args.file)? {
        let table = files::replayed(&record, args.spec.as_deref())?;
        make_on_first_use(table.spec());
        games.push((record, table));
    }
    let positions: usize = games.iter().map(|(_, table)| analysis::jobs(&**table)).sum();
    let bar = progress(positions as u64);
    let judged = games.into_iter().map(|(record, table)| {
        let see = || bar.inc(1);
        let analysis = analysis::analyse(&*table, limits(args), args.threads, &see)?;
        Ok(Judged { record, table, analysis })
    });
    let judged = judged.collect::<Result<Vec<Judged>, Failure>>();
    bar.finish_and_clear();
    let judged = judged?;
    if let Some(path) = &args.svg {
        let panels: Vec<Panel<'_>> = judged.iter().map(|game| panel(game, args.lang)).collect();
        files::write_file(path, plot::svg(&panels).as_bytes(), out)?;
        if path.as_os_str() == "-" {
            return Ok(());
        }
    }
    for (i, game) in judged.iter().enumerate() {
        let gap = if i > 0 { "\n" } else { "" };
        match (args.json, args.record) {
            (true, _) => writeln!(out, "{}", as_json(game, args.lang))?,
            (_, true) => write!(out, "{gap}{}", annotated(game, args.lang))?,
            _ => {
                write!(out, "{gap}")?;
                report(game, args.lang, out)?;
            }
        }
    }
    Ok(())
}

fn limits(args: &AnalyseArgs) -> Limits {
    let time = args.time.map(Duration::from_millis);
    let limits = Limits { time, nodes: args.nodes, depth: args.depth };
    if limits == Limits::default() { Limits::nodes(NODES) } else { limits }
}

fn progress(positions: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(positions), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {eta}") {
        bar.set_style(style);
    }
    bar
}

fn pick<'a>(language: Language, en: &'a str, de: &'a str) -> &'a str {
    match language {
        Language::En => en,
        Language::De => de,
    }
}

/// `Dark (1)`.
fn seat_name(table: &dyn Table, seat: Seat, language: Language) -> String {
    let names = table.picture(Viewer::Watcher).seats;
    format!("{} ({seat})", tables::said(&names[seat.index()].name, language))
}

fn told(judged: &Judgement, language: Language) -> String {
    match judged.value {
        Some(value) => chances::told(value, language),
        None => chances::percent(judged.score),
    }
}

/// The beginning of the best line.
fn best_line(judged: &Judgement) -> String {
    judged.line[..judged.line.len().min(TOLD)].join(" ")
}

/// The table of all actions, the plot, a line a seat, and the record.
fn report(game: &Judged, language: Language, out: &mut dyn Write) -> Result<(), Failure> {
    let Judged { table, analysis, .. } = game;
    writeln!(out, "{}\n", table.spec())?;
    list(analysis, language, out)?;
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let ascii = plain || !std::io::stdout().is_terminal();
    for (side, curve) in &analysis.curves {
        let name = seat_name(&**table, *side, language);
        let score = pick(language, "expected score of", "erwartete Punkte von");
        writeln!(out, "\n{score} {name}\n{}", plot::text(curve, table.len(), ascii).trim_end())?;
    }
    writeln!(out)?;
    for seat in Seat::all(table.players()) {
        let [inaccuracies, mistakes, blunders] =
            Blame::ALL.map(|blame| analysis.count(seat, blame));
        writeln!(
            out,
            "{}: {} {:.1} %, {inaccuracies} {} ?!, {mistakes} {} ?, {blunders} {} ??",
            seat_name(&**table, seat, language),
            pick(language, "mean loss", "mittlerer Verlust"),
            100.0 * analysis.mean_loss(seat),
            pick(language, "inaccuracies", "Ungenauigkeiten"),
            pick(language, "mistakes", "Fehler"),
            pick(language, "blunders", "Patzer"),
        )?;
    }
    Ok(write!(out, "\n{}", annotated(game, language))?)
}

fn list(analysis: &Analysis, language: Language, out: &mut dyn Write) -> Result<(), Failure> {
    let marked = |step: &Step| format!("{}{}", step.action, step.blame.map_or("", Blame::mark));
    let width = analysis.steps.iter().map(|step| marked(step).chars().count()).max();
    let width = width.unwrap_or(0).max(6);
    writeln!(
        out,
        "{:>5} {:>4} {:width$} {:>13} {:>13} {:>5}  {}",
        pick(language, "turn", "Zug"),
        pick(language, "seat", "Pl."),
        pick(language, "action", "Aktion"),
        pick(language, "before", "vorher"),
        pick(language, "after", "nachher"),
        pick(language, "loss", "Verl."),
        pick(language, "best line", "beste Folge"),
    )?;
    for step in &analysis.steps {
        let seat = step.seat.map_or("-".to_owned(), |seat| seat.to_string());
        let head = format!("{:>4}. {seat:>4} {:width$}", step.turn, marked(step));
        let (Some(before), Some(after)) = (&step.before, &step.after) else {
            writeln!(out, "{}", head.trim_end())?;
            continue;
        };
        writeln!(
            out,
            "{head} {:>13} {:>13} {:>5.1}  {}",
            told(before, language),
            told(after, language),
            100.0 * step.loss,
            best_line(before),
        )?;
    }
    Ok(())
}

/// The record with a comment behind every action.
fn annotated(game: &Judged, language: Language) -> Record {
    let Judged { record, table, analysis } = game;
    let mut comments = record.comments(table.len());
    for (i, step) in analysis.steps.iter().enumerate() {
        let text = comment(step, language);
        comments.extend((!text.is_empty()).then_some((i + 1, text)));
    }
    comments.sort_by_key(|(behind, _)| *behind);
    record.canonical(&**table).commented(comments)
}

fn comment(step: &Step, language: Language) -> String {
    let mut parts: Vec<String> = Vec::new();
    if let (Some(before), Some(after)) = (&step.before, &step.after) {
        parts.push(match step.blame {
            None => told(after, language),
            Some(blame) => format!(
                "{} {} {} {}, {} {}",
                blame.mark(),
                told(before, language),
                pick(language, "to", "auf"),
                told(after, language),
                pick(language, "better", "besser"),
                best_line(before)
            ),
        });
    }
    parts.extend(step.words.iter().map(|words| tables::said(words, language).to_owned()));
    parts.join("; ")
}

fn as_json(game: &Judged, language: Language) -> Json {
    let Judged { table, analysis, .. } = game;
    let steps = analysis.steps.iter().enumerate().map(|(i, step)| {
        let words: Vec<&str> =
            step.words.iter().map(|words| tables::said(words, language)).collect();
        json!({
            "number": i + 1,
            "turn": step.turn,
            "seat": step.seat.map(Seat::number),
            "action": step.action,
            "before": step.before.as_ref().map(|judged| rounded(judged.score)),
            "after": step.after.as_ref().map(|judged| rounded(judged.score)),
            "value_before": value_json(step.before.as_ref()),
            "value_after": value_json(step.after.as_ref()),
            "best": step.before.as_ref().and_then(|judged| judged.line.first()),
            "line": step.before.as_ref().map(|judged| &judged.line),
            "loss": rounded(step.loss),
            "mark": step.blame.map(Blame::mark),
            "words": words,
        })
    });
    let seats = Seat::all(table.players()).map(|seat| {
        let [inaccuracies, mistakes, blunders] =
            Blame::ALL.map(|blame| analysis.count(seat, blame));
        json!({
            "seat": seat.number(),
            "mean_loss": rounded(analysis.mean_loss(seat)),
            "inaccuracies": inaccuracies,
            "mistakes": mistakes,
            "blunders": blunders,
        })
    });
    json!({
        "spec": table.spec(),
        "result": tables::result_json(&**table),
        "actions": steps.collect::<Vec<Json>>(),
        "seats": seats.collect::<Vec<Json>>(),
    })
}

/// To four places: enough, and the same on every machine.
fn rounded(score: f64) -> f64 {
    (score * 10_000.0).round() / 10_000.0
}

fn value_json(judged: Option<&Judgement>) -> Json {
    match judged.and_then(|judged| judged.value) {
        None => Json::Null,
        Some(Value::Points(points)) => json!({ "points": points }),
        Some(Value::WinIn(actions)) => json!({ "win_in": actions }),
        Some(Value::LossIn(actions)) => json!({ "loss_in": actions }),
    }
}

fn panel(game: &Judged, language: Language) -> Panel<'_> {
    let Judged { table, analysis, .. } = game;
    let lines = analysis
        .curves
        .iter()
        .map(|(side, curve)| Line { name: seat_name(&**table, *side, language), curve });
    let blamed = analysis.steps.iter().enumerate().filter_map(|(i, step)| {
        let (seat, blame) = (step.seat?, step.blame?);
        let side = table.side(seat);
        let line = analysis.curves.iter().position(|(other, _)| *other == side).unwrap_or(0);
        let says = format!("{}. {}: {}", step.turn, step.action, comment(step, language));
        Some(Mark { line, at: i + 1, sign: blame.mark(), says })
    });
    Panel {
        title: table.spec().to_owned(),
        last: table.len(),
        lines: lines.collect(),
        marks: blamed.collect(),
    }
}
