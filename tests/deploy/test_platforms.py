"""Where the program can be installed: the table of platforms, and what a machine is told that lacks something."""

import subprocess
import sys

import pytest

from tests import platforms
from tests.server import ROOT


def test_the_page_has_the_table_of_the_lock_file():
    """`python -m tests.platforms` would change nothing."""
    assert platforms.PAGE.read_text() == platforms.written_page()


@pytest.mark.parametrize(
    ("wheel", "can_use"),
    [
        ("a-1-py3-none-any.whl", {platform.name for platform in platforms.PLATFORMS}),
        (
            "a-1-cp311-abi3-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
            {"Linux, ARM 64 (Raspberry Pi 4 and 5)"},
        ),
        ("a-1-cp312-cp312-manylinux_2_28_x86_64.whl", {"Linux, x86-64"}),
        ("a-1-cp312-cp312-manylinux_2_40_x86_64.whl", set()),
        ("a-1-cp312-cp312-musllinux_1_2_x86_64.whl", {"Alpine (musl), x86-64"}),
        ("a-1-cp312-cp312-macosx_10_9_universal2.whl", {"macOS 14, Apple", "macOS 14, Intel"}),
        ("a-1-cp313-cp313-win_arm64.whl", set()),
    ],
)
def test_a_wheel_is_for_some_machines(wheel, can_use):
    package = {"wheels": [{"url": f"https://files.example.org/{wheel}"}]}
    found = {
        platform.name
        for platform in platforms.PLATFORMS
        if platforms.has_wheel(package, platform.tags((3, 12)))
    }
    assert found == can_use


@pytest.mark.parametrize("platform", platforms.PLATFORMS, ids=lambda platform: platform.name)
def test_every_machine_has_time_zones(platform):
    """A machine that has none of its own offers none in any form, and takes a right `TIME_ZONE` for a wrong one."""
    packages = platforms.needed(platform.environment((3, 12)), ())
    assert "tzdata" in {package["name"] for package in packages}


@pytest.fixture
def clean_clone(tmp_path):
    for name in ("Makefile", "pyproject.toml", "uv.lock"):
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


def make(folder, python):
    command = ["make", "--no-print-directory", "setup", f"PYTHON={python}"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_a_python_without_its_installer_is_told_in_one_line(clean_clone):
    """Debian and Ubuntu leave `ensurepip` out of Python: `venv` then leaves half an environment behind."""
    (clean_clone / "ensurepip.py").write_text("raise ImportError")
    (python := clean_clone / "python3.11").write_text(
        f'#!/bin/sh\nPYTHONPATH={clean_clone} exec {sys.executable} "$@"\n'
    )
    python.chmod(0o755)
    done = make(clean_clone, python)
    assert done.stdout.splitlines() == [
        "A part of Python is missing: apt install python3.11-venv, as root, then the same again."
    ]
    assert not (clean_clone / ".venv").exists()


@pytest.mark.parametrize("target", ["x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl"])
def test_a_machine_without_a_compiled_search_is_told_before_anything_is_fetched(clean_clone, target):
    command = ["uv", "sync", "--quiet", "--locked", "--no-dev", "--dry-run", "--offline"]
    done = subprocess.run(
        [sys.executable, "-m", *command, "--python-platform", target],
        cwd=clean_clone,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Distribution `llvmlite" in done.stderr
    assert "marked as `--no-build`" in " ".join(done.stderr.split())
