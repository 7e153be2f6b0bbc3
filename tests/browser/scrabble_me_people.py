"""People who play Scrabble Me in browsers: each does what their screen asks for, as well as an engine would play."""

from playwright.sync_api import expect

from engine.board import Board
from engine.lexicon import load_lexicon
from engine.movegen import all_moves
from engine.notation import Move
from engine.scoring import bad_words, score_move
from engine.tiles import load_tile_set

ENGLISH = load_tile_set("english")
ASKED = {
    "Play a word on your board": "play",
    "Do you challenge a play?": "challenge",
    "Swap boards": "swap",
    "Pick a tile": "pick",
}


def asked(person):
    """Return what the bar asks this screen's player to do; None if they have nothing to do."""
    return ASKED.get(person.page.locator("#state").inner_text())


def rack_of(person):
    tiles = person.page.locator("#rack .tile")
    return "".join(tiles.nth(at).get_attribute("data-tile") for at in range(tiles.count()))


def move_of(person, *, good=True, blanks=True):
    """Return a reference and a word that this player can lay; if it is not to be good, an invalid word.

    Moves with a blank are left out if `blanks` is false.
    """
    board = Board.from_rows(person.board(), ENGLISH)
    moves = all_moves(board, ENGLISH.encode_rack(rack_of(person)), load_lexicon("english"), ENGLISH)
    assert moves, "a rack without a move: the game would be over"
    if good:
        wanted = next(move for move in moves if blanks or not move.blanks)
        return wanted.move.text(ENGLISH, "english")
    return next(found for move in moves if (found := _phony(board, move.move)))


def _phony(board, move):
    """Return the move's tiles reversed, if they then spell no word."""
    start, step = move.reference.index, move.reference.direction.step
    own = [place for place in range(len(move.word)) if not board.cells[start + place * step]]
    cells = list(move.word)
    for place, other in zip(own, reversed(own), strict=True):
        cells[place] = move.word[other]
    turned = score_move(board, Move(move.reference, tuple(cells)), ENGLISH).move
    bad = bad_words(board, turned, ENGLISH, load_lexicon("english"))
    return turned.text(ENGLISH, "english") if bad else None


def play(person, *, good=True, blanks=True):
    """Type the word into the fields."""
    ref, word = move_of(person, good=good, blanks=blanks)
    person.reference.fill(ref)
    person.word.fill(word)
    expect(person.page.locator("#board .pending")).not_to_have_count(0)
    person.page.get_by_role("button", name="Play", exact=True).click()
    return ref, word


def swap(person):
    person.page.locator("#swap-with").get_by_role("button").first.click()


def pick(person):
    """Pick a tile from the podium while it has one, else from the bag."""
    podium = person.page.locator("#podium button")
    (podium.first if podium.count() else person.page.locator("#from-bag")).click()


def accept(person):
    person.page.get_by_role("button", name="No more challenges").click()


ACTS = {"play": play, "challenge": accept, "swap": swap, "pick": pick}


def answer_until(people, wanted, patience=400):
    """Let everybody do their act until somebody is asked for this one; return that player."""
    for _act in range(patience):
        together(people)
        asked_of = {what: person for person in reversed(people) if (what := asked(person))}
        if wanted in asked_of:
            return asked_of[wanted]
        what, person = next(iter(asked_of.items()))
        ACTS[what](person)
        sent(person)
    raise AssertionError(f"nobody was asked to {wanted}")


def sent(person):
    """Wait until the act was accepted, and this screen shows its result."""
    person.page.wait_for_function("() => !Object.keys(localStorage).some(key => key.endsWith(':waiting'))")


def together(people):
    """Wait until all screens show the same version."""
    version = max(version_of(person) for person in people)
    for person in people:
        expect(person.page.locator("#bar")).to_have_attribute("data-version", str(version))


def version_of(person):
    return int(person.page.locator("#bar").get_attribute("data-version"))
