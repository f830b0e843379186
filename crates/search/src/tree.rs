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
type Rewards = [f32; 4];

/// How leaves are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// By a random game.
    RollOut,
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
    /// Whether to learn how near everybody came to winning ([`Mind::shares`]),
    /// or only who won.
    pub shares: bool,
    /// At most so many nodes.
    pub room: usize,
}

impl Shape {
    /// Plain UCT with random games: what the others are measured against.
    pub const PLAIN: Shape =
        Shape { leaf: Leaf::RollOut, curiosity: 1.0, hearsay: 0.0, shares: false, room: 4_000_000 };
    /// With all that is known to help.
    pub const BEST: Shape = Shape {
        leaf: Leaf::RollOut,
        curiosity: 0.3,
        hearsay: 1000.0,
        shares: true,
        room: 4_000_000,
    };
}

struct Node<Move> {
    action: Option<Move>,
    first: u32,
    children: u32,
    visits: u32,
    /// The sum of rewards for the seat that chose this action.
    sum: f32,
    heard: u32,
    heard_sum: f32,
    proven: Option<Rewards>,
}

impl<Move> Node<Move> {
    fn new(action: Option<Move>) -> Node<Move> {
        Node {
            action,
            first: 0,
            children: 0,
            visits: 0,
            sum: 0.0,
            heard: 0,
            heard_sum: 0.0,
            proven: None,
        }
    }

    fn range(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.children) as usize
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
    pub visits: Vec<(Move, u32)>,
}

impl<Move: Copy + Eq> Harvest<Move> {
    /// What several trees of the same position have come to together: the
    /// action with the most visits in all of them, unless one of them is
    /// certain of a win.
    pub fn merged(harvests: Vec<Harvest<Move>>) -> Option<Harvest<Move>> {
        let playouts = harvests.iter().map(|harvest| harvest.playouts).sum();
        let mut visits: Vec<(Move, u32)> = Vec::new();
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
    nodes: Vec<Node<M::Move>>,
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
            nodes: Vec::new(),
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
        self.nodes.clear();
        self.nodes.push(Node::new(None));
        self.expand(0, root);
        let mut playouts = 0;
        let mut told = 1024;
        while playouts == 0
            || !(budget.is_over_nodes(playouts) || playouts % 64 == 0 && budget.is_spent(playouts))
        {
            if self.nodes[0].proven.is_some() && playouts > 0 {
                break;
            }
            self.grow_once(root);
            playouts += 1;
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
            let action = self.nodes[best].action?;
            line.push(action);
            self.game.apply(&mut position, action);
            if self.nodes[best].visits < 8 && !line.is_empty() && at != 0 {
                break;
            }
            at = best;
        }
        let best = &self.nodes[self.favourite(0, root)?];
        let reward = |node: &Node<M::Move>| match node.proven {
            Some(rewards) => rewards[seat],
            None => node.sum / node.visits.max(1) as f32,
        };
        let children = &self.nodes[self.nodes[0].range()];
        let visits = children.iter().filter_map(|node| Some((node.action?, node.visits))).collect();
        let proven = best.proven.is_some();
        Some(Harvest { reward: reward(best), playouts, line, proven, visits })
    }

    /// The child to play: a proven win, else the most visited that is no
    /// proven loss.
    fn favourite(&self, node: usize, position: &M::Position) -> Option<usize> {
        let seat = self.game.status(position).seat()?.index();
        let rank = |child: usize| {
            let node = &self.nodes[child];
            match node.proven {
                Some(rewards) if rewards[seat] > 0.9 => (3, 0),
                Some(rewards) if rewards[seat] < 0.1 => (1, node.visits),
                _ => (2, node.visits),
            }
        };
        let range = self.nodes[node].range();
        range.max_by(|&a, &b| rank(a).cmp(&rank(b)).then(b.cmp(&a)))
    }

    fn expand(&mut self, at: usize, position: &M::Position) {
        self.scratch.clear();
        self.game.moves(position, &mut self.scratch);
        self.dice.shuffle(&mut self.scratch);
        let first = self.nodes.len();
        self.nodes.extend(self.scratch.iter().map(|&action| Node::new(Some(action))));
        self.nodes[at].first = first as u32;
        self.nodes[at].children = self.scratch.len() as u32;
    }

