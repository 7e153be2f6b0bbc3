"""A game as GCG for tests."""

from engine.formats.gcg import GcgGame
from engine.tiles import load_tile_set

ENGLISH = load_tile_set("english")
SPANISH = load_tile_set("spanish")
# The worked examples of the rules (HORN, FARM, PASTE, MOB, BIT) as a game of two, with every other kind of event.
GAME = """#character-encoding UTF-8
#player1 Ann Ann Marsh
#player2 Bo Bo Ek
#title Worked examples
#lexicon none
>Ann: HORNAAB 8F HORN +14 14
>Bo: FAMIIUU H6 FA.M +9 9
>Ann: PASTEAB 10F PASTE +25 39
#note what the M was
#note and what it is
>Bo: IIUU?BT -IIU +0 9
>Ann: OBM 9H .OB +16 55
>Ann: OBM -- -16 39
>Bo: ?BTQ 11E BiT +13 22
>Bo: Q (challenge) +5 27
>Ann: OBM -2 +0 39
>Bo: Q - +0 27
>Ann: - +0 39
>Bo: Q - +0 27
>Ann: - +0 39
>Bo: (time) -10 17
>Ann: AEINOTU (AEINOTU) -7 32
>Bo: QUEEIOO (QUEEIOO) -16 1
#rack1 Q
#incomplete
"""


def parse(text, tiles=ENGLISH):
    return GcgGame.parse(text if isinstance(text, bytes) else text.encode(), tiles)
