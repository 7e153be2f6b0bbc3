"""The step of hatchling's build that compiles translations: an installed program may not write to its own folder."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface[BuilderConfig]):
    """The hook that `pyproject.toml` names."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        sys.path.insert(0, self.root)
        from tournaments.installation.catalogues import compile_catalogues  # noqa: PLC0415 - found by that path

        compile_catalogues(Path(self.root, "deploy", "locale"))
