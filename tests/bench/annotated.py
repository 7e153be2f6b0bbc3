"""Annotated games of others: which replay, which come in by the web, and why the others don't.

`make bench NAME=annotated` with the folder of shared data in `ISOTOP_SHARED_DATA`, whose folder `gcg` has the games.
A game *replays* if `engine replay` ends with 0. It comes in by the web if the review of a division by the championship
rule, in English, offers to import it by one of its rules.
"""

import contextlib
import io
import os
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.__main__ import main as engine_main
from engine.errors import EngineError
from tournaments.classic.match_records.gcg_review import GcgReview, Terms, review_gcg
from tournaments.classic.models import Division
from tournaments.classic.scores.match_rules import fields_of_rules, settings_of
from tournaments.errors import RuleViolation
from tournaments.wording.engine_messages import message_for


class Command(BaseCommand):
    help = "Count annotated games that replay and that come in by the web."

    def handle(self, *_args: Any, **_options: Any) -> None:
        folder = os.environ.get("ISOTOP_SHARED_DATA")
        if not folder:
            raise CommandError("Set ISOTOP_SHARED_DATA to the folder of shared data.")
        paths = sorted((Path(folder) / "gcg").glob("*.gcg"))
        terms = Terms(
            settings_of(Division(**fields_of_rules("championship"))).to_toml(), "english", "english"
        )
        counts: Counter[str] = Counter()
        for path in paths:
            code, why = _replay(path), _why_not(path.read_bytes(), terms)
            counts["replay"] += code == 0
            counts["web"] += not why
            if code or why:
                self.stdout.write(f"{path.name}: replay {code}; {why or 'comes in'}")
        self.stdout.write(
            f"{len(paths)} games: {counts['replay']} replay, {counts['web']} come in by the web"
        )


def _replay(path: Path) -> int:
    """Return the exit code of `engine replay`."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            return engine_main(["replay", str(path)]) or 0
        except SystemExit as ended:
            return int(ended.code or 0)


def _why_not(data: bytes, terms: Terms) -> str:
    """Return why a file cannot be imported; empty if it can."""
    try:
        review: GcgReview = review_gcg(data, terms)
    except (RuleViolation, EngineError) as error:
        return message_for(error)
    if review.judgements:
        return ""
    fault = (review.by_file or review.by_match).faults[0]
    return f"line {fault.line}: {message_for(fault.error)}" if fault.line else message_for(fault.error)
