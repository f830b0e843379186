//! Tests of Ombagi.

use super::*;
use crate::board37::play_random;
use crate::open;

/// The printed learning game: two players, D begins.
const LEARNING_GAME: &str = "
    (D3)12-A17 (H3)47-A42 (D3)14-A18 (H3)42-A25 (D2)14-A19 (H2)47-A43 (D3)18-B25 (H1)47-A42
    (D1)14-A18 (H2)43-A30 (D3)17-B30 (H1)42-A36 (D1)18-A24 (H3)46-A42 (D2)12-A17 (H1)36-A29
    (D1)12-A16 (H3)42-B29 (D3)13-A18 (H2)46-A42 (D1)16-A22 (H2)42-A31 (D2)13-B24 (H1)46-A41
    (D1)22-A28 (H1)41-A35 (D3)11-A16 (H3)45-A40 (D2)17-A22 (H3)44-B35 (D1)13-A17 (H3)35-A21
    (D2)11-B21 (H2)44-B35 (D1)11-A15 (H3)40-A20 (D1)28-A34 (H1)44-A39 (D1)34-A40 (H1)39-A34
    (D1)40-A44 (H2)45-A41 (D1)17-A23 (H3)29-A17 (D2)24-B29 (H1)45-A40 (D3)25-C30 (H2)31-B24
    (D1)23-A37 (H1)34-A28 (D2)22-B28 (H1)40-A34 (D2)21-A27 (H2)35-B27 (D1)37-A43 (H3)21-C28
    (D1)15-A21 (H1)34-A22 (D1)43-A47 (H3)28-B17 (D2)19-B25 (H3)20-B16 (D3)18-B22 *(H3)16-C29
    (D3)16-C22 (H1)35-A23 (D2)25-A32 (H3)25-A13 (D2)32-A43 (H2)41-A37 (D3)22-C28 (H2)37-A35
    (D2)43-B47 (H3)13-C17 (D3)28-C22 (H3)29-B21 (D2)28-A34 (H1)23-A12 (D2)34-A39 (H2)35-A33
    (D3)22-B28 (H2)33-A20 (D3)22-C28 *(H3)21-A16 (D1)21-A35 *(H2)24-A19 (D1)24-A36 (H2)27-A21
    *(D2)29-B35 (H1)29-A23 *(D3)28-A34 (H1)22-A13 *(D3)28-A22 (H2)21-B16 (D1)36-A42 (H1)28-A21
    *(D3)30-A36 (H1)23-A18 *(D3)30-A43 (H1)18-A14 (D1)42-A46 (H2)30-A18 (D3)36-A41 (H2)19-B14
    (D2)35-B46 (H2)18-B13 (D2)39-B44 (H1)21-A15 (D1)35-A40 (H1)15-A11 (D1)40-A45 (H2)20-A15
    (D3)34-A39 (H2)16-B12 (D2)27-A40 (H2)15-B11 (D3)39-C44 (H3)16-C11 (D2)40-B45 (H3)17-C14
    (D3)41-C45 (H3)17-C12 (D3)43-C47 (H3)17-C13 (D3)22-A42 (D3)42-C46";

