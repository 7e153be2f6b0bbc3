"""A build of a word list that goes on is not taken for an interrupted one, however long it takes."""

import time

import pytest

from tests.tournaments.lexicons.word_lists import FRENCH, keep, text
from tournaments.core import clock
from tournaments.lexicons.imports import liveness, services
from tournaments.models import WordListFile

pytestmark = pytest.mark.django_db(transaction=True)

LONGEST_WAIT = 60


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ISOTOP_DATA", str(tmp_path))
    monkeypatch.setattr(liveness, "BEAT_SECONDS", 0.02)


def asked(arbitrator):
    """Return a file that has been asked for, and that no worker has begun with."""
    kept = keep(text(*FRENCH).encode(), "french", arbitrator)
    WordListFile.objects.filter(pk=kept.pk).update(asked_at=clock.now(), moved_at=clock.now(), name="club")
    return kept


def progress(kept):
    return services.progress_of(WordListFile.objects.get(pk=kept.pk))


def becomes(kept, wanted):
    until = time.monotonic() + LONGEST_WAIT
    while progress(kept) != wanted and time.monotonic() < until:
        time.sleep(0.02)
    return progress(kept) == wanted


def test_a_slow_build_goes_on(arbitrator, hands, monkeypatch):
    seen = []
    compile_alone = services._compile

    def compile_slowly(*args):
        hands.move(services.SILENT_SECONDS + 1)
        seen.append(becomes(kept, "running"))
        return compile_alone(*args)

    kept = asked(arbitrator)
    monkeypatch.setattr(services, "_compile", compile_slowly)
    services.load_file(kept.pk)
    assert (seen, progress(kept)) == ([True], "done")


def test_work_that_ended_gives_no_sign_of_life(arbitrator, hands):
    kept = asked(arbitrator)
    with pytest.raises(KeyboardInterrupt), liveness.show_life(kept):
        raise KeyboardInterrupt
    hands.move(services.SILENT_SECONDS + 1)
    time.sleep(0.1)
    assert progress(kept) == "interrupted"


def test_a_file_that_is_not_asked_for_is_left_alone(arbitrator, hands):
    kept = asked(arbitrator)
    moved_at = WordListFile.objects.get(pk=kept.pk).moved_at
    WordListFile.objects.filter(pk=kept.pk).update(asked_at=None)
    hands.move(1)
    with liveness.show_life(kept):
        time.sleep(0.1)
    assert WordListFile.objects.get(pk=kept.pk).moved_at == moved_at
