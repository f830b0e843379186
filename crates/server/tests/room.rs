//! Rooms without any server around them: who may do what, and that replaying
//! the log and patching the view always give what the room itself says.

use serde_json::Value;
use wabe_rules::Dice;
use wabe_server::events::{Deed, Holder, Settings};
use wabe_server::refusal::{Code, Refusal};
use wabe_server::room::{Pictures, Room};
use wabe_server::wire::{ClockRule, Phase, Proposed, Wish};
use wabe_store::{Event, Millis};

/// A room and its log.
struct Desk {
    room: Room,
    log: Vec<Event>,
    now: Millis,
    dice: Dice,
}

fn person(name: &str) -> Holder {
    Holder::Person { person: name.into(), name: name.to_uppercase() }
}

fn program() -> Holder {
    Holder::Program { level: "level:1".into() }
}

impl Desk {
    fn open(spec: &str, seats: &[Holder]) -> Desk {
        Desk::with(Settings {
            spec: wabe_games::open(spec).unwrap().spec().to_owned(),
            rules: 1,
            position: None,
            played: Vec::new(),
            seats: seats.to_vec(),
            clock: None,
            counts: false,
        })
    }

    fn with(settings: Settings) -> Desk {
        let room = Room::open("t", settings.clone(), 1000).unwrap();
        let deed = Deed::Created(settings);
        let log = vec![event(1, &deed, None, 1000)];
        let mut desk = Desk { room, log, now: 1000, dice: Dice::new(7) };
        desk.settle();
        desk
    }

    fn happen(&mut self, deed: Deed, actor: Option<&str>) {
        self.room.apply(&deed, actor, None, self.now).unwrap();
        self.log.push(event(self.room.seq(), &deed, actor, self.now));
    }

    fn settle(&mut self) {
        while self.room.awaits_lot() {
            let lot = self.room.draw_lot(&mut self.dice).unwrap();
            self.happen(lot, None);
        }
    }

    fn wish(&mut self, who: &str, wish: Wish) -> Result<(), Refusal> {
        self.now += 10;
        for deed in self.room.judge(who, &wish, self.now)? {
            self.happen(deed, Some(who));
        }
        self.settle();
        Ok(())
    }

    fn act(&mut self, who: &str, action: &str) -> Result<(), Refusal> {
        let length = self.room.game().len();
        self.wish(who, Wish::Act { action: action.into(), length })
    }

    fn view(&self, who: &str) -> Value {
        serde_json::to_value(self.room.view(self.room.mine(who))).unwrap()
    }

    fn can(&self, who: &str, what: &str) -> bool {
        self.view(who)["can"].as_array().unwrap().iter().any(|can| can == what)
    }
}

fn event(seq: u64, deed: &Deed, actor: Option<&str>, at: Millis) -> Event {
    Event {
        table: "t".into(),
        seq,
        kind: deed.kind().into(),
        payload: deed.payload(),
        actor: actor.map(str::to_owned),
        message: None,
        at,
    }
}

fn code(outcome: Result<(), Refusal>) -> Code {
    outcome.unwrap_err().code
}

#[test]
fn only_the_seat_to_act_acts_and_only_legally() {
    let mut desk = Desk::open("zange", &[person("a"), person("b")]);
    assert_eq!(code(desk.act("b", "@17")), Code::NotYourSeat);
    assert_eq!(code(desk.act("stranger", "@17")), Code::NotYourSeat);
    assert_eq!(code(desk.act("a", "@99")), Code::Illegal);
    assert_eq!(code(desk.act("a", "resign-2")), Code::Illegal);
    assert_eq!(code(desk.wish("a", Wish::Act { action: "@17".into(), length: 3 })), Code::Stale);
    desk.act("a", "@17").unwrap();
    assert_eq!(code(desk.act("a", "@18")), Code::NotYourSeat);
    desk.act("b", "@18").unwrap();
    assert_eq!(desk.room.game().len(), 2);
}

