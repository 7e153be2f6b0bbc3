"""What a plain start loads: a command that searches, prints or sends nothing does not wait for what others need."""

import subprocess
import sys

import pytest

from tests.server import ROOT, environment_for

# Packages that are there and are loaded with their first use.
ON_FIRST_USE = {
    "babel",
    "bidi",
    "celery",
    "charset_normalizer",
    "fsrs",
    "genanki",
    "llvmlite",
    "markdown_it",
    "networkx",
    "numba",
    "numpy",
    "openpyxl",
    "PIL",
    "psycopg",
    "pygments",
    "pypdf",
    "pypdfium2",
    "redis",
    "reportlab",
    "requests",
    "rich",
    "segno",
    "sentry_sdk",
    "spylls",
    "uharfbuzz",
    "urllib3",
    "uvicorn",
    "wcwidth",
}

# Writes what is loaded, and whether garbage is collected.
PLAIN_START = """
import gc, sys
import django
from django.core.management import call_command

django.setup()
before = gc.isenabled(), gc.get_freeze_count() > 0
call_command("check")
print(*before, *{name.partition(".")[0] for name in sys.modules})
"""


@pytest.fixture(scope="module")
def plain_start(tmp_path_factory):
    """Return what a started process has loaded after `check`, as a command has it, in the embedded setting."""
    environment = environment_for(tmp_path_factory.mktemp("data"), DJANGO_SETTINGS_MODULE="deploy.settings")
    command = [sys.executable, "-c", PLAIN_START]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1].split()


def test_a_plain_start_loads_no_package_that_few_need(plain_start):
    assert "drf_spectacular" in plain_start, "the addresses are loaded"
    assert set(plain_start) & ON_FIRST_USE == set()


def test_garbage_is_collected_once_the_apps_are_ready(plain_start):
    """What they have loaded stays, and is left out."""
    assert plain_start[:2] == ["True", "True"]
