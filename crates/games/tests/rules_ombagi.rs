//! The rules of Ombagi, one by one: board, moves, end, views, texts. Blockades
//! (R5 to R7, F2) are in `rules_ombagi_blockades.rs`.
//!
//! Not here, because no position can show it: the draw of F3. A top stone next
//! to an empty field can nearly always move, and there are always empty fields.

mod common;

use common::situations::{play, result, seat};
use wabe_games::open;
use wabe_rules::{Item, Number, PlayError, Record, Seat, Table, TintKind, Viewer};

/// Towers such as `23D1H3` (field, stones from the bottom up; `44D` is a whole
/// tower of one colour) as a position text.
fn text(towers: &str, rest: &str) -> String {
    let mut fields = vec![".".to_owned(); 37];
    for tower in towers.split_whitespace() {
        let (field, stones) = tower.split_at(2);
        let field: usize = field.parse().expect("a field");
        fields[field - 11] = match stones.len() {
            1 => format!("{stones}1{stones}2{stones}3"),
            _ => stones.to_owned(),
        };
    }
    let mut fields = fields.into_iter();
    let rows = [4, 5, 6, 7, 6, 5, 4].map(|n| fields.by_ref().take(n).collect::<Vec<_>>().join(","));
    format!("{} {rest}", rows.join("/"))
}

fn table(spec: &str, towers: &str, rest: &str) -> Box<dyn Table> {
    let mut table = open(spec).expect("a valid spec");
    table.set_position(&text(towers, rest)).expect("a valid position");
    table
}

/// The ends of all legal moves that begin on a field.
fn from(table: &dyn Table, field: u8) -> String {
    let start = format!("){field}-");
    let legal = table.legal();
    let ends: Vec<&str> =
        legal.iter().filter_map(|action| Some(action.split_once(&start)?.1)).collect();
    ends.join(" ")
}

/// The goal fields of each colour, as the board shows them.
fn goals(spec: &str) -> Vec<String> {
    let picture = open(spec).expect("a valid spec").picture(Viewer::Referee);
    let of = |colour| {
        let cells = picture.cells.iter().filter(|cell| {
            cell.tint.is_some_and(|tint| tint.colour == colour && tint.kind == TintKind::Goal)
        });
        cells.map(|cell| cell.label.as_str()).collect::<Vec<_>>().join(" ")
    };
    picture.seats.iter().map(|seat| of(seat.colour)).collect()
}

const START: &str = "11D 12D 13D 14D 44H 45H 46H 47H";

#[test]
fn r1_four_towers_each_on_opposite_sides() {
    let table = open("ombagi").expect("a valid spec");
    assert_eq!(table.position(), text(START, "to=1 ply=0"));
    assert_eq!(goals("ombagi"), ["44 45 46 47", "11 12 13 14"]);
    let first =
        "(D3)11-A15 (D3)11-A16 (D3)12-A16 (D3)12-A17 (D3)13-A17 (D3)13-A18 (D3)14-A18 (D3)14-A19";
    assert_eq!(table.legal().join(" "), first);
}

#[test]
fn r1_seat_one_is_the_side_that_begins() {
    let mut table = open("ombagi:first=H").expect("a valid spec");
    assert!(table.legal().iter().all(|action| action.starts_with("(H3)")));
    play(&mut *table, "(H3)44-A40");
    assert_eq!(seat(&*table), 2);
    assert!(table.legal().iter().all(|action| action.starts_with("(D3)")));
    let mut table = self::table("ombagi:first=H", HELL_WINS, "to=1");
    play(&mut *table, "(H3)19-C14");
    assert_eq!(result(&*table), "1 towers");
    assert!(open("ombagi:players=3,first=H").is_err());
}

#[test]
fn f1_three_players_start_and_aim_at_alternate_sides() {
    let mut table = open("ombagi:players=3").expect("a valid spec");
    let start = "11D 12D 13D 32H 38H 43H 44R 39R 33R";
    assert_eq!(table.position(), text(start, "to=1 ply=0"));
    assert_eq!(goals("ombagi:players=3"), ["45 46 47", "15 20 26", "14 19 25"]);
    play(&mut *table, "(D3)12-A17 (H3)38-A37 (R3)33-A34 (D3)17-A24");
}

