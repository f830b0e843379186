//! Positions that cannot be are refused, each with its reason.

use wabe_games::open;

const E37: &str = "..../...../....../......./....../...../....";

fn refused(spec: &str, position: &str, reason: &str) {
    let mut table = open(spec).expect("a valid spec");
    let before = table.position();
    let error = table.set_position(position).expect_err(&format!("{spec}: {position}")).to_string();
    assert!(error.contains(reason), "{spec}: {position}\n  {error}");
    assert_eq!(table.position(), before, "a refused position changes nothing");
}

#[test]
fn every_position_needs_its_form() {
    for spec in
        ["abalone", "omega", "ombagi", "gassen-ombagi", "duombo", "chessom", "zange", "gabata"]
    {
        refused(spec, "", "empty");
        refused(spec, "x", "needs");
        let good = open(spec).expect("a valid spec").position();
        refused(spec, &format!("{good} more"), "name=value");
        refused(spec, &format!("{good} more=1"), "unknown");
        refused(spec, &format!("{good} ply=1"), "twice");
        refused(spec, &good.replace("ply=0", "ply=-1"), "not a number");
        refused(spec, &good.replace("ply=0", "ply=99999999999"), "not a number");
    }
}

#[test]
fn abalone() {
    let rows = "22222/222222/..222../......../........./......../..111../111111/11111";
    refused("abalone", &format!("{rows} to=3 off=0,0"), "a seat from 1 to 2");
    refused("abalone", &format!("{rows} to=1 off=1,0"), "missing on the board");
    refused("abalone", &rows.replacen('2', "3", 1), "numbers of seats");
    refused("abalone", &format!("{} to=1 off=0,0", rows.replacen('.', "1", 1)), "more marbles");
    refused("abalone", &format!("{rows} to=1 off=0"), "needs 2 numbers");
    refused("abalone", &format!("{rows} to=1 off=0,0 left=2"), "game of three");
    let few = "22222/222.../......./......../........./......../..111../111111/11111";
    refused("abalone:push=5", &format!("{few} to=1 off=6,0"), "more than win");
}

#[test]
fn omega() {
    let start = open("omega").expect("a valid spec").position();
    let board = start.split(' ').next().expect("a board");
    let with = |stones: &str| stones.to_owned() + &board[stones.len()..];
    refused("omega", &format!("{} turn=white stone=white", with("W")), "one stone of each colour");
    refused("omega", &format!("{} turn=white stone=white", with("WB")), "turns in order");
    refused("omega", &format!("{board} turn=red stone=white"), "in play");
    refused("omega", &format!("{} turn=white stone=white", with("R")), "no colour here");
    refused("omega", &format!("{board} turn=white stone=white held=black,white"), "change hands");
    refused("omega", &format!("{board} turn=white stone=white pie=0,0"), "pie rule");
    refused("omega", &format!("{board} turn=white stone=white banked=3,4"), "double match");
    refused("omega:pie=true", &format!("{board} turn=white stone=white pie=3,1"), "pie=");
}

#[test]
fn ombagi() {
    let start = open("ombagi").expect("a valid spec").position();
    refused("ombagi", &start.replacen("D1D2D3", "D1D3D2", 1), "higher than it may");
    refused("ombagi", &start.replacen("D1D2D3", "D2D1D3", 1), "higher than it may");
    refused("ombagi", &start.replacen("D1D2D3", "D1D2", 1), "4 stones D3");
    refused("ombagi", &start.replacen("D1D2D3", "D1D2D3D3", 1), "not one of stones");
    refused("ombagi", &start.replacen("D1D2D3", "R1D2D3", 1), "not one of stones");
    refused("ombagi", &format!("{start} won=1 after=0,0"), "not finished");
    let crossed = start.replace('D', "X").replace('H', "D").replace('X', "H");
    refused("ombagi", &crossed, "`won=` is missing");
}

