"""Divisions at random: imported from a file, saved with their event, and read elsewhere."""

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from hypothesis import given, settings

from duplicate.website.archive.importer import read_archive
from tests.factories.archives import lose_everything, saved
from tests.factories.file_divisions import divisions, leavers_of, rounds_of, standings
from tournaments.classic.exchange import services
from tournaments.classic.exchange.export import file_division
from tournaments.classic.exchange.tsh.writer import write_tsh
from tournaments.classic.exchange.values import FileEvent
from tournaments.classic.models import Division
from tournaments.lexicons.services import register_built_in


@pytest.mark.slow
@pytest.mark.django_db
@settings(max_examples=8)
@given(told=divisions())
def test_all_that_counts_comes_back_from_a_file_and_from_the_archive(told):
    with transaction.atomic():
        by = User.objects.create_user("ann")
        kept = services.keep_upload(files=[*write_tsh(FileEvent((told,), "Cup")).items()], by=by)
        review = services.review_of(kept)
        answers = services.Answers(register_built_in(), {}, {}, "Cup", kept.read_at.date())
        mark = services.tag_upload_review(kept, review)
        event = services.import_upload(kept=kept, mark=mark, answers=answers, by=by)
        check(told)
        archive = saved(event)
        lose_everything()
        read_archive(archive, by=User.objects.create_user("zoe"))
        check(told)
        transaction.set_rollback(True)


def check(told):
    back = file_division(Division.objects.get())
    assert standings(back) == standings(told)
    assert rounds_of(back) == rounds_of(told)
    assert leavers_of(back) == leavers_of(told)
