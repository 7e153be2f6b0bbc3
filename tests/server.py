"""The real program in processes of its own, for tests that talk to it as a hall does.

A `Process` is anything started from this checkout; it is stopped, or killed, by its own process id. `Embedded`
is `manage.py serve` on a data folder, which outlives the process: started again it goes on where it was. A
`Line` leads to a service that others use as well, and can be cut.
"""

import contextlib
import hashlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

from django.conf import settings

ROOT = Path(__file__).resolve().parent.parent
DATABASE = "isotop.sqlite3"
START_SECONDS = 60
STOP_SECONDS = 15


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def prepare_data(folder):
    """Copy the files that the set-up of this checkout has compiled and collected, to save time.

    Static files, more than a thousand, become hard links: the program replaces such files and never changes them. The
    note of their version is a copy, since releases up to 0.1.0 wrote into it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, copy in (("lexicons", shutil.copy2), ("static", link_or_copy), ("code", shutil.copy2)):
        made = settings.DATA_FOLDER / name
        if made.exists():
            shutil.copytree(made, folder / name, dirs_exist_ok=True, copy_function=copy)
    return folder


def link_or_copy(source, target):
    """Make a hard link, or a copy on another file system and of the note of the version."""
    if Path(source).name == "version.txt":
        shutil.copy2(source, target)
        return
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def tables_digest():
    """Return a digest that changes with the tables: with models, migrations and packages of this checkout."""
    apps = (ROOT / "tournaments", ROOT / "duplicate")
    shapes = ("models.py", "models/**/*.py", "migrations/*.py")
    files = {path for app in apps for shape in shapes for path in app.rglob(shape)}
    makers = {ROOT / "deploy/management/commands/migrate.py", ROOT / "uv.lock"}
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(files | makers))).hexdigest()[:16]


def migrate(data="", **variables):
    """Make the tables, on a data folder or where the variables say."""
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    environment = environment_for(data or settings.DATA_FOLDER, **variables)
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


def prepare_database(folder):
    """Create a database with tables by copying one that was made once for this checkout."""
    made = settings.DATA_FOLDER / "migrated" / tables_digest() / DATABASE
    if not made.exists():
        made.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=made.parent) as scratch:
            migrate(scratch)
            # In one step: another process may have come to the same end.
            Path(scratch, DATABASE).replace(made)
    shutil.copyfile(made, folder / DATABASE)


def environment_for(data, **variables):
    """Return the environment of a process: this one's, without variables that point to another installation."""
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "LOG_LEVEL"}
    }
    return inherited | {"ISOTOP_DATA": str(data), "PYTHONUNBUFFERED": "1"} | variables


class Process:
    """`python ARGUMENTS` in this checkout, or another program elsewhere; all that it says goes to a file."""

    def __init__(self, *arguments, environment, log, program=sys.executable, folder=ROOT):
        self.arguments = [str(program), *map(str, arguments)]
        self.folder = folder
        self.environment = environment
        self.log = Path(log)
        self._process = None

    def start(self):
        assert self._process is None, "it runs already"
        with self.log.open("ab") as output:
            # A session of its own, so that children it starts can be ended with it.
            self._process = subprocess.Popen(
                self.arguments,
                cwd=self.folder,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def pid(self):
        return self._process.pid

    def runs(self):
        return self._process is not None and self._process.poll() is None

    def output(self):
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def kill(self):
        """Kill the process like a power cut: no warning, no cleanup."""
        if self._process is not None:
            self._signal_all(signal.SIGKILL)
            self._process.wait(STOP_SECONDS)
            self._process = None

    def stop(self):
        """Stop it like Ctrl+C or a service manager; return False if it had to be killed in the end."""
        if self._process is None:
            return True
        self._process.terminate()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            return False
        else:
            return True
        finally:
            self.kill()

    def wait_until(self, ready, seconds=START_SECONDS):
        """Wait for `ready()`; an error with the log if the process ends or takes too long."""
        end = time.monotonic() + seconds
        while not ready():
            if not self.runs() or time.monotonic() > end:
                raise AssertionError(f"{' '.join(self.arguments)} is not ready:\n{self.output()[-4000:]}")
            time.sleep(0.05)

    def _signal_all(self, number):
        try:
            os.killpg(self._process.pid, number)
        except ProcessLookupError:
            return


class Web(Process):
    """A process that answers on a port."""

    def __init__(self, *arguments, port, **options):
        super().__init__(*arguments, **options)
        self.site = f"http://127.0.0.1:{port}"

    def start(self):
        super().start()
        self.wait()

    def wait(self):
        self.wait_until(self.answers)

    def answers(self):
        try:
            with urllib.request.urlopen(f"{self.site}/healthz", timeout=5) as answer:
                return answer.status == 200
        except (urllib.error.URLError, OSError):
            return False


class Embedded(Web):
    """`manage.py serve` or `demo`: the whole program in one process, on a data folder of its own."""

    def __init__(self, folder, command="serve"):
        self.data = prepare_data(folder / "data")
        if not (self.data / DATABASE).exists():
            prepare_database(self.data)
        port = free_port()
        super().__init__(
            *("manage.py", command, "--host", "127.0.0.1", "--port", port),
            port=port,
            environment=environment_for(self.data),
            log=folder / "server.log",
        )

    @property
    def database(self):
        return self.data / "isotop.sqlite3"

    @property
    def welcome(self):
        """The one-time login address that the program printed last."""
        return re.findall(r"http://\S+/welcome/\S+", self.output())[-1]


class Line:
    """A TCP port that leads to a service as long as it is not cut; `up` and `down` are the bytes that it carried. One
    way may be lost: its bytes arrive once it is found again, as TCP sends them until then.
    """

    def __init__(self, host, port):
        self.up = self.down = 0
        self._service = (host, port)
        self.port = free_port()
        self._listener = None
        self._ends = set()
        self._open = {"up": threading.Event(), "down": threading.Event()}
        for way in self._open:
            self.find(way)

    def lose(self, way):
        """Hold back what goes up (requests) or down (answers)."""
        self._open[way].clear()

    def find(self, way):
        self._open[way].set()

    def mend(self):
        self._listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def cut(self):
        """Refuse connections and drop the open ones."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for end in list(self._ends):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _accept(self, listener):
        with contextlib.suppress(OSError):
            while True:
                near, _address = listener.accept()
                try:
                    far = socket.create_connection(self._service)
                except OSError:  # the service is down: so is what leads to it
                    near.close()
                    continue
                for ends in ((near, far, "up"), (far, near, "down")):
                    threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, source, target, way):
        self._ends.add(source)
        with source, contextlib.suppress(OSError):
            while data := source.recv(65536):
                self._open[way].wait()
                setattr(self, way, getattr(self, way) + len(data))
                target.sendall(data)
        self._ends.discard(source)
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_RDWR)
