"""The folder for files made at run time: in a checkout beside the sources, elsewhere the user's own."""

import os
from functools import cache
from pathlib import Path

from platformdirs import user_data_path

ROOT = Path(__file__).resolve().parents[1]  # the checkout, or where packages are installed


def data_folder() -> Path:
    """Return the folder for compiled lexicons, compiled code and other files made at run time."""
    return Path(os.environ.get("ISOTOP_DATA") or _default_data_folder())


@cache
def is_checkout() -> bool:
    """Tell whether the program runs from its sources; `manage.py` is not installed."""
    return (ROOT / "manage.py").exists()


@cache
def _default_data_folder() -> Path:
    return ROOT / "var" if is_checkout() else user_data_path("isotop", appauthor=False)
