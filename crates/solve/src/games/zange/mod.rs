//! Die Zange with few stones: the third phase, and the end of the second.
//!
//! How many stones have been captured follows from those on the board, so a tier
//! is the stones of both sides and how near the third phase is. In the third
//! phase a turn has several moves, each an action of its own: a position knows
//! how many have been made, and the seat may stay. The two or three ordinary
//! turns before (R7) are tiers of their own without any loops. A capture leads to
//! a tier with fewer stones.
//!
//! `corners=1` and `triple=1` (in force from the first turn of the third phase)
//! have tables of their own; games in which a late rule comes later are covered
//! from then on.

mod rules;

use crate::engine::{Plan, Shelf, Tier, Work};
use crate::error::SolveError;
use crate::file::{Known, Solved};
use crate::retrograde::{self, Ahead, Tangle, Told};
use crate::solvable::{Atlas, Place, Solvable};
use crate::stones::Numbering;
use crate::value::Verdict;
use rules::{Late, Next, Season, Stand, can_move, quiet_movers, targets};
use std::collections::HashMap;
use std::sync::Arc;
use wabe_games::board37::{BOARD, CORNERS, around, fields, write_rows};
use wabe_games::zange::{Position, Zange};
use wabe_rules::Game;

/// Stones a player begins with.
const STONES: u8 = 6;
/// The captures that win, in all tables.
const GOAL: u8 = 5;
/// The most stones on the board that are solved.
const MOST: u32 = 8;
/// The classes of the second phase, in the order in which they are solved.
const SECOND: [[u8; 2]; 4] = [[3, 3], [3, 4], [4, 4], [3, 5]];

/// Positions in which a side with so many stones is to act and has made so many
/// moves.
struct Section {
    own: u8,
    made: u8,
    numbering: Arc<Numbering>,
    start: u64,
}

/// A tier.
struct Class {
    season: Season,
    sections: Vec<Section>,
}

/// Where the positions with few stones are.
pub struct ZangeAtlas {
    late: Late,
    /// Whether the late rules come later than with the third phase.
    waits: bool,
    classes: Vec<Class>,
    /// By stones and season.
    by_class: Vec<Option<usize>>,
    tiers: Vec<Tier>,
}

const CLASSES: usize = 8 * 8 * 5;

#[inline(always)]
fn class_key(few: u8, many: u8, season: Season) -> usize {
    let season = match season {
        Season::Far => 0,
        Season::On => 1,
        Season::After(turns) => 1 + usize::from(turns),
    };
    (8 * usize::from(few) + usize::from(many)) * 5 + season
}

fn season_name(season: Season) -> String {
    match season {
        Season::Far => String::new(),
        Season::On => "-third".into(),
        Season::After(turns) => format!("-third-in-{turns}"),
    }
}

/// Who can be to act: the number of its stones, and its moves so far.
fn acting(stones: [u8; 2], season: Season, late: Late) -> Vec<(u8, u8)> {
    let [few, many] = stones;
    let sides = match season {
        _ if few == many => vec![few],
        // The side with two stones has the last but one of the ordinary turns.
        Season::After(2) => vec![few],
        Season::After(_) => vec![many],
        Season::Far | Season::On => vec![few, many],
    };
    let made = 0..late.moves(season);
    sides.into_iter().flat_map(|own| made.clone().map(move |made| (own, made))).collect()
}