#[test]
fn r2_levels_a_stone_may_lie_on() {
    let mut table = open("ombagi").expect("a valid spec");
    let mut set = |tower: &str, rest: &str| {
        table.set_position(&text(&format!("11D 12D 44H 45H 46H 47H {rest} {tower}"), "to=1"))
    };
    assert!(set("29D3D3", "21D1 22D1 23D2 24D2").is_ok());
    assert!(set("29D2D2", "21D1 22D1 23D3 24D3").is_ok());
    assert!(set("29D1D2D3", "21D1 23D2 24D3").is_ok());
    for (tower, rest) in [
        ("29D3D1", "22D1 23D2 24D2 25D3"),
        ("29D1D3D2", "22D1 23D2 25D3"),
        ("29D1D1", "23D2D3 24D2D3"),
    ] {
        let error = set(tower, rest).expect_err("too high").to_string();
        assert!(error.contains("R2"), "{error}");
    }
}

#[test]
fn r2_only_the_top_stone_moves() {
    let table = table("ombagi", "11D 12D 13D 14D1D2 18D3 44H 45H 46H 47H", "to=1");
    assert!(table.legal().contains(&"(D2)14-A19".to_owned()));
    assert!(!table.legal().iter().any(|action| action.starts_with("(D1)")));
}

#[test]
fn r2_a_two_never_comes_to_level_c() {
    // From B to a field with two stones it would be two steps, but that is C.
    let table = table("ombagi", "11D 12D 13D 14D3 44D1D2 45H1H2 39H 40H1 46H 32H2H3 33H3", "to=1");
    assert_eq!(from(&*table, 44), "B44");
}

#[test]
fn r3_a_one_steps_to_empty_fields_only() {
    let table = table("ombagi", "11D 12D 13D 14D2D3 29D1 22H1 28H2 30H3 45H 46H 47H", "to=1");
    assert_eq!(from(&*table, 29), "A23 A35 A36");
}

/// Dark's 1 on 29 amid full towers of all mixtures on 17, 21, 22, 23 and 30.
const RING: &str = "29D1 23H1D2H3 17D1D2D3 22H1H2D3 21D1H2H3 30H1H2H3 28D2H3 31D3 36D2 \
                    38D1 43D3 46H2 47H1";

#[test]
fn r3_a_one_jumps_over_three_stones_in_any_directions() {
    // 18 over 23, 16 over 22 (or on from 18 over 17), 27 from 16 over 21. Not
    // over the two stones on 28, nor over 30 to where a stone stands.
    assert_eq!(from(&*table("ombagi", RING, "to=1"), 29), "A16 A18 A27 A35");
}

#[test]
fn r3_only_a_field_with_three_stones_can_be_jumped() {
    let table =
        table("ombagi", "11D 12D 13D 14D2D3 29D1 22H1 28H1H2 30H1H2H3 46H 47H2H3 45H3", "to=1");
    assert_eq!(from(&*table, 29), "A23 A31 A35 A36");
}

#[test]
fn r3_and_f4_a_series_may_pass_its_start_but_not_end_there() {
    // 29, 18, 16 and 29 again: the round is closed, the field is no end.
    assert!(!from(&*table("ombagi", RING, "to=1"), 29).contains("29"));
}

#[test]
fn f4_step_and_jump_are_never_combined() {
    // After a step to 40 the 1 could jump over 34; after the jump it could step.
    let table = table("ombagi", "11D 12D 13D 14D2D3 44D1 34H 45H 46H2H3 20H1H2H3 21H1", "to=1");
    assert_eq!(from(&*table, 44), "A39 A40");
    let table = self::table("ombagi", "11D 12D 13D 14D2D3 44D1 34H 45H 20H1H2H3 21H1H2H3", "to=1");
    assert_eq!(from(&*table, 44), "A39 A40 A46");
}

