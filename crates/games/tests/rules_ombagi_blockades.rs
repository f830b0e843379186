//! The blockade rules of Ombagi (R5 to R7) and how they go together (F2).
//!
//! Not here, because no position can show it: R6's "r is not the row of P's
//! goal" (P has more than one stone, so a single one is never in that row last).

use wabe_games::open;
use wabe_rules::{Seat, Table};

/// A table with towers such as `23D1H3` (field, stones from the bottom up;
/// `44D` is a whole tower of one colour) and this seat to act.
fn table(spec: &str, towers: &str, seat: u8) -> Box<dyn Table> {
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
    let mut table = open(spec).expect("a valid spec");
    table.set_position(&format!("{} to={seat}", rows.join("/"))).expect("a valid position");
    assert_eq!(table.status().seat().map(Seat::number), Some(seat.into()));
    table
}

/// The fields from which the seat to act may move.
fn movers(spec: &str, towers: &str, seat: u8) -> String {
    let mut starts: Vec<String> =
        table(spec, towers, seat).legal().iter().map(|action| action[4..6].to_owned()).collect();
    starts.sort_unstable();
    starts.dedup();
    starts.join(" ")
}

/// The ends of all legal moves that begin on a field.
fn from(spec: &str, towers: &str, seat: u8, field: u8) -> String {
    let start = format!("){field}-");
    let legal = table(spec, towers, seat).legal();
    let ends: Vec<&str> =
        legal.iter().filter_map(|action| Some(action.split_once(&start)?.1)).collect();
    ends.join(" ")
}

/// The action as the record has it, asterisk included.
fn written(towers: &str, seat: u8, action: &str) -> String {
    let mut table = table("ombagi", towers, seat);
    table.play(action).unwrap_or_else(|error| panic!("{error}"));
    table.turns()[0].actions[0].clone()
}

/// Dark's 1 on 23 lies under a light 3; the rest of Dark, but for a 2 and a 3,
/// is nearer to its goal.
fn offside(two_and_three: &str) -> String {
    format!("23D1H3 44D 45D 36D {two_and_three} 11H 12H 38H 32H1H2")
}

#[test]
fn r5_a_blocked_stone_needs_a_free_one_in_its_row_or_behind() {
    let movers = |two_and_three| movers("ombagi", &offside(two_and_three), 2);
    assert_eq!(movers("41D2D3"), "23", "ahead");
    assert_eq!(movers("28D2D3"), "23", "one row ahead");
    assert_eq!(movers("25D2D3"), "11 12 23 32 38", "in the same row");
    assert_eq!(movers("15D2D3"), "11 12 23 32 38", "behind");
    assert_eq!(movers("14D2D3"), "11 12 23 32 38", "far behind");
}

#[test]
fn r5_rows_are_counted_from_the_own_goal() {
    let movers = |two_and_three| {
        let towers = format!("35H1D3 14H 13H 22H {two_and_three} 47D 46D 20D 26D1D2");
        movers("ombagi", &towers, 1)
    };
    assert_eq!(movers("17H2H3"), "35");
    assert_eq!(movers("30H2H3"), "35");
    assert_eq!(movers("33H2H3"), "20 26 35 46 47");
    assert_eq!(movers("43H2H3"), "20 26 35 46 47");
}

#[test]
fn r5_a_stone_is_blocked_by_any_foreign_stone_above_it() {
    let towers = "23D1H2H3 44D 45D 36D 41D2D3 11H 12H 38H 32H1";
    assert_eq!(movers("ombagi", towers, 2), "23");
    let towers = "23D1D2H3 44D 45D 36D 41D3 11H 12H 38H 32H1H2";
    assert_eq!(movers("ombagi", towers, 2), "23");
}

#[test]
fn r5_a_covered_stone_is_not_free() {
    // The 3 on 25 stands in the row of 23, but lies under a light 3 itself.
    let towers = "23D1H3 25D3H3 44D 45D 36D 41D2 11H 12H1H2 38H1H2 32H1H2H3";
    assert_eq!(movers("ombagi", towers, 2), "23 25");
}

