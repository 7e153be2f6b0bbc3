"""What the desk says of a word, of a pattern or of some tiles: from the lexicon alone, never from a rack.

One field takes all three. Letters are a word; with a sign in it (see `engine.lookup`) it is a pattern; and
letters with "?" are also tiles, of which the anagrams are told as well.
"""

from dataclasses import dataclass

from engine.errors import EngineError
from engine.lexicon import Lexicon
from engine.lookup import Found, Pattern, anagrams, is_pattern, matching, word_info
from engine.tiles import BLANK_FLAG, BLANK_TEXT, TileSet
from tournaments.definitions import definition_of
from tournaments.messages import message_for

LONGEST_TEXT = 60
MOST_WORDS = 100


@dataclass(frozen=True, slots=True)
class ListedWords:
    """Words that were found, or the first of them: of each tile its letters, and whether it is a blank."""

    count: int
    words: tuple[tuple[tuple[str, bool], ...], ...]

    @property
    def more(self) -> int:
        return self.count - len(self.words)


@dataclass(frozen=True, slots=True)
class WordAnswer:
    """Of letters: whether they are a word, what it means if the club loaded definitions, their value and hooks."""

    word: str
    good: bool
    definition: str
    value: int
    front: tuple[str, ...]
    back: tuple[str, ...]
    extensions: ListedWords


@dataclass(frozen=True, slots=True)
class LookedUp:
    """What was asked and the answer to it; `problem` says why there is none."""

    text: str
    problem: str = ""
    word: WordAnswer | None = None
    matches: ListedWords | None = None
    anagrams: ListedWords | None = None


def look_up(text: str, lexicon: Lexicon, tiles: TileSet) -> LookedUp:
    text = text.strip()[:LONGEST_TEXT]
    try:
        if not text:
            return LookedUp(text)
        return _pattern(text, lexicon, tiles) if is_pattern(text, tiles) else _word(text, lexicon, tiles)
    except EngineError as error:
        return LookedUp(text, problem=message_for(error))


def _word(text: str, lexicon: Lexicon, tiles: TileSet) -> LookedUp:
    info = word_info(lexicon, tiles.encode_plain(text), tiles, most=MOST_WORDS)
    answer = WordAnswer(
        word=tiles.decode(info.word),
        good=info.good,
        definition=definition_of(lexicon.name, info.word) if info.good else "",
        value=info.value,
        front=tuple(tiles.token(tile) for tile in info.hooks.front),
        back=tuple(tiles.token(tile) for tile in info.hooks.back),
        extensions=_listed(info.extensions, tiles),
    )
    return LookedUp(text, word=answer, anagrams=_listed(info.anagrams, tiles))


def _pattern(text: str, lexicon: Lexicon, tiles: TileSet) -> LookedUp:
    matches = matching(lexicon, Pattern.parse(text, tiles), most=MOST_WORDS)
    letters = text.replace(BLANK_TEXT, "")
    made = None
    if letters and not is_pattern(letters, tiles):
        made = _listed(anagrams(lexicon, tiles.encode_rack(text), most=MOST_WORDS), tiles)
    return LookedUp(text, matches=_listed(matches, tiles), anagrams=made)


def _listed(found: Found, tiles: TileSet) -> ListedWords:
    words = (tuple((tiles.token(cell), bool(cell & BLANK_FLAG)) for cell in word) for word in found.words)
    return ListedWords(found.count, tuple(words))
