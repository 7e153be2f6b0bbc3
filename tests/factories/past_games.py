"""Duplicate games that are over, with the slips of many players: their rounds are played by the engine, and the
rows are created directly.
"""

import random
import uuid
from datetime import timedelta
from functools import cache

from duplicate.games import services as game_services
from duplicate.models import Game, Round, Ruling, Slip
from duplicate.standings.rows.event_results import record_if_over
from engine import movegen
from engine.duplicate_games.simulate import play_rounds
from engine.lexicon import load_lexicon
from engine.rules import (
    RuleSet,
)
from engine.tiles import load_tile_set
from tournaments.models import Entry, Event
from tournaments.people.services import player_for
from tournaments.time import clock

BEST_MOVES = 40


@cache
def _rounds(seed, most):
    """Return rounds of the game of a seed: the rack, the tops, and the best moves, each with its score."""
    lexicon, tiles, rules = load_lexicon("english"), load_tile_set("english"), RuleSet()
    played = []
    for one, _number in zip(
        play_rounds(seed=seed, lexicon=lexicon, tiles=tiles, rules=rules), range(most), strict=False
    ):
        if one.placed is None:
            break
        moves = movegen.all_moves(one.board, one.rack.tiles, lexicon, tiles, {})[:BEST_MOVES]
        written = [(*move.move.text(tiles), move.score) for move in moves]
        tops = [(*move.move.text(tiles), move.score) for move in one.tops]
        played.append((one.rack.text(tiles), (*one.placed.move.text(tiles), one.score), tops, written))
    return played


def past_game(by, names, *, seed="1", rounds=20, event=None, days_ago=0, released="provisional"):
    """Make a game that is over. Players found the top about once in three rounds, and better ones come first.

    The event is not public; its entries are those of the names.
    """
    game = game_services.create_game(
        name=f"Evening {seed}",
        by=by,
        event=event,
        lexicon="english",
        notation="duplicate",
        rules=RuleSet(),
    )
    began = clock.now() - timedelta(days=days_ago, hours=2)
    if event is None:
        people = [player_for(name, licences=False) for name in names]
        Entry.objects.bulk_create(
            Entry(event=game.event, player=player, table=table, joined_at=began, arrived_at=began)
            for table, player in enumerate(people, start=1)
        )
    entries = list(game.event.entries.order_by("table"))
    played = _rounds(seed, rounds)
    kept = Round.objects.bulk_create(
        Round(
            game=game,
            number=number,
            rack=rack,
            state=Round.State.ANNOUNCED,
            closes_at=began + timedelta(minutes=4 * number),
            announced_at=began + timedelta(minutes=4 * number + 1),
            top_score=score,
            tops=[
                {"reference": ref, "word": text, "preferred": (ref, text) == (reference, word)}
                for ref, text, _score in tops
            ],
            word=word,
            reference=reference,
            score=score,
        )
        for number, (rack, (reference, word, score), tops, _moves) in enumerate(played, start=1)
    )
    chance = random.Random(seed)
    slips, worths = [], []
    for round_, (_rack, top, _tops, moves) in zip(kept, played, strict=True):
        for place, entry in enumerate(entries):
            found = chance.random() < 0.6 - place / (2 * len(entries))
            reference, word, score = top if found else chance.choice(moves)
            slips.append(
                Slip(
                    round=round_,
                    entry=entry,
                    client_id=uuid.UUID(int=chance.getrandbits(128)),
                    word=word,
                    reference=reference,
                    stated_score=score,
                    received_at=round_.closes_at,
                    source=Slip.Source.DESK,
                    keyed_by=by,
                )
            )
            worths.append(score)
    stored = Slip.objects.bulk_create(slips)
    Ruling.objects.bulk_create(
        Ruling(slip=slip, score=score, worth=score, code="good", made_at=began)
        for slip, score in zip(stored, worths, strict=True)
    )
    game_services.finish(game, reason="arbitrator", by=by)
    record_if_over(game)
    Event.objects.filter(pk=game.event_id).update(
        released=released, date=began.date(), name=f"Evening {seed}"
    )
    return Game.objects.select_related("event").get(pk=game.pk)


def people(count):
    """Return names for many players."""
    return [f"Player Number {number}" for number in range(1, count + 1)]