#[test]
fn r5_the_stone_must_go_to_another_field() {
    let towers =
        |two_and_three| format!("23D1H3 44D 45D 36D {two_and_three} 11H 12H 38H 17H1 18H2");
    let bound = from("ombagi", &towers("41D2D3"), 2, 23);
    assert!(!bound.contains("B23") && bound.contains("A22"), "{bound}");
    let free = from("ombagi", &towers("20D2D3"), 2, 23);
    assert!(free.contains("B23"), "{free}");
}

#[test]
fn r5_a_move_that_obeys_is_written_with_an_asterisk() {
    assert_eq!(written(&offside("41D2D3"), 2, "(H3)23-A22"), "*(H3)23-A22");
    assert_eq!(written(&offside("25D2D3"), 2, "(H3)23-A22"), "(H3)23-A22");
}

#[test]
fn r5_binds_the_seat_whose_stone_is_on_top() {
    let towers = "23D1R2H3 45D 46D1D2 47D2D3 36D3 26H 20H1H2 15H1H2 33H3 14R 19R1R2 25R1R3 24R3";
    assert_eq!(movers("ombagi:players=3", towers, 2), "23");
    assert_eq!(movers("ombagi:players=3", towers, 3), "14 19 24 25");
}

#[test]
fn r5_and_f1_rows_of_three_players_run_along_their_goals() {
    let light = |three| {
        let towers = format!("23H1D3 26H 20H1H2 15H2H3 {three} 11D 12D 13D1D2 31R 37R 42R");
        movers("ombagi:players=3", &towers, 1)
    };
    assert_eq!(light("39H3"), "23", "39 is nearer to 15-20-26 than 23");
    assert_eq!(light("44H3"), "11 12 13 23", "44 is in the row of 23");
    assert_eq!(light("45H3"), "11 12 13 23", "45 is behind it");
    let red = |three| {
        let towers = format!("23R1D3 14R 19R1R2 25R2R3 {three} 11D 12D 13D1D2 27H 33H 40H");
        movers("ombagi:players=3", &towers, 1)
    };
    assert_eq!(red("24R3"), "23", "24 is nearer to 14-19-25 than 23");
    assert_eq!(red("43R3"), "11 12 13 23", "43 is in the row of 23");
    assert_eq!(red("47R3"), "11 12 13 23", "47 is behind it");
}

/// Dark's last 1 on 15 behind light stones on 16, 20 and 21.
fn shut_in(dark: &str) -> String {
    format!("{dark} 44D 45D 41D 16H2 20H2 21H2 11H 38H1 32H1 31H1 30H3 37H3 24H3")
}

const UNBOUND: &str = "11 16 20 21 24 30 31 32 37 38";

#[test]
fn r6_a_way_must_be_opened_for_the_last_one() {
    assert_eq!(movers("ombagi", &shut_in("15D1 36D2D3"), 2), "16 20 21");
}

#[test]
fn r6_a_move_onto_the_one_or_back_opens_no_way() {
    let shut = shut_in("15D1 36D2D3");
    // From 21 also to 20 (one barrier field to another): that leaves 21 empty.
    let ends = from("ombagi", &shut, 2, 21);
    assert!(ends.contains("B20") && !ends.contains("B15") && !ends.contains("A21"), "{ends}");
    // With another stone of Dark behind, all of these are legal.
    let ends = from("ombagi", &shut_in("15D1 14D2D3"), 2, 21);
    assert!(ends.contains("B20") && ends.contains("B15") && ends.contains("A21"), "{ends}");
}

#[test]
fn r6_needs_a_single_free_one_in_the_last_row() {
    assert_eq!(movers("ombagi", &shut_in("15D1 19D2 36D3"), 2), UNBOUND, "another in the row");
    assert_eq!(movers("ombagi", &shut_in("15D1 14D2 36D3"), 2), UNBOUND, "another behind");
    assert_eq!(movers("ombagi", &shut_in("15D2 36D1D3"), 2), UNBOUND, "not a 1");
    assert_eq!(movers("ombagi", &shut_in("15D1D2 36D3"), 2), UNBOUND, "two in the row");
    let covered = "15D1H3 36D2D3 44D 45D 41D 16H2 20H2 21H2 11H 38H1 32H1 31H1 30H3 37H3";
    assert_eq!(movers("ombagi", covered, 2), "15", "not free: R5 binds instead");
}

