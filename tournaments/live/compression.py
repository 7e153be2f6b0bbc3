"""Compression of server-sent events for slow networks: a gzip stream of independent pieces.

A piece refers to nothing before it, so each event is compressed once and the same bytes serve every stream.
The stream never ends: it has a head and pieces, and no checksum.
"""

import re
import zlib

HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
GZIP = re.compile(r"\s*gzip\s*(?:;\s*q=(?!0\.?0*\s*$).*)?")


def pack(event: bytes) -> bytes:
    """Compress one or more events into a piece."""
    deflate = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return deflate.compress(event) + deflate.flush(zlib.Z_FULL_FLUSH)


def takes_gzip(accepted: str) -> bool:
    """Tell whether this value of `Accept-Encoding` accepts gzip."""
    return any(GZIP.fullmatch(one) for one in accepted.lower().split(","))
