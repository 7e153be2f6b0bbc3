"""Jobs: background work whose row (`tournaments.models.jobs.Job`) shows its progress and outlasts a restart.

The work is a function of the row, decorated by `job_of` and handed over by `start` or `queue` with the row's key. It
calls `move` as it goes on and `finish` at its end. Its thread shows that it is alive in between. So a running job is
silent only if its process has ended, or if it waits; `progress_of` tells these apart, and either can be started again.
"""

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import wraps
from typing import Any, Concatenate, Final, Literal, ParamSpec, TypeVar

from django.db import DatabaseError, connection, transaction
from django.db.models import QuerySet
from django.utils.translation import get_language, override

from engine.errors import EngineError
from tournaments.errors import RuleViolation
from tournaments.models.jobs import Job
from tournaments.organisers.scope import scope_to_organiser
from tournaments.processes.background import run_after_commit, run_when_idle
from tournaments.time import clock

logger = logging.getLogger(__name__)

BEAT_SECONDS: Final = 10.0
REFUSED: Final = (RuleViolation, EngineError)
# What `Job.refused` says of a failure other than a refusal; the log has the error.
FAILED: Final = "failed"

Progress = Literal["new", "running", "waiting", "interrupted", "stopped", "failed", "done"]
UNDER_WAY: Final[frozenset[Progress]] = frozenset({"running", "waiting"})

J = TypeVar("J", bound=Job)
P = ParamSpec("P")


class JobEnded(Exception):
    """The job is not running any more: it was stopped, done by another process, or deleted."""


def job_of(
    model: type[J],
) -> Callable[[Callable[Concatenate[J, P], None]], Callable[Concatenate[int, P], None]]:
    """Decorate the work of a kind of job, or a piece of it: it is called with a key, and gets the row.

    Unless the job runs, nothing is done. The work is in the scope of the row's organiser and in its language, if
    it has them.
    """

    def decorate(work: Callable[Concatenate[J, P], None]) -> Callable[Concatenate[int, P], None]:
        @wraps(work)
        def run(job_id: int, /, *args: P.args, **kwargs: P.kwargs) -> None:
            job = _running(model, job_id).first()
            if job is None:
                return
            organiser = getattr(job, "organiser_id", None)
            scope = scope_to_organiser(organiser) if organiser else nullcontext()
            language = override(getattr(job, "language", "") or get_language())
            with scope, language, _failure_stored(job), show_life(job):
                work(job, *args, **kwargs)

        return run

    return decorate


@transaction.atomic
def start(job: Job, work: Callable[..., None], *arguments: int | str, **values: Any) -> None:
    """Store these values and that the job runs, and queue its work. A row that is there has been locked
    (`lock_idle`).
    """
    values |= {"state": Job.State.RUNNING, "moved_at": clock.now(), "refused": ""}
    for name, value in values.items():
        setattr(job, name, value)
    job.save(update_fields=None if job.pk is None else list(values))
    queue(job, work, *arguments)


def queue(job: Job, work: Callable[..., None], *arguments: int | str) -> None:
    """Queue the work, or a piece of it, once the transaction is committed. It needs a Celery task of its name."""
    run = run_when_idle if job.IS_PATIENT else run_after_commit
    run(f"{work.__module__}.{work.__name__}", job.pk, *arguments)


def lock_idle(job: J) -> J | None:
    """Lock the row of a job that can be started, and return it; None if it is under way, done, or gone."""
    held = _rows(type(job)).select_for_update().filter(pk=job.pk).first()
    return None if held is None or progress_of(held) in {*UNDER_WAY, "done"} else held


@transaction.atomic
def resume(job: Job, work: Callable[..., None]) -> None:
    """Start a job again that was stopped or interrupted, or failed; one that is under way goes on by itself."""
    locked_idle = lock_idle(job)
    if locked_idle is not None:
        start(locked_idle, work)


def stop(job: Job) -> None:
    """Stop the job: its work ends at its next sign of progress."""
    _running(type(job), job.pk).update(state=Job.State.STOPPED)


def move(job: Job, **values: Any) -> None:
    """Note progress of a running job, with these values.

    Raises:
        JobEnded: it is not running any more; its work is to end.
    """
    if not _running(type(job), job.pk).update(moved_at=clock.now(), **values):
        raise JobEnded


def finish(job: Job, **values: Any) -> None:
    """Note that the job is done, with what came of it; raise as `move` does."""
    move(job, state=Job.State.DONE, **values)


def progress_of(job: Job) -> Progress:
    """Return the progress of a job."""
    return progress_of_each([job])[0]


def progress_of_each(jobs: Sequence[Job]) -> list[Progress]:
    """Return the progress of jobs of one kind, by one query at most.

    A job that is silent while others of its kind move waits behind them; else it has been interrupted.
    """
    silent = any(_is_silent(job) for job in jobs)
    others = silent and _moving(type(jobs[0])).exists()
    return [_progress(job, is_behind_others=others) for job in jobs]


def count_unfinished(model: type[Job]) -> dict[Progress, int]:
    """Return how many jobs of a kind are running, wait behind those, or are interrupted."""
    since = model.silent_since()
    moves = [
        at > since for at in _rows(model).filter(state=Job.State.RUNNING).values_list("moved_at", flat=True)
    ]
    running, silent = moves.count(True), moves.count(False)
    waiting = silent if running else 0
    return {"running": running, "waiting": waiting, "interrupted": silent - waiting}


def _progress(job: Job, *, is_behind_others: bool) -> Progress:
    if _is_silent(job):
        return "waiting" if is_behind_others else "interrupted"
    return str(job.state)  # type: ignore[return-value] # the other states are words of progress


def _is_silent(job: Job) -> bool:
    return job.state == Job.State.RUNNING and job.moved_at <= job.silent_since()


def _moving(model: type[Job]) -> QuerySet[Job]:
    return _rows(model).filter(state=Job.State.RUNNING, moved_at__gt=model.silent_since())


def _running(model: type[J], job_id: int) -> QuerySet[J]:
    return _rows(model).filter(pk=job_id, state=Job.State.RUNNING)


def _rows(model: type[J]) -> QuerySet[J]:
    """Return the rows of all organisers: who may see one has been checked, or nobody is shown any."""
    return model._base_manager.all()  # noqa: SLF001 - Django's documented way to an unscoped manager


@contextmanager
def _failure_stored(job: Job) -> Iterator[None]:
    """End a job that fails, with its reason; errors other than refusals go on to the log."""
    try:
        yield
    except JobEnded:
        pass
    except REFUSED as reason:
        _fail(job, reason.code)
    except Exception:
        _fail(job, FAILED)
        raise


def _fail(job: Job, reason: str) -> None:
    _running(type(job), job.pk).update(state=Job.State.FAILED, refused=reason)


@contextmanager
def show_life(job: Job) -> Iterator[None]:
    """Renew `moved_at` in a thread until the block ends; both end with the process. A step may take minutes."""
    over = threading.Event()
    thread = threading.Thread(
        target=_beat, args=(type(job), job.pk, over), name=f"life of {job!r}", daemon=True
    )
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _beat(model: type[Job], job_id: int, over: threading.Event) -> None:
    while not over.wait(BEAT_SECONDS):
        try:
            _running(model, job_id).update(moved_at=clock.now())
        except DatabaseError:
            # The next beat tries again: SQLite may be locked for long.
            logger.warning("No sign of life of %s %s could be written", model.__name__, job_id, exc_info=True)
        finally:
            connection.close()