#[test]
fn r6_does_not_hold_while_there_is_a_way() {
    let movers = |light: &str| {
        movers("ombagi", &format!("15D1 36D2D3 44D 45D 41D 11H 38H1 30H3 37H3 24H3 {light}"), 2)
    };
    assert_eq!(movers("16H2 20H2 21H2 32H1 31H1"), "16 20 21", "none");
    assert_eq!(movers("16H2 29H2 21H2 32H1 31H1"), "11 16 21 24 29 30 31 32 37 38", "a step");
    assert_eq!(
        movers("29H2 20H2 21H2 32H1 31H1"),
        "11 20 21 24 29 30 31 32 37 38",
        "along the row"
    );
    let jump = "15D1 36D2D3 44D 45D 41D 11H 38H1 37H3 24H3 16H2 20H2 21H1H2H3 31H1";
    assert_eq!(self::movers("ombagi", jump, 2), "11 16 20 21 24 31 37 38", "a jump over 21");
    let jump = "15D1 36D2D3 44D 45D 41D 11H 38H1 37H3 24H3 16H1H2H3 20H2 21H2 31H1";
    assert_eq!(self::movers("ombagi", jump, 2), "11 16 20 21 24 31 37 38", "a jump in the row");
}

#[test]
fn r6_the_row_may_not_be_left_backwards() {
    // By 12, behind the row, the 1 on 16 would come round to 17 and on.
    let towers = "16D1 36D2D3 44D 45D 41D 15H2 17H2 21H2 22H2 14H1H3 38H1 32H1 31H1 30H3 37H3 24H3";
    assert_eq!(movers("ombagi", towers, 2), "15 17 21 22");
}

#[test]
fn r6_does_not_hold_if_the_own_stones_stand_in_the_way() {
    let movers = |barrier: &str| {
        let towers = format!("15D1 44D 45D 41D {barrier} 16H2 20H2 11H 38H1 32H1 31H1");
        movers("ombagi", &towers, 2)
    };
    assert_eq!(movers("21H2 36D2D3 30H3 37H3 24H3"), "16 20 21");
    assert_eq!(movers("21D2 36D3 30H2H3 37H3 24H3"), "11 16 20 24 30 31 32 37 38", "free");
    assert_eq!(movers("21D2H3 36D3 30H2 37H3 24H3"), "11 16 20 21 24 30 31 32 37 38", "covered");
    assert_eq!(movers("21H2 27D2 36D3 30H3 37H3 24H3"), "16 20 21", "beyond the barrier");
}

#[test]
fn r6_barrier_fields_lie_along_all_the_one_can_reach() {
    // The 1 walks from 15 to 17; 20 to 23 bar its way, and 23 is Dark's own.
    let movers = |own: &str, light: &str| {
        let towers = format!("15D1 44D 45D 41D {own} 18H1 20H2 21H2 22H2 {light} 11H 38H1 32H1");
        movers("ombagi", &towers, 2)
    };
    assert_eq!(movers("36D2D3", "23H3 37H3 30H3"), "18 20 21 22 23");
    assert_eq!(movers("23D2D3", "36H3 37H3 30H3"), "11 18 20 21 22 30 32 36 37 38");
}

#[test]
fn r6_a_third_level_opens_a_way_for_a_jump() {
    let towers = "15D1 36D2D3 44D 45D 41D 16H1H2 20H1H2 21H1H2 22H3 38H 30H3 37H3";
    let legal = table("ombagi", towers, 2).legal();
    assert_eq!(legal, ["(H3)22-C16", "(H3)22-C21"]);
}

#[test]
fn r6_if_no_move_opens_a_way_the_barrier_must_be_lowered() {
    // 20 and 21 stay occupied whatever moves. Then their stones must go, but
    // not from one to the other (C20), onto the 1 (B15) or nowhere (B20).
    let towers = "15D1 28D2D3 44D 45D 41D 16H1H2 17H2 20H1H2 21H1H2H3 26H1 38H3 37H3 32H3";
    let legal = table("ombagi", towers, 2).legal();
    let lower = "(H2)20-A27 (H3)21-A22 (H3)21-A27 (H3)21-B17 (H3)21-B26 (H3)21-C16 (H3)21-C28";
    assert_eq!(legal.join(" "), lower);
}

