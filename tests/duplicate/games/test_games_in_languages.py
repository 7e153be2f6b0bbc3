"""The first round of an evening with each built-in lexicon: drawn, played by its top, announced."""

import pytest

from duplicate.games.players import services as player_services
from duplicate.rounds import services as round_services
from duplicate.rounds import top_search
from duplicate.slips import services as slip_services
from engine.lexicon import BUILTIN, builtin_names
from tests.factories.games import announce_preferred, create_game, let_time_pass, totals_of
from tests.lanes import quick
from tournaments.lexicons.services import register_built_in

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", quick(sorted(set(builtin_names()) - {BUILTIN}), "spanish"))
def test_a_player_finds_the_top(name, arbitrator, hands):
    register_built_in(name)
    game = create_game(arbitrator, lexicon=name)
    player = player_services.join_game(game=game, name="Mona").entry
    round_ = round_services.draw_rack(game=game, by=arbitrator)
    round_services.open_and_start(game=game, by=arbitrator)
    top_search.find_top(round_.pk)
    round_.refresh_from_db()
    top = next(one for one in round_.tops if one["preferred"])
    slip_services.key_slip(
        game=game,
        entry=player,
        word=top["word"],
        reference=top["reference"],
        stated_score=round_.top_score,
        by=arbitrator,
    )
    let_time_pass(hands)
    announced = announce_preferred(game, arbitrator, 1)
    assert (announced.word, announced.score) == (top["word"], announced.top_score)
    assert totals_of(game)["Mona"] == announced.top_score
