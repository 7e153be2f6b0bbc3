"""The sentences that tell how typed letters were read, where letters of several signs could be several tiles."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from django.utils.translation import gettext

from engine.tiles import Cells, TileSet


def describe_reading(cells: Sequence[int], tiles: TileSet) -> str:
    """Return "Read as T + L + CH; apart: [C][H]", or "" where there is no doubt."""
    return _describe([tuple(cells)], tiles)


def describe_written(written: Iterable[tuple[str, Cells]], tiles: TileSet) -> Iterator[str]:
    """Yield how racks and words were read, each with what is written: the first with each letter that leaves a doubt,
    then the accents that the tiles lack.
    """
    written = list(written)
    if doubtful := tiles.pick_doubtful(written):
        yield _describe(doubtful, tiles)
    if folded := tiles.folded_signs("".join(text for text, _ in written)):
        accents = ", ".join(f"{sign} → {letters}" for sign, letters in folded.items())
        yield f"{gettext('Accents become tiles:')} {accents}"


def describe_words(text: str, tiles: TileSet) -> Iterator[str]:
    """Yield how words were read, as `describe_written` does; `tiles` can read all of them."""
    return describe_written(((word, tiles.encode_plain(word)) for word in text.split()), tiles)


def _describe(read: Sequence[Cells], tiles: TileSet) -> str:
    apart = tiles.written_apart(chain(*read))
    if not apart:
        return ""
    text = gettext("Read as {tiles}; apart: {apart}")
    return text.format(tiles=", ".join(map(tiles.list_tiles, read)), apart=apart)