    /// One way down the tree, one look at a leaf, and back.
    fn grow_once(&mut self, root: &M::Position) {
        self.path.clear();
        let mut at = 0;
        let mut position = root.clone();
        let rewards = loop {
            if let Some(rewards) = self.nodes[at].proven {
                break rewards;
            }
            let status = self.game.status(&position);
            if let Status::Over(outcome) = status {
                let rewards = rewards_of(self.game, outcome);
                self.nodes[at].proven = Some(rewards);
                break rewards;
            }
            if self.nodes[at].children == 0 {
                if self.nodes[at].visits == 0 || self.nodes.len() >= self.shape.room {
                    break self.look(&position);
                }
                self.expand(at, &position);
            }
            let child = match status {
                Status::ToAct(seat) => self.choose(at, seat),
                _ => {
                    let range = self.nodes[at].range();
                    range.start + self.dice.below(range.len() as u32) as usize
                }
            };
            self.path.push((at, position.clone()));
            if let Some(action) = self.nodes[child].action {
                self.game.apply(&mut position, action);
            }
            at = child;
        };
        self.back_up(at, rewards);
    }

    /// Judges a leaf. After a random game, `position` is its end.
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
            Leaf::RollOut => {
                let mut end = position.clone();
                self.game.roll_out(&mut end, &mut self.dice, &mut self.scratch);
                let shares = if self.shape.shares { self.game.shares(&end) } else { None };
                let rewards = match (shares, self.game.status(&end)) {
                    (Some(shares), _) => shares,
                    (None, Status::Over(outcome)) => rewards_of(self.game, outcome),
                    (None, _) => [0.5; 4],
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
            let reward = rewards[seat.index()];
            for child in self.nodes[*at].range() {
                let node = &mut self.nodes[child];
                let Some(action) = node.action else { continue };
                match self.game.came_true(position, action, end) {
                    Some(true) => {
                        node.heard += 1;
                        node.heard_sum += reward;
                    }
                    Some(false) => {}
                    None => return,
                }
            }
        }
    }

    fn choose(&self, at: usize, seat: Seat) -> usize {
        let parent = &self.nodes[at];
        let visits = parent.visits.max(1) as f32;
        let log = visits.ln();
        let hearsay = self.shape.hearsay;
        let mut best = (parent.range().start, f32::MIN);
        for child in parent.range() {
            let node = &self.nodes[child];
            let urgency = if let Some(rewards) = node.proven {
                // A proven win is taken at once, a proven loss only if all are.
                match rewards[seat.index()] {
                    reward if reward > 0.9 => 1e6,
                    reward if reward < 0.1 => -1e6,
                    reward => reward,
                }
            } else if node.visits == 0 && (hearsay == 0.0 || node.heard == 0) {
                1e3
            } else {
                let seen = node.visits as f32;
                let mean = if node.visits > 0 { node.sum / seen } else { 0.5 };
                let explore = self.shape.curiosity * (log / seen.max(1.0)).sqrt();
                let mean = if hearsay > 0.0 && node.heard > 0 {
                    let heard = node.heard as f32;
                    let trust = heard / (heard + seen + heard * seen / hearsay);
                    mean * (1.0 - trust) + node.heard_sum / heard * trust
                } else {
                    mean
                };
                mean + explore
            };
            if urgency > best.1 {
                best = (child, urgency);
            }
        }
        best.0
    }

    fn back_up(&mut self, leaf: usize, rewards: Rewards) {
        let mut at = leaf;
        let mut may_prove = self.nodes[leaf].proven.is_some();
        self.nodes[at].visits += 1;
        for i in (0..self.path.len()).rev() {
            let (parent, status) = (self.path[i].0, self.game.status(&self.path[i].1));
            if let Status::ToAct(seat) = status {
                self.nodes[at].sum += rewards[seat.index()];
            }
            if may_prove {
                let proof = self.proof(parent, status);
                self.nodes[parent].proven = proof;
                may_prove = proof.is_some();
            }
            self.nodes[parent].visits += 1;
            at = parent;
        }
    }

    /// What is certain of a node, once enough of its children are.
    fn proof(&self, at: usize, status: Status) -> Option<Rewards> {
        let children = &self.nodes[self.nodes[at].range()];
        match status {
            Status::ToAct(seat) => {
                let seat = seat.index();
                let best = |a: &Rewards, b: &Rewards| a[seat].total_cmp(&b[seat]);
                let known = children.iter().filter_map(|node| node.proven).max_by(best)?;
                let all = children.iter().all(|node| node.proven.is_some());
                (all || known[seat] > 0.9).then_some(known)
            }
            _ => {
                let known: Vec<Rewards> =
                    children.iter().map(|node| node.proven).collect::<Option<_>>()?;
                let mean = |seat: usize| {
                    known.iter().map(|rewards| rewards[seat]).sum::<f32>() / known.len() as f32
                };
                Some(std::array::from_fn(mean))
            }
        }
    }
}

/// What an outcome gives every seat: 1 to who wins alone or with partners, 0 to
/// who loses, and half in a draw.
pub(crate) fn rewards_of<M: Mind>(game: &M, outcome: Outcome) -> Rewards {
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