fn options(pairs: &str) -> Options {
    let pairs = pairs.split(',').filter_map(|pair| pair.split_once('='));
    Options(pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
}

/// A position with the second seat to move, written `11:D1 15:H1H2`.
fn position(pairs: &str, board: &str) -> Ombagi {
    let mut game = Ombagi::new(&options(pairs));
    game.board.clear();
    for (field, pile) in board.split_whitespace().map(|part| part.split_once(':').unwrap()) {
        let chars: Vec<char> = pile.chars().collect();
        let stone =
            |pair: &[char]| Stone { colour: pair[0], number: pair[1].to_digit(10).unwrap() as u8 };
        game.board.insert(field.parse().unwrap(), chars.chunks(2).map(stone).collect());
    }
    game.seat = 1;
    game
}

#[test]
fn the_learning_game_replays() {
    let mut game = Ombagi::new(&options("playout=true"));
    let (mut stars, mut moves) = (0, 0);
    for written in LEARNING_GAME.split_whitespace() {
        let action = written.trim_start_matches('*');
        assert!(game.legal().contains(&action.to_owned()), "{action}");
        assert_eq!(game.starred(action), written.starts_with('*'), "{action}");
        assert_eq!(game.bound(), written.starts_with('*'), "{action}");
        assert_eq!(game.winner.is_some(), moves >= 124);
        stars += usize::from(game.bound());
        moves += 1;
        game.play(action);
    }
    assert_eq!((stars, moves), (8, 126));
    let scores = Some(vec![Some(2), Some(0)]);
    assert_eq!(game.outcome(), Some(Outcome { winners: vec![2], scores }));
}

#[test]
fn the_learning_game_ends_at_its_limits() {
    for (pairs, moves, scores) in [
        ("limit=0", 124, None),
        ("playout=true,limit=125", 125, Some(vec![None, Some(0)])),
        ("playout=true,limit=124", 124, Some(vec![None, Some(0)])),
    ] {
        let mut game = Ombagi::new(&options(pairs));
        for written in LEARNING_GAME.split_whitespace().take(moves) {
            assert_eq!(game.outcome(), None);
            game.play(written.trim_start_matches('*'));
        }
        assert_eq!(game.outcome(), Some(Outcome { winners: vec![2], scores }));
    }
}

#[test]
fn first_moves() {
    let game = Ombagi::new(&options(""));
    // The 3 on 12 goes down to 16 or 17 (three steps), or over the other
    // towers: full fields, so nothing else.
    let of_12: Vec<String> =
        game.legal().into_iter().filter(|action| action.contains(")12-")).collect();
    assert_eq!(of_12, ["(D3)12-A16", "(D3)12-A17"]);
    let light = Ombagi::new(&options("first=H"));
    assert!(light.legal().iter().all(|action| action.starts_with("(H3)")));
    assert_eq!(light.seat(), Some(1));
}

#[test]
fn null_moves_are_for_2s_and_3s() {
    let game = position("", "29:H2 35:H1 23:D1D2D3 34:D1D2D3 17:D1");
    assert!(game.legal().contains(&"(H2)29-A29".to_owned()));
    assert!(game.legal().contains(&"(H1)35-A33".to_owned()));
    assert!(!game.legal().contains(&"(H1)35-A35".to_owned()));
}

#[test]
fn a_way_must_be_opened() {
    let game = position("", "11:D1 12:H1 15:H1 16:H1 45:H1 36:D2");
    let from = |action: &String| action[4..6].to_owned();
    assert_eq!(
        game.legal().iter().map(from).collect::<BTreeSet<_>>(),
        ["12", "15", "16"].map(str::to_owned).into()
    );
    // With 13 held, 12 to 17 opens 12 but no way on from there.
    let game = position("", "11:D1 12:H1 13:H1 15:H1 16:H1 45:H1 36:D2");
    assert_eq!(
        game.legal().iter().map(from).collect::<BTreeSet<_>>(),
        ["15", "16"].map(str::to_owned).into()
    );
}

#[test]
fn a_way_by_a_jump() {
    // The 3 makes 16 three high; the 1 then jumps to 22.
    let game = position("", "11:D1 12:H1H2H3 13:H1H2 15:H1H2 16:H1H2 36:D2");
    assert_eq!(game.legal(), ["(H3)12-C16"]);
}

#[test]
fn else_a_stone_leaves_the_barrier() {
    let board = "11:D1 12:H1 13:H1 15:H1H2 16:H1H2 45:H1";
    let game = position("", &format!("{board} 36:D2"));
    let expected = ["15-A20", "15-A21", "15-B12", "16-A17", "16-A21", "16-A22", "16-B12", "16-B13"];
    assert_eq!(game.legal(), expected.map(|end| format!("(H2){end}")));
    // Another stone in the row, or one of Dark's on the barrier: no claim.
    let others = [
        board.to_owned() + " 14:D2",
        board.replace("15:H1H2", "15:D2H2"),
        board.replace("11:D1", "11:D2"),
    ];
    for board in others {
        let game = position("", &board);
        assert!(game.legal().contains(&"(H1)45-A44".to_owned()), "{board}");
    }
}

#[test]
fn the_last_tower_1986() {
    let towers = "44:D1D2D3 45:D1D2D3 46:D1D2D3";
    let game = position("", &format!("{towers} 37:D1H2 36:D2 30:D3 31:H1 42:H3 20:H2"));
    let legal = game.legal();
    assert!(legal.iter().all(|action| action.starts_with("(H2)37-")));
    assert!(!legal.is_empty() && !legal.contains(&"(H2)37-A47".to_owned()));
    let game = position("", &format!("{towers} 37:D1 36:D2 30:D3 31:H1 43:H2 47:H1"));
    assert!(game.legal().iter().all(|action| action.starts_with("(H1)47-")));
    let game = position("", &format!("{towers} 37:D1 36:D2 30:D3 43:H1"));
    assert!(!game.legal().contains(&"(H1)43-A47".to_owned()));
    // With nothing but banned moves the bans are dropped.
    let game = position("", "44:D1D2D3 45:D1D2D3 46:D1D2D3 37:D1 42:D2 38:D3 43:H1");
    assert_eq!(game.legal(), ["(H1)43-A47"]);
}

#[test]
fn the_last_tower_1981() {
    let board = "11:H1H2H3 12:H1H2H3 13:H1H2H3 37:D1D2 46:H2 42:H3 43:D1 36:H1";
    let game = position("edition=1981", board);
    assert!(game.legal().iter().all(|action| action.starts_with("(H2)46-")));
    assert!(!game.legal().contains(&"(H2)46-A44".to_owned()));
    let game = position("", board);
    assert!(game.legal().contains(&"(H2)46-A44".to_owned()));
    assert!(game.legal().contains(&"(H1)36-A41".to_owned()));
}

#[test]
fn three_players() {
    let game = Ombagi::new(&options("players=3"));
    let mut rim: Vec<u8> = Vec::new();
    for colour in ['D', 'H', 'R'] {
        rim.extend(game.start(colour).iter().chain(game.goal(colour)));
        assert!(game.goal(colour).iter().all(|&field| game.row(colour, field) == 0));
        assert!(game.start(colour).iter().all(|&field| game.row(colour, field) == 6));
    }
    rim.sort_unstable();
    rim.dedup();
    assert_eq!(rim.len(), 18);
    assert_eq!((game.row('H', 29), game.row('R', 35), game.row('R', 16)), (3, 4, 3));
}

#[test]
fn random_games_end() {
    for spec in ["ombagi", "ombagi:edition=1981,playout=true", "ombagi:players=3,playout=true"] {
        for seed in 0..10 {
            assert!(play_random(open(spec).as_mut(), seed) <= 600);
        }
    }
}
