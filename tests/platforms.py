"""`python -m tests.platforms`: write the table of docs/installing.md: where each locked package has a wheel.

The lock file names all wheels of a package, so nothing is asked of the network.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from packaging.markers import Marker
from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms
from packaging.utils import parse_wheel_filename

from tests.server import ROOT

PAGE = ROOT / "docs" / "installing.md"
HEAD = "| machine | Python | wheels |"
PYTHONS = ((3, 11), (3, 12), (3, 13), (3, 14))
# Sources without a line to compile, of which there are no wheels.
PLAIN_SOURCES = {"isotop", "font-roboto"}
# The C libraries of Ubuntu 22.04 and Alpine; Debian 12 and Raspberry Pi OS 12 have newer ones.
GLIBC, MUSL = 35, 2


@dataclass(frozen=True)
class Platform:
    """A kind of machine: as markers name it, and as wheels do."""

    name: str
    system: str
    machine: str
    wheels: tuple[str, ...]

    def tags(self, python: tuple[int, int]) -> set[Tag]:
        """Return the tags of wheels that it can use, as pip reckons them."""
        interpreter = f"cp{python[0]}{python[1]}"
        return {
            *cpython_tags(python, [interpreter], self.wheels),
            *compatible_tags(python, interpreter, self.wheels),
        }

    def environment(self, python: tuple[int, int]) -> dict[str, str]:
        """Return what markers of the lock file ask for."""
        version = f"{python[0]}.{python[1]}"
        return {
            "os_name": "nt" if self.system == "win32" else "posix",
            "platform_machine": self.machine,
            "platform_system": {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}[self.system],
            "python_full_version": f"{version}.0",
            "python_version": version,
            "sys_platform": self.system,
        }


def _linux(name: str, machine: str) -> Platform:
    kinds = [*(f"manylinux_2_{minor}" for minor in range(5, GLIBC + 1)), *("manylinux1", "manylinux2010")]
    return Platform(name, "linux", machine, tuple(f"{kind}_{machine}" for kind in (*kinds, "manylinux2014")))


def _musl(name: str, machine: str) -> Platform:
    return Platform(
        name, "linux", machine, tuple(f"musllinux_1_{minor}_{machine}" for minor in range(MUSL + 1))
    )


PLATFORMS = (
    _linux("Linux, x86-64", "x86_64"),
    _linux("Linux, ARM 64 (Raspberry Pi 4 and 5)", "aarch64"),
    Platform("macOS 14, Apple", "darwin", "arm64", tuple(mac_platforms((14, 0), "arm64"))),
    Platform("macOS 14, Intel", "darwin", "x86_64", tuple(mac_platforms((14, 0), "x86_64"))),
    Platform("Windows, x64", "win32", "AMD64", ("win_amd64",)),
    Platform("Windows, ARM", "win32", "ARM64", ("win_arm64",)),
    _musl("Alpine (musl), x86-64", "x86_64"),
    _musl("Alpine (musl), ARM 64", "aarch64"),
    _linux("Linux, ARM 32", "armv7l"),
    _linux("Linux, 32 bit PC", "i686"),
    Platform("Windows, 32 bit", "win32", "x86", ("win32",)),
)
PACKAGES = tomllib.loads((ROOT / "uv.lock").read_text())["package"]


def missing(platform: Platform, python: tuple[int, int], extras: tuple[str, ...] = ()) -> set[str]:
    """Return the names of packages that the program needs and that have no wheel there."""
    tags = platform.tags(python)
    return {
        package["name"]
        for package in needed(platform.environment(python), extras)
        if package["name"] not in PLAIN_SOURCES and not has_wheel(package, tags)
    }


def has_wheel(package: dict[str, Any], tags: set[Tag]) -> bool:
    names = [wheel["url"].rsplit("/", 1)[-1] for wheel in package.get("wheels", ())]
    return any(tags & parse_wheel_filename(name)[3] for name in names)


def needed(environment: dict[str, str], extras: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """Yield the program and all packages that it needs in an environment."""
    waiting: list[dict[str, Any]] = [{"name": "isotop", "extra": extras}]
    seen: set[tuple[str, str]] = set()
    while waiting:
        wanted = waiting.pop()
        [package] = [
            each
            for each in PACKAGES
            if each["name"] == wanted["name"] and wanted.get("version", each["version"]) == each["version"]
        ]
        groups = {"": package.get("dependencies", ()), **package.get("optional-dependencies", {})}
        for extra in {"", *wanted.get("extra", ())} - {
            extra for name, extra in seen if name == package["name"]
        }:
            seen.add((package["name"], extra))
            waiting += [
                each
                for each in groups[extra]
                if "marker" not in each or Marker(each["marker"]).evaluate(environment)
            ]
            if not extra:
                yield package


def table() -> str:
    """Return the table of docs/installing.md; versions of Python with the same answer share a row."""
    rows = []
    for platform in PLATFORMS:
        answers: dict[str, list[str]] = {}
        for python in PYTHONS:
            answers.setdefault(_answer(platform, python), []).append(f"{python[0]}.{python[1]}")
        rows += [
            f"| {platform.name} | {', '.join(pythons)} | {answer} |" for answer, pythons in answers.items()
        ]
    return "\n".join([HEAD, "| --- | --- | --- |", *rows, ""])


def _answer(platform: Platform, python: tuple[int, int]) -> str:
    club, server = missing(platform, python), missing(platform, python, ("production",))
    if not server:
        return "all"
    if not club:
        return f"all but {', '.join(sorted(server))}, of the extra `production`"
    return f"none of {', '.join(sorted(club))}"


def written_page() -> str:
    """Return docs/installing.md with its table."""
    return re.sub(rf"{re.escape(HEAD)}\n(\|.*\n)+", lambda _found: table(), PAGE.read_text())


if __name__ == "__main__":
    PAGE.write_text(written_page())