#[test]
fn gassen_ombagi() {
    let start = open("gassen-ombagi").expect("a valid spec").position();
    refused("gassen-ombagi", &start.replacen("1231/23.12", "1111/23.12", 1), "more than four");
    refused("gassen-ombagi", &format!("{E37} to=1"), "empty");
    refused("gassen-ombagi", &format!("{start} overlooked=44"), "huff=true");
    refused("gassen-ombagi", &format!("{start} hand=1,0,0,0,0,0"), "four stones");
    let shut = "1b../bb.../....../......./....../...../.... to=1";
    refused("gassen-ombagi", shut, "shut in");
    refused("gassen-ombagi", "1.../...../....../......./....../...../...a to=1 quiet=5", "ply=");
}

#[test]
fn duombo() {
    let apart = "1..a/2b.../3.c.../......./....../...../.... to=1 mills=0,0";
    refused("duombo", apart, "connected");
    refused("duombo", "11../...../....../......./....../...../.... to=1 mills=0,0", "twice");
    refused(
        "duombo",
        "1.../...../....../......./....../...../.... to=1 mills=0,0",
        "while placing",
    );
    let six = "123./abc../....../......./....../...../....";
    refused("duombo", &format!("{six} to=1 mills=0,0"), "has been counted");
    refused("duombo", &format!("{six} to=1 mills=6,1"), "more mills");
    refused("duombo", &format!("{six} to=1 mills=1,1 banned=3a"), "neighbouring");
    refused("duombo", &format!("{six} to=1 mills=1,1 banned=x"), "such as 2c");
}

#[test]
fn chessom() {
    let start = open("chessom").expect("a valid spec").position();
    refused("chessom", &start.replacen("3223", "3123", 1), "more stones");
    refused("chessom", &format!("{E37} to=1"), "1s are missing");
    refused("chessom", "a.../...../....../......./....../...../.... to=2", "one to act");
    refused("chessom", &format!("{start} over=bared"), "1 alone");
    refused("chessom", &start.replace("quiet=0", "quiet=1"), "larger");
}

#[test]
fn zange() {
    refused("zange", &format!("{E37} to=1 hand=5,6 taken=0,0"), "six stones");
    refused("zange", &format!("D{} to=1 hand=5,6 taken=0,0", &E37[1..]), "while placing");
    refused("zange", &format!("{E37} to=1 hand=0,0 taken=6,6"), "only one side");
    let fallen = "DD../...../....../......./....../...../HHHH";
    refused("zange", &format!("{fallen} to=1 hand=0,0 taken=2,4"), "down to two");
    refused("zange", &format!("{fallen} to=1 hand=0,0 taken=2,4 third=0"), "third=on");
    refused("zange", &format!("{fallen} to=1 hand=0,0 taken=2,4 third=9"), "from 0 to 3");
    refused("zange", &format!("{fallen} to=1 hand=0,0 taken=2,4 third=on made=2"), "more moves");
    refused("zange", &format!("{fallen} to=1 hand=0,0 taken=2,4 third=1 triple=on"), "late rules");
    refused("zange:corners=5", &format!("{fallen} to=1 hand=0,0 taken=2,4 third=on"), "turns=");
}

#[test]
fn gabata() {
    let start = "4,4,4,4,4,4/4,4,4,4,4,4 stores=0,0 own=111111222222 to=1 starter=1";
    refused("gabata", &start.replacen('4', "5", 1), "48 seeds");
    refused("gabata", &start.replace("own=111111222222 ", ""), "between rounds");
    refused("gabata", &start.replace("111111222222", "211111122222"), "R9");
    refused("gabata", &format!("{start} houses=1..........."), "other side's territory");
    refused("gabata", &format!("{start} round=1"), "option rounds");
    let between = "0,0,0,0,0,0/0,0,0,0,0,0 stores=24,24 to=1 starter=1";
    refused("gabata", &format!("{between} lot=due"), "a lot is due only");
    refused("gabata", &format!("{start} over=pits1"), "all pits");
    refused("gabata", &start.replace("starter=1", "starter=3"), "starter");
    refused("gabata", &start.replacen("4,4", "4", 1), "twelve numbers");
}
