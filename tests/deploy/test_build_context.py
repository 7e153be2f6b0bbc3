"""No secret gets into an image or the repository, wherever an operator has put it."""

import re
import subprocess
from pathlib import PurePosixPath

import pytest
import yaml

from tests.server import ROOT

IGNORE_FILES = (".dockerignore", ".containerignore")
# All places that the documents name or named, and those where people put secrets elsewhere.
SECRETS = (
    "deploy/env",
    "deploy/tls/isotop.crt",
    "deploy/tls/isotop.key",
    "deploy/secrets/database_password",
    "var/secret_key",
    "var/isotop.sqlite3",
    "var/isotop.sqlite3-wal",
    "var/demo/secret_key",
    "var/production/isotop.key",
    "var/production/site.crt",
    "secret_key",
    "deploy/secret_key",
    ".env",
    "deploy/.env",
    "deploy/.env.production",
    "deploy/isotop.env",
    "deploy/isotop.key",
    "engine/data/isotop.pem",
    "docs/certificate.p12",
    "isotop-2026-03-01.tar.gz",
    "deploy/isotop-2026-03-01.tar.gz",
    "duplicate/isotop.sqlite3",
)


def is_left_out(path, patterns):
    """Tell what Docker does: the last pattern that matches the path or a folder above it decides."""
    parts = PurePosixPath(path).parts
    above = ["/".join(parts[: count + 1]) for count in range(len(parts))]
    left_out = False
    for pattern in patterns:
        wanted = pattern.startswith("!")
        if any(expression_of(pattern.removeprefix("!")).fullmatch(one) for one in above):
            left_out = not wanted
    return left_out


def expression_of(pattern):
    """Return a pattern of Docker as a regular expression: `*` stays in a folder, `**` does not."""
    found = ""
    for part in re.split(r"(\*\*/?|\*|\?|\[[^\]]+\])", pattern.strip("/")):
        wild = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
        found += part if part.startswith("[") else wild.get(part, re.escape(part))
    return re.compile(found)


def patterns_of(name):
    lines = map(str.strip, (ROOT / name).read_text().splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def tracked_files():
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    return [path for path in listed.split("\0") if path]


@pytest.mark.parametrize(
    ("path", "patterns", "left_out"),
    [
        ("deploy/env", ["*"], True),
        ("deploy/env", ["*", "!deploy"], False),
        ("deploy/env", ["*", "!deploy", "deploy/env"], True),
        ("deploy/env.example", ["*", "!deploy", "deploy/env"], False),
        ("deploy/env", ["deploy/env", "!deploy"], False),
        ("deploy/tls/isotop.key", ["deploy/tls"], True),
        ("deploy/isotop.key", ["*.key"], False),
        ("isotop.key", ["**/*.key"], True),
        ("a/b/isotop.key", ["**/*.key"], True),
        ("a/__pycache__/b.pyc", ["**/__pycache__"], True),
        ("a/b1", ["a/b[12]"], True),
    ],
)
def test_patterns_mean_what_they_mean_to_docker(path, patterns, left_out):
    assert is_left_out(path, patterns) is left_out


@pytest.mark.slow
@pytest.mark.parametrize("name", IGNORE_FILES)
def test_no_secret_is_in_the_build_context(name):
    patterns = patterns_of(name)
    context = {path for path in [*tracked_files(), *SECRETS] if not is_left_out(path, patterns)}
    assert not context & set(SECRETS)
    # All that the image copies is there, and nothing else.
    copied = re.findall(r"^COPY ([\w. ]+) \S+$", (ROOT / "deploy/Containerfile").read_text(), re.MULTILINE)
    roots = {root for sources in copied for root in sources.split()}
    assert context == {path for path in tracked_files() if path.partition("/")[0] in roots}


@pytest.mark.parametrize("secret", SECRETS)
def test_git_takes_no_secret(secret):
    asked = ["git", "check-ignore", "--no-index", "--quiet", secret]
    assert subprocess.run(asked, cwd=ROOT, check=False).returncode == 0


def test_what_the_compose_file_reads_of_the_checkout_is_in_the_repository():
    """Its secrets come from a folder outside, as do the answers of certbot."""
    services = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())["services"]
    sources = {source for one in services.values() for source in read_by(one)}
    assert "${ISOTOP_CONFIG:-/etc/isotop}/env" in sources
    assert "${ISOTOP_CONFIG:-/etc/isotop}/tls" in sources
    in_checkout = {source for source in sources if source.startswith(".")}
    assert {f"deploy/{source[2:]}" for source in in_checkout} <= set(tracked_files())
    assert all(re.match(r"\$\{ISOTOP_(CONFIG|ACME):-/", source) for source in sources - in_checkout)


def read_by(service):
    """Return the files of the host that a service of a compose file reads; named volumes are none."""
    yield from ([service["env_file"]] if "env_file" in service else [])
    for volume in service.get("volumes", []):
        source = re.match(r"(\$\{[^}]*\}[^:]*|[^:]*):", volume)[1]
        if not re.fullmatch(r"\w+", source):
            yield source


def test_the_documents_name_no_place_in_the_checkout_for_secrets():
    pages = [ROOT / "deploy/compose.yaml", ROOT / "deploy/env.example", *(ROOT / "docs").glob("*.md")]
    for page in pages:
        assert not re.search(r"(cp|install|mkdir)\b.* deploy/(env|tls)(?![.\w])", page.read_text()), page
