"""The unit tests of the scripts, which need no browser: run by Node."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "js"


def test_unit_tests_of_the_scripts():
    node = shutil.which("node")
    if node is None and not os.environ.get("CI"):
        pytest.skip("there is no Node.js on this machine; Debian's package is called “nodejs”")
    assert node, "there is no Node.js: install the package “nodejs”"
    files = sorted(FOLDER.glob("*.test.mjs"))
    assert files
    run = subprocess.run([node, "--test", *files], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
