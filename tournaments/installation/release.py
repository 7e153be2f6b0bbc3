"""The release of this program."""

import tomllib
from functools import cache
from importlib import metadata

from engine.data_folder import ROOT, is_checkout


@cache
def program_version() -> str:
    """Return the version that pyproject.toml has, or where there is only the installed package, that of the package."""
    if is_checkout():
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
        return str(project["project"]["version"])
    return metadata.version("isotop")
