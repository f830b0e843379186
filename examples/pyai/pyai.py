#!/usr/bin/env python3
"""Lets the package pyai-abalone play over UGI, so that `wabe match` can measure against it.

    python3 -m venv V && V/bin/pip install pyai-abalone
    wabe match abalone:layout=belgian-daisy --a best \\
        --b "V/bin/python examples/pyai/pyai.py --leaves 20 --depth 4" --games 20 --time 100

It thinks as long as its leaves take, whatever `go` says. The package's own defaults are 250 and
13; with them it may need a minute a move, more than a match waits. Its network is compiled once
(tf.function), which changes its pace, not its moves.
"""

import argparse
import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

# Loading the network takes a while; who asks for `ugi` hears that we are there.
SAY = os.fdopen(os.dup(1), "w", buffering=1)
print("id name pyai-abalone\nugiok", file=SAY)
sys.stdout = sys.stderr

import numpy as np
import tensorflow as tf
from pyai_abalone import MagisterPlay, get_trained_magister_zero
from pyai_abalone.starting_positions import BELGIAN_DAISY

EMPTY, WHITE, BLACK, OFF = 0, 1, 2, 3
# Steps on its board of rows and columns: row 1 is i, row 9 is a, columns are numbers.
STEPS = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)]


def place(label):
    return 9 - (ord(label[0]) - ord("a")), int(label[1])


def label(row, column):
    return f"{chr(ord('a') + 9 - row)}{column}"


def shifted(board, cells, step):
    """The board after all these marbles went one step; off the board they are gone."""
    after = board.copy()
    for cell in cells:
        after[cell] = EMPTY
    for row, column in cells:
        to = (row + step[0], column + step[1])
        if board[to] != OFF:
            after[to] = board[row, column]
    return after


def line(board, at, step):
    """The marbles in line from a cell on, own and pushed, up to a gap or the edge."""
    cells = []
    while board[at] in (WHITE, BLACK):
        cells.append(at)
        at = (at[0] + step[0], at[1] + step[1])
    return cells


def played(board, action):
    """The board after an action of ours, which is known to be legal."""
    named = [place(action[i : i + 2]) for i in range(0, len(action), 2)]
    first, to = named[0], named[-1]
    step = (to[0] - first[0], to[1] - first[1])
    if len(named) == 2:
        return shifted(board, line(board, first, step), step)
    other = named[1]
    length = max(abs(other[0] - first[0]), abs(other[1] - first[1]))
    along = ((other[0] - first[0]) // length, (other[1] - first[1]) // length)
    group = [(first[0] + n * along[0], first[1] + n * along[1]) for n in range(length + 1)]
    return shifted(board, group, step)


def action_between(before, after, own):
    """How we write the move that leads from one board to the other."""
    for row, column in np.argwhere(before == own):
        first = (row, column)
        for step in STEPS:
            to = (row + step[0], column + step[1])
            if np.array_equal(shifted(before, line(before, first, step), step), after):
                return label(*first) + label(*to)
            if before[to] != EMPTY:
                continue
            for along in STEPS:
                if along in (step, (-step[0], -step[1])):
                    continue
                group = [first]
                for n in (1, 2):
                    group.append((row + n * along[0], column + n * along[1]))
                    if before[group[-1]] != own:
                        break
                    if np.array_equal(shifted(before, group, step), after):
                        return label(*first) + label(*group[-1]) + label(*to)
    return None


class Bridge:
    def __init__(self, leaves, depth, threads):
        model = get_trained_magister_zero()
        shape = tf.TensorSpec((1, 11, 11, 4), tf.float32)
        fast = tf.function(lambda board: model(board), input_signature=[shape])
        self.model = lambda board: fast(tf.constant(board, tf.float32))
        self.means = {"num_mcts": leaves, "depth_mcts": depth, "num_threads": threads}
        self.moves = None

    def begin(self):
        self.stop()
        self.player = MagisterPlay(self.model, BELGIAN_DAISY, **self.means)
        self.board, self.moves = BELGIAN_DAISY, []

    def stop(self):
        if self.moves is not None and not self.player.game.game_ended:
            self.player.stop_execution()

    def follow(self, moves):
        if self.moves is None or self.moves != moves[: len(self.moves)]:
            self.begin()
        for move in moves[len(self.moves) :]:
            self.board = played(self.board, move)
            self.player.make_given_move(self.board)
        self.moves = moves

    def best(self):
        before = self.board
        own = BLACK if len(self.moves) % 2 == 0 else WHITE
        if self.player.game.game_ended:
            # It calls a game drawn after 50 quiet turns; we play on.
            self.player = MagisterPlay(self.model, before, **self.means)
            self.player.game.black_tomove = own == BLACK
        after, _, _ = self.player.make_ai_move()
        action = action_between(before, after, own)
        self.board, self.moves = after, self.moves + [action]
        return action


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--leaves", type=int, default=250, help="leaves of its tree")
    arguments.add_argument("--depth", type=int, default=13, help="moves to a leaf")
    arguments.add_argument("--threads", type=int, default=1)
    asked = arguments.parse_args()
    bridge = Bridge(asked.leaves, asked.depth, asked.threads)
    for words in map(str.split, sys.stdin):
        match words:
            case ["isready"]:
                print("readyok", file=SAY)
            case ["uginewgame"]:
                bridge.begin()
            case ["position", "startpos"]:
                bridge.follow([])
            case ["position", "startpos", "moves", *moves]:
                bridge.follow(moves)
            case ["go", *_]:
                print("bestmove", bridge.best(), file=SAY)
            case ["quit"]:
                break
    os._exit(0)


if __name__ == "__main__":
    main()
