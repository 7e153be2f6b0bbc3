"""The unit tests of the scripts, which need no browser: run by Node, the machine's or the one within Playwright."""

import shutil
import subprocess
from pathlib import Path

import playwright
import pytest

FOLDER = Path(__file__).parent
NODE = shutil.which("node") or Path(playwright.__file__).parent / "driver" / "node"


@pytest.mark.slow
@pytest.mark.smoke
def test_unit_tests_of_the_scripts():
    files = sorted(FOLDER.glob("*.test.mjs"))
    assert files
    run = subprocess.run(
        [NODE, "--import", FOLDER / "collected.mjs", "--test", *files],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
