//! Seats that resign or run out of time: the driver's actions `resign-N` and
//! `time-N`, which no game lists.

use wabe_games::{GAMES, open};
use wabe_rules::{Record, Status, Table};

fn after(spec: &str, actions: &str) -> Box<dyn Table> {
    let mut table = open(spec).expect("a valid spec");
    for action in actions.split_whitespace() {
        table.play(action).unwrap_or_else(|error| panic!("{spec}: {error}"));
    }
    table
}

fn ending(table: &dyn Table) -> (Vec<usize>, &'static str) {
    match table.status() {
        Status::Over(end) => (end.winners.iter().map(|seat| seat.number()).collect(), end.reason),
        _ => panic!("not over"),
    }
}

#[test]
fn in_every_game_the_other_side_wins() {
    for about in GAMES {
        assert_eq!(ending(&*after(about.name, "resign-1")), (vec![2], "resign"), "{}", about.name);
        assert_eq!(ending(&*after(about.name, "time-2")), (vec![1], "time"), "{}", about.name);
    }
}

#[test]
fn partners_and_third_players_share() {
    assert_eq!(ending(&*after("abalone:players=4", "time-3")), (vec![2, 4], "time"));
    assert_eq!(ending(&*after("omega:players=3", "resign-2")), (vec![1, 3], "resign"));
    assert_eq!(ending(&*after("ombagi:players=3", "time-1")), (vec![2, 3], "time"));
}

#[test]
fn f4_three_players_go_on_until_one_is_left() {
    let mut table = after("abalone:players=3", "time-1");
    assert_eq!(table.status().seat().map(|seat| seat.number()), Some(2));
    let first = table.legal()[0].clone();
    table.play(&first).expect("legal");
    assert_eq!(table.status().seat().map(|seat| seat.number()), Some(3));
    table.play("resign-3").expect("it may leave");
    assert_eq!(ending(&*table), (vec![2], "resign"));
    assert!(table.take_back());
    assert_eq!(table.status().seat().map(|seat| seat.number()), Some(3));
}

#[test]
fn nobody_leaves_twice() {
    let mut table = after("abalone:players=3", "time-2");
    assert!(table.play("time-2").is_err());
    assert!(table.play("resign-2").is_err());
    assert_eq!(table.len(), 1);
}

#[test]
fn r11_who_ran_out_of_time_cannot_win_at_the_limit() {
    let mut table = open("abalone:players=3,limit=2,at-limit=captures").expect("a valid spec");
    let rows = "22.33/22..33/22...33/22....33/22.....33/2......3/......./111111/1111.";
    table.set_position(&format!("{rows} to=1 off=0,1,0 ply=1")).expect("a position");
    table.play("time-2").expect("it may leave");
    table.play("b1c1").expect("legal");
    assert_eq!(ending(&*table), (vec![], "limit"));
}

#[test]
fn leaving_is_kept_in_records() {
    let table = after("abalone:players=3", "time-1 resign-3");
    let text = Record::of(&*table).to_string();
    let record = &Record::read_all(&text).expect("a record")[0];
    let mut again = open("abalone:players=3").expect("a valid spec");
    record.replay(&mut *again).expect("it replays");
    assert_eq!(again.status(), table.status());
    assert_eq!(again.position(), table.position());
    let mut read = open("abalone:players=3").expect("a valid spec");
    read.set_position(&table.position()).expect("a written position");
    assert_eq!(read.position(), table.position());
}

#[test]
fn only_the_canonical_spelling_leaves() {
    for wrong in ["time-02", "time-+1", "time-0", "time-3", "resign", "resign-", "leave-1"] {
        assert!(open("zange").expect("a valid spec").play(wrong).is_err(), "{wrong}");
    }
}
