//! Monte-Carlo tree search for any number of sides.
//!
//! Every seat goes for its own reward (max^n), so partners and rivals need no
//! special treatment. Ends found in the tree are backed up as proofs. Where a
//! finished game shows which actions were played, all of them are learnt from
//! at once (RAVE).

use crate::limits::Budget;
use crate::mind::{Features, Mind, expected_score};
use wabe_rules::{Dice, Outcome, Seat, SeatSet, Status};

/// The reward of every seat, 0 to 1.
pub type Rewards = [f32; 4];

/// What makes an action attractive of which nothing is known.
const NEW: f32 = 1e3;

/// A choice that was made so many times has heard enough to listen to one game of four only.
const WELL_HEARD: i32 = 200;

/// After so many visits of the root all nodes count half: sums of more rewards would no
/// longer grow by a single one, in numbers of 32 bits.
const FULL: i32 = 1 << 20;

/// How leaves are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// By a random game.
    RollOut,
    /// By a random game of which more is learnt than who has won ([`Mind::shares`]).
    Shares,
    /// By the evaluation.
    Worth,
}

/// The numbers that shape the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// How leaves are judged.
    pub leaf: Leaf,
    /// How much what is little explored attracts.
    pub curiosity: f32,
    /// So many visits make what was seen as good as what came true elsewhere;
    /// 0 = learn only from what was seen.
    pub hearsay: f32,
    /// A node is opened once it has been looked at so many times.
    pub patience: i32,
    /// At most so many nodes.
    pub room: usize,
}

impl Shape {
    /// Plain UCT with random games: what the others are measured against.
    pub const PLAIN: Shape =
        Shape { leaf: Leaf::RollOut, curiosity: 1.0, hearsay: 0.0, patience: 1, room: 4_000_000 };
    /// With all that is known to help.
    pub const BEST: Shape = Shape { curiosity: 0.3, hearsay: 1000.0, ..Shape::PLAIN };
    /// For three and four: deep rather than broad, little but what looks best, so as to see
    /// what all the others reply.
    pub const NARROW: Shape =
        Shape { leaf: Leaf::Shares, curiosity: 0.02, patience: 3, ..Shape::BEST };
}

/// The nodes of a tree, a column for everything that is known of them: choosing among
/// the children of a node looks at few things of many, which stand side by side.
struct Nodes<Move> {
    /// How a node is reached; none at the root.
    actions: Vec<Option<Move>>,
    /// The children of a node, once it has some.
    children: Vec<(u32, u32)>,
    visits: Vec<i32>,
    /// The sum of rewards for the seat that chose this action.
    sums: Vec<f32>,
    /// How often the action came true in other games, and the rewards of those.
    heard: Vec<i32>,
    heard_sums: Vec<f32>,
    proofs: Vec<Option<Rewards>>,
    /// Whether something is proven of one of the children.
    has_proofs: Vec<bool>,
}

impl<Move: Copy> Nodes<Move> {
    /// No nodes, but room for so many, so that memory is never taken twice over.
    fn with_room(nodes: usize) -> Nodes<Move> {
        Nodes {
            actions: Vec::with_capacity(nodes),
            children: Vec::with_capacity(nodes),
            visits: Vec::with_capacity(nodes),
            sums: Vec::with_capacity(nodes),
            heard: Vec::with_capacity(nodes),
            heard_sums: Vec::with_capacity(nodes),
            proofs: Vec::with_capacity(nodes),
            has_proofs: Vec::with_capacity(nodes),
        }
    }

    fn len(&self) -> usize {
        self.actions.len()
    }

    /// Adds nodes that are reached by these actions.
    fn add(&mut self, actions: impl Iterator<Item = Option<Move>>) {
        self.actions.extend(actions);
        let len = self.actions.len();
        self.children.resize(len, (0, 0));
        self.visits.resize(len, 0);
        self.sums.resize(len, 0.0);
        self.heard.resize(len, 0);
        self.heard_sums.resize(len, 0.0);
        self.proofs.resize(len, None);
        self.has_proofs.resize(len, false);
    }

    /// Lets all that was seen and heard count half, with the same means.
    fn halve(&mut self) {
        let halve = |counts: &mut [i32], sums: &mut [f32]| {
            for (count, sum) in counts.iter_mut().zip(sums) {
                let half = *count - *count / 2;
                *sum *= half as f32 / (*count).max(1) as f32;
                *count = half;
            }
        };
        halve(&mut self.visits, &mut self.sums);
        halve(&mut self.heard, &mut self.heard_sums);
    }

