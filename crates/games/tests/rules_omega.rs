//! The rules of Omega, one by one; numbers are those of the rules page.

use wabe_games::open;
use wabe_rules::{Status, Table, Viewer};

/// Four fields: j10 j11 above i10 i11; all touch but j10 and i11.
const FOUR: &str = "shape=0:1:0:1:-9:9";

fn at(spec: &str, position: &str) -> Box<dyn Table> {
    let mut table = open(spec).expect("a valid spec");
    table.set_position(position).unwrap_or_else(|error| panic!("{error}: {position}"));
    table
}

fn after(spec: &str, actions: &str) -> Box<dyn Table> {
    let mut table = open(spec).unwrap_or_else(|error| panic!("{error}"));
    for action in actions.split_whitespace() {
        table.play(action).unwrap_or_else(|error| panic!("{error}"));
    }
    table
}

fn seat(table: &dyn Table) -> usize {
    table.status().seat().expect("somebody acts").number()
}

fn scores(table: &dyn Table) -> Vec<u128> {
    table.scores().expect("scores").into_iter().map(|score| score.expect("settled")).collect()
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

fn swaps(table: &dyn Table) -> Vec<String> {
    table.legal().into_iter().filter(|text| text.starts_with("swap")).collect()
}

/// The labels of the fields inside, named after the hexagon of side `n`.
fn labels(n: i32, inside: impl Fn(i32, i32, i32) -> bool) -> Vec<String> {
    let mut labels = Vec::new();
    for q in -9..=9_i32 {
        for r in -9..=9_i32 {
            let s = -q - r;
            if s.abs() <= 9 && inside(q, r, s) {
                let row = char::from(b'a' + (n - r - 1) as u8);
                labels.push(format!("{row}{}", q + n));
            }
        }
    }
    labels.sort();
    labels
}

#[test]
fn r1_hexagons_of_side_5_to_10() {
    for (side, fields) in [(5, 61), (6, 91), (7, 127), (8, 169), (9, 217), (10, 271)] {
        let table = open(&format!("omega:size={side}")).expect("a valid spec");
        let k = side - 1;
        let expected = labels(side, |q, r, s| q.abs() <= k && r.abs() <= k && s.abs() <= k);
        assert_eq!((table.legal(), expected.len()), (expected, fields));
    }
    assert_eq!(open("omega").expect("a spec").legal().len(), 61);
}

#[test]
fn r1_a_field_touches_six() {
    // White puts b2 and another one; they are one group if they touch.
    for other in ["b1", "b3", "c2", "c3", "a2", "a1"] {
        let table = after("omega", &format!("b2 i9 {other} i5"));
        assert_eq!(scores(&*table), [2, 1], "b2 touches {other}");
    }
    for other in ["a3", "c1", "b4", "d2", "d4", "a4"] {
        let table = after("omega", &format!("b2 i9 {other} i5"));
        assert_eq!(scores(&*table), [1, 1], "b2 does not touch {other}");
    }
}

#[test]
fn f1_named_shapes() {
    for k in 5..=10 {
        let legal = |shape: &str| {
            open(&format!("omega:shape={shape},size={k}")).expect("a valid spec").legal()
        };
        let (half, up) = (k / 2, (k + 1) / 2);
        let rhombus =
            labels(10, |q, r, _| (-half..up).contains(&q) && (1 - up..=half).contains(&r));
        assert_eq!((legal("rhombus"), rhombus.len()), (rhombus, (k * k) as usize));
        let slim = |q: i32, s: i32| q.abs() < k && s.abs() < k;
        let trapezoid = labels(10, |q, r, s| slim(q, s) && (0..k).contains(&r));
        assert_eq!(legal("trapezoid"), trapezoid);
        assert_eq!(legal("long-hexagon"), labels(10, |q, r, s| slim(q, s) && r.abs() <= k - 3));
        let t = k + 2;
        let triangle =
            labels(10, |q, r, s| q >= -(t / 3) && r >= -((t + 1) / 3) && s >= -((t + 2) / 3));
        assert_eq!(triangle.len(), ((t + 1) * (t + 2) / 2) as usize);
        assert_eq!(legal("triangle"), triangle);
    }
    assert_eq!(open("omega:shape=trapezoid").expect("a spec").legal().len(), 35);
    assert_eq!(open("omega:shape=long-hexagon").expect("a spec").legal().len(), 39);
}

#[test]
fn f1_shapes_by_bounds() {
    let table = open(&format!("omega:{FOUR}")).expect("a valid spec");
    assert_eq!(table.legal(), ["i10", "i11", "j10", "j11"]);
    let uneven = open("omega:shape=-2:3:-4:1:-1:2").expect("a valid spec");
    let inside = |q: i32, r: i32, s: i32| {
        (-2..=3).contains(&q) && (-4..=1).contains(&r) && (-1..=2).contains(&s)
    };
    assert_eq!(uneven.legal(), labels(10, inside));
}

#[test]
fn f1_a_shape_has_room_for_one_round() {
    // Three fields for two, eight for three, fifteen for four are one too few.
    for (players, bounds, more) in [
        (2, "0:0:0:2:-9:9", "0:0:0:3:-9:9"),
        (3, "0:1:0:3:-9:9", "0:2:0:2:-9:9"),
        (4, "0:2:0:4:-9:9", "0:3:0:3:-9:9"),
    ] {
        let error = open(&format!("omega:players={players},shape={bounds}")).err();
        let needs = format!("needs {}", players * players);
        assert!(error.expect("too small").to_string().contains(&needs));
        assert!(open(&format!("omega:players={players},shape={more}")).is_ok());
    }
}

#[test]
fn r2_colours_take_turns_white_black_red_blue() {
    for players in 2..=4 {
        let mut table = open(&format!("omega:players={players}")).expect("a valid spec");
        for action in 0..2 * players * players {
            assert_eq!(seat(&*table), action / players % players + 1);
            let first = table.legal()[0].clone();
            table.play(&first).expect("a legal action");
        }
    }
    let table = after("omega:players=4", "i5");
    assert!(table.position().contains("turn=white stone=black"));
    let names: Vec<String> = table
        .picture(Viewer::Referee)
        .seats
        .iter()
        .map(|seat| format!("{:?}", seat.colour))
        .collect();
    assert_eq!(names, ["Light", "Dark", "Red", "Blue"]);
}

#[test]
fn r3_a_turn_puts_one_stone_of_every_colour() {
    let table = after("omega:players=3", "i5 i6 i7 i8 i9 h4");
    assert!(table.position().starts_with("WBRWB/R...../"));
    let turns: Vec<_> = table.turns().into_iter().map(|turn| turn.actions).collect();
    assert_eq!(turns, [["i5", "i6", "i7"], ["i8", "i9", "h4"]]);
    assert!(after("omega:players=3", "i5").play("i5").is_err(), "the field is taken");
}

#[test]
fn f2_stones_follow_in_the_order_of_colours() {
    for (actions, stones) in [("i5", "W...."), ("i6 i5", "BW..."), ("i7 i6 i5", "RBW..")] {
        assert!(after("omega:players=3", actions).position().starts_with(stones));
    }
    assert!(after("omega:players=4", "i5 i6 i7 i8").position().starts_with("WBRU./"));
}

#[test]
fn r4_the_game_ends_before_white_without_room_for_a_round() {
    // Seven fields: a round leaves three, too few for two players.
    let seven = "omega:shape=-1:1:-1:1:-1:1";
    let fields = "i10 i9 j10 j11";
    assert_eq!(end(&*after(seven, "i10 i9 j10")), None);
    assert!(end(&*after(seven, fields)).is_some());
    // Eight fields: exactly four are left, and they are enough.
    let eight = "omega:shape=0:3:0:1:-9:9";
    assert_eq!(end(&*after(eight, "i10 i11 i12 i13")), None);
    assert!(end(&*after(eight, "i10 i11 i12 i13 j10 j11 j12 j13")).is_some());
    // Only White's turn is asked: after one turn of two, two fields are left.
    let table = after(&format!("omega:{FOUR}"), "j10 j11");
    assert_eq!((end(&*table), seat(&*table)), (None, 2));
}

#[test]
fn r4_the_room_is_players_times_players() {
    let three = "omega:players=3,shape=0:8:0:1:-9:9";
    let nine = "i10 i11 i12 i13 i14 i15 i16 i17 i18";
    assert_eq!(end(&*after(three, nine)), None, "nine fields are left");
    let less = "omega:players=3,shape=0:7:0:1:-9:9";
    let seven = "i10 i11 i12 i13 i14 i15 i16 i17 j10";
    assert!(end(&*after(less, seven)).is_some(), "seven fields are left");
}

#[test]
fn r5_the_score_is_the_product_of_group_sizes() {
    let rules_page = after("omega", "c3 g7 i5 e5 c4 g6 d4 e6");
    assert_eq!(scores(&*rules_page), [3, 4]);
    let four = format!("omega:{FOUR}");
    let white = after(&four, "j11 j10 i10 i11");
    assert_eq!((scores(&*white), end(&*white)), (vec![2, 1], Some((vec![1], "score"))));
    let black = after(&four, "j10 j11 i11 i10");
    assert_eq!((scores(&*black), end(&*black)), (vec![1, 2], Some((vec![2], "score"))));
}

#[test]
fn r5_among_equals_the_latest_colour_wins() {
    let two = after(&format!("omega:{FOUR}"), "j10 i10 j11 i11");
    assert_eq!((scores(&*two), end(&*two)), (vec![2, 2], Some((vec![2], "score"))));
    let nine = "omega:players=3,shape=0:2:0:2:-9:9";
    let red = at(nine, "WWW/BBB/RRR turn=white stone=white ply=9");
    assert_eq!((scores(&*red), end(&*red)), (vec![3, 3, 3], Some((vec![3], "score"))));
    let black = at(nine, "RWW/WBB/BRR turn=white stone=white ply=9");
    assert_eq!((scores(&*black), end(&*black)), (vec![3, 3, 2], Some((vec![2], "score"))));
}

#[test]
fn r5_the_example_of_the_book() {
    let board = "RWBRR/WRW.RR/BW..RWW/BBUUU.W./BBBUU..../BWRURUB./UUWRRBB/UW.R.B/WW.UU";
    assert_eq!(board.matches('.').count(), 13);
    let table = at("omega:players=4", &format!("{board} turn=white stone=white ply=48"));
    assert_eq!(scores(&*table), [48, 28, 40, 36]);
    assert_eq!(end(&*table), Some((vec![1], "score")));
}

#[test]
fn r5_products_beyond_32_bits_are_exact() {
    // White in lines of three (a shorter rest) in every second row, Black between.
    let mut white = 0;
    let mut rows: Vec<String> = Vec::new();
    for row in 0..19_usize {
        let fields = 19 - row.abs_diff(9);
        let line: String = "WWW.".chars().cycle().take(fields).collect();
        rows.push(if row % 2 == 0 { line } else { "-".repeat(fields) });
        white += rows[row].matches('W').count();
    }
    let mut board = rows.join("/");
    board = board.replacen('-', "B", white).replace('-', ".");
    let table = at("omega:size=10", &format!("{board} turn=white stone=white ply=0"));
    assert_eq!(scores(&*table)[0], 3_u128.pow(32) * 2_u128.pow(6));
    assert!(table.has_wide_scores());
}

#[test]
fn r5_products_beyond_64_bits_are_exact() {
    // White has 34 groups of three and six of four, Black one and 125.
    let board = "WBWWBBWBWB/BWBWBWBWWBW/WBWBBWWBBBWW/WBBBWBBBWWBWB/WBWBWWBWBWBBBW/\
                 BBWWBBBWWBBWBWB/WWBBBWWBBBWWBWBW/WBBWWBWBWWBBBWBWW/BBWBWWBBWBBWWBBBWB/\
                 WWBWBBBWBBWBWBWWBBW/WBWBWBWWBWWBBBWBWW/BBBWWBBBWBBWWBBBB/WWBBBWWBBWBWBWWW/\
                 WBBWBWBWBWBBBBB/BWWBBBWBWBWWBW/BBBWWBWB..W.W/WW..W..WW..W/W.W..W.W.W./\
                 .WW.WW..WW";
    let mut table = at("omega:size=10", &format!("{board} turn=white stone=white ply=252"));
    let product = 3_u128.pow(34) * 4_u128.pow(6);
    assert!(product > u64::MAX.into());
    assert_eq!(scores(&*table), [product, 125]);
    let view = table.picture(Viewer::Referee);
    assert_eq!(view.seats[0].score.as_deref(), Some("68309736241834266624"));
    // It decides: White is ahead to the last field.
    while let Some(first) = table.legal().first() {
        table.play(first).expect("a legal action");
    }
    assert_eq!(end(&*table), Some((vec![1], "score")));
}

#[test]
fn r5_sums_of_a_match_are_exact_too() {
    let banked = "banked=18446744073709551616,18446744073709551613";
    let spec = format!("omega:match=double,{FOUR}");
    let close = format!("WW/BB turn=white stone=white held=black,white {banked} ply=8");
    let table = at(&spec, &close);
    assert_eq!(scores(&*table), [18446744073709551618, 18446744073709551615]);
    assert_eq!(end(&*table), Some((vec![1], "score")));
}

#[test]
fn r6_later_seats_may_exchange_instead_of_playing() {
    let spec = "omega:pie=true";
    let start = open(spec).expect("a valid spec");
    assert_eq!((swaps(&*start), start.legal().len()), (vec![], 61));
    let second = after(spec, "c3 g7");
    assert_eq!((seat(&*second), second.legal().len()), (2, 60));
    assert_eq!(swaps(&*second), ["swap-white"]);
    // Once a stone lies the turn is an ordinary one; later there is no exchange.
    assert_eq!(swaps(&*after(spec, "c3 g7 e5")), [""; 0]);
    assert_eq!(swaps(&*after(spec, "c3 g7 swap-white e5 e6")), [""; 0]);
    assert_eq!(swaps(&*after(spec, "c3 g7 e5 e6")), [""; 0]);
    assert_eq!(swaps(&*after("omega", "c3 g7")), [""; 0], "without the pie rule");
}

#[test]
fn r6_an_exchange_is_the_whole_turn() {
    let table = after("omega:players=3,pie=true", "c3 g7 e5 swap-white");
    assert_eq!(seat(&*table), 3);
    assert!(table.position().contains("held=black,white,red"));
    assert_eq!(table.turns()[1].actions, ["swap-white"]);
    assert_eq!(table.position().matches(['W', 'B', 'R']).count(), 3);
}

#[test]
fn r6_any_player_before_may_be_chosen() {
    let spec = "omega:players=4,pie=true";
    let fourth = after(spec, "a1 a2 a3 a4 b1 b2 b3 b4 c1 c2 c3 c4");
    assert_eq!(swaps(&*fourth), ["swap-black", "swap-red", "swap-white"]);
    let third = after(spec, "a1 a2 a3 a4 b1 b2 b3 b4");
    assert_eq!(swaps(&*third), ["swap-black", "swap-white"]);
}

#[test]
fn r7_the_next_colour_is_one_more_than_have_played() {
    for (players, actions, colour, who) in [
        (2, "a1 a2 swap-white", "black", 1),
        (2, "a1 a2 b1 b2", "white", 1),
        (3, "a1 a2 a3 swap-white swap-white", "black", 1),
        (3, "a1 a2 a3 swap-white swap-black", "black", 3),
        (3, "a1 a2 a3 swap-white b1 b2 b3", "red", 3),
        (3, "a1 a2 a3 b1 b2 b3 swap-white", "red", 1),
        (3, "a1 a2 a3 b1 b2 b3 c1 c2 c3", "white", 1),
    ] {
        let table = after(&format!("omega:pie=true,players={players}"), actions);
        assert!(table.position().contains(&format!("turn={colour}")), "{players} {actions}");
        assert_eq!(seat(&*table), who, "{players} {actions}");
    }
}

#[test]
fn r7_the_example_of_the_book() {
    let actions = "a1 a2 a3 a4 swap-white b1 b2 b3 b4 swap-white";
    let mut table = after("omega:players=4,pie=true", actions);
    assert!(table.position().contains("turn=red stone=white held=black,blue,red,white"));
    // Red is C; then blue is B, white is D, black is A.
    for who in [3, 2, 4, 1, 3] {
        for _ in 0..4 {
            assert_eq!(seat(&*table), who);
            let first = table.legal()[0].clone();
            table.play(&first).expect("a legal action");
        }
    }
}

#[test]
fn r7_room_is_asked_whenever_white_is_to_move() {
    // Six fields. After the exchange Black plays, and then White has no room;
    // scores and winner go by seat: seat 2 holds white.
    let spec = "omega:pie=true,shape=0:2:0:1:-9:9";
    let table = after(spec, "i10 i12 swap-white i11 j12");
    assert_eq!(scores(&*table), [2, 2]);
    assert_eq!(end(&*table), Some((vec![1], "score")), "equal: black, that is seat 1");
    let other = after(spec, "i10 i12 swap-white i11 j10");
    assert_eq!((scores(&*other), end(&*other)), (vec![1, 2], Some((vec![2], "score"))));
}

#[test]
fn f3_an_exchange_names_the_colour_held_at_that_moment() {
    let spec = "omega:players=3,pie=true";
    let table = after(spec, "a1 a2 a3 swap-white");
    assert_eq!(swaps(&*table), ["swap-black", "swap-white"]);
    for (swap, held) in [("swap-white", "black,red,white"), ("swap-black", "red,white,black")] {
        let table = after(spec, &format!("a1 a2 a3 swap-white {swap}"));
        assert!(table.position().contains(&format!("held={held}")), "{swap}");
    }
}

#[test]
fn r8_two_games_with_colours_exchanged() {
    let spec = format!("omega:match=double,{FOUR}");
    let first = "j10 j11 i11 i10";
    let between = after(&spec, first);
    assert_eq!((end(&*between), seat(&*between)), (None, 2), "seat 2 has white and begins");
    assert!(between.position().starts_with("../.. turn=white stone=white held=black,white"));
    let turns: Vec<_> = between.turns().into_iter().map(|turn| turn.number).collect();
    assert_eq!(turns, [1, 2]);
    // 1 + 2 against 2 + 2; then 1 + 2 against 2 + 1.
    let won = after(&spec, &format!("{first} j10 i10 j11 i11"));
    assert_eq!((scores(&*won), end(&*won)), (vec![3, 4], Some((vec![2], "score"))));
    let drawn = after(&spec, &format!("{first} {first}"));
    assert_eq!((scores(&*drawn), end(&*drawn)), (vec![3, 3], Some((vec![], "score"))));
    assert_eq!(drawn.len(), 8);
}

#[test]
fn h_limit_draws_and_is_off_by_default() {
    let table = after("omega:limit=3", "a1 a2 b1");
    assert_eq!(end(&*table), Some((vec![], "limit")));
    assert_eq!(end(&*after("omega:limit=3", "a1 a2")), None);
    let far = "WB.../....../......./......../........./......../......./....../.....";
    let table = at("omega", &format!("{far} turn=black stone=white ply=100000"));
    assert_eq!(end(&*table), None);
}

#[test]
fn h_the_games_own_end_goes_before_the_limit() {
    let table = after(&format!("omega:limit=4,{FOUR}"), "j10 i10 j11 i11");
    assert_eq!(end(&*table), Some((vec![2], "score")));
    let double = after(&format!("omega:limit=4,match=double,{FOUR}"), "j10 i10 j11 i11");
    assert_eq!(end(&*double), Some((vec![], "limit")), "the match was not at its end");
}

#[test]
fn h_repetition_is_accepted_and_never_comes_about() {
    // The empty board of the second game is not the start of the first.
    let spec = format!("omega:repetition=2,match=double,{FOUR}");
    let table = after(&spec, "j10 j11 i11 i10 j10 j11 i11 i10");
    assert_eq!(end(&*table), Some((vec![], "score")));
    assert_eq!(open("omega:repetition=0").expect("a spec").spec(), "omega");
}

#[test]
fn options_are_refused_by_name_with_what_is_allowed() {
    for (spec, words) in [
        ("omega:players=1", &["players", "2 to 4"][..]),
        ("omega:players=5", &["players", "2 to 4"]),
        ("omega:size=4", &["size", "5 to 10"]),
        ("omega:size=11", &["size", "5 to 10"]),
        ("omega:shape=circle", &["shape", "long-hexagon", "q1:q2:r1:r2:s1:s2"]),
        ("omega:shape=0:1:0:1", &["q1:q2:r1:r2:s1:s2"]),
        ("omega:shape=1:0:0:5:-9:9", &["q1<=q2"]),
        ("omega:shape=0:10:0:5:-9:9", &["-9 to 9"]),
        ("omega:shape=0:5:0:5:-9:9,size=5", &["size", "bounds"]),
        ("omega:pie=yes", &["pie", "true or false"]),
        ("omega:match=triple", &["match", "single", "double"]),
        ("omega:match=double,players=3", &["match", "two players"]),
        ("omega:match=double,pie=true", &["match", "pie"]),
        ("omega:repetition=1", &["repetition", "0", "2 to"]),
        ("omega:limit=x", &["limit", "0 to"]),
        ("omega:colour=red", &["colour", "players", "size", "shape", "pie", "match"]),
    ] {
        let refusal = open(spec).err().unwrap_or_else(|| panic!("{spec}")).to_string();
        assert!(words.iter().all(|word| refusal.contains(word)), "{spec}: {refusal}");
    }
    assert_eq!(open("omega:players=2,size=5").expect("allowed").spec(), "omega");
}

#[test]
fn decision_a_colour_without_a_stone_has_the_score_one() {
    assert_eq!(scores(&*open("omega:players=3").expect("a spec")), [1, 1, 1]);
    assert_eq!(scores(&*after("omega:players=3", "a1 b1")), [1, 1, 1]);
}

#[test]
fn writing_fields_and_exchanges() {
    let mut table = after("omega:players=3,pie=true", "A1 b2 C3");
    assert_eq!(table.actions(), ["a1", "b2", "c3"]);
    assert!(table.play("swap-red").is_err() && table.play("swap-1").is_err());
    assert!(table.play("a6").is_err(), "row a ends at a5");
    table.play("swap-white").expect("an exchange");
    assert_eq!(table.actions()[3], "swap-white");
}
