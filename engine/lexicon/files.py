"""The file of a lexicon.

It is a header and the two arrays of the graph, little-endian, mapped into memory and thus shared by all
processes. Its checksum covers the whole file. A file that is damaged, cut off, of another version or no
lexicon is refused with the reason.
"""

from __future__ import annotations

import hashlib
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.arrays import np
from engine.atomic_files import write_whole
from engine.errors import LexiconError
from engine.lexicon.graph import FIRST_EDGE_SHIFT, LETTERS_MASK, Lexicon

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MAGIC = b"ISOTOPWG"
_VERSION = 2
_OLD_VERSION, _OLD_SHIFT = (
    1,
    40,
)  # a tile set had 40 letters at most; such files are converted when they are opened
# magic, version, nodes, edges, words, tile set, digest of the list, checksum of all the rest
_HEADER = struct.Struct("<8s4I40s32s32s")
_CHECKSUM_AT = _HEADER.size - 32
HEADER_SIZE = _HEADER.size


def save(lexicon: Lexicon, path: Path) -> None:
    """Write the file atomically: readers see the whole old or the whole new one."""
    head = _HEADER.pack(
        _MAGIC,
        _VERSION,
        len(lexicon.nodes),
        len(lexicon.edges),
        lexicon.word_count,
        lexicon.tile_set.encode(),
        lexicon.source,
        b"",
    )[:_CHECKSUM_AT]
    body = lexicon.nodes.tobytes() + lexicon.edges.tobytes()
    write_whole(path, head, _checksum(head, body), body)


def _checksum(head: bytes, body: Any) -> bytes:
    digest = hashlib.blake2b(head, digest_size=32)
    digest.update(body)
    return digest.digest()


def read_lexicon(path: Path) -> Lexicon:
    """Map a file into memory; refuse it with the reason if it is no lexicon of this version."""
    try:
        content = np.memmap(path, dtype=np.uint8, mode="r")
    except (OSError, ValueError) as error:  # ValueError: an empty file cannot be mapped
        raise LexiconError("lexicon_unreadable", name=path.stem) from error
    nodes, edges = _read_graph(content, path.stem)
    header = _HEADER.unpack(content[: _HEADER.size].tobytes())
    word_count, tile_set, source = header[4], header[5], header[6]
    return Lexicon(
        name=path.stem,
        tile_set=tile_set.rstrip(b"\0").decode(),
        word_count=word_count,
        nodes=nodes,
        edges=edges,
        source=source,
        path=path,
    )


def source_in(header: bytes) -> bytes:
    """Return the digest of the list, from the first `HEADER_SIZE` bytes of a file."""
    source: bytes = _HEADER.unpack(header)[6]
    return source


def _read_graph(content: NDArray[np.uint8], name: str) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
    """Return nodes and edges; refuse bytes that are not a lexicon of Isotop. No walk can leave these arrays."""
    if len(content) < _HEADER.size or content[: len(_MAGIC)].tobytes() != _MAGIC:
        raise LexiconError("lexicon_foreign", name=name)
    _, version, node_count, edge_count, *_, checksum = _HEADER.unpack(content[: _HEADER.size].tobytes())
    if version not in {_OLD_VERSION, _VERSION}:
        raise LexiconError("lexicon_version", name=name, version=version, known=_VERSION)
    split = _HEADER.size + 8 * node_count
    if len(content) != split + 4 * edge_count or not node_count:
        raise LexiconError("lexicon_cut_off", name=name)
    if _checksum(content[:_CHECKSUM_AT].tobytes(), content[_HEADER.size :]) != checksum:
        raise LexiconError("lexicon_checksum", name=name)
    nodes, edges = (
        np.asarray(content[_HEADER.size : split]).view("<u8"),
        np.asarray(content[split:]).view("<u4"),
    )
    if version == _OLD_VERSION:
        nodes = _widen(nodes)
    if not _makes_sense(nodes, edges):
        raise LexiconError("lexicon_nonsense", name=name)
    return nodes, edges


def _widen(nodes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return nodes of the old version with the index of the first edge where it is now."""
    shift, letters = np.uint64(_OLD_SHIFT), np.uint64((1 << _OLD_SHIFT) - 1)
    widened: NDArray[np.uint64] = nodes >> shift << np.uint64(FIRST_EDGE_SHIFT) | nodes & letters
    widened.flags.writeable = False
    return widened


def _makes_sense(nodes: NDArray[np.uint64], edges: NDArray[np.uint32]) -> bool:
    """Tell whether each node's edges follow those of the node before, and lead only to nodes before it.

    Small integers are used, because most of the time of opening is that of the memory touched.
    """
    counts = np.bitwise_count(nodes & np.uint64(LETTERS_MASK))
    firsts = (nodes >> np.uint64(FIRST_EDGE_SHIFT)).astype(np.uint32)
    ends = np.cumsum(counts, dtype=np.uint32)
    if firsts[0] or ends[-1] != len(edges) or not np.array_equal(firsts[1:], ends[:-1]):
        return False
    sources = np.repeat(np.arange(len(nodes), dtype=np.uint32), counts)
    return not np.any(edges >> np.uint32(1) >= sources)