    fn children(&self, node: usize) -> std::ops::Range<usize> {
        let (first, end) = self.children[node];
        first as usize..end as usize
    }
}

/// What a tree has come to.
pub(crate) struct Harvest<Move> {
    pub reward: f32,
    pub playouts: u64,
    pub line: Vec<Move>,
    /// Whether the reward is certain.
    pub proven: bool,
    /// Every action of the root with its visits.
    pub visits: Vec<(Move, i32)>,
    /// How much of its room is taken, in thousandths.
    pub fullness: u32,
}

impl<Move: Copy + Eq> Harvest<Move> {
    /// What several trees of the same position have come to together: the
    /// action with the most visits in all of them, unless one of them is
    /// certain of a win.
    pub fn merged(harvests: Vec<Harvest<Move>>) -> Option<Harvest<Move>> {
        let playouts = harvests.iter().map(|harvest| harvest.playouts).sum();
        let mut visits: Vec<(Move, i32)> = Vec::new();
        for (action, count) in harvests.iter().flat_map(|harvest| &harvest.visits) {
            match visits.iter_mut().find(|(known, _)| known == action) {
                Some((_, sum)) => *sum += count,
                None => visits.push((*action, *count)),
            }
        }
        let total = |harvest: &Harvest<Move>| {
            let action = harvest.line.first();
            visits.iter().find(|(known, _)| Some(known) == action).map_or(0, |&(_, count)| count)
        };
        let is_won = |harvest: &Harvest<Move>| harvest.proven && harvest.reward > 0.9;
        let best = harvests
            .iter()
            .enumerate()
            .max_by_key(|&(i, harvest)| (is_won(harvest), total(harvest), std::cmp::Reverse(i)))?
            .0;
        let best = harvests.into_iter().nth(best)?;
        Some(Harvest { playouts, visits, ..best })
    }
}

pub(crate) struct Tree<'a, M: Mind> {
    game: &'a M,
    shape: Shape,
    weights: Features,
    nodes: Nodes<M::Move>,
    /// How attractive each child is, while one is chosen.
    urgency: Vec<f32>,
    dice: Dice,
    scratch: Vec<M::Move>,
    path: Vec<(usize, M::Position)>,
}

impl<'a, M: Mind> Tree<'a, M> {
    pub fn new(game: &'a M, weights: Features, shape: Shape, seed: u64) -> Self {
        Tree {
            game,
            shape,
            weights,
            nodes: Nodes::with_room(0),
            urgency: Vec::new(),
            dice: Dice::new(seed),
            scratch: Vec::new(),
            path: Vec::new(),
        }
    }

    /// Grows the tree of a position in which a seat acts until the budget is
    /// spent (a node is a playout), and says what it has come to.
    pub fn grow(
        &mut self,
        root: &M::Position,
        budget: &Budget,
        mut see: impl FnMut(&Harvest<M::Move>),
    ) -> Option<Harvest<M::Move>> {
        // A playout opens one node at most, with 64 actions or not many more.
        let opened = budget.limits.nodes.unwrap_or(u64::MAX).saturating_add(1).saturating_mul(64);
        self.nodes = Nodes::with_room(self.shape.room.min(opened as usize) + 1024);
        self.nodes.add(std::iter::once(None));
        self.expand(0, root);
        let mut playouts = 0;
        let mut told = 1024;
        while playouts == 0
            || !(budget.is_over_nodes(playouts) || playouts % 64 == 0 && budget.is_spent(playouts))
        {
            if self.nodes.proofs[0].is_some() && playouts > 0 {
                break;
            }
            self.grow_once(root);
            playouts += 1;
            if self.nodes.visits[0] >= FULL {
                self.nodes.halve();
            }
            if playouts == told {
                told *= 2;
                see(&self.harvest(root, playouts)?);
            }
        }
        self.harvest(root, playouts)
    }