#[test]
fn r4_a_three_makes_exactly_three_steps() {
    // 39 and 45 are full, so every way leads over 40.
    let ways = |forty: &str| {
        let towers = format!("11D 12D 13D 14D1D2 44D3 39H 45H {forty}");
        from(&*table("ombagi", &towers, "to=1"), 44)
    };
    assert_eq!(ways("40H1H2 32H3 26H"), "C40", "one step aside and two up");
    assert_eq!(ways("40H1 34H2 32H3 26H"), "B34", "up to B, then level to B");
    assert_eq!(ways("34H2 20H1 32H3 26H"), "A28 A29 A35 A36 A40 A41 A42 A46 B34");
}

#[test]
fn r4_a_three_goes_over_the_surface_from_level_c() {
    let ways = |others: &str| {
        let towers = format!("44D 13D 14D 12D {others}");
        from(&*table("ombagi", &towers, "to=1"), 44)
    };
    // Down to the board; by 45 or 40 to B; to and fro between equal towers.
    assert_eq!(ways("40H1H2 45H1 41H2 30H 31H2H3 32H1 20H3 21H3"), "A39 B41 B45 C40");
    assert_eq!(ways("39H 40H 45H 30H"), "", "nothing stands on a full field");
}

#[test]
fn r4_a_two_makes_exactly_two_steps() {
    let ways = |others: &str| {
        let towers = format!("11D 12D 13D {others}");
        from(&*table("ombagi", &towers, "to=1"), 44)
    };
    assert_eq!(ways("44D2 14D1D3 39H 45H 40H1 30H 31H2 32H3"), "B40");
    assert_eq!(ways("44D2 14D1D3 39H 45H 30H 31H"), "A34 A35 A41 A44");
    assert_eq!(ways("44D1D2 14D3 39H1 33H1 45H1H2 30H 31H2H3 32H2H3 35H3"), "A40 B33 B44");
}

#[test]
fn r4_a_two_and_a_three_may_end_where_they_began() {
    let mut table = table("ombagi", "11D 12D 13D 14D1 29D2 40D3 44H 45H 46H 47H", "to=1");
    assert!(table.legal().contains(&"(D3)40-A40".to_owned()));
    let before = table.position();
    play(&mut *table, "(D2)29-A29");
    assert_eq!(table.position(), before.replace("to=1", "to=2").replace("ply=0", "ply=1"));
}

#[test]
fn r4_different_ways_are_one_action() {
    let table = table("ombagi", "11D 12D 13D 14D1D3 29D2 44H 45H 46H 47H", "to=1");
    let ends = from(&*table, 29);
    // Two ways lead to 23, and two to 17; the field itself is reached by six.
    assert_eq!(ends.split(' ').count(), 19, "{ends}");
}

#[test]
fn f3_a_seat_without_a_move_is_passed_over() {
    let towers = "20D1D2H3 21D1D2H3 22D1D2H3 23D1D2H3 33D3H2 34D3H2 35D3H2 12D3 13H2 \
                  44H1 45H1 46H1 47H1";
    let mut table = table("ombagi", towers, "to=2");
    play(&mut *table, "(H2)13-B12");
    assert_eq!(seat(&*table), 2, "every stone of Dark is covered");
    assert_eq!(table.actions(), ["(H2)13-B12"]);
    play(&mut *table, "(H2)12-A13");
    assert_eq!(seat(&*table), 1);
}

/// Light's 3 on 19 wins; then Dark lacks a 2 and a 3 on 47.
const HELL_WINS: &str = "11H 12H 13H 14H1H2 19H3 44D 45D 46D 47D1 43D2 42D3";

#[test]
fn r8_four_finished_towers_win() {
    let mut table = table("ombagi", HELL_WINS, "to=2");
    assert_eq!(result(&*table), "open");
    play(&mut *table, "(H3)19-C14");
    assert_eq!(result(&*table), "2 towers");
    assert_eq!((table.legal(), table.scores()), (Vec::new(), None));
}

