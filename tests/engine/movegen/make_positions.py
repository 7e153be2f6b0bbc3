"""Make data/positions.jsonl.gz: positions from duplicate games by the top, with the built-in lexicon.

    python -m tests.engine.movegen.make_positions

2,000 positions have no blank on the rack (one a game, from all stages), 250 one, 80 two; none is chosen by hand. It
takes a quarter of a minute. Only positions are stored; `brute_force` finds their moves.
"""

import gzip
import json
from pathlib import Path

from engine.board import Board
from engine.duplicate_games.simulate import play_rounds
from engine.lexicon import load_lexicon
from engine.rules import (
    load_rule_set,
)
from engine.tiles import BLANK, load_tile_set

OUTPUT = Path(__file__).parent / "data" / "positions.jsonl.gz"
WANTED = {0: 2000, 1: 250, 2: 80}
TILES = load_tile_set("english")
RULES = load_rule_set("classic")
LEXICON = load_lexicon("english")


def main() -> None:
    chosen: dict[int, list[tuple[Board, tuple[int, ...]]]] = {blanks: [] for blanks in WANTED}
    game = 0
    while any(len(chosen[blanks]) < wanted for blanks, wanted in WANTED.items()):
        game += 1
        played = play_rounds(seed=str(game), lexicon=LEXICON, tiles=TILES, rules=RULES)
        rounds = [(round_.board, round_.rack.tiles) for round_ in played]
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