    fn harvest(&self, root: &M::Position, playouts: u64) -> Option<Harvest<M::Move>> {
        let seat = self.game.status(root).seat()?.index();
        let mut line = Vec::new();
        let mut at = 0;
        let mut position = root.clone();
        while let Some(best) = self.favourite(at, &position) {
            let action = self.nodes.actions[best]?;
            line.push(action);
            self.game.apply(&mut position, action);
            if self.nodes.visits[best] < 8 && !line.is_empty() && at != 0 {
                break;
            }
            at = best;
        }
        let best = self.favourite(0, root)?;
        let nodes = &self.nodes;
        let reward = match nodes.proofs[best] {
            Some(rewards) => rewards[seat],
            None => nodes.sums[best] / nodes.visits[best].max(1) as f32,
        };
        let visits = nodes.children(0);
        let visits =
            visits.filter_map(|child| Some((nodes.actions[child]?, nodes.visits[child]))).collect();
        let proven = nodes.proofs[best].is_some();
        let fullness = (1000 * nodes.len() / self.shape.room.max(1)).min(1000) as u32;
        Some(Harvest { reward, playouts, line, proven, visits, fullness })
    }

    /// The child to play: a proven win, else the most visited that is no
    /// proven loss.
    fn favourite(&self, node: usize, position: &M::Position) -> Option<usize> {
        let seat = self.game.status(position).seat()?.index();
        let rank = |child: usize| match self.nodes.proofs[child] {
            Some(rewards) if rewards[seat] > 0.9 => (3, 0),
            Some(rewards) if rewards[seat] < 0.1 => (1, self.nodes.visits[child]),
            _ => (2, self.nodes.visits[child]),
        };
        self.nodes.children(node).max_by(|&a, &b| rank(a).cmp(&rank(b)).then(b.cmp(&a)))
    }

    fn expand(&mut self, at: usize, position: &M::Position) {
        self.scratch.clear();
        self.game.moves(position, &mut self.scratch);
        self.dice.shuffle(&mut self.scratch);
        let first = self.nodes.len();
        self.nodes.add(self.scratch.iter().map(|&action| Some(action)));
        self.nodes.children[at] = (first as u32, self.nodes.len() as u32);
    }

    /// One way down the tree, one look at a leaf, and back.
    fn grow_once(&mut self, root: &M::Position) {
        self.path.clear();
        let mut at = 0;
        let mut position = root.clone();
        let rewards = loop {
            if let Some(rewards) = self.nodes.proofs[at] {
                break rewards;
            }
            let status = self.game.contest(&position);
            if let Status::Over(outcome) = status {
                let rewards = rewards_of(self.game, outcome);
                self.nodes.proofs[at] = Some(rewards);
                break rewards;
            }
            if self.nodes.children(at).is_empty() {
                let is_new = self.nodes.visits[at] < self.shape.patience;
                if is_new || self.nodes.len() >= self.shape.room {
                    break self.look(&position);
                }
                self.expand(at, &position);
            }
            let child = match status {
                Status::ToAct(seat) => self.choose(at, seat),
                _ => {
                    let range = self.nodes.children(at);
                    range.start + self.dice.below(range.len() as u32) as usize
                }
            };
            self.path.push((at, position.clone()));
            if let Some(action) = self.nodes.actions[child] {
                self.game.apply(&mut position, action);
            }
            at = child;
        };
        self.back_up(at, rewards);
    }

    /// Judges a leaf.
    fn look(&mut self, position: &M::Position) -> Rewards {
        match self.shape.leaf {
            Leaf::Worth => {
                let seats = Seat::all(self.game.players());
                let mut rewards = [0.0; 4];
                for seat in seats {
                    let worth = self.game.evaluate(position, seat, &self.weights);
                    rewards[seat.index()] = expected_score(worth) as f32;
                }
                rewards
            }
            Leaf::RollOut | Leaf::Shares => {
                let mut end = position.clone();
                self.game.roll_out(&mut end, &mut self.dice, &mut self.scratch);
                let rewards = match self.shape.leaf {
                    Leaf::Shares => self.game.shares(&end),
                    _ => rewards_at(self.game, &end),
                };
                if self.shape.hearsay > 0.0 {
                    self.spread(&end, rewards);
                }
                rewards
            }
        }
    }

