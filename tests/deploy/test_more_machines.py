"""*More machines* of docs/operating.md as it is written: a second machine comes, and goes, while a game is played.

Machines are namespaces (`tests.namespaces`) with files of their own: what they write to /etc, /srv, /usr/local, /var
and /run is theirs alone. They have no systemd, no ssh, no sudo and no packages, so short
scripts stand for these.
"""

import contextlib
import os
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from django.conf import settings

from deploy.processes import proxy
from tests.chaos.ground import MissingError, program
from tests.deploy.conftest import needs_nginx
from tests.http_client import Desk, Phone, Stream, wait_until
from tests.namespaces import Machines, RefusedError
from tests.server import ROOT, link_or_copy

pytestmark = [pytest.mark.server, pytest.mark.slow, needs_nginx]

OWN_FOLDERS = ("etc", "srv", "usr/local", "var")
PROMPT = 30.0
PAGE = "/ways-to-play/"  # of the web servers
MOUNT = """
set -e
for place in {places}; do
    mount -t overlay overlay -o lowerdir=/$place,upperdir={folder}/$place,workdir={folder}/work/$place /$place
done
mount -t tmpfs tmpfs /run
mkdir -p /srv/isotop
mount -t overlay overlay -o lowerdir={code},upperdir={folder}/code,workdir={folder}/work/code /srv/isotop
hostname {name}
echo mounted
exec sleep infinity
"""
# To bind an address of no machine, as that of a network that is late.
BIND = "import socket; socket.create_server(('10.0.0.99', 0))"
SETTINGS = "set -a; . /etc/isotop/env\n"
LOAD_WORDS = """
.venv/bin/python manage.py load_tiles engine/data/tiles/english.toml --name club
printf 'trainer\\nretrain\\n' > /var/words.txt
.venv/bin/python manage.py load_lexicon club-words /var/words.txt --tiles club --any-letters
"""
SERVICES = {
    "postgresql": "ExecStart={as_nobody}{postgres} -D {database} -c unix_socket_directories=",
    "redis-server": "ExecStart=redis-server /etc/redis/redis.conf",
    "nginx": "ExecStart=nginx -g 'daemon off;'\nExecReload=nginx -s reload",
}
SCRIPTS = {
    "systemctl": 'exec {python} {code}/tests/deploy/units.py "$@"',
    "ssh": 'host=$1; shift; exec nsenter --mount --net --uts --target "$(cat {folder}/$host)" -- "$@"',
    "apt": '[ "$*" = "install -y chrony" ]',
    "sudo": '[ "$1 $2" = "-u postgres" ] && shift 2 && exec "$@"',
}


