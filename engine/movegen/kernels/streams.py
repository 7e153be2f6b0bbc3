"""The first random numbers of several rounds, the same as those of Python's `random.Random(text)`.

Python hashes the text to a key and sets the state of a Mersenne Twister from it (Matsumoto and Nishimura, 2002,
`init_by_array`), in 1,247 steps that each wait for the one before. So the streams of several rounds are seeded side by
side, and nothing else is made of a state than the few numbers that a rack takes.
"""

from typing import Any

from engine.movegen.kernels.machine import int64, kernel
from engine.movegen.memory import MOST_KEY_WORDS, STATE_WORDS, STREAMS
from engine.squares import SIZE

_WORD = (1 << 32) - 1
_HIGHEST_BIT = 1 << 31
_FIRST_SEED = 19650218
_DISTANCE = 397  # between two words of the state that make a new one


@kernel
def seed_streams(work: Any, game: Any) -> int:
    """Seed the streams from their keys, which have equal lengths, and fill the `shares` of the game."""
    states, words = work.states, work.key_words
    for word in range(words):
        for stream in range(STREAMS):
            work.added[word * STREAMS + stream] = work.stream_keys[stream * words + word] + word
    _add_keys(work)
    for row in range(2, STATE_WORDS):
        for stream in range(STREAMS):
            before = int64(states[(row - 1) * STREAMS + stream])
            mixed = states[row * STREAMS + stream] ^ (before ^ before >> 30) * 1566083941
            states[row * STREAMS + stream] = mixed - row
    for stream in range(STREAMS):
        before = int64(states[(STATE_WORDS - 1) * STREAMS + stream])
        states[STREAMS + stream] = (states[STREAMS + stream] ^ (before ^ before >> 30) * 1566083941) - 1
        states[stream] = _HIGHEST_BIT
        for number in range(SIZE):
            high, low = _number(states, stream, 2 * number) >> 5, _number(states, stream, 2 * number + 1) >> 6
            game.shares[stream, number] = (high * 67108864.0 + low) / 9007199254740992.0
    return 0


@kernel
def _add_keys(work: Any) -> None:
    """Make the states of the first seed, and mix the words of the keys in, one to a row, again and again."""
    states, added, words = work.states, work.added, work.key_words
    first = int64(_FIRST_SEED)
    for stream in range(STREAMS):
        states[stream] = first
    word = 0
    for row in range(1, STATE_WORDS):
        first = (1812433253 * (first ^ first >> 30) + row) & _WORD
        # The compiler makes vector instructions if it knows that no index is negative.
        at = (word & (MOST_KEY_WORDS - 1)) * STREAMS
        for stream in range(STREAMS):
            before = int64(states[(row - 1) * STREAMS + stream])
            mixed = first ^ (before ^ before >> 30) * 1664525
            states[row * STREAMS + stream] = mixed + added[at + stream]
        word = word + 1 if word + 1 < words else 0
    for stream in range(STREAMS):
        before = int64(states[(STATE_WORDS - 1) * STREAMS + stream])
        mixed = states[STREAMS + stream] ^ (before ^ before >> 30) * 1664525
        states[STREAMS + stream] = mixed + added[word * STREAMS + stream]


@kernel
def _number(states: Any, stream: int, row: int) -> int:
    """Return the number of 32 bits that a row of the state gives; the rows used are those of the seed."""
    upper, lower = int64(states[row * STREAMS + stream]), int64(states[(row + 1) * STREAMS + stream])
    joined = upper & _HIGHEST_BIT | lower & (_HIGHEST_BIT - 1)
    number = states[(row + _DISTANCE) * STREAMS + stream] ^ joined >> 1 ^ (joined & 1) * 0x9908B0DF
    number ^= number >> 11
    number ^= number << 7 & 0x9D2C5680
    number ^= number << 15 & 0xEFC60000
    return number ^ number >> 18
