//! The rules of Gabata, one by one; numbers are those of the rules page.

mod common;

use common::situations::play;
use wabe_games::open;
use wabe_rules::{Dice, Status, Table, Viewer};

const HOUSE_7: &str = "houses=......1.....";
const HOUSE_3: &str = "houses=..2.........";

/// A game with these pits. Unless `rest` says otherwise, the rows belong to
/// their players, player 1 is to act, and store 2 has the other seeds.
fn at(spec: &str, pits: &str, rest: &str) -> Box<dyn Table> {
    let lying: usize =
        pits.split([',', '/']).map(|seeds| seeds.parse::<usize>().expect("a number")).sum();
    let mut text = format!("{pits} {rest}");
    for (name, default) in [
        ("stores=", format!("0,{}", 48 - lying)),
        ("own=", "111111222222".to_owned()),
        ("to=", "1".to_owned()),
    ] {
        if !text.contains(name) && !text.contains("lot=due") {
            text += &format!(" {name}{default}");
        }
    }
    let mut table = open(spec).expect("a valid spec");
    table.set_position(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    table
}

/// Pits, stores, houses and the seat to act.
fn board(table: &dyn Table) -> String {
    let position = table.position();
    let shown = |word: &&str| {
        ["stores=", "houses=", "to="].iter().any(|name| word.starts_with(name))
            || !word.contains('=')
    };
    position.split(' ').filter(shown).collect::<Vec<_>>().join(" ")
}

/// The board after one start.
fn sow(spec: &str, pits: &str, rest: &str, start: &str) -> String {
    let mut table = at(spec, pits, rest);
    play(&mut *table, start);
    board(&*table)
}

/// A round has just ended with this supply of player 1.
fn after_round(spec: &str, supply: usize, rest: &str) -> Box<dyn Table> {
    let stores = format!("stores={},{} {rest}", supply - 1, 48 - supply);
    let mut table = at(spec, "0,0,0,0,0,1/0,0,0,0,0,0", &stores);
    play(&mut *table, "6");
    table
}

fn seat(table: &dyn Table) -> usize {
    table.status().seat().expect("somebody acts").number()
}

/// The winners and the reason, once the game is over.
fn end(table: &dyn Table) -> Option<(Vec<usize>, &'static str)> {
    match table.status() {
        Status::Over(end) => {
            assert!(table.legal().is_empty(), "a finished game has no actions");
            Some((end.winners.iter().map(|seat| seat.number()).collect(), end.reason))
        }
        _ => None,
    }
}

fn scores(table: &dyn Table) -> Vec<u128> {
    table.scores().expect("scores").into_iter().map(|score| score.expect("settled")).collect()
}

#[test]
fn r1_four_seeds_in_each_of_twelve_pits() {
    let table = open("gabata").expect("a valid spec");
    let start = "4,4,4,4,4,4/4,4,4,4,4,4 stores=0,0 own=111111222222 to=1 starter=1 ply=0";
    assert_eq!(table.position(), start);
    let second = open("gabata:first=2").expect("a valid spec").position();
    assert_eq!(second, start.replace("to=1 starter=1", "to=2 starter=2"));
}

#[test]
fn r1_there_are_always_48_seeds() {
    for spec in ["gabata", "gabata:stores=unsown"] {
        let mut table = open(spec).expect("a valid spec");
        let mut dice = Dice::new(7);
        while let Some(action) = table.random_action(&mut dice).filter(|_| table.len() < 500) {
            play(&mut *table, &action);
            let picture = table.picture(Viewer::Referee);
            let seeds: u16 = picture.cells.iter().map(|cell| cell.seeds).sum();
            assert_eq!(seeds, 48, "{spec} {}", table.actions().join(" "));
        }
        assert!(table.len() > 20);
    }
}

#[test]
fn r2_start_pits_are_the_territory() {
    let full = "4,4,4,4,4,4/4,4,4,4,4,4";
    for (rest, legal) in [
        ("to=1", "1 2 3 4 5 6"),
        ("to=2", "10 11 12 7 8 9"),
        ("own=111111112222 to=1", "1 2 3 4 5 6 7 8"),
        ("own=111111112222 to=2", "10 11 12 9"),
        ("own=221111222222 to=1", "3 4 5 6"),
        ("own=221111222222 to=2", "1 10 11 12 2 7 8 9"),
    ] {
        assert_eq!(at("gabata", full, rest).legal().join(" "), legal, "{rest}");
    }
}

#[test]
fn r3_all_seeds_of_a_pit_are_sown_one_by_one() {
    let after = sow("gabata", "0,3,0,0,0,1/0,0,0,0,0,4", "", "2");
    assert_eq!(after, "0,0,1,1,1,1/0,0,0,0,0,4 stores=0,40 to=2");
    let second = sow("gabata", "0,0,0,0,0,1/3,0,0,0,0,4", "to=2", "7");
    assert_eq!(second, "0,0,0,0,0,1/0,1,1,1,0,4 stores=0,40 to=1");
}

#[test]
fn r3_only_filled_pits_that_are_not_the_opponents_house() {
    let table = at("gabata", "1,0,4,0,0,1/4,0,0,0,0,0", HOUSE_3);
    assert_eq!(table.legal(), ["1", "6"]);
    let open_pit = at("gabata", "1,0,4,0,0,1/4,0,0,0,0,0", "");
    assert_eq!(open_pit.legal(), ["1", "3", "6"]);
}

#[test]
fn f1_the_own_store_is_sown_on_the_way() {
    let pits = "0,0,0,0,1,3/0,0,0,0,0,4";
    let sown = "0,0,0,0,1,0/1,1,0,0,0,4 stores=1,40 to=2";
    assert_eq!(sow("gabata", pits, "", "6"), sown);
    let unsown = "0,0,0,0,1,0/1,1,1,0,0,4 stores=0,40 to=2";
    assert_eq!(sow("gabata:stores=unsown", pits, "", "6"), unsown);
    let second = sow("gabata", "0,0,0,0,0,1/0,0,0,0,0,3", "to=2", "12");
    assert_eq!(second, "1,1,0,0,0,1/0,0,0,0,0,0 stores=0,45 to=1");
}

#[test]
fn f1_the_opponents_store_is_passed_over() {
    let first = sow("gabata", "0,0,0,0,0,9/0,0,0,0,0,0", "", "6");
    assert_eq!(first, "1,1,0,0,0,0/1,1,1,1,1,1 stores=1,39 to=2");
    let second = sow("gabata", "0,0,0,0,0,0/0,0,0,0,0,9", "to=2", "12");
    assert_eq!(second, "1,1,1,1,1,1/1,1,0,0,0,0 stores=0,40 to=1");
}

#[test]
fn f1_a_second_lap_sows_the_emptied_pit_too() {
    let ones = "1,1,1,1,1,1/1,1,1,1,1,1";
    let sown = sow("gabata", "13,0,0,0,0,0/0,0,0,0,0,0", "", "1");
    assert_eq!(sown, format!("{ones} stores=1,35 to=2"));
    let unsown = sow("gabata:stores=unsown", "12,0,0,0,0,0/0,0,0,0,0,0", "", "1");
    assert_eq!(unsown, format!("{ones} stores=0,36 to=2"));
}

#[test]
fn f1_houses_are_sown_like_other_pits() {
    let own = sow("gabata", "0,0,0,0,0,3/4,0,0,0,0,4", HOUSE_7, "6");
    assert_eq!(own, format!("0,0,0,0,0,0/5,1,0,0,0,4 stores=1,37 {HOUSE_7} to=2"));
    let other = sow("gabata", "3,0,4,0,0,0/0,0,0,0,0,4", HOUSE_3, "1");
    assert_eq!(other, format!("0,1,5,1,0,0/0,0,0,0,0,4 stores=0,37 {HOUSE_3} to=2"));
}

#[test]
fn r4_1_an_empty_pit_ends_the_turn() {
    let own = sow("gabata", "1,0,0,0,0,1/0,0,0,0,0,4", "", "1");
    assert_eq!(own, "0,1,0,0,0,1/0,0,0,0,0,4 stores=0,42 to=2");
    let other = sow("gabata", "1,0,0,0,0,2/0,0,0,0,0,4", "", "6");
    assert_eq!(other, "1,0,0,0,0,0/1,0,0,0,0,4 stores=1,41 to=2");
}

#[test]
fn r4_2_three_on_the_opponents_territory_make_a_house() {
    let after = sow("gabata", "0,0,0,0,1,2/3,0,0,0,0,4", "", "6");
    assert_eq!(after, format!("0,0,0,0,1,0/4,0,0,0,0,4 stores=1,38 {HOUSE_7} to=1"));
    let second = sow("gabata", "0,0,3,0,0,4/0,0,0,0,1,4", "to=2", "12");
    assert_eq!(second, format!("1,1,4,0,0,4/0,0,0,0,1,0 stores=0,37 {HOUSE_3} to=2"));
    // In later rounds the opponent's territory may lie in the own row.
    let own = "own=221111222222";
    let row = sow("gabata", "0,3,0,1,0,9/0,0,0,0,0,0", own, "6");
    assert_eq!(row, "1,4,0,1,0,0/1,1,1,1,1,1 stores=1,35 houses=.1.......... to=1");
}

#[test]
fn r4_2_no_house_on_the_own_territory_or_with_another_number() {
    let own = sow("gabata", "1,3,0,0,0,0/0,0,0,0,0,4", "", "1");
    assert_eq!(own, "0,0,1,1,1,1/0,0,0,0,0,4 stores=0,40 to=2");
    let five = sow("gabata", "0,0,0,0,0,2/4,0,0,0,0,0", "", "6");
    assert_eq!(five, "0,0,0,0,0,0/0,1,1,1,1,1 stores=1,42 to=2");
    let three = sow("gabata", "0,0,0,0,0,2/2,0,0,0,0,4", "", "6");
    assert_eq!(three, "0,0,0,0,0,0/0,1,1,1,0,4 stores=1,40 to=2");
    // Four seeds by the way do not make a house: only the last seed does.
    let passed = sow("gabata", "0,0,0,0,0,3/3,0,0,0,0,4", "", "6");
    assert_eq!(passed, "0,0,0,0,0,0/4,1,0,0,0,4 stores=1,38 to=2");
}

#[test]
fn r4_3_the_own_house_keeps_the_seed_and_grants_a_start() {
    let after = sow("gabata", "0,0,0,0,1,2/4,0,0,0,0,4", HOUSE_7, "6");
    assert_eq!(after, format!("0,0,0,0,1,0/5,0,0,0,0,4 stores=1,37 {HOUSE_7} to=1"));
}

#[test]
fn r4_4_the_guest_gift() {
    let after = sow("gabata", "0,1,4,0,0,1/0,0,0,0,0,4", HOUSE_3, "2");
    assert_eq!(after, format!("0,0,3,0,0,1/0,0,0,0,0,4 stores=2,38 {HOUSE_3} to=1"));
    let one = sow("gabata", "0,1,1,0,0,1/0,0,0,0,0,4", HOUSE_3, "2");
    assert_eq!(one, format!("0,0,0,0,0,1/0,0,0,0,0,4 stores=2,41 {HOUSE_3} to=1"));
    let house_9 = "houses=........1...";
    let second = sow("gabata", "0,0,0,0,0,4/0,1,4,0,0,1", &format!("{house_9} to=2"), "8");
    assert_eq!(second, format!("0,0,0,0,0,4/0,0,3,0,0,1 stores=0,40 {house_9} to=2"));
    // The store gets it even where sowing passes the stores over.
    let unsown = sow("gabata:stores=unsown", "0,1,4,0,0,1/0,0,0,0,0,4", HOUSE_3, "2");
    assert_eq!(unsown, format!("0,0,3,0,0,1/0,0,0,0,0,4 stores=2,38 {HOUSE_3} to=1"));
}

#[test]
fn r4_5_the_own_store_grants_a_start() {
    let mut table = open("gabata").expect("a valid spec");
    play(&mut *table, "3");
    assert_eq!(board(&*table), "4,4,0,5,5,5/4,4,4,4,4,4 stores=1,0 to=1");
    play(&mut *table, "6");
    assert_eq!(board(&*table), "5,5,1,5,5,0/5,5,5,0,5,5 stores=2,0 to=2");
    // Unsown, pit 3 ends on pit 7 and goes on from there.
    let mut unsown = open("gabata:stores=unsown").expect("a valid spec");
    play(&mut *unsown, "3");
    assert!(board(&*unsown).contains("stores=0,0"));
    let second = sow("gabata", "0,0,0,0,0,1/1,0,0,0,0,1", "to=2", "12");
    assert_eq!(second, "0,0,0,0,0,1/1,0,0,0,0,0 stores=0,46 to=2");
}

#[test]
fn r4_6_any_other_pit_is_taken_up_and_sown_on() {
    let relay = sow("gabata", "1,5,0,0,0,0/3,0,0,0,0,4", "", "1");
    assert_eq!(relay, format!("0,0,1,1,1,1/4,0,0,0,0,4 stores=1,35 {HOUSE_7} to=1"));
    let mut table = open("gabata").expect("a valid spec");
    play(&mut *table, "4");
    assert_eq!(board(&*table), format!("8,1,8,0,3,0/4,0,8,2,8,1 stores=5,0 {HOUSE_7} to=1"));
    assert_eq!(table.len(), 1, "a relay is one action");
}

#[test]
fn f2_a_house_is_a_house_even_when_empty() {
    let own = sow("gabata", "0,0,0,0,1,2/0,0,0,0,0,4", HOUSE_7, "6");
    assert_eq!(own, format!("0,0,0,0,1,0/1,0,0,0,0,4 stores=1,41 {HOUSE_7} to=1"));
    let other = sow("gabata", "0,1,0,0,0,1/0,0,0,0,0,4", HOUSE_3, "2");
    assert_eq!(other, format!("0,0,0,0,0,1/0,0,0,0,0,4 stores=1,42 {HOUSE_3} to=1"));
}

#[test]
fn r5_a_new_start_is_an_action_of_its_own() {
    let mut table = open("gabata").expect("a valid spec");
    play(&mut *table, "3");
    assert_eq!(table.legal(), ["1", "2", "4", "5", "6"]);
    play(&mut *table, "6");
    let turns = table.turns();
    assert_eq!((turns.len(), turns[0].actions.join(" ")), (1, "3 6".to_owned()));
}

#[test]
fn r5_without_a_pit_to_start_from_the_turn_ends() {
    let store = sow("gabata", "0,0,0,0,0,1/0,0,0,0,0,4", "", "6");
    assert_eq!(store, "0,0,0,0,0,0/0,0,0,0,0,4 stores=1,43 to=2");
    let house = sow("gabata", "0,0,0,0,0,2/3,0,0,0,0,4", "", "6");
    assert_eq!(house, format!("0,0,0,0,0,0/4,0,0,0,0,4 stores=1,39 {HOUSE_7} to=2"));
}

#[test]
fn r6_nobody_starts_from_a_house() {
    let houses = "houses=..2...1.....";
    let pits = "1,0,4,0,0,1/4,2,0,0,0,1";
    assert_eq!(at("gabata", pits, &format!("{houses} to=1")).legal(), ["1", "6"]);
    assert_eq!(at("gabata", pits, &format!("{houses} to=2")).legal(), ["12", "8"]);
}

#[test]
fn r6_starting_again_is_not_optional() {
    let mut table = open("gabata").expect("a valid spec");
    play(&mut *table, "3");
    assert_eq!(seat(&*table), 1);
    assert!(table.play("pass").is_err() && table.play("7").is_err());
}

#[test]
fn r7_who_cannot_start_passes() {
    let mut table = at("gabata", "2,0,0,0,0,1/0,0,0,0,0,0", "");
    play(&mut *table, "1");
    assert_eq!(board(&*table), "0,1,1,0,0,1/0,0,0,0,0,0 stores=0,45 to=1");
    // The pass is no action.
    assert_eq!((table.actions().join(" "), table.turn()), ("1".to_owned(), 1));
    // Seeds in the other's house are none to start from.
    let mut housed = at("gabata", "2,0,0,0,0,1/4,0,0,0,0,0", HOUSE_7);
    play(&mut *housed, "1");
    assert_eq!(seat(&*housed), 1);
}

#[test]
fn f3_the_1001st_lift_ends_the_turn_instead() {
    // This relay would go on; the seeds lie as the thousandth sowing left them.
    let spec = "gabata:stores=unsown";
    let rest = "stores=3,0";
    let after = sow(spec, "5,8,2,4,3,2/8,0,6,0,4,3", rest, "1");
    assert_eq!(after, "8,4,3,0,1,0/5,1,5,4,1,13 stores=3,0 to=2");
}

#[test]
fn r8_a_round_ends_when_every_seed_is_in_a_store_or_house() {
    let mut table = at("gabata", "0,0,0,0,0,1/4,0,0,0,0,0", &format!("{HOUSE_7} stores=23,20"));
    play(&mut *table, "6");
    // 24 in the store and 4 in the house are 28: seven pits.
    let next = "4,4,4,4,4,4/4,4,4,4,4,4 stores=0,0 own=111111122222 to=2 starter=2 ply=1";
    assert_eq!(table.position(), next);
    let mut not_yet = at("gabata", "0,0,0,0,0,1/4,1,0,0,0,0", &format!("{HOUSE_7} stores=23,19"));
    play(&mut *not_yet, "6");
    assert_eq!(board(&*not_yet), format!("0,0,0,0,0,0/4,1,0,0,0,0 stores=24,19 {HOUSE_7} to=2"));
}

#[test]
fn r9_the_next_round_is_laid_out_from_the_supplies() {
    for (supply, own) in [
        (24, "111111222222"),
        (28, "111111122222"),
        (40, "111111111122"),
        (20, "211111222222"),
        (8, "222211222222"),
        // One pit gets seeds from both: three against one.
        (25, "111111222222"),
        (27, "111111122222"),
        (31, "111111112222"),
        (17, "221111222222"),
        (23, "111111222222"),
        (45, "111111111112"),
        (3, "222221222222"),
    ] {
        let table = after_round("gabata", supply, "");
        let next = format!("4,4,4,4,4,4/4,4,4,4,4,4 stores=0,0 own={own} to=2");
        assert!(table.position().starts_with(&next), "{supply}: {}", table.position());
    }
}

#[test]
fn r9_two_each_are_decided_by_lot() {
    for (supply, lot, own) in [
        (26, "lot-1", "111111122222"),
        (26, "lot-2", "111111222222"),
        (22, "lot-1", "111111222222"),
        (22, "lot-2", "211111222222"),
        (30, "lot-1", "111111112222"),
        (30, "lot-2", "111111122222"),
    ] {
        let mut table = after_round("gabata", supply, "");
        assert_eq!(table.status(), Status::Chance);
        assert_eq!(table.legal(), ["lot-1", "lot-2"]);
        play(&mut *table, lot);
        let next = format!("4,4,4,4,4,4/4,4,4,4,4,4 stores=0,0 own={own} to=2");
        assert!(table.position().starts_with(&next), "{supply} {lot}: {}", table.position());
        let turn = table.turns().pop().expect("a turn");
        assert_eq!((turn.seat, turn.actions), (None, vec![lot.to_owned()]));
    }
}

#[test]
fn r10_the_right_to_start_alternates() {
    for (starter, next) in [(1, 2), (2, 1)] {
        for supply in [24, 26] {
            let mut table = after_round("gabata", supply, &format!("starter={starter}"));
            if table.status() == Status::Chance {
                play(&mut *table, "lot-1");
            }
            assert_eq!(seat(&*table), next);
            assert!(table.position().contains(&format!("starter={next}")));
        }
    }
}

#[test]
fn r11_who_owns_all_pits_at_the_start_of_a_round_wins() {
    for (supply, winner) in [(48, 1), (47, 1), (1, 2)] {
        let table = after_round("gabata", supply, "");
        assert_eq!(end(&*table), Some((vec![winner], "pits")), "{supply}");
        // The supplies are told, not what would be laid out.
        assert_eq!(scores(&*table), [supply as u128, 48 - supply as u128]);
    }
    for (supply, lot, winner) in
        [(46, "lot-1", Some(1)), (46, "lot-2", None), (2, "lot-2", Some(2))]
    {
        let mut table = after_round("gabata", supply, "");
        assert_eq!(end(&*table), None);
        play(&mut *table, lot);
        assert_eq!(end(&*table), winner.map(|seat| (vec![seat], "pits")), "{supply} {lot}");
    }
}

#[test]
fn r11_who_has_housed_every_pit_of_the_opponent_wins_at_once() {
    let last = "own=111111111112 stores=20,20";
    let mut table = at("gabata", "4,0,0,0,0,0/0,0,0,0,1,3", last);
    play(&mut *table, "11");
    assert_eq!(end(&*table), Some((vec![1], "pits")));
    // One of two is not enough.
    let two = "own=111111111122 stores=20,19";
    let mut table = at("gabata", "4,0,0,0,0,0/0,0,0,2,0,3", two);
    play(&mut *table, "10");
    assert_eq!((end(&*table), seat(&*table)), (None, 1));
    // Both at once: every seed lies in a store or house, and player 2 has more.
    let mut round_over = at("gabata", "0,0,0,0,0,0/0,0,0,0,1,3", "own=111111111112 stores=10,34");
    play(&mut *round_over, "11");
    assert_eq!(end(&*round_over), Some((vec![1], "pits")));
    assert_eq!(scores(&*round_over), [14, 34]);
}

/// Player 1 has a house on 7, player 2 one on 3; player 1 starts from 2.
fn counted(spec: &str, stores: &str) -> Box<dyn Table> {
    let rest = format!("houses=..2...1..... stores={stores}");
    let mut table = at(spec, "0,3,5,0,0,0/4,4,0,0,0,0", &rest);
    play(&mut *table, "2");
    table
}

#[test]
fn h_at_the_limit_the_larger_supply_wins() {
    // Store, own houses, and the own pits that are not the other's houses.
    let drawn = counted("gabata:limit=1", "18,14");
    assert_eq!((scores(&*drawn), end(&*drawn)), (vec![24, 24], Some((vec![], "limit"))));
    let first = counted("gabata:limit=1", "19,13");
    assert_eq!(end(&*first), Some((vec![1], "limit")));
    let second = counted("gabata:limit=1", "17,15");
    assert_eq!(end(&*second), Some((vec![2], "limit")));
    assert_eq!(end(&*counted("gabata:limit=2", "18,14")), None);
}

#[test]
fn h_the_limit_is_4000_or_off() {
    let one = |spec: &str, ply: usize| {
        let mut table = at(spec, "4,4,4,4,4,4/4,4,4,4,4,4", &format!("ply={ply}"));
        play(&mut *table, "3");
        end(&*table).map(|end| end.1)
    };
    assert_eq!(one("gabata", 3998), None);
    assert_eq!(one("gabata", 3999), Some("limit"));
    assert_eq!(one("gabata:limit=0", 99_999), None);
}

#[test]
fn h_a_lot_counts_and_the_supplies_before_it() {
    let due = |spec: &str, stores: &str, lot: &str| {
        let rest = format!("stores={stores} lot=due to=1 ply=1");
        let mut table = at(spec, "0,0,0,0,0,0/0,0,0,0,0,0", &rest);
        play(&mut *table, lot);
        (end(&*table), scores(&*table))
    };
    for lot in ["lot-1", "lot-2"] {
        let ended = due("gabata:limit=2", "26,22", lot);
        assert_eq!(ended, (Some((vec![1], "limit")), vec![26, 22]));
    }
    assert_eq!(due("gabata:limit=3", "26,22", "lot-2").0, None);
    // R11 goes first.
    assert_eq!(due("gabata:limit=2", "46,2", "lot-1").0, Some((vec![1], "pits")));
    assert_eq!(due("gabata:limit=2", "46,2", "lot-2").0, Some((vec![1], "limit")));
    // At the limit no lot is drawn any more.
    let table = after_round("gabata:limit=1", 22, "");
    assert_eq!(end(&*table), Some((vec![2], "limit")));
}

#[test]
fn h_rounds_ends_after_so_many_rounds() {
    for (supply, winners) in [(26, vec![1]), (24, vec![]), (20, vec![2])] {
        let table = after_round("gabata:rounds=1", supply, "round=1");
        assert_eq!(end(&*table), Some((winners, "rounds")));
        assert_eq!(scores(&*table), [supply as u128, 48 - supply as u128]);
    }
    let second = after_round("gabata:rounds=2", 24, "round=1");
    assert_eq!(end(&*second), None);
    assert!(second.position().contains("round=2"));
    let last = after_round("gabata:rounds=2", 20, "round=2");
    assert_eq!(end(&*last), Some((vec![2], "rounds")));
}

#[test]
fn h_the_games_own_end_goes_before_the_house_rules() {
    let won = after_round("gabata:rounds=1,limit=1", 47, "round=1");
    assert_eq!(end(&*won), Some((vec![1], "pits")));
    let last = "own=111111111112 stores=10,34";
    let mut housed = at("gabata:limit=1", "0,0,0,0,0,0/0,0,0,0,1,3", last);
    play(&mut *housed, "11");
    assert_eq!(end(&*housed), Some((vec![1], "pits")));
}

#[test]
fn h_repetition_draws_if_asked_for() {
    // One seed walks round the board; whoever cannot start is passed over.
    let lap = "1 2 3 4 5 6 7 8 9 10 11 12";
    let walk = |repetition: &str, laps: usize| {
        let spec = format!("gabata:stores=unsown{repetition}");
        let mut table = at(&spec, "1,0,0,0,0,0/0,0,0,0,0,0", "");
        play(&mut *table, &vec![lap; laps].join(" "));
        (end(&*table), table.len())
    };
    let drawn = Some((vec![], "repetition"));
    assert_eq!(walk(",repetition=2", 1), (drawn.clone(), 12));
    assert_eq!(walk(",repetition=3", 1), (None, 12));
    assert_eq!(walk(",repetition=3", 2), (drawn, 24));
    assert_eq!(walk("", 4), (None, 48));
}

#[test]
fn r12_no_counts_are_printed_beside_the_board() {
    for viewer in [Viewer::Watcher, Viewer::Referee] {
        let picture = open("gabata").expect("a spec").picture(viewer);
        assert!(picture.seats.iter().all(|seat| seat.score.is_none()));
        assert!(picture.notes.is_empty());
        assert_eq!(picture.cells.len(), 14);
    }
}

#[test]
fn options_are_refused_by_name_with_what_is_allowed() {
    for (spec, words) in [
        ("gabata:players=3", &["players", "allowed: 2"][..]),
        ("gabata:stores=full", &["stores", "sown", "unsown"]),
        ("gabata:first=3", &["first", "1 to 2"]),
        ("gabata:first=0", &["first", "1 to 2"]),
        ("gabata:seed=x", &["seed", "0 to"]),
        ("gabata:rounds=-1", &["rounds", "0 to"]),
        ("gabata:repetition=1", &["repetition", "0", "2 to"]),
        ("gabata:limit=", &["limit", "0 to"]),
        ("gabata:pits=6", &["pits", "stores", "first", "seed", "rounds", "limit"]),
    ] {
        let refusal = open(spec).err().unwrap_or_else(|| panic!("{spec}")).to_string();
        assert!(words.iter().all(|word| refusal.contains(word)), "{spec}: {refusal}");
    }
    assert_eq!(open("gabata:players=2").expect("allowed").spec(), "gabata");
    assert_eq!(open("gabata:seed=77").expect("allowed").spec(), "gabata:seed=77");
}

#[test]
fn writing_pits_and_lots() {
    let mut table = open("gabata").expect("a valid spec");
    for wrong in ["0", "13", "7", "lot-1", "x"] {
        assert!(table.play(wrong).is_err(), "{wrong}");
    }
    play(&mut *table, "3");
    assert_eq!(table.actions(), ["3"]);
}