#[test]
fn r6_asks_nothing_of_who_can_do_neither() {
    // The 1s on 20 and 21 are walled in themselves.
    let towers = "15D1 36D2D3 44D 45D 41D 16H2H3 20H1 21H1 22H2 26H1 27H2 28H2 38H1 31H3 32H3 37H3";
    assert_eq!(movers("ombagi", towers, 2), "16 22 26 27 28 31 32 37 38");
}

#[test]
fn r6_the_one_still_counts_as_free_for_r5() {
    let towers = "15D1 29D2H3 36D3 44D 45D 41D 16H2 20H2 21H2 11H 38H1 32H1 31H1 30H3 37H3";
    assert_eq!(movers("ombagi", towers, 2), "16 20 21");
    assert_eq!(written(towers, 2, "(H2)20-A26"), "(H2)20-A26");
}

#[test]
fn r6_asks_each_of_three_players_what_it_can_do() {
    let towers = "15D1 46D 47D1D2 36D2D3 37D3 16R2 20R2 21R2 32R1 38R1 43R1 14R3 19R3 25R3 \
                  33H 39H 40H";
    assert_eq!(movers("ombagi:players=3", towers, 3), "16 20 21");
    assert_eq!(movers("ombagi:players=3", towers, 2), "33 39 40");
    // Red's last 1 on 33, in its last row 26-33-39-44.
    let towers = "33R1 14R 19R1R2 25R2R3 24R3 26D3 27D2 34D2 39D2 23D1 22D1 30D1 36D3 37D3 \
                  15H 16H 12H";
    assert_eq!(movers("ombagi:players=3", towers, 1), "26 27 34 39");
}

/// Dark has finished all but the tower on 47.
const THREE_OF_FOUR: &str = "44D 45D 46D 12D2D3 20H 21H";

fn last_tower(rest: &str) -> String {
    format!("{THREE_OF_FOUR} {rest}")
}

#[test]
fn r7_nobody_may_enter_the_last_ones_field_or_the_last_goal_field() {
    let towers = last_tower("29D1 42H1 30H2 22H1H2 33H3 34H3");
    assert_eq!(from("ombagi", &towers, 2, 42), "A36 A37 A41 A43");
    assert!(!from("ombagi", &towers, 2, 30).contains("29"));
    assert_eq!(movers("ombagi", &towers, 2), "20 21 22 30 33 34 42", "it is a ban, no more");
    // In the other edition Dark's last tower binds nobody but Dark.
    assert_eq!(from("ombagi:edition=1981", &towers, 2, 42), "A36 A37 A41 A43 A47");
    assert!(from("ombagi:edition=1981", &towers, 2, 30).contains("B29"));
    // Nor do two of four towers.
    let towers = "44D 45D 46D1D2 32D3 12D2D3 20H 21H 29D1 42H1 30H2 22H1H2 33H3 34H3";
    assert!(from("ombagi", towers, 2, 42).contains("A47"));
    assert!(from("ombagi", towers, 2, 30).contains("B29"));
}

#[test]
fn r7_what_covers_the_last_one_or_the_last_goal_must_move() {
    let towers = last_tower("29D1H2 42H1 22H1H2 33H3 34H3");
    assert_eq!(movers("ombagi", &towers, 2), "29");
    assert_eq!(movers("ombagi:edition=1981", &towers, 2), "20 21 22 29 33 34 42");
    let towers = last_tower("29D1 47H2 42H1 22H1H2 33H3 34H3");
    assert_eq!(movers("ombagi", &towers, 2), "47");
    assert!(!from("ombagi", &towers, 2, 47).contains("A47"), "and not back to where it was");
    let towers = last_tower("29D1H2 47H1 22H1H2 33H3 34H3");
    assert_eq!(movers("ombagi", &towers, 2), "29 47");
    assert_eq!(written(&towers, 2, "(H1)47-A43"), "(H1)47-A43", "R7 has no asterisk");
}

