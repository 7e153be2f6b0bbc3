"""Rounds that are played in the hall and in games of one's own, and what desks tell of their tops."""

import pytest
from django.urls import reverse

from duplicate.games import services as game_services
from duplicate.models import Round
from duplicate.rounds import closing, top_search
from duplicate.rounds import services as round_services
from duplicate.rounds.confirmations import EVERYTHING
from engine.rules import RuleSet
from tournaments.core.errors import RuleViolation

ENGLISH = {"Accept-Language": "en"}


RACK, SECOND = "TRAINER", "AEIORST"


def new_game(by, name="My own", **more):
    values = {"lexicon": "english", "notation": "duplicate", "rules": RuleSet()} | more
    return game_services.create_game(name=name, by=by, **values)


def close(game, by, hands):
    round_services.end_round(game=game, by=by, confirmed=EVERYTHING)
    hands.move(20)
    closing.close_overdue_rounds()


def announce(game, by):
    """Put the preferred top of the closed round on the board."""
    round_ = game.rounds.in_progress().get()
    top_search.find_top(round_.pk)
    top = next(top for top in Round.objects.get(pk=round_.pk).tops if top["preferred"])
    move = {"word": top["word"], "reference": top["reference"]}
    round_services.announce(game=game, number=round_.number, by=by, confirmed=EVERYTHING, **move)


def play_round(game, by, hands, rack=None):
    """Play a whole round, of a typed rack or of the one that is out."""
    if rack:
        round_services.type_rack(game=game, rack=rack, by=by)
        round_services.open_round(game=game, by=by)
    close(game, by, hands)
    announce(game, by)
    hands.move(20)


def is_refused(act):
    with pytest.raises(RuleViolation) as refused:
        act()
    return refused.value.code == "position_in_play"


def desk_text(client, game, by):
    """Return all that the desk of a game says."""
    client.force_login(by)
    pages = ("dashboard", "panel", "tables", "moves", "below-top", "completions")
    answers = [client.get(reverse(page, args=[game.code]), headers=ENGLISH) for page in pages]
    assert {answer.status_code for answer in answers} == {200}
    return " ".join(answer.content.decode() for answer in answers)


def tops_in(page, round_):
    return [top["word"] for top in round_.tops if top["word"] in page]
