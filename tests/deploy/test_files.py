"""The files of `deploy/` for servers say what the program does."""

import os
import re
import secrets
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from django.core.management import call_command
from django.urls import get_resolver

from deploy.processes import proxy
from deploy.processes.plan import Plan, services
from engine.atomic_files import write_whole
from tests.server import ROOT, environment_for
from tournaments.http.uploads import find_upload

FOLDER = ROOT / "deploy"


def arguments_of(command):
    """Return a command without its interpreter, address and number of processes."""
    text = " ".join(command)
    text = re.sub(r"0\.0\.0\.0|127\.0\.0\.1|\$\{ISOTOP_LISTEN\}", "HOST", text)
    return re.sub(r"(HOST:|--port |--workers |--concurrency |-n worker)(\d*%i|\d*)", r"\1", text)


OURS = {
    service.name.rstrip("12"): arguments_of(service.command[1:])
    for service in services(Plan(settings={}, environment={}))
}


def test_the_units_of_systemd_start_what_the_supervisor_starts():
    started = {
        path.stem.removeprefix("isotop-").rstrip("@"): re.search(
            r"^ExecStart=(?:\S+/python (.+)|.*)$", path.read_text(), re.MULTILINE
        )[1]
        for path in (FOLDER / "systemd").glob("*.service")
    }
    assert started.pop("failed") is None
    assert started.pop("release") == "manage.py setup --wait infinity"
    assert started.pop("backup").startswith("manage.py backup ")
    assert {
        name: arguments_of(command.replace("%%", "%").split()) for name, command in started.items()
    } == OURS
    target = (FOLDER / "systemd" / "isotop.target").read_text()
    wanted = set(re.findall(r"isotop-(\w+(?:@\d)?)\.service", target))
    assert wanted == {"web@1", "web@2", "live@1", "live@2", "desk@1", "clock", "worker"}


@pytest.mark.parametrize(("name", "port"), [("web", "800%i"), ("live", "801%i"), ("desk", "802%i")])
def test_the_units_of_servers_wait_until_they_are_ready(name, port):
    """Else `systemctl restart` would come back before the next server may go."""
    text = (FOLDER / "systemd" / f"isotop-{name}@.service").read_text()
    [address] = re.findall(
        r"\$\{ISOTOP_LISTEN\}(?::| --port )(\S+)", re.search(r"^ExecStart=(.+)$", text, re.MULTILINE)[1]
    )
    waits = f"-m deploy.processes.ready http://${{ISOTOP_LISTEN}}:{address}"
    assert address == port
    assert re.search(rf"^ExecStartPost=\S+/python {re.escape(waits)}$", text, re.MULTILINE)
    signal_, then = re.findall(r"^ExecReload=(.+)$", text, re.MULTILINE)
    assert signal_ == '/bin/sh -c "kill -HUP $MAINPID"'
    assert then.endswith(waits)


def test_the_proxy_knows_the_servers_of_the_units(capsys):
    """Those of this machine without a word on its command line, and else those of the machines that it names."""
    for machines in ([], ["10.0.0.1", "10.0.0.2"]):
        call_command("proxy_config", *(["--machine", *machines] if machines else []))
        made = capsys.readouterr().out
        for upstream, ports in (
            ("web", "8002"),
            ("readers", "8001"),
            ("live", "8011 8012"),
            ("desk", "8021"),
        ):
            servers = re.search(rf"upstream isotop_{upstream} {{([^}}]+)}}", made)[1]
            named = re.findall(r"server (\S+)(?!.* backup)", servers)
            assert named == [
                f"{machine}:{port}" for machine in machines or ["127.0.0.1"] for port in ports.split()
            ]


def test_the_compose_file_starts_what_the_supervisor_starts():
    containers = yaml.safe_load((FOLDER / "compose.yaml").read_text())["services"]
    assert {name: arguments_of(containers[name]["command"][1:]) for name in OURS} == OURS
    assert containers["release"]["command"] == ["python", "manage.py", "setup", "--wait", "120"]
    assert containers["nightly"]["command"][1:3] == ["manage.py", "run_nightly"]
    once = {"passwords", "release"}
    assert set(containers) == {*OURS, *once, "nightly", "proxy", "postgres", "redis"}
    # Each one that stays is looked after; the proxy waits until the servers are ready.
    assert {name for name, container in containers.items() if "healthcheck" in container} == set(
        containers
    ) - once
    assert all(container["logging"]["options"]["max-file"] for container in containers.values())
    waits = {name: wait["condition"] for name, wait in containers["proxy"]["depends_on"].items()}
    assert waits == dict.fromkeys(("web", "live", "desk"), "service_healthy")


def test_images_and_uv_are_of_one_version():
    compose, container = (FOLDER / "compose.yaml").read_text(), (FOLDER / "Containerfile").read_text()
    images = set(re.findall(r"docker\.io/\S+", compose + container))
    assert len(images) == 4
    images |= set(re.findall(r"image: (\S+)", (ROOT / ".github/workflows/ci.yml").read_text()))
    assert all(re.search(r":\d+\.\d+(\.\d+)?(-[a-z-]+)?$", image) for image in images), images
    sources = (container, (ROOT / "Makefile").read_text(), (ROOT / "docs/operating.md").read_text())
    versions = [re.search(r"(?:uv==|UV_VERSION := )(\d\S+)", text)[1] for text in sources]
    assert len(set(versions)) == 1, versions