#[test]
fn r8_a_foreign_stone_in_a_tower_does_not_win() {
    let towers = "44D 45D 46D 47D1H2 43D3 33D2 20H 21H 22H 23H1H3";
    let mut table = table("ombagi:edition=1981", towers, "to=1");
    play(&mut *table, "(D3)43-C47");
    assert_eq!(result(&*table), "open");
}

#[test]
fn r9_the_loser_plays_on_alone_and_the_margin_is_counted() {
    let mut table = table("ombagi:playout=true", HELL_WINS, "to=2");
    assert_eq!(table.scores(), None);
    play(&mut *table, "(H3)19-C14");
    assert_eq!((seat(&*table), table.scores()), (1, Some(vec![None, Some(0)])));
    play(&mut *table, "(D2)43-B47");
    assert_eq!((seat(&*table), table.scores()), (1, Some(vec![None, Some(0)])));
    play(&mut *table, "(D3)42-C47");
    assert_eq!(result(&*table), "2 towers");
    assert_eq!(table.scores(), Some(vec![Some(2), Some(0)]));
}

#[test]
fn r9_a_margin_is_open_at_the_limit() {
    let mut table = table("ombagi:playout=true,limit=3", HELL_WINS, "to=2 ply=1");
    play(&mut *table, "(H3)19-C14 (D2)43-B47");
    assert_eq!(result(&*table), "2 towers");
    assert_eq!(table.scores(), Some(vec![None, Some(0)]));
}

#[test]
fn r9_repetition_is_off_after_the_win() {
    let mut table = table("ombagi:playout=true,repetition=2", HELL_WINS, "to=2");
    play(&mut *table, "(H3)19-C14 (D2)43-A43 (D2)43-A43 (D2)43-A43 (D2)43-B47 (D3)42-C47");
    assert_eq!(table.scores(), Some(vec![Some(5), Some(0)]));
}

/// Dark wins with its next move; Light needs two moves, Red one.
const THREE: &str = "46D 47D 45D1D2 41D3 20H 26H 15H1 16H2 21H3 14R 19R 25R1R2 24R3";

#[test]
fn r9_three_players_are_ranked_in_the_order_of_finishing() {
    let mut table = table("ombagi:players=3,playout=true", THREE, "to=1");
    play(&mut *table, "(D3)41-C45");
    assert_eq!(table.scores(), Some(vec![Some(0), None, None]));
    play(&mut *table, "(H2)16-B15 (R3)24-C25");
    assert_eq!(seat(&*table), 2, "Dark and Red have finished");
    assert_eq!(table.scores(), Some(vec![Some(0), None, Some(1)]));
    play(&mut *table, "(H3)21-C15");
    assert_eq!(result(&*table), "1 towers");
    assert_eq!(table.scores(), Some(vec![Some(0), Some(2), Some(1)]));
}

#[test]
fn r9_blockade_rules_end_with_the_win() {
    // Light's 3 on 29 keeps Red offside.
    let towers = "46D 47D 45D1D2 41D3 20H 26H1H2 15H1 16H2 21H3 29R1H3 14R 19R 25R2 24R3";
    let bound = table("ombagi:players=3,playout=true", towers, "to=2");
    assert!(bound.legal().iter().all(|action| action.starts_with("(H3)29")));
    let mut free = table("ombagi:players=3,playout=true", towers, "to=1");
    play(&mut *free, "(D3)41-C45 (H2)16-B15");
}

#[test]
fn r9_without_a_win_there_are_no_scores() {
    let mut table = table("ombagi:playout=true,limit=1", HELL_WINS, "to=2");
    play(&mut *table, "(H3)19-A17");
    assert_eq!((result(&*table), table.scores()), (" limit".to_owned(), None));
}