    /// Tells every choice on the way whether it came true in this game.
    fn spread(&mut self, end: &M::Position, rewards: Rewards) {
        for (at, position) in &self.path {
            let Some(seat) = self.game.status(position).seat() else {
                continue;
            };
            let visits = self.nodes.visits[*at];
            if visits > WELL_HEARD && visits % 4 != 0 {
                continue;
            }
            let reward = rewards[seat.index()];
            let came_true = self.game.came_true(position, end);
            let children = self.nodes.children(*at);
            let heard = &mut self.nodes.heard[children.clone()];
            let sums = &mut self.nodes.heard_sums[children.clone()];
            for ((action, heard), sum) in self.nodes.actions[children].iter().zip(heard).zip(sums) {
                let is_true = action.is_some_and(&came_true);
                *heard += i32::from(is_true);
                *sum += if is_true { reward } else { 0.0 };
            }
        }
    }

    fn choose(&mut self, at: usize, seat: Seat) -> usize {
        let children = self.nodes.children(at);
        let (first, len) = (children.start, children.len());
        let Shape { curiosity, hearsay, .. } = self.shape;
        // Plain loops over slices of the same length: several children at once.
        self.urgency.resize(len, 0.0);
        let urgency = &mut self.urgency[..len];
        let visits = &self.nodes.visits[children.clone()][..len];
        let sums = &self.nodes.sums[children.clone()][..len];
        if hearsay > 0.0 {
            let heard = &self.nodes.heard[children.clone()][..len];
            let heard_sums = &self.nodes.heard_sums[children.clone()][..len];
            let doubt = 1.0 / hearsay;
            for i in 0..len {
                let (seen, heard) = (visits[i] as f32, heard[i] as f32);
                let (some_seen, some_heard) = (seen.max(1.0), heard.max(1.0));
                let trust = heard / (some_heard + seen + heard * seen * doubt);
                let mean = (sums[i] + if seen > 0.0 { 0.0 } else { 0.5 }) / some_seen;
                let mean = mean + trust * (heard_sums[i] / some_heard - mean);
                urgency[i] = mean + if seen + heard > 0.0 { 0.0 } else { NEW };
            }
        } else {
            for i in 0..len {
                let bonus = if visits[i] > 0 { 0.0 } else { NEW };
                urgency[i] = sums[i] / (visits[i] as f32).max(1.0) + bonus;
            }
        }
        if curiosity > 0.0 {
            let log = (self.nodes.visits[at].max(1) as f32).ln();
            for i in 0..len {
                urgency[i] += curiosity * (log / (visits[i] as f32).max(1.0)).sqrt();
            }
        }
        if self.nodes.has_proofs[at] {
            for (urgency, proof) in self.urgency.iter_mut().zip(&self.nodes.proofs[children]) {
                // A proven win is taken at once, a proven loss only if all are.
                match proof.map(|rewards| rewards[seat.index()]) {
                    Some(reward) if reward > 0.9 => *urgency = f32::MAX,
                    Some(reward) if reward < 0.1 => *urgency = -f32::MAX,
                    Some(reward) => *urgency = reward,
                    None => {}
                }
            }
        }
        let mut best = (0, f32::MIN);
        for (child, &urgency) in self.urgency.iter().enumerate() {
            if urgency > best.1 {
                best = (child, urgency);
            }
        }
        first + best.0
    }

    fn back_up(&mut self, leaf: usize, rewards: Rewards) {
        let mut at = leaf;
        let mut may_prove = self.nodes.proofs[leaf].is_some();
        self.nodes.visits[at] += 1;
        for i in (0..self.path.len()).rev() {
            let (parent, status) = (self.path[i].0, self.game.status(&self.path[i].1));
            if let Status::ToAct(seat) = status {
                self.nodes.sums[at] += rewards[seat.index()];
            }
            if may_prove {
                self.nodes.has_proofs[parent] = true;
                let proof = self.proof(parent, status);
                self.nodes.proofs[parent] = proof;
                may_prove = proof.is_some();
            }
            self.nodes.visits[parent] += 1;
            at = parent;
        }
    }

    /// What is certain of a node, once enough of its children are.
    fn proof(&self, at: usize, status: Status) -> Option<Rewards> {
        let children = &self.nodes.proofs[self.nodes.children(at)];
        match status {
            Status::ToAct(seat) => {
                let seat = seat.index();
                let best = |a: &Rewards, b: &Rewards| a[seat].total_cmp(&b[seat]);
                let known = children.iter().flatten().copied().max_by(best)?;
                let all = children.iter().all(|proof| proof.is_some());
                (all || known[seat] > 0.9).then_some(known)
            }
            _ => {
                let known: Vec<Rewards> = children.iter().copied().collect::<Option<_>>()?;
                let mean = |seat: usize| {
                    known.iter().map(|rewards| rewards[seat]).sum::<f32>() / known.len() as f32
                };
                Some(std::array::from_fn(mean))
            }
        }
    }
}

