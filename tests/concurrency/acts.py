"""Acts to come, for `together` and `during`; and what always holds after them."""

import uuid
from functools import partial

from duplicate.arbitration import questions
from duplicate.models import Round, Slip
from duplicate.slips import services as slip_services
from tournaments.time import clock


def check_record(game):
    """Check that each counting slip of an announced round has one ruling by the program, in any order of the
    acts.
    """
    counting = Slip.objects.filter(round__game=game, effective=True, round__state=Round.State.ANNOUNCED)
    for slip in counting:
        assert slip.rulings.filter(by=None).count() == 1


def key_slip(game, by, players, place, word="TRAINER", at="H4", **more):
    """Return the keying of a paper slip, as an act to come."""
    more = {"stated_score": None, "number": 1} | more
    return partial(
        slip_services.key_slip, game=game, entry=players[place][0], word=word, reference=at, by=by, **more
    )


def ask_question(game, entry, number=1, client_id=None):
    return lambda: questions.ask_question(
        game=game,
        entry=entry,
        client_id=client_id or uuid.uuid4(),
        number=number,
        text="Why?",
        asked_at=clock.now(),
    )


def act_for_both(act, game, one, other, **values):
    return [partial(act, game=game, by=by, **values) for by in (one, other)]