impl ZangeAtlas {
    fn new(pieces: u8, late: Late, waits: bool) -> ZangeAtlas {
        let third = (2..=STONES).map(|many| [2, many]);
        let mut all: Vec<([u8; 2], Season)> =
            third.clone().map(|stones| (stones, Season::On)).collect();
        for turns in 1..=3 {
            all.extend(third.clone().map(|stones| (stones, Season::After(turns))));
        }
        all.extend(SECOND.map(|stones| (stones, Season::Far)));
        all.retain(|&([few, many], season)| {
            few + many <= pieces && (!waits || season == Season::On)
        });
        let mut atlas = ZangeAtlas {
            late,
            waits,
            classes: Vec::new(),
            by_class: vec![None; CLASSES],
            tiers: Vec::new(),
        };
        let mut numberings: HashMap<[u8; 2], Arc<Numbering>> = HashMap::new();
        for (stones, season) in all {
            let mut cells = 0;
            let mut sections = Vec::new();
            for (own, made) in acting(stones, season, late) {
                let other = stones[0] + stones[1] - own;
                let numbering = numberings
                    .entry([own, other])
                    .or_insert_with(|| Arc::new(Numbering::new(&[own, other])));
                let numbering = Arc::clone(numbering);
                let start = cells;
                cells += numbering.len();
                sections.push(Section { own, made, numbering, start });
            }
            let [few, many] = stones;
            let name = format!("{few}-{many}{}", season_name(season));
            let memory = retrograde::memory(cells);
            atlas.tiers.push(Tier { name, cells, memory });
            atlas.by_class[class_key(few, many, season)] = Some(atlas.classes.len());
            atlas.classes.push(Class { season, sections });
        }
        atlas
    }

    /// The tier and cell of a position, if there is a tier for it.
    #[inline(always)]
    fn find_stand(&self, stand: &Stand) -> Option<(usize, u64)> {
        let (tier, section) = self.find_section(stand)?;
        Some((tier, section.cell(stand.own, stand.other)))
    }

    /// The tier and section of all positions with so many stones.
    #[inline(always)]
    fn find_section(&self, stand: &Stand) -> Option<(usize, &Section)> {
        let (own, other) = (stand.own.count_ones() as u8, stand.other.count_ones() as u8);
        let tier = self.by_class[class_key(own.min(other), own.max(other), stand.season)]?;
        let sections = &self.classes[tier].sections;
        let mut at = 0;
        while sections.get(at)?.own != own || sections[at].made != stand.made {
            at += 1;
        }
        Some((tier, &sections[at]))
    }

    /// The position of a cell, its section, and how many ways leave it as it is.
    #[inline(always)]
    fn stand(&self, tier: usize, cell: u64) -> Option<(Stand, usize, u8)> {
        let class = &self.classes[tier];
        let mut at = class.sections.len() - 1;
        while class.sections[at].start > cell {
            at -= 1;
        }
        let section = &class.sections[at];
        let number = cell - section.start;
        let sets = section.numbering.sets(number);
        let ways = section.numbering.ways(number, sets)?;
        let stand =
            Stand { own: sets[0], other: sets[1], made: section.made, season: class.season };
        stand.can_move(self.late).then_some((stand, at, ways))
    }
}

impl Section {
    #[inline(always)]
    fn cell(&self, own: u64, other: u64) -> u64 {
        self.start + self.numbering.number_of_two(own, other)
    }
}

struct Few<'a> {
    atlas: &'a ZangeAtlas,
    tier: usize,
    /// By tier.
    earlier: Vec<Option<Known<'a>>>,
}

/// A position and the place of its section.
#[derive(Clone, Copy)]
struct Board {
    stand: Stand,
    section: usize,
}

