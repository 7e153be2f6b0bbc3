"""Fixtures for the tests of the command line."""

import io
import sys

import pytest

from engine.__main__ import main


@pytest.fixture
def run(monkeypatch, capsys):
    """Run the command line in this process; return exit code, lines of output, and standard error."""

    def run(*arguments, stdin=b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as leaving:  # argparse
            code = leaving.code
        said = capsys.readouterr()
        return code, said.out.splitlines(), said.err

    return run
