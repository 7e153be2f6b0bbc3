"""The tile sets that an organiser may use: those of the program, and those that it loaded from a file.

A loaded set is one file beside the lexicons, which is never changed: games are scored by it. As with lexicons, the name
of a set that one organiser alone may use ends in its key, which no other organiser can write.
"""

import re
from collections.abc import Iterator
from importlib import resources
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_scopes import get_scope

from engine.atomic_files import write_whole
from engine.errors import TileError
from engine.rules.toml import MOST_TEXT
from engine.tile_files import LineProblem, TileFileError, read_tile_file
from engine.tiles import TileSet, load_tile_set, tile_set_names, tile_set_path
from tournaments.errors import ContentRefused, RuleViolation
from tournaments.models import Organiser
from tournaments.processes.own_process import in_own_process
from tournaments.wording.engine_messages import TILE_SETS, tile_set_title

TILE_SET_NAME_LENGTH: Final = 12  # the rest of the column is for the key of an organiser
MOST_TILE_FILE: Final = 4 * MOST_TEXT  # bytes
_NAME: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def load_tile_file(*, name: str, data: bytes, organiser: Organiser | None) -> TileSet:
    """Store a tile set from a file under a new name; only `organiser` may use it, everybody if none is given.

    Raises:
        ContentRefused: the file is no tile set; each problem is named with its line.
        RuleViolation: the name is taken, or is no name.
    """
    if not _NAME.fullmatch(name) or len(name) > TILE_SET_NAME_LENGTH:
        raise RuleViolation(
            "tile_set_name",
            _("“{name}” is not a valid tile set name: use at most {most} small letters, digits and -."),
            name=name[:80],
            most=TILE_SET_NAME_LENGTH,
        )
    whole = name if organiser is None or organiser.holds_everybody else f"{name}~{organiser.pk}"
    if {name, whole} & {*tile_set_names(), *_stored_names()}:
        raise _taken(name)
    try:
        text = data.decode("utf-8-sig")
        tiles = in_own_process()(read_tile_file)(whole, text)
    except UnicodeDecodeError as error:
        raise ContentRefused([gettext("This file is not UTF-8 text.")]) from error
    except TileFileError as error:
        raise ContentRefused([_sentence(problem) for problem in error.problems]) from error
    try:
        write_whole(tile_set_path(whole), text.encode(), new=True)
    except FileExistsError:
        # Another request has loaded it since the check.
        raise _taken(name) from None
    return tiles


def _taken(name: str) -> RuleViolation:
    return RuleViolation(
        "tile_set_taken", _("A tile set “{name}” already exists: choose another name."), name=name
    )


def tile_sets_offered() -> list[str]:
    """Return the names of the tile sets that the organiser in scope may use: the program's, then those loaded."""
    organiser = get_scope().get("organiser")
    ours = [name for name in _stored_names() if name.partition("~")[2] in {"", str(organiser)}]
    return [*sorted(tile_set_names(), key=lambda name: str(TILE_SETS[name])), *sorted(ours)]


def tile_set_choices() -> list[tuple[str, str]]:
    """Return the tile sets offered with their titles, for a form."""
    return [(name, tile_set_title(name)) for name in tile_sets_offered()]


def tile_set_text(name: str) -> str:
    """Return the file of a tile set."""
    if name in tile_set_names():
        return (resources.files("engine") / "data" / "tiles" / f"{name}.toml").read_text(encoding="utf-8")
    return tile_set_path(load_tile_set(name).name).read_text(encoding="utf-8")


def tile_set_digest(name: str) -> str:
    """Return what tells a loaded set from another one of its name; empty for one that comes with the program.

    It is empty as well if the file of the set is gone.
    """
    try:
        return "" if name in tile_set_names() else load_tile_set(name).fingerprint
    except TileError:
        return ""


def erase_tile_sets(organiser: Organiser) -> None:
    """Delete the tile sets that an organiser alone may use."""
    for name in _stored_names():
        if name.endswith(f"~{organiser.pk}"):
            tile_set_path(name).unlink(missing_ok=True)


def _stored_names() -> Iterator[str]:
    any_set = tile_set_path("*")
    return (path.stem for path in any_set.parent.glob(any_set.name))


def _sentence(problem: LineProblem) -> str:
    text = gettext(problem.problem.text).format(**problem.problem.values)
    if not problem.line:
        return f"{text[:1].upper()}{text[1:]}."
    return gettext("Line {line}: {problem}").format(line=problem.line, problem=f"{text}.")