def commands():
    """Return the blocks of commands, each as one text."""
    page = (ROOT / "docs/operating.md").read_text()
    section = page.partition("\n## More machines\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"(?:^    .*\n)+", section, re.MULTILINE)
    return [re.sub(r"^    ", "", block, flags=re.MULTILINE) for block in blocks]


class Host:
    """A machine with files of its own; what it finds at its start is written before."""

    def __init__(self, machine, folder):
        self.machine = machine
        self._scripts = folder
        self.folder = folder / str(machine.number)
        for place in (*OWN_FOLDERS, "code"):
            (self.folder / place).mkdir(parents=True)
            (self.folder / "work" / place).mkdir(parents=True)
        # As this checkout has them: to compile the search and to collect static files takes long.
        self._copy("code", "var/lib/isotop")
        self._copy("static", "var/www/isotop")

    def write(self, path, text):
        file = self.folder / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def _copy(self, name, where):
        made = settings.DATA_FOLDER / name
        if made.exists():
            shutil.copytree(made, self.folder / where / name, copy_function=link_or_copy)

    def start(self):
        script = MOUNT.format(
            places=" ".join(OWN_FOLDERS), folder=self.folder, code=ROOT, name=f"machine{self.machine.number}"
        )
        self._holder = subprocess.Popen(
            ["unshare", "--uts", *self.machine.command("sh", "-c", script)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if (said := self._holder.stdout.readline()) != "mounted\n":
            self.stop()
            pytest.skip(f"no files of its own for a machine: {said}")
        (self._scripts / self.machine.address).write_text(str(self._holder.pid))

    def stop(self):
        self._holder.kill()
        self._holder.wait()
        self._holder.stdout.close()

    def run(self, block):
        """Run commands as root would at this machine; return what they print."""
        inside = ("nsenter", "--mount", "--net", "--uts", "--target", str(self._holder.pid))
        environment = {
            "PATH": f"{self._scripts}:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin",
            "PGHOST": "127.0.0.1",
            "PGUSER": "postgres",
        }
        done = subprocess.run(
            [*inside, "--", "bash", "-e", "-o", "pipefail", "-c", f"cd /srv/isotop\n{block}"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{block}\n{done.stdout}\n{self.logs()}"
        return done.stdout

    def logs(self):
        inside = ("nsenter", "--mount", "--target", str(self._holder.pid))
        told = ["sh", "-c", "tail -n 20 /run/units/*.log /var/log/nginx/error.log"]
        done = subprocess.run([*inside, "--", *told], capture_output=True, text=True, check=False)
        return done.stdout + done.stderr

    def count_requests(self, path):
        """Return how many requests its servers have answered at an address."""
        logs = self.run("cat /run/units/isotop-{web,live,desk}@*.log")
        return logs.count(f'"path": "{path}"')


@pytest.fixture
def machines():
    try:
        with Machines(None, None) as made:
            yield made
    except RefusedError as error:
        pytest.skip(str(error))


@pytest.fixture
def hosts(machines, monkeypatch):
    """The first machine, installed as the section before says but not yet started; and a second one, empty."""
    with tempfile.TemporaryDirectory(prefix="isotop-hosts-") as name, contextlib.ExitStack() as stack:
        # The folders below are those of a machine, which everybody reads.
        stack.callback(os.umask, os.umask(0o022))
        folder = Path(name)
        folder.chmod(0o711)  # PostgreSQL runs as another user
        first, second = (Host(machine, folder) for machine in machines)
        for called, text in SCRIPTS.items():
            script = folder / called
            script.write_text(f"#!/bin/sh\n{text.format(python=sys.executable, code=ROOT, folder=folder)}\n")
            script.chmod(0o755)
        install(first, folder)
        monkeypatch.setenv("SSL_CERT_FILE", str(first.folder / "etc/ssl/isotop.crt"))
        for host in (first, second):
            host.start()
            stack.callback(host.stop)
        first.run("rm -f /etc/nginx/sites-enabled/default; systemctl start postgresql redis-server")
        wait_until(lambda: try_database(first), PROMPT, "PostgreSQL starts")
        first.run("""
            psql -c "CREATE ROLE isotop LOGIN PASSWORD 'seven'" -c "CREATE DATABASE isotop OWNER isotop"
            id isotop || useradd --system --home-dir /srv/isotop isotop
            systemctl start nginx
        """)
        yield first, second


def try_database(host):
    try:
        return host.run("psql -Atc 'SELECT 1'")
    except AssertionError:
        return ""


def install(host, folder):
    """Write what *Installing with systemd* leaves on the first machine."""
    try:
        places = {"postgres": program("postgres"), "database": folder / "database"}
        make = [program("initdb"), "-D", places["database"], "-U", "postgres", "--auth", "trust", "--no-sync"]
    except MissingError as error:
        pytest.skip(str(error))
    nobody = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
    places["database"].mkdir(mode=0o700)
    shutil.chown(places["database"], "nobody", "nogroup")
    subprocess.run([*nobody, *make], check=True, capture_output=True, cwd="/")
    places["as_nobody"] = f"{' '.join(nobody)} "
    for name, text in SERVICES.items():
        host.write(f"/etc/systemd/system/{name}.service", text.format(**places))
    for unit in (ROOT / "deploy/systemd").iterdir():
        host.write(f"/etc/systemd/system/{unit.name}", unit.read_text())
    host.write("/etc/redis/redis.conf", 'bind 127.0.0.1 -::1\nsave ""\ndir /run\n')
    proxy.make_certificate(host.folder / "etc/ssl/isotop.crt", "isotop.example.org")
    example = (ROOT / "deploy/env.example").read_text()
    for there, here in (
        ("isotop:CHANGE-ME@", "isotop:seven@"),
        ("SECRET_KEY=CHANGE-ME", f"SECRET_KEY={secrets.token_urlsafe(50)}"),
        ("ALLOWED_HOSTS=", "ALLOWED_HOSTS=127.0.0.1,"),
        ("# LOG_FORMAT=line", "LOG_FORMAT=json"),
    ):
        assert there in example
        example = example.replace(there, here)
    host.write("/etc/isotop/env", example)


def test_a_machine_comes_and_goes_while_a_game_is_played(hosts):
    first, second = hosts
    open_to_others, make_second, use_both, copy_words, use_first, take_away = commands()
    first.run(open_to_others)
    site = "https://127.0.0.1"
    welcome = first.run(f"{SETTINGS}.venv/bin/python manage.py login_link --site {site}").split()[-1]
    with first.machine.entered():
        desk = Desk(site).enter(welcome, "ann")
        code = desk.new_game("More machines", round_time="own", own_time=1800)
        mona, noah = (Phone(site, code, name).join() for name in ("Mona", "Noah"))
        desk.do(code, "type-rack", rack="TRAINER")
        desk.do(code, "open-and-start")
        with Stream(site, code) as stream:
            stream.wait_for_phase(1, "running", PROMPT)
            second.run(make_second)
            first.run(use_both)
            assert mona.send(1, "TRAINER", "H2", 66).status == 201
            ask(mona, desk, code)
            for path in (mona.api, f"/desk/{code}/panel/", PAGE):
                assert second.count_requests(path), "the second machine has its share"
            assert stream.runs(), "nobody notices"
        for host in hosts:
            host.run(f'python3 -c "{BIND}"')
        # A command that fails leaves the site as it is.
        first.run("if isotop-machines; then exit 1; fi; grep 10.0.0.2 /etc/nginx/sites-enabled/isotop")
        first.run(SETTINGS + LOAD_WORDS)
        second.run(copy_words)
        second.run(f"{SETTINGS}.venv/bin/python -m engine lexicon check --lexicon club-words TRAINER")
        with open_stream(site, code, second) as stream:
            first.run(use_first)
            second.run(take_away)
            wait_until(lambda: not stream.runs(), PROMPT, "its streams have ended")
        assert noah.send(1, "TRAINER", "H2", 66).status == 201
        ask(mona, desk, code)
        with Stream(site, code) as stream:
            desk.do(code, "end-round")
            desk.announce_preferred(code, 1)
            stream.wait_for_phase(1, "announced", PROMPT)
        assert {phone.me()["total"] for phone in (mona, noah)} == {66}


def ask(phone, desk, code):
    """Ask so often that every server has its turn."""
    for _time in range(10):
        assert phone.me()["table"] == phone.table
        assert phone.get(phone.api).status == 200
        assert desk.get(f"/desk/{code}/panel/").status == 200
        assert phone.get(PAGE).status == 200


def open_stream(site, code, host):
    """Return a stream that a machine serves."""
    for _time in range(20):
        before = host.count_requests(f"/live/{code}/")
        stream = Stream(site, code)
        wait_until(lambda stream=stream: stream.events, PROMPT, "the first event")
        if host.count_requests(f"/live/{code}/") > before:
            return stream
        stream.close()
    raise AssertionError(host.logs())
