"""The release before this checkout, out of the repository: its code, its migrations, its version."""

import io
import re
import subprocess
import tarfile
import tomllib
from functools import cache

import pytest

from tests.server import ROOT

# 0.1.0 has no tag: the last commit before the first migration after those of 0.1.0. Not used once there is a tag.
UNTAGGED = "b03373a28fa40870066893888d3e457c72ab83a8"

MIGRATION = re.compile(r"(?P<folder>[\w/]+/migrations)/(?P<name>\d{4}_\w+)\.py")


def git(*arguments):
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=True)
    return done.stdout


@cache
def previous_release():
    """Return the commit of the newest tag behind this one, or of 0.1.0; skip where the repository has neither."""
    try:
        tags = git(
            "tag", "--merged", "HEAD", "--no-contains", "HEAD", "--list", "v[0-9]*", "--sort=-v:refname"
        )
        commit = (tags.decode().split() or [UNTAGGED])[0]
        git("cat-file", "-e", f"{commit}^{{commit}}")
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("The code of the release before is not here: a shallow clone, or no repository of git.")
    return commit


def migrations_of_release():
    """Return the migrations of the release, each as folder and name."""
    paths = git("ls-tree", "-r", "--name-only", previous_release()).decode().split()
    return {(found["folder"], found["name"]) for path in paths if (found := MIGRATION.fullmatch(path))}


def version_of_release():
    return tomllib.loads(git("show", f"{previous_release()}:pyproject.toml").decode())["project"]["version"]


def extract_release(folder):
    """Write the code of the release into a folder."""
    with tarfile.open(fileobj=io.BytesIO(git("archive", previous_release()))) as archive:
        archive.extractall(folder, filter="data")
    return folder
