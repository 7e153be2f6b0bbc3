"""What migrations do to the rows of games that were played before them."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def at_first():
    """The apps as they were after the first migration; afterwards all are run again."""
    executor = MigrationExecutor(connection)
    executor.migrate([("duplicate", "0001_first"), ("tournaments", "0003_pairs")])
    yield executor.loader.project_state([("duplicate", "0001_first")]).apps
    call_command("migrate", verbosity=0)


def test_rulings_of_the_first_version_get_their_sanction(at_first):
    from django.utils import timezone

    event = at_first.get_model("tournaments", "Event").objects.create(name="Evening")
    game = at_first.get_model("duplicate", "Game").objects.create(event=event, code="ABCDE", rules="")
    round_ = at_first.get_model("duplicate", "Round").objects.create(game=game, number=1, rack="X")
    for table, (score, code) in enumerate([(26, "score_corrected"), (0, "not_in_rack"), (0, "good")], 1):
        player = at_first.get_model("tournaments", "Player").objects.create(name=code, key=code)
        entry = at_first.get_model("tournaments", "Entry").objects.create(
            event=event, player=player, table=table
        )
        slip = at_first.get_model("duplicate", "Slip").objects.create(
            round=round_,
            entry=entry,
            client_id="00000000-0000-0000-0000-00000000000" + str(table),
            word="X",
            received_at=timezone.now(),
        )
        at_first.get_model("duplicate", "Ruling").objects.create(slip=slip, score=score, code=code)
    call_command("migrate", verbosity=0)
    from duplicate.models import Ruling

    assert list(Ruling.objects.values_list("worth", "sanction", "code")) == [
        (26, "none", "score_corrected"),
        (0, "zero", "not_in_rack"),
        (0, "none", "good"),
    ]