/// The numbers a viewer sees on one field, `?` where they are hidden.
fn seen(table: &dyn Table, viewer: Viewer, field: u16) -> String {
    let number = |number| match number {
        Number::Shown(number) => number.to_string(),
        Number::Hidden => "?".to_owned(),
        Number::None => "-".to_owned(),
    };
    let picture = table.picture(viewer);
    let stones = &picture.cells[usize::from(field) - 11].stones;
    stones.iter().map(|stone| number(stone.number)).collect()
}

const PLAYERS: [Viewer; 3] =
    [Viewer::Seat(Seat::from_index(0)), Viewer::Seat(Seat::from_index(1)), Viewer::Watcher];

#[test]
fn r10_no_player_sees_the_number_of_a_covered_stone() {
    let towers = "11D 12D 13D 14D1 29D2H3 33D3 44H 45H 46H 47H1H2";
    let table = table("ombagi:hidden=true", towers, "to=1");
    for viewer in PLAYERS {
        for (field, shown) in [(11, "??3"), (14, "1"), (29, "?3"), (33, "3"), (47, "?2")] {
            assert_eq!(seen(&*table, viewer, field), shown, "{viewer:?} at {field}");
        }
        let hidden = table
            .picture(viewer)
            .cells
            .iter()
            .flat_map(|cell| cell.stones.clone())
            .filter(|stone| stone.number == Number::Hidden)
            .count();
        assert_eq!(hidden, 14);
        assert!(!table.sees_all(viewer));
    }
}

#[test]
fn r10_the_truth_and_the_moves_are_unaffected() {
    let towers = "11D 12D 13D 14D1 29D2H3 33D3 44H 45H 46H 47H1H2";
    let hidden = table("ombagi:hidden=true", towers, "to=1");
    let open = table("ombagi", towers, "to=1");
    assert_eq!((hidden.legal(), hidden.position()), (open.legal(), open.position()));
    assert_eq!(seen(&*hidden, Viewer::Referee, 29), "23");
    assert_eq!(seen(&*hidden, Viewer::Referee, 11), "123");
    assert!(PLAYERS.iter().all(|&viewer| seen(&*open, viewer, 29) == "23"));
}

#[test]
fn r10_everything_is_shown_after_the_end() {
    let mut table = table("ombagi:hidden=true", HELL_WINS, "to=2");
    assert!(PLAYERS.iter().all(|&viewer| seen(&*table, viewer, 11) == "??3"));
    play(&mut *table, "(H3)19-C14");
    assert!(PLAYERS.iter().all(|&viewer| seen(&*table, viewer, 11) == "123"));
    assert_eq!(table.actions(), ["(H3)19-C14"]);
}

#[test]
fn r10_what_is_hidden_stays_hidden_while_the_loser_plays_on() {
    let mut table = table("ombagi:hidden=true,playout=true", HELL_WINS, "to=2");
    play(&mut *table, "(H3)19-C14");
    assert!(PLAYERS.iter().all(|&viewer| seen(&*table, viewer, 11) == "??3"));
}

const NULLS: &str = "11D 12D 13D 14D1D3 23D2 44H 45H 46H 47H1H3 35H2";

#[test]
fn r10_everything_is_shown_after_a_draw_too() {
    let mut table = table("ombagi:hidden=true,repetition=2", NULLS, "to=1");
    play(&mut *table, "(D2)23-A23");
    assert!(PLAYERS.iter().all(|&viewer| seen(&*table, viewer, 11) == "??3"));
    play(&mut *table, "(H2)35-A35");
    assert_eq!(result(&*table), " repetition");
    assert!(PLAYERS.iter().all(|&viewer| seen(&*table, viewer, 11) == "123"));
}

#[test]
fn h_repetition_draws() {
    // The position stands again after every two of these four moves.
    for (spec, ends_after) in
        [("ombagi", Some(4)), ("ombagi:repetition=2", Some(2)), ("ombagi:repetition=0", None)]
    {
        let mut table = table(spec, NULLS, "to=1");
        let moves = ["(D2)23-A23", "(H2)35-A35", "(D2)23-A23", "(H2)35-A35"];
        let played = moves.iter().take_while(|action| table.play(action).is_ok()).count();
        assert_eq!(played, ends_after.unwrap_or(4), "{spec}");
        let end = if ends_after.is_some() { " repetition" } else { "open" };
        assert_eq!(result(&*table), end, "{spec}");
    }
}

