//! Records, stepped through in a terminal or printed.

use crate::cli::ReplayArgs;
use crate::fail::Failure;
use crate::{files, tables};
use crossterm::event::{self, Event, KeyCode, KeyEventKind};
use crossterm::{cursor, execute, terminal};
use std::io::{IsTerminal, Write};
use wabe_rules::{Record, Table};

/// A record and the table at its end.
struct Replayed {
    record: Record,
    table: Box<dyn Table>,
}

pub fn run(args: &ReplayArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let games = read(args)?;
    if args.record {
        for (i, game) in games.iter().enumerate() {
            let gap = if i > 0 { "\n" } else { "" };
            write!(out, "{gap}{}", game.record)?;
        }
        return Ok(());
    }
    if std::io::stdout().is_terminal() && std::io::stdin().is_terminal() {
        return step_through(args, &games, &mut &mut *out);
    }
    for game in &games {
        print(args, game, out)?;
    }
    Ok(())
}

fn read(args: &ReplayArgs) -> Result<Vec<Replayed>, Failure> {
    let records = files::read_records(&args.file)?;
    records.into_iter().map(|record| replay(args, record)).collect()
}

fn replay(args: &ReplayArgs, record: Record) -> Result<Replayed, Failure> {
    let table = files::replayed(&record, args.spec.as_deref())?;
    Ok(Replayed { record: record.canonical(&*table), table })
}

fn print(args: &ReplayArgs, game: &Replayed, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "{}", game.record)?;
    let viewer = tables::viewer(&args.viewer, game.table.players())?;
    let options = tables::text_options(false, args.lang);
    if args.boards {
        for turn in game.table.turns() {
            let number = turn.number;
            let table = at_turn(&*game.table, number);
            writeln!(out, "{number}. {}", turn.actions.join(","))?;
            writeln!(out, "{}", wabe_draw::text(&table.picture(viewer), &options))?;
        }
    } else {
        write!(out, "{}", wabe_draw::text(&game.table.picture(viewer), &options))?;
    }
    Ok(writeln!(out, "{}", tables::state_sentence(&*game.table, args.lang))?)
}

/// The table as it was after so many turns.
fn at_turn(end: &dyn Table, number: usize) -> Box<dyn Table> {
    let turns = end.turns();
    let played = turns.iter().take_while(|turn| turn.number <= number);
    at_action(end, played.map(|turn| turn.actions.len()).sum())
}

/// The table as it was after so many actions.
fn at_action(end: &dyn Table, keep: usize) -> Box<dyn Table> {
    let mut table = end.fork();
    while table.len() > keep && table.take_back() {}
    table
}

/// The terminal in raw mode on its own screen, put back when dropped.
struct Screen;

impl Screen {
    fn enter<W: Write>(out: &mut W) -> Result<Screen, Failure> {
        terminal::enable_raw_mode()?;
        let screen = Screen;
        execute!(out, terminal::EnterAlternateScreen, cursor::Hide)?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = terminal::disable_raw_mode();
    }
}

fn step_through<W: Write>(
    args: &ReplayArgs,
    games: &[Replayed],
    out: &mut W,
) -> Result<(), Failure> {
    let screen = Screen::enter(out)?;
    let done = browse(args, games, out);
    execute!(out, cursor::Show, terminal::LeaveAlternateScreen)?;
    drop(screen);
    done
}

fn browse<W: Write>(args: &ReplayArgs, games: &[Replayed], out: &mut W) -> Result<(), Failure> {
    let (mut game, mut at) = (0, 0);
    loop {
        draw(args, games, game, at, out)?;
        let Event::Key(key) = event::read()? else {
            continue;
        };
        if key.kind == KeyEventKind::Release {
            continue;
        }
        let length = games[game].table.len();
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return Ok(()),
            KeyCode::Char('c') if key.modifiers.contains(event::KeyModifiers::CONTROL) => {
                return Ok(());
            }
            KeyCode::Right | KeyCode::Char(' ') => at = length.min(at + 1),
            KeyCode::Left | KeyCode::Backspace => at = at.saturating_sub(1),
            KeyCode::Home => at = 0,
            KeyCode::End => at = length,
            KeyCode::Char('n') if game + 1 < games.len() => (game, at) = (game + 1, 0),
            KeyCode::Char('p') if game > 0 => (game, at) = (game - 1, 0),
            _ => {}
        }
    }
}

fn draw<W: Write>(
    args: &ReplayArgs,
    games: &[Replayed],
    game: usize,
    at: usize,
    out: &mut W,
) -> Result<(), Failure> {
    let end = &*games[game].table;
    let table = at_action(end, at);
    let viewer = tables::viewer(&args.viewer, table.players())?;
    let board = wabe_draw::text(&table.picture(viewer), &tables::text_options(false, args.lang));
    let last = at.checked_sub(1).map_or(String::new(), |i| end.actions()[i].clone());
    let text = format!(
        "{} - game {} of {} - action {at} of {} {last}\n\n{board}{}\n\n\
         right/left: step   home/end   n/p: another game   q: quit\n",
        end.spec(),
        game + 1,
        games.len(),
        end.len(),
        tables::state_sentence(&*table, args.lang),
    );
    execute!(out, terminal::Clear(terminal::ClearType::All), cursor::MoveTo(0, 0))?;
    write!(out, "{}", text.replace('\n', "\r\n"))?;
    Ok(out.flush()?)
}