#[test]
fn a_game_begins_when_all_seats_are_taken() {
    let mut desk = Desk::open("omega:players=3", &[person("a"), Holder::Open, Holder::Open]);
    assert_eq!(code(desk.act("a", "c3")), Code::NotNow);
    desk.wish("b", Wish::Sit { seat: 2, name: "  ".into() }).unwrap();
    assert_eq!(desk.view("a")["seats"][1]["name"], "Guest");
    assert_eq!(code(desk.wish("c", Wish::Sit { seat: 2, name: "C".into() })), Code::NotNow);
    assert_eq!(code(desk.wish("c", Wish::Sit { seat: 9, name: "C".into() })), Code::Malformed);
    desk.wish("b", Wish::Stand { seat: 2 }).unwrap();
    assert_eq!(code(desk.wish("b", Wish::Stand { seat: 1 })), Code::NotYourSeat);
    desk.wish("b", Wish::Sit { seat: 3, name: "B".into() }).unwrap();
    desk.wish("c", Wish::Sit { seat: 2, name: "C".into() }).unwrap();
    assert_eq!(desk.room.phase(), Phase::Playing);
    desk.act("a", "c3").unwrap();
    assert_eq!(desk.view("a")["unfinished"], 1);
    assert_eq!(desk.view("b")["legal"], serde_json::json!([]));
}

#[test]
fn an_unfinished_turn_is_taken_back_alone_and_a_finished_one_together() {
    let mut desk = Desk::open("omega", &[person("a"), person("b")]);
    desk.act("a", "c3").unwrap();
    assert!(desk.can("a", "undo") && !desk.can("b", "undo"));
    desk.wish("a", Wish::Undo).unwrap();
    assert_eq!(desk.room.game().len(), 0);
    desk.act("a", "c3").unwrap();
    desk.act("a", "d3").unwrap();
    assert_eq!(code(desk.wish("a", Wish::Undo)), Code::NotNow);
    let takeback = Wish::Propose { what: Proposed::Takeback };
    desk.wish("a", takeback.clone()).unwrap();
    assert_eq!(code(desk.wish("b", Wish::Propose { what: Proposed::Draw })), Code::NotNow);
    assert_eq!(code(desk.wish("a", Wish::Answer { accept: true })), Code::NotYourSeat);
    desk.wish("b", Wish::Answer { accept: false }).unwrap();
    assert_eq!(desk.room.game().len(), 2);
    desk.wish("a", takeback).unwrap();
    desk.wish("b", Wish::Answer { accept: true }).unwrap();
    assert_eq!(desk.room.game().len(), 0);
}

#[test]
fn one_screen_takes_back_anything_and_the_program_never_minds() {
    let mut desk = Desk::open("duombo", &[person("a"), person("a")]);
    desk.act("a", "1@29").unwrap();
    desk.act("a", "1@30").unwrap();
    desk.wish("a", Wish::Undo).unwrap();
    desk.wish("a", Wish::Undo).unwrap();
    assert_eq!(desk.room.game().len(), 0);
    assert_eq!(code(desk.wish("a", Wish::Undo)), Code::NotNow);

    let mut desk = Desk::open("duombo", &[person("a"), program()]);
    desk.act("a", "1@29").unwrap();
    let (seat, _) = desk.room.program_to_act().unwrap();
    let deeds = desk.room.judge_program(seat, 1, "1@30").unwrap();
    deeds.into_iter().for_each(|deed| desk.happen(deed, None));
    desk.wish("a", Wish::Undo).unwrap();
    assert_eq!(desk.room.game().len(), 0, "the program's answer goes too");
}

#[test]
fn draws_are_agreed_on_by_all() {
    let mut desk = Desk::open("abalone:players=3", &[person("a"), person("b"), person("c")]);
    desk.wish("b", Wish::Propose { what: Proposed::Draw }).unwrap();
    desk.wish("a", Wish::Answer { accept: true }).unwrap();
    assert_eq!(desk.room.phase(), Phase::Playing);
    desk.wish("c", Wish::Answer { accept: true }).unwrap();
    assert_eq!(desk.room.phase(), Phase::Over);
    assert_eq!(desk.view("x")["result"]["reason"], "agreement");
    assert_eq!(code(desk.wish("a", Wish::Resign { seat: None })), Code::Over);

    let mut desk = Desk::open("abalone", &[person("a"), program()]);
    desk.wish("a", Wish::Propose { what: Proposed::Draw }).unwrap();
    assert_eq!(desk.room.phase(), Phase::Playing, "an even game is played on");
}

