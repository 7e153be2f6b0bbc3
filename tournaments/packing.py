"""Server-sent events over slow networks: a gzip stream of pieces that each stand for themselves.

A piece refers to nothing before it, so that an event is compressed once, and the same bytes serve every stream. The
stream never ends: it has a head and pieces, and no checksum.
"""

import re
import zlib

HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
GZIP = re.compile(r"\s*gzip\s*(?:;\s*q=(?!0\.?0*\s*$).*)?")


def pack(event: bytes) -> bytes:
    """One or more events as a piece."""
    deflate = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return deflate.compress(event) + deflate.flush(zlib.Z_FULL_FLUSH)


def takes_gzip(accepted: str) -> bool:
    """Whether who says this in `Accept-Encoding` takes compressed answers."""
    return any(GZIP.fullmatch(one) for one in accepted.lower().split(","))
