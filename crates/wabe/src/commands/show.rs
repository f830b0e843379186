//! A position drawn.

use crate::cli::ShowArgs;
use crate::fail::Failure;
use crate::files::write_file;
use crate::tables::{self, ResultJson};
use serde::Serialize;
use std::io::Write;
use wabe_draw::SvgOptions;
use wabe_rules::{Picture, Status, Table, Viewer};

/// The form of `show --json`.
#[derive(Serialize)]
struct Shown<'a> {
    spec: &'a str,
    seat: Option<usize>,
    chance: bool,
    turn: usize,
    over: bool,
    result: Option<ResultJson>,
    legal: Vec<String>,
    /// Absent for viewers who may not know all of it.
    position: Option<String>,
    picture: Picture,
}

pub fn run(args: &ShowArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let table = tables::open_at(&args.at)?;
    let viewer = tables::viewer(&args.viewer, table.players())?;
    let picture = table.picture(viewer);
    if args.svg.is_some() || args.png.is_some() {
        let german = args.lang == crate::cli::Language::De;
        let options = SvgOptions { german, counts: args.counts, ..SvgOptions::default() };
        let svg = wabe_draw::svg(&picture, &options);
        if let Some(path) = &args.svg {
            write_file(path, svg.as_bytes(), out)?;
        }
        if let Some(path) = &args.png {
            let png = wabe_draw::png(&svg, args.width)
                .map_err(|error| Failure::Wrong(error.to_string()))?;
            write_file(path, &png, out)?;
        }
        if !args.json {
            return Ok(());
        }
    }
    if args.json {
        let text = serde_json::to_string(&shown(&*table, viewer, picture)).unwrap_or_default();
        return Ok(writeln!(out, "{text}")?);
    }
    let options = tables::text_options(args.counts, args.lang);
    write!(out, "{}", wabe_draw::text(&picture, &options))?;
    Ok(writeln!(out, "{}", tables::state_sentence(&*table, args.lang))?)
}

fn shown(table: &dyn Table, viewer: Viewer, picture: Picture) -> Shown<'_> {
    let status = table.status();
    Shown {
        spec: table.spec(),
        seat: status.seat().map(|seat| seat.number()),
        chance: status == Status::Chance,
        turn: table.turn(),
        over: status.is_over(),
        result: tables::result_json(table),
        legal: table.legal(),
        position: table.sees_all(viewer).then(|| table.position()),
        picture,
    }
}