/// What the end of a random game gives every seat; half to all if it has none.
pub(crate) fn rewards_at<M: Mind>(game: &M, end: &M::Position) -> Rewards {
    match game.contest(end) {
        Status::Over(outcome) => rewards_of(game, outcome),
        _ => [0.5; 4],
    }
}

/// What an outcome gives every seat: 1 to who wins alone or with partners, 0 to
/// who loses, and half in a draw.
fn rewards_of<M: Mind>(game: &M, outcome: Outcome) -> Rewards {
    let Outcome { winners, .. } = outcome;
    let sides = Seat::all(game.players()).filter(|&seat| game.side(seat) == seat).count();
    std::array::from_fn(|i| {
        if winners == SeatSet::NONE {
            1.0 / sides.max(2) as f32
        } else {
            f32::from(u8::from(winners.contains(Seat::from_index(i))))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{Limits, Stop};
    use wabe_games::omega::Omega;
    use wabe_rules::{Game, Playing};

    /// A tree of a game of three after so many random games.
    fn with_grown<T>(shape: Shape, games: u64, ask: impl Fn(&Tree<Omega>) -> T) -> T {
        let playing = Playing::<Omega>::open("players=3").expect("a spec");
        let game = playing.game();
        let mut tree = Tree::new(game, [0; _], shape, 7);
        let budget = Budget::new(Limits::nodes(games), &Stop::new());
        tree.grow(&game.start(), &budget, |_| {}).expect("an action");
        ask(&tree)
    }

    #[test]
    fn a_node_is_opened_when_it_was_looked_at_often_enough() {
        for patience in [1, 2, 5] {
            let fewest = with_grown(Shape { patience, ..Shape::NARROW }, 3000, |tree| {
                let opened =
                    (1..tree.nodes.len()).filter(|&at| !tree.nodes.children(at).is_empty());
                opened.map(|at| tree.nodes.visits[at]).min()
            });
            assert_eq!(fewest, Some(patience + 1));
        }
    }

    #[test]
    fn means_stay_when_all_counts_half() {
        let mut nodes: Nodes<()> = Nodes::with_room(0);
        nodes.add([None, None, None, None].into_iter());
        nodes.visits.copy_from_slice(&[0, 1, 7, FULL]);
        nodes.sums.copy_from_slice(&[0.0, 1.0, 3.5, 0.25 * FULL as f32]);
        nodes.heard.copy_from_slice(&[2, 0, 0, 5]);
        nodes.heard_sums.copy_from_slice(&[1.0, 0.0, 0.0, 5.0]);
        nodes.halve();
        assert_eq!(nodes.visits, [0, 1, 4, FULL / 2]);
        assert_eq!(nodes.sums, [0.0, 1.0, 2.0, 0.125 * FULL as f32]);
        assert_eq!((nodes.heard, nodes.heard_sums), (vec![1, 0, 0, 3], vec![0.5, 0.0, 0.0, 3.0]));
    }

    #[test]
    fn a_tree_tells_how_much_of_its_room_is_taken() {
        let full = |games| {
            let playing = Playing::<Omega>::open("").expect("a spec");
            let shape = Shape { room: 2000, ..Shape::BEST };
            let budget = Budget::new(Limits::nodes(games), &Stop::new());
            let mut tree = Tree::new(playing.game(), [0; _], shape, 7);
            tree.grow(&playing.game().start(), &budget, |_| {}).expect("an action").fullness
        };
        assert!((1..1000).contains(&full(5)));
        assert_eq!(full(500), 1000);
    }

    #[test]
    fn who_has_heard_much_listens_to_one_game_of_four() {
        // 61 fields are six rounds of three, so every game puts 18 stones of a colour.
        let listened = |games| {
            with_grown(Shape::NARROW, games, |tree| {
                tree.nodes.heard[tree.nodes.children(0)].iter().sum::<i32>() / 18
            })
        };
        assert_eq!(listened(WELL_HEARD as u64), WELL_HEARD);
        assert_eq!(listened(WELL_HEARD as u64 + 400), WELL_HEARD + 100);
    }
}