#[test]
fn an_action_ends_a_proposal() {
    let mut desk = Desk::open("zange", &[person("a"), person("b")]);
    desk.wish("b", Wish::Propose { what: Proposed::Draw }).unwrap();
    desk.act("a", "@17").unwrap();
    assert_eq!(code(desk.wish("a", Wish::Answer { accept: true })), Code::NotNow);
}

#[test]
fn late_rules_of_zange_need_consent() {
    let text = "D...../D....../......./.... to=1 hand=0,0";
    assert!(wabe_games::open("zange").unwrap().set_position(text).is_err(), "no position at all");
    let mut table = wabe_games::open("zange").unwrap();
    let mut dice = Dice::new(3);
    while table.by_consent().is_empty() {
        match table.random_action(&mut dice) {
            Some(action) => table.play(&action).unwrap(),
            None => while table.take_back() {},
        }
    }
    let position = table.position();
    let settings = Desk::open("zange", &[person("a"), person("b")]).room.settings().clone();
    let mut desk = Desk::with(Settings { position: Some(position), ..settings });
    let acting = ["a", "b"][desk.view("a")["to_act"].as_u64().unwrap() as usize - 1];
    let other = if acting == "a" { "b" } else { "a" };
    assert_eq!(code(desk.act(acting, "agree-corners")), Code::Illegal);
    let consent = Proposed::Consent { action: "agree-corners".into() };
    desk.wish(other, Wish::Propose { what: consent }).unwrap();
    desk.wish(acting, Wish::Answer { accept: true }).unwrap();
    assert_eq!(desk.room.game().actions(), ["agree-corners"]);
}

#[test]
fn clocks_flag_and_credit() {
    let settings = Desk::open("zange", &[person("a"), person("b")]).room.settings().clone();
    let clock = Some(ClockRule::Increment { base: 5_000, step: 0 });
    let mut desk = Desk::with(Settings { clock, ..settings });
    desk.now += 60_000;
    assert_eq!(desk.room.flag(desk.now), None, "nobody has begun");
    desk.act("a", "@17").unwrap();
    desk.now += 3_000;
    desk.happen(Deed::Credited { ms: 2_000 }, None);
    assert_eq!(desk.room.flag(desk.now + 3_000), None);
    desk.now += 4_000;
    let late = desk.act("b", "@18");
    assert!(late.is_ok(), "the message is answered, by the flag");
    assert_eq!(desk.room.phase(), Phase::Over);
    assert_eq!(desk.view("a")["result"]["winners"], serde_json::json!([1]));
    assert_eq!(desk.view("a")["result"]["reason"], "time");
}

#[test]
fn hidden_numbers_and_what_tells_of_them_stay_hidden() {
    let mut desk = Desk::open("ombagi:hidden=true", &[person("a"), person("b")]);
    desk.act("a", "(D3)12-A17").unwrap();
    desk.act("b", "(H3)44-A39").unwrap();
    for who in ["a", "b", "watcher"] {
        let view = desk.view(who);
        assert!(view["picture"].to_string().contains("hidden"));
        assert_eq!(view["turns"][0]["actions"][0], "…");
        let mine = desk.room.mine(who);
        assert!(desk.room.moment(mine, 0).is_none() && desk.room.record(mine).is_none());
        assert!(desk.room.moment(mine, 2).unwrap().position.is_none());
    }
    desk.wish("a", Wish::Resign { seat: None }).unwrap();
    let view = desk.view("b");
    assert!(!view["picture"].to_string().contains("hidden"));
    assert_eq!(view["turns"][0]["actions"][0], "(D3)12-A17");
    assert!(desk.room.record(desk.room.mine("b")).is_some());
}

#[test]
fn games_are_aborted_only_at_the_start() {
    let mut desk = Desk::open("zange", &[person("a"), person("b")]);
    assert_eq!(code(desk.wish("stranger", Wish::Abort)), Code::NotNow);
    desk.act("a", "@17").unwrap();
    desk.act("b", "@18").unwrap();
    assert_eq!(code(desk.wish("a", Wish::Abort)), Code::NotNow);
    let mut desk = Desk::open("zange", &[person("a"), Holder::Open]);
    desk.wish("a", Wish::Abort).unwrap();
    assert_eq!(desk.room.phase(), Phase::Aborted);
}

