"""A job that goes on is not taken for an interrupted one, however long a step takes; here the build of a word list."""

import time

import pytest

from tests.tournaments.lexicons.word_lists import FRENCH, keep, text
from tournaments import jobs
from tournaments.lexicons.imports import services
from tournaments.models import WordListFile
from tournaments.time import clock

pytestmark = pytest.mark.django_db(transaction=True)

LONGEST_WAIT = 60


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ISOTOP_DATA", str(tmp_path))
    monkeypatch.setattr(jobs, "BEAT_SECONDS", 0.02)


def asked(arbitrator):
    """Return a file that has been asked for, and that no worker has begun with."""
    kept = keep(text(*FRENCH).encode(), "french", arbitrator)
    WordListFile.objects.filter(pk=kept.pk).update(state="running", moved_at=clock.now(), name="club")
    return kept


def progress(kept):
    return jobs.progress_of(WordListFile.objects.get(pk=kept.pk))


def becomes(kept, wanted):
    until = time.monotonic() + LONGEST_WAIT
    while progress(kept) != wanted and time.monotonic() < until:
        time.sleep(0.02)
    return progress(kept) == wanted


def test_a_slow_build_goes_on(arbitrator, hands, monkeypatch):
    seen = []
    compile_alone = services._compile

    def compile_slowly(*args):
        hands.move(WordListFile.SILENT_SECONDS + 1)
        seen.append(becomes(kept, "running"))
        return compile_alone(*args)

    kept = asked(arbitrator)
    monkeypatch.setattr(services, "_compile", compile_slowly)
    services.load_file(kept.pk)
    assert (seen, progress(kept)) == ([True], "done")


def test_work_that_ended_gives_no_sign_of_life(arbitrator, hands):
    kept = asked(arbitrator)
    with pytest.raises(KeyboardInterrupt), jobs.show_life(kept):
        raise KeyboardInterrupt
    hands.move(WordListFile.SILENT_SECONDS + 1)
    time.sleep(0.1)
    assert progress(kept) == "interrupted"


def test_a_stopped_job_is_left_alone(arbitrator, hands):
    kept = asked(arbitrator)
    moved_at = WordListFile.objects.get(pk=kept.pk).moved_at
    WordListFile.objects.filter(pk=kept.pk).update(state="stopped")
    hands.move(1)
    with jobs.show_life(kept):
        time.sleep(0.1)
    assert WordListFile.objects.get(pk=kept.pk).moved_at == moved_at