#[test]
fn h_limit_draws() {
    let ends = |spec: &str, ply: u32| {
        let mut table = table(spec, NULLS, &format!("to=1 ply={ply}"));
        play(&mut *table, "(D2)23-A23");
        result(&*table)
    };
    assert_eq!((ends("ombagi", 598), ends("ombagi", 599)), ("open".into(), " limit".into()));
    assert_eq!(ends("ombagi:limit=7", 6), " limit");
    assert_eq!(ends("ombagi:limit=0", 599), "open");
}

#[test]
fn h_the_own_end_goes_before_the_limit() {
    let mut table = table("ombagi", HELL_WINS, "to=2 ply=599");
    play(&mut *table, "(H3)19-C14");
    assert_eq!(result(&*table), "2 towers");
}

#[test]
fn reading_is_lenient() {
    for action in [
        "(D3)12-A17",
        "12-17",
        "12-A17",
        "(D3)12-17",
        "(d3)12-a17",
        " ( D3 ) 12 – A 17 ",
        "*(D3)12-A17",
    ] {
        let mut table = open("ombagi").expect("a valid spec");
        table.play(action).expect("a lenient reader");
        assert_eq!(table.actions(), ["(D3)12-A17"], "{action}");
    }
}

#[test]
fn reading_refuses_what_is_wrong() {
    for action in ["(D2)12-A17", "(H3)12-A17", "12-B17", "(D3)12-C17", "29-A30", "12-A48"] {
        let error = open("ombagi").expect("a valid spec").play(action);
        assert!(matches!(error, Err(PlayError::Wrong { .. })), "{action}: {error:?}");
    }
    for action in ["(D312-A17", "12A17", "(X9)12-A17", "pass", ""] {
        let error = open("ombagi").expect("a valid spec").play(action);
        assert!(matches!(error, Err(PlayError::Malformed { .. })), "{action}: {error:?}");
    }
}

#[test]
fn records_may_have_blanks_inside_moves() {
    let text = "1. (D3) 12 - A17 2. (H3) 47 – A42 3. 14 - 18 (H3)42-A25";
    let record = &Record::read_all(text).expect("a record")[0];
    let mut table = open("ombagi").expect("a valid spec");
    record.replay(&mut *table).expect("legal moves");
    assert_eq!(table.actions().join(" "), "(D3)12-A17 (H3)47-A42 (D3)14-A18 (H3)42-A25");
}

/// The printed game proves R1 to R5 and R8, R9; the asterisks are R5's.
#[test]
fn r5_r9_the_printed_learning_game_replays_with_its_asterisks() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/ombagi/learning-game.txt");
    let printed = std::fs::read_to_string(path).expect("the learning game");
    let moves: Vec<&str> = printed
        .lines()
        .filter(|line| !line.starts_with('#'))
        .flat_map(str::split_whitespace)
        .collect();
    let stars = moves.iter().filter(|action| action.starts_with('*')).count();
    assert_eq!((moves.len(), stars), (126, 8));

    let record = &Record::read_all(&printed).expect("a record")[0];
    let mut table = open("ombagi:playout=true").expect("a valid spec");
    record.replay(&mut *table).expect("legal moves");
    assert_eq!(result(&*table), "2 towers");
    assert_eq!(table.scores(), Some(vec![Some(2), Some(0)]));

    let exported = record.canonical(&*table).to_string();
    let again = &Record::read_all(&exported).expect("an exported record")[0];
    assert_eq!(again.header("Result"), Some("2"));
    let turns = again.items.iter().filter_map(|item| match item {
        Item::Actions { texts, .. } => Some(texts),
        Item::Comment(_) => None,
    });
    assert_eq!(turns.flatten().collect::<Vec<_>>(), moves);
}