def test_no_password_is_written_in_the_compose_file():
    containers = yaml.safe_load((FOLDER / "compose.yaml").read_text())["services"]
    assert containers["postgres"]["environment"]["POSTGRES_PASSWORD_FILE"] == "/run/isotop/database_password"
    assert containers["web"]["environment"]["DATABASE_URL_FILE"] == "/run/isotop/database_url"
    assert containers["passwords"]["command"][-2:] == ["deploy.passwords", "/run/isotop"]
    assert not re.search(r"//\w+:\w+@", (FOLDER / "compose.yaml").read_text())


def test_nothing_that_runs_is_left_out_of_the_image():
    copied = set(re.findall(r"^COPY (\w+) \1$", (FOLDER / "Containerfile").read_text(), re.MULTILINE))
    assert copied == {"engine", "tournaments", "duplicate", "templates", "deploy", "docs"}


def test_the_proxy_of_the_compose_file_is_made_from_the_template():
    compose = (FOLDER / "compose.yaml").read_text()
    made = proxy.render_site(
        listen="443",
        webs=["web:8000"],
        lives=["live:8000"],
        desks=["desk:8000"],
        static="/var/www/isotop",
        certificate=Path("/etc/nginx/tls/isotop.crt"),
        acme=Path("/var/www/acme"),
        version=[int(part) for part in re.search(r"library/nginx:([\d.]+)", compose)[1].split(".")],
        log=Path("/dev/stdout"),
        resolver="127.0.0.11",
    )
    assert (FOLDER / "nginx" / "compose.conf").read_text() == made, "manage.py proxy_config makes it"


def addresses(patterns, before=""):
    """Yield a path of each address of the program."""
    for pattern in patterns:
        path = before + re.sub(r"<[^>]+>", "1", str(pattern.pattern)).removeprefix("^")
        yield from addresses(pattern.url_patterns, path) if hasattr(pattern, "url_patterns") else [path]


def test_the_proxy_takes_files_where_the_program_does():
    template = (FOLDER / "nginx" / "site.conf.template").read_text()
    [pattern] = re.findall(r"location ~ (\S+) \{\n +client_max_body_size 65m;", template)
    paths = {f"/{path}" for path in addresses(get_resolver().url_patterns)}
    taking = {path for path in paths if find_upload(path)}
    # The admin has one class for all pages of lexicons: only one of them takes a file.
    taking -= {path for path in taking if path.startswith("/admin/") and not path.endswith("/add/")}
    assert {path for path in paths if re.match(pattern, path)} == taking


@pytest.mark.slow
def test_django_has_nothing_against_the_settings_of_a_server(tmp_path):
    settings = {"HTTPS": "on", "ALLOWED_HOSTS": "isotop.example.org", "SECRET_KEY": secrets.token_urlsafe(50)}
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env=environment_for(tmp_path, **settings),
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "name", ["isotop-web@", "isotop-live@", "isotop-desk@", "isotop-clock", "isotop-worker"]
)
def test_units_keep_their_settings_in_the_example_s_place(name):
    text = (FOLDER / "systemd" / f"{name}.service").read_text()
    assert "EnvironmentFile=/etc/isotop/env" in text
    assert "Restart=always" in text


def test_the_secret_key_is_made_once_and_read_by_its_owner_alone(tmp_path, monkeypatch):
    from deploy import settings

    monkeypatch.setattr(settings, "DATA_FOLDER", tmp_path)
    monkeypatch.delenv("SECRET_KEY", raising=False)
    key = settings._secret_key()
    assert len(key) >= 50
    assert settings._secret_key() == key
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0


def test_a_secret_key_that_another_process_makes_meanwhile_counts(tmp_path, monkeypatch):
    """It is there as a whole, or not at all: an empty one would be the installation's for good."""
    from deploy import settings

    monkeypatch.setattr(settings, "DATA_FOLDER", tmp_path)
    monkeypatch.delenv("SECRET_KEY", raising=False)
    sizes, make = [], settings.secrets.token_urlsafe

    def make_slowly(length):
        sizes.extend(path.stat().st_size for path in tmp_path.glob("secret_key"))
        (tmp_path / "secret_key").write_text("the-other-key")
        return make(length)

    monkeypatch.setattr(settings.secrets, "token_urlsafe", make_slowly)
    assert settings._secret_key() == "the-other-key"
    assert sizes == []
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


@pytest.mark.parametrize("links", [True, False])
def test_a_new_private_file_replaces_none(tmp_path, monkeypatch, links):
    def refuse(*_paths):
        raise PermissionError

    if not links:
        monkeypatch.setattr("os.link", refuse)
    path = tmp_path / "key"
    previous = os.umask(0)
    try:
        write_whole(path, b"one", new=True, private=True)
    finally:
        os.umask(previous)
    with pytest.raises(FileExistsError):
        write_whole(path, b"two", new=True, private=True)
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"one", 0o600)
    assert list(tmp_path.iterdir()) == [path]


def test_the_key_of_the_example_is_refused(tmp_path):
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env=environment_for(tmp_path) | {"SECRET_KEY": "CHANGE-ME"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode
    assert "SECRET_KEY is still that of the example" in done.stderr