impl Few<'_> {
    #[inline(always)]
    fn class(&self) -> &Class {
        &self.atlas.classes[self.tier]
    }

    /// One more action, and what it leads to.
    #[inline(always)]
    fn lead(&self, next: Next, ahead: &mut Ahead) {
        ahead.known(match next {
            Next::Won => Verdict::Win { plies: 1 },
            Next::Lost => Verdict::Loss { plies: 1 },
            Next::Drawn => Verdict::Draw { chances: 0 },
            Next::Goes { to, quiet: true, .. } if to.season == self.class().season => {
                ahead.here += 1;
                return;
            }
            Next::Goes { to, same_seat, .. } => {
                let (tier, cell) = self.atlas.find_stand(&to).expect("a tier with fewer stones");
                let file = self.earlier[tier].expect("it has been solved");
                file.verdict(cell).before(same_seat)
            }
        });
    }

    /// Where every quiet move of one of the turns before the third phase leads, if
    /// the other side can move whatever is done: if it has room for two steps.
    #[inline(always)]
    fn turn_after(&self, stand: Stand) -> Option<(&Known<'_>, &Section)> {
        let Stand { own, other, .. } = stand;
        let room = around(other) & BOARD & !(own | other | CORNERS);
        if room & room.wrapping_sub(1) == 0 {
            return None;
        }
        let (tier, section) = self.atlas.find_section(&stand.next_turn())?;
        Some((self.earlier[tier].as_ref()?, section))
    }

    /// The section in which the same side is to act as in another, or not.
    #[inline(always)]
    fn section(&self, of: usize, same_seat: bool, made: u8) -> &Section {
        let class = self.class();
        let moves = usize::from(self.atlas.late.moves(class.season));
        let side = of / moves;
        let sides = class.sections.len() / moves;
        let side = if same_seat { side } else { sides - 1 - side };
        &class.sections[side * moves + usize::from(made)]
    }

    /// What led to a side's turn (or to so many moves in it), as if everybody
    /// could move. `acts` says whether that side is the one to act on the board.
    #[inline(always)]
    fn led_to(&self, board: &Board, acts: bool, made: u8, told: &mut Told) {
        let Stand { own, other, season, .. } = board.stand;
        let closed = self.atlas.late.closed(season);
        let moves = self.atlas.late.moves(season);
        // The side that moved, and the moves it had made before.
        let (moved, before) = if made > 0 { (acts, made - 1) } else { (!acts, moves - 1) };
        let (side, opposite) = if moved { (own, other) } else { (other, own) };
        let section = self.section(board.section, moved, before);
        let sides = [side, opposite];
        let mut left = quiet_movers(side, opposite, closed);
        while left != 0 {
            let to = left & left.wrapping_neg();
            left ^= to;
            // Steps and jumps go back the way they came.
            let mut sources = targets(to, side | opposite);
            let without = section.numbering.without(&sides, 0, to);
            while sources != 0 {
                let from = sources & sources.wrapping_neg();
                sources ^= from;
                told.tell((section.start + without.number(from)) as usize, moved);
            }
        }
        if made == 0 {
            for before in 1..moves {
                let section = self.section(board.section, moved, before);
                told.tell(section.cell(side, opposite) as usize, moved);
            }
        }
    }
}

impl Tangle for Few<'_> {
    type Board = Board;

    fn len(&self) -> usize {
        self.atlas.tiers[self.tier].cells as usize
    }

    #[inline(always)]
    fn board(&self, cell: usize) -> Option<(Board, u8)> {
        let (stand, section, ways) = self.atlas.stand(self.tier, cell as u64)?;
        Some((Board { stand, section }, ways))
    }

    #[inline(always)]
    fn ahead(&self, board: &Board) -> Ahead {
        let (stand, late) = (board.stand, self.atlas.late);
        let mut ahead = Ahead::default();
        if let Some(next) = stand.pass(late) {
            self.lead(next, &mut ahead);
        }
        let counts_down = matches!(stand.season, Season::After(_));
        let straight = if counts_down { self.turn_after(stand) } else { None };
        for from in fields(stand.own) {
            let from = from.bit();
            let targets = stand.targets(from, late);
            let loud = targets & stand.loud(from);
            let mut quiet = targets & !loud;
            if let Some((file, section)) = straight {
                let sides = [stand.other, stand.own];
                let without = section.numbering.without(&sides, 1, from);
                while quiet != 0 {
                    let to = quiet & quiet.wrapping_neg();
                    quiet ^= to;
                    let cell = section.start + without.number(to);
                    ahead.known(file.verdict(cell).before(false));
                }
            }
            if !counts_down {
                ahead.here += quiet.count_ones() as u16;
                quiet = 0;
            }
            for to in fields(loud | quiet) {
                self.lead(stand.go(from, to.bit(), late), &mut ahead);
            }
        }
        ahead
    }

    #[inline(always)]
    fn parents(&self, board: &Board, told: &mut Told) {
        let Stand { own, other, made, season } = board.stand;
        if let Season::After(_) = season {
            return;
        }
        self.led_to(board, true, made, told);
        // F4: if the other cannot move, all that led to its turn leads here.
        let late = self.atlas.late;
        if made == 0 && !can_move(other, own, late.closed(season)) {
            for made in 0..late.moves(season) {
                self.led_to(board, false, made, told);
            }
        }
    }
}

