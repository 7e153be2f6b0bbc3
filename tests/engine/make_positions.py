"""Makes data/positions.jsonl.gz: positions from duplicate games played by the top, with the built-in lexicon.

    python -m tests.engine.make_positions

250 positions have no blank on the rack (one a game, from all stages of it), 60 one, 20 two; all as they came up.
Only positions are stored: what is right about them is for `brute_force` to say.
"""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

from engine.board import Board
from engine.choice import preferred_top
from engine.draw import draw_rack, is_over
from engine.lexicon import load_lexicon
from engine.movegen import top
from engine.rules import load_rule_set
from engine.tiles import BLANK, load_tile_set

OUTPUT = Path(__file__).parent / "data" / "positions.jsonl.gz"
WANTED = {0: 250, 1: 60, 2: 20}
TILES = load_tile_set("english")
RULES = load_rule_set("classic")
LEXICON = load_lexicon("english")


def play(seed: str) -> Iterator[tuple[Board, tuple[int, ...]]]:
    """Board and rack of every round of a game."""
    board, kept, number = Board.empty(), (), 1
    while not is_over(board=board, tiles=TILES, rules=RULES, round_number=number):
        draw = draw_rack(board=board, kept=kept, tiles=TILES, rules=RULES, round_number=number, seed=seed)
        yield board, draw.rack
        moves = top(board, draw.rack, LEXICON, TILES).moves
        if not moves:
            return
        placed = preferred_top(moves, draw.rack, TILES)
        board = board.place(placed.move)
        left_over = list(draw.rack)
        for tile in placed.tiles:
            left_over.remove(tile)
        kept, number = tuple(left_over), number + 1


def main() -> None:
    chosen: dict[int, list[tuple[Board, tuple[int, ...]]]] = {blanks: [] for blanks in WANTED}
    game = 0
    while any(len(chosen[blanks]) < wanted for blanks, wanted in WANTED.items()):
        game += 1
        rounds = list(play(str(game)))
        for blanks, wanted in WANTED.items():
            some = [position for position in rounds if position[1].count(BLANK) == blanks]
            if some and len(chosen[blanks]) < wanted:
                chosen[blanks].append(some[game % len(some)])
    lines = [
        json.dumps({"board": board.rows(TILES), "rack": TILES.decode_rack(sorted(rack))}) + "\n"
        for positions in chosen.values()
        for board, rack in positions
    ]
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_bytes(gzip.compress("".join(lines).encode(), mtime=0))


if __name__ == "__main__":
    main()
