"""The services below the program: a PostgreSQL and a Redis of its own, and a small volume that can be filled.

Everything is started here, on free ports and in a folder of its own; nothing that was there before is
touched. PostgreSQL refuses to run as root: there it runs as nobody.
"""

import os
import shutil
import signal
import subprocess
from pathlib import Path

import psutil

from deploy.processes.plan import Service
from deploy.processes.supervisor import Running
from tests.server import free_port

VOLUME_MB = 400
_DEBIAN = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


class MissingError(Exception):
    """A program that the chaos needs is not installed."""


def program(name):
    """Return the path of a program; Debian keeps those of PostgreSQL apart."""
    found = shutil.which(name, path=os.pathsep.join([os.environ["PATH"], *map(str, _DEBIAN)]))
    if found is None:
        raise MissingError(f"{name} is not installed")
    return found


class Volume:
    """The folder of the database: a small file system of its own where we may mount one, else just a folder."""

    def __init__(self, folder):
        folder.mkdir()
        folder.chmod(0o755)  # PostgreSQL may run as another user
        self.folder = folder
        mount = ["mount", "-t", "tmpfs", "-o", f"size={VOLUME_MB}m,mode=755", "isotop-chaos", folder]
        self.small = (
            os.geteuid() == 0 and subprocess.run(mount, check=False, capture_output=True).returncode == 0
        )

    @property
    def _filler(self):
        return self.folder / "filler"

    def fill(self):
        """Fill the disk to the last byte."""
        with self._filler.open("wb", buffering=0) as filler:
            for size in (1 << 20, 4096):
                block = b"x" * size
                try:
                    while True:
                        filler.write(block)
                except OSError:
                    continue

    def clear(self):
        self._filler.unlink(missing_ok=True)

    def close(self):
        if self.small:
            subprocess.run(["umount", "--lazy", self.folder], check=True)


class Postgres(Running):
    """A server of PostgreSQL with an empty database `isotop`."""

    def __init__(self, folder, logs):
        self.port = free_port()
        as_user = (
            ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []
        )
        data = folder / "postgresql"
        data.mkdir(mode=0o700)
        if as_user:
            shutil.chown(data, "nobody", "nogroup")
        initdb = [program("initdb"), "-D", data, "-U", "isotop", "--auth", "trust", "--no-sync"]
        subprocess.run([*as_user, *initdb], check=True, capture_output=True, cwd="/")
        settings = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "max_wal_size": "64MB",
            "min_wal_size": "32MB",
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        command = (*as_user, program("postgres"), "-D", str(data), *options)
        ready = "database system is ready to accept connections"
        super().__init__(
            Service("postgresql", command, dict(os.environ), says=ready), logs / "postgresql.log"
        )

    @property
    def url(self):
        return f"postgresql://isotop@127.0.0.1:{self.port}/isotop"

    def create_database(self):
        import psycopg

        server = f"postgresql://isotop@127.0.0.1:{self.port}/postgres"
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute("CREATE DATABASE isotop")

    def kill(self):
        """Kill all processes by number: they make sessions of their own."""
        children = psutil.Process(self.pid).children() if self.pid else []
        super().kill()
        for child in children:
            try:
                child.send_signal(signal.SIGKILL)
            except psutil.NoSuchProcess:
                continue
        psutil.wait_procs(children, timeout=10)


class Redis(Running):
    def __init__(self, folder, logs):
        port = free_port()
        self.url = f"redis://127.0.0.1:{port}/0"
        command = (
            program("redis-server"),
            "--port",
            str(port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--dir",
            str(folder),
        )
        service = Service("redis", command, dict(os.environ), says="Ready to accept connections")
        super().__init__(service, logs / "redis.log")