#[test]
fn what_is_said_is_kept_as_it_was_said() {
    let mut desk = Desk::open("zange", &[person("a"), person("b")]);
    desk.wish("a", Wish::Chat { text: " <b>hi</b> ".into() }).unwrap();
    desk.wish("watcher", Wish::Chat { text: "good luck".into() }).unwrap();
    let view = desk.view("b");
    assert_eq!(view["chat"][0]["text"], "<b>hi</b>");
    assert_eq!(
        (view["chat"][0]["name"].as_str(), &view["chat"][1]["seat"]),
        (Some("A"), &Value::Null)
    );
    assert_eq!(code(desk.wish("a", Wish::Chat { text: "x".repeat(501) })), Code::TooLarge);
    assert_eq!(code(desk.wish("a", Wish::Chat { text: " ".into() })), Code::TooLarge);
}

/// What a client does with a change.
fn patch(view: &mut Value, change: Value) {
    for (name, value) in change.as_object().unwrap().clone() {
        match name.as_str() {
            "cells" => {
                for pair in value.as_array().unwrap() {
                    let index = pair[0].as_u64().unwrap() as usize;
                    view["picture"]["cells"][index] = pair[1].clone();
                }
            }
            "beside" => view["picture"]["seats"] = value,
            "notes" => view["picture"]["notes"] = value,
            "turns" => {
                let turns = view["turns"].as_array_mut().unwrap();
                turns.truncate(value["keep"].as_u64().unwrap() as usize);
                turns.extend(value["add"].as_array().unwrap().iter().cloned());
            }
            _ => view[name] = value,
        }
    }
}

fn any_wish(desk: &Desk, dice: &mut Dice) -> Wish {
    match dice.below(24) {
        0 => Wish::Undo,
        1 => Wish::Propose { what: Proposed::Takeback },
        2 => Wish::Propose { what: Proposed::Draw },
        3 | 4 => Wish::Answer { accept: dice.below(4) == 0 },
        5 => Wish::Chat { text: "hm".into() },
        6 => Wish::Sit { seat: dice.below(5) as usize, name: "N".into() },
        7 if dice.below(10) == 0 => Wish::Resign { seat: None },
        8 if dice.below(10) == 0 => Wish::Abort,
        9 => match desk.room.game().by_consent().pop() {
            Some(action) => Wish::Propose { what: Proposed::Consent { action } },
            None => Wish::Undo,
        },
        _ => Wish::Act {
            action: desk.room.game().random_action(dice).unwrap_or_default(),
            length: desk.room.game().len(),
        },
    }
}

#[test]
fn replaying_and_patching_give_the_room_itself_in_every_game() {
    let mut dice = Dice::new(11);
    for about in wabe_games::GAMES {
        for spec in about.variants.iter().copied().chain([about.name]) {
            let players = wabe_games::open(spec).unwrap().players();
            let names = ["a", "b", "c", "d"];
            let mut seats: Vec<Holder> = (0..players).map(|i| person(names[i])).collect();
            if dice.below(2) == 0 {
                seats[players - 1] = Holder::Open;
            }
            let mut desk = Desk::open(spec, &seats);
            for _ in 0..60 {
                let who = ["a", "b", "c", "d", "w"][dice.below(5) as usize];
                let wish = any_wish(&desk, &mut dice);
                let Ok(deeds) = desk.room.judge(who, &wish, desk.now) else { continue };
                for deed in deeds {
                    let seen: Vec<_> = ["a", "b", "w"]
                        .map(|eye| {
                            let mut pictures = Pictures::default();
                            let outline = desk.room.outline(desk.room.mine(eye), &mut pictures);
                            (eye, desk.view(eye), outline)
                        })
                        .into();
                    desk.happen(deed.clone(), Some(who));
                    let mut pictures = Pictures::default();
                    for (eye, mut view, outline) in seen {
                        let mine = desk.room.mine(eye);
                        let change = desk.room.change(&outline, mine, &deed, &mut pictures);
                        patch(&mut view, serde_json::to_value(change).unwrap());
                        let now = desk.view(eye);
                        view["chat"] = now["chat"].clone();
                        assert_eq!(view, now, "{spec} seen by {eye} after {deed:?}");
                    }
                }
                desk.settle();
            }
            let again = Room::replay(&desk.log).unwrap().unwrap();
            for eye in ["a", "b", "c", "d", "w"] {
                let view = serde_json::to_value(again.view(again.mine(eye))).unwrap();
                assert_eq!(view, desk.view(eye), "{spec} replayed");
            }
        }
    }
}
