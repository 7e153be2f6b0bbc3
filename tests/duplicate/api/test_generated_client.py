"""A client that is generated from the schema is typed through and through."""

import subprocess
import sys

import pytest

from deploy.schema import render_schema

pytestmark = pytest.mark.slow
PACKAGE = "openapi_python_client"


def test_a_generated_client_passes_strict_checks(tmp_path):
    pytest.importorskip(PACKAGE)
    body, _etag = render_schema("application/vnd.oai.openapi+json")
    (tmp_path / "schema.json").write_bytes(body)
    (tmp_path / "config.yaml").write_text("post_hooks: []\n")
    asked = ["--path", "schema.json", "--config", "config.yaml", "--output-path", "client"]
    for command in (
        [PACKAGE, "generate", *asked, "--meta", "none", "--fail-on-warning"],
        ["mypy", "--strict", "--config-file=", "client"],
    ):
        run = subprocess.run(
            [sys.executable, "-m", *command], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert run.returncode == 0, run.stdout + run.stderr
