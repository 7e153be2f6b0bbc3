"""Events of a stream compressed piece by piece."""

import zlib

import pytest

from tournaments.live.compression import HEAD, pack, takes_gzip


def test_pieces_are_read_as_they_come_in_any_order():
    events = [
        b"event: time\ndata: 1\n\n",
        b"event: frame\ndata: " + b"tiles " * 500 + b"\n\n",
        b"data: \xc3\xa9\n\n",
    ]
    pieces = [pack(event) for event in events]
    for order in ([0, 1, 2, 1, 1], [2, 0], [1]):
        reader = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
        assert reader.decompress(HEAD) == b""
        for place in order:
            assert reader.decompress(pieces[place]) == events[place]
    assert len(pieces[1]) < len(events[1]) / 10


@pytest.mark.parametrize(
    ("accepted", "takes"),
    [
        ("gzip, deflate, br", True),
        ("br;q=1.0, GZIP;q=0.8", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("identity", False),
        ("", False),
        ("x-gzipped", False),
    ],
)
def test_only_who_takes_gzip_gets_it(accepted, takes):
    assert takes_gzip(accepted) is takes