impl Plan for ZangeAtlas {
    fn table(&self) -> String {
        let mut name = String::from(Zange::ABOUT.name);
        for (on, rule) in [(self.late.corners, "-corners"), (self.late.triple, "-triple")] {
            name += if on { rule } else { "" };
        }
        name
    }

    fn rules_version(&self) -> u32 {
        Zange::ABOUT.rules_version
    }

    fn tiers(&self) -> &[Tier] {
        &self.tiers
    }

    fn solve(&self, tier: usize, shelf: &Shelf, work: &Work) -> Result<Solved, SolveError> {
        let earlier = shelf.known();
        let few = Few { atlas: self, tier, earlier };
        retrograde::solve(&self.tiers[tier].name, &few, work)
    }

    fn is_used(&self, tier: usize, cell: u64) -> bool {
        self.stand(tier, cell).is_some()
    }
}

impl Solvable for Zange {
    type Atlas = ZangeAtlas;

    fn atlas(&self, pieces: Option<u32>) -> Result<ZangeAtlas, SolveError> {
        let refused = |why: String| Err(SolveError::NotCovered(why));
        if self.goal() != GOAL {
            return refused(format!("zange is solved for captures={GOAL} only"));
        }
        let [corners, triple] = self.late_rules_from();
        if corners.max(triple) > 1 {
            let why = "zange is solved for corners=1 and triple=1 only; with later turns those \
                       tables are asked once the rules are in force";
            return refused(why.into());
        }
        let pieces @ 4..=MOST = pieces.unwrap_or(MOST) else {
            let why = format!("zange is solved with 4 to {MOST} stones on the board");
            return refused(format!("{why}: --pieces takes these"));
        };
        let late = Late { corners: corners > 0, triple: triple > 0 };
        Ok(ZangeAtlas::new(pieces as u8, late, false))
    }

    fn whole_atlas(&self) -> Result<ZangeAtlas, SolveError> {
        let [corners, triple] = self.late_rules_from();
        if self.goal() == GOAL && corners.max(triple) > 1 {
            let late = Late { corners: corners > 0, triple: triple > 0 };
            return Ok(ZangeAtlas::new(MOST as u8, late, true));
        }
        self.atlas(None)
    }
}

impl Atlas<Zange> for ZangeAtlas {
    fn find(&self, position: &Position) -> Option<Place> {
        if !position.is_moving() {
            return None;
        }
        let season = match position.turns_to_third() {
            None => Season::Far,
            Some(0) => Season::On,
            Some(turns) => Season::After(turns),
        };
        let [corners, triple] = position.late_rules();
        let in_force = match season {
            Season::On => self.late,
            _ => Late::default(),
        };
        if (Late { corners, triple }) != in_force {
            return None;
        }
        let side = position.to_act();
        let [own, other] = [side, 1 - side].map(|side| position.stones()[side]);
        let (tier, cell) = self.find_stand(&Stand { own, other, made: position.made(), season })?;
        Some(Place { tier, cells: [cell; 2] })
    }

    fn position_text(&self, tier: usize, cell: u64) -> String {
        let Some((stand, ..)) = self.stand(tier, cell) else {
            return String::new();
        };
        let mut text = String::new();
        write_rows(&mut text, "", |field| {
            let stone = [(stand.own, "D"), (stand.other, "H")]
                .into_iter()
                .find(|(set, _)| set & field.bit() != 0);
            stone.map_or(".", |(_, mark)| mark).into()
        });
        let [own, other] = [stand.own, stand.other].map(|set| STONES - set.count_ones() as u8);
        text += &format!(" to=1 hand=0,0 taken={other},{own}");
        match stand.season {
            Season::Far => text += " third=far",
            Season::After(turns) => text += &format!(" third={turns}"),
            Season::On => {
                text += &format!(" third=on made={}", stand.made);
                text += if self.late.corners { " corners=closed" } else { "" };
                text += if self.late.triple { " triple=on" } else { "" };
            }
        }
        text
    }

    fn plain_spec(&self) -> String {
        let mut spec = String::from("zange:repetition=0,limit=0");
        let from = if self.waits { 1000 } else { 1 };
        for (on, rule) in [(self.late.corners, "corners"), (self.late.triple, "triple")] {
            if on {
                spec += &format!(",{rule}={from}");
            }
        }
        spec
    }
}
