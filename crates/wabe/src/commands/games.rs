//! What the games say of themselves.

use crate::cli::{GamesArgs, Language};
use crate::fail::Failure;
use crate::tables::said;
use std::io::Write;
use wabe_games::GAMES;
use wabe_rules::About;
use wabe_server::api::game_json;

pub fn run(args: &GamesArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let chosen: Vec<&About> = match &args.game {
        Some(name) => vec![wabe_games::about(name)?],
        None => GAMES.to_vec(),
    };
    if args.json {
        let all: Vec<serde_json::Value> = chosen.iter().map(|about| game_json(about)).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&all).unwrap_or_default())?;
        return Ok(());
    }
    for (i, about) in chosen.iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        describe(about, args.lang, out)?;
        if args.game.is_some() {
            readings(about, args.lang, out)?;
        }
    }
    Ok(())
}

fn describe(about: &About, language: Language, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "{}: {}", about.name, said(&about.summary, language))?;
    for option in about.options {
        let text = format!("{}={}", option.name, option.default);
        writeln!(out, "  {text:<20} {}", said(&option.help, language))?;
        let allowed = if language == Language::De { "erlaubt" } else { "allowed" };
        writeln!(out, "  {:<20} {allowed}: {}", "", option.kind.allowed())?;
    }
    Ok(())
}

fn readings(about: &About, language: Language, out: &mut dyn Write) -> Result<(), Failure> {
    let german = language == Language::De;
    let heading = match german {
        true => "Wo das Regelheft offen ist, ist dies unsere Lesart:",
        false => "Where the rule book is silent or unclear, this is our reading:",
    };
    writeln!(out, "\n{heading}")?;
    for reading in about.readings {
        writeln!(out, "  {}  {}", reading.rule, said(&reading.says, language))?;
    }
    let page = if german { "docs/rules/de" } else { "docs/rules" };
    let more = if german { "Die ganzen Regeln" } else { "The whole rules" };
    writeln!(out, "\n{more}: {page}/{}.md", about.name)?;
    Ok(())
}
