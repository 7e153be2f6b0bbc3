"""Word lookup at the desk: a word, a pattern or some tiles, from the lexicon alone, never from a rack.

One field takes all three. Letters are a word; with a sign in it (see `engine.lexicon.patterns`) it is a pattern; and
letters with "?" are also tiles, and their anagrams are listed as well.
"""

from dataclasses import dataclass

from engine.errors import EngineError
from engine.lexicon import Lexicon
from engine.lexicon.definitions import definition_of
from engine.lexicon.lookup import FoundWords, find_matching
from engine.lexicon.patterns import Pattern, is_pattern
from engine.lexicon.word_list import LONGEST, SHORTEST
from engine.tiles import BLANK_FLAG, BLANK_TEXT, TileSet
from tournaments.lexicons.readings import describe_reading
from tournaments.positions.in_play import SearchAsker
from tournaments.positions.search import anagrams, word_info
from tournaments.wording.engine_messages import message_for

LONGEST_TEXT = 60
MOST_WORDS = 100


@dataclass(frozen=True, slots=True)
class ListedWords:
    """The words that were found, or the first of them: for each tile its letters, and a flag for a blank."""

    count: int
    words: tuple[tuple[tuple[str, bool], ...], ...]

    @property
    def more(self) -> int:
        return self.count - len(self.words)


@dataclass(frozen=True, slots=True)
class WordAnswer:
    """The answer for letters: are they a word, its definition if the club loaded definitions, their value and
    hooks. `may_be_decided` says that it has the length of a word.
    """

    word: str
    good: bool
    definition: str
    value: int
    front: tuple[str, ...]
    back: tuple[str, ...]
    extensions: ListedWords
    may_be_decided: bool


@dataclass(frozen=True, slots=True)
class LookedUp:
    """A question and the answer to it; `problem` says why there is none, `reading` how letters of several signs
    were read. Anagrams of tiles that are on the rack of a game in progress are withheld.
    """

    text: str
    problem: str = ""
    reading: str = ""
    word: WordAnswer | None = None
    matches: ListedWords | None = None
    anagrams: ListedWords | None = None
    anagrams_withheld: bool = False


def look_up(text: str, lexicon: Lexicon, tiles: TileSet, who: SearchAsker) -> LookedUp:
    text = text.strip()[:LONGEST_TEXT]
    try:
        if not text:
            return LookedUp(text)
        find = _pattern if is_pattern(text, tiles) else _word
        return find(text, lexicon, tiles, who)
    except EngineError as error:
        return LookedUp(text, problem=message_for(error))


def _word(text: str, lexicon: Lexicon, tiles: TileSet, who: SearchAsker) -> LookedUp:
    info, is_told = word_info(who, lexicon, tiles.encode_plain(text), tiles, most=MOST_WORDS)
    answer = WordAnswer(
        word=tiles.decode(info.word),
        good=info.good,
        definition=definition_of(lexicon.name, info.word) if info.good else "",
        value=info.value,
        front=tuple(tiles.token(tile) for tile in info.hooks.front),
        back=tuple(tiles.token(tile) for tile in info.hooks.back),
        extensions=_list_words(info.extensions, tiles),
        may_be_decided=SHORTEST <= len(info.word) <= LONGEST,
    )
    made = _list_words(info.anagrams, tiles) if is_told else None
    reading = describe_reading(info.word, tiles)
    return LookedUp(text, reading=reading, word=answer, anagrams=made, anagrams_withheld=not is_told)


def _pattern(text: str, lexicon: Lexicon, tiles: TileSet, who: SearchAsker) -> LookedUp:
    pattern = Pattern.parse(text, tiles)
    matches = find_matching(lexicon, pattern, most=MOST_WORDS)
    letters = text.replace(BLANK_TEXT, "")
    if not letters or is_pattern(letters, tiles):
        reading = describe_reading(pattern.letters, tiles)
        return LookedUp(text, reading=reading, matches=_list_words(matches, tiles))
    rack = tiles.encode_rack(text)
    found = anagrams(who, lexicon, rack, tiles, most=MOST_WORDS)
    return LookedUp(
        text,
        reading=describe_reading(rack, tiles),
        matches=_list_words(matches, tiles),
        anagrams=None if found is None else _list_words(found, tiles),
        anagrams_withheld=found is None,
    )


def _list_words(found: FoundWords, tiles: TileSet) -> ListedWords:
    words = (tuple((tiles.token(cell), bool(cell & BLANK_FLAG)) for cell in word) for word in found.words)
    return ListedWords(found.count, tuple(words))