#[test]
fn r7_ones_in_finished_towers_do_not_matter() {
    // Only one field besides 47 is barred: the 1 that is not in a tower.
    let towers = last_tower("47D1 42H1 30H2 22H1H2 33H3 34H3");
    assert_eq!(movers("ombagi", &towers, 2), "20 21 22 30 33 34 42");
    assert_eq!(from("ombagi", &towers, 2, 42), "A36 A37 A41 A43");
}

#[test]
fn r7_holds_for_two_of_three_towers_of_three_players() {
    let towers = "46D 45D 29D1 12D2D3 42H1 30H2 22H1H2 33H3 34H3 20H1H2 21H3 25R 26R 32R";
    assert_eq!(from("ombagi:players=3", towers, 2, 42), "A36 A37 A41 A43");
    let towers = "46D 45D 29D1 12D2D3 26H 33H 34H 42R1 30R2 22R1R2 32R3 38R3 47R1R2R3";
    assert_eq!(movers("ombagi:players=3", towers, 3), "47");
}

/// Light itself has finished all but the tower on 14.
const LIGHT_OF_1981: &str = "11H 12H 13H 20D 21D 22D 23D";

#[test]
fn r7_of_1981_the_leader_leaves_the_goals_of_the_others() {
    let towers = format!("{LIGHT_OF_1981} 40H1 45H2 33H3");
    let spec = "ombagi:edition=1981";
    assert_eq!(movers(spec, &towers, 2), "45");
    assert_eq!(from(spec, &towers, 2, 45), "A35 A36 A39 A41 A42 B40");
    assert_eq!(movers("ombagi", &towers, 2), "11 12 13 33 40 45");
}

#[test]
fn r7_of_1981_the_leader_may_not_enter_the_goals_of_the_others() {
    let towers = format!("{LIGHT_OF_1981} 40H1 30H2 33H3");
    assert_eq!(from("ombagi:edition=1981", &towers, 2, 40), "A34 A35 A39 A41");
    assert_eq!(from("ombagi", &towers, 2, 40), "A34 A35 A39 A41 A44 A45");
    let behind = "11H 12H 13H1H2 32H3 20D 21D 22D 23D 40H1 30H2 33H3";
    assert!(from("ombagi:edition=1981", behind, 2, 40).contains("A44"), "two of four");
}

#[test]
fn r7_of_1981_means_the_goals_of_all_opponents() {
    let towers = "26H 20H 42H1 18H2 29H3 11D 12D 13D 44R 39R 33R";
    let spec = "ombagi:players=3,edition=1981";
    assert_eq!(from(spec, towers, 2, 42), "A36 A37 A41 A43", "46 and 47 are Dark's");
    let ends = from(spec, towers, 2, 18);
    assert!(!["14", "19", "25"].iter().any(|goal| ends.contains(goal)), "{ends}");
    assert!(from("ombagi:players=3", towers, 2, 18).contains("A25"));
}

#[test]
fn f2_any_of_the_rules_that_bind_may_be_obeyed() {
    // R5 on 23, R7 on 47.
    let towers = "44D 45D 46D 41D1 36D3 23D2H3 47H1 11H 12H 32H1H2 31H2 30H3";
    assert_eq!(movers("ombagi", towers, 2), "23 47");
    assert_eq!(written(towers, 2, "(H3)23-A22"), "*(H3)23-A22");
    assert_eq!(written(towers, 2, "(H1)47-A43"), "(H1)47-A43", "bound by R5, but obeys R7");
}

#[test]
fn f2_bans_come_before_what_must_be_done() {
    // The light 3 on 43 keeps Dark offside, but it could only go to 47.
    let towers = "44D 45D 46D 43D2D3H3 47D1H2 42H 37H 38H 11H1";
    assert_eq!(movers("ombagi", towers, 2), "11 37 38 42");
    assert_eq!(movers("ombagi:edition=1981", towers, 2), "43", "without the ban R5 binds");
}

#[test]
fn f2_bans_fall_when_nothing_is_left() {
    // The 1 on 43 is Light's only stone that can move, and only to Dark's 47.
    let towers = "45D 46D 11D1 37D2D3 43H1 42H3R2 38H3R2 21H1H2R3 22H1H2R3 23H2H3R3 \
                  14R1 19R1 25R1 13R2";
    assert_eq!(table("ombagi:players=3", towers, 2).legal(), ["(H1)43-A47"]);
}
