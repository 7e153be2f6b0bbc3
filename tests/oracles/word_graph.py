"""The words of a lexicon that comes with the program, read from its file without the engine.

The file has a header, then the nodes, then the edges. The low 40 bits of a node say which letters follow, the others
the index of its first edge. An edge is the number of the next node, times two, plus one where a word ends.
"""

import lzma
import struct
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "engine/data/lexicons"
HEADER_BYTES, LETTERS, FIRST_EDGE = 128, (1 << 40) - 1, 40


@cache
def french_words():
    content = lzma.decompress((FOLDER / "french.lexicon.xz").read_bytes())
    node_count, edge_count, word_count = struct.unpack_from("<3I", content, 12)
    nodes = struct.unpack_from(f"<{node_count}Q", content, HEADER_BYTES)
    edges = struct.unpack_from(f"<{edge_count}I", content, HEADER_BYTES + 8 * node_count)
    words, to_visit = set(), [(node_count - 1, "")]
    while to_visit:
        node, beginning = to_visit.pop()
        edge = nodes[node] >> FIRST_EDGE
        for number, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ"):
            if nodes[node] >> number & 1:
                if edges[edge] & 1:
                    words.add(beginning + letter)
                to_visit.append((edges[edge] >> 1, beginning + letter))
                edge += 1
    assert len(words) == word_count
    return frozenset(words)
