"""Compiled catalogues of translations."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compile_catalogues(folder: Path) -> None:
    """Compile the catalogues that are newer than their compiled files."""
    for source in folder.glob("*/LC_MESSAGES/*.po"):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        with source.open("rb") as text, target.open("wb") as compiled:
            write_mo(compiled, read_po(text))
