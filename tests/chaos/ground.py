"""The ground below the program: a Redis of its own, and small volumes that can be filled (`clusters` has
PostgreSQL).

Everything is started here, on free ports and in a folder of its own; nothing that was there before is
touched.
"""

import os
import shutil
import subprocess
from pathlib import Path

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
            self.small = False


class Redis(Running):
    def __init__(self, folder, logs, address="127.0.0.1"):
        port = free_port()
        self.url = f"redis://{address}:{port}/0"
        command = (
            program("redis-server"),
            "--port",
            str(port),
            "--bind",
            address,
            "--protected-mode",
            "no",
            "--save",
            "",
            "--dir",
            str(folder),
        )
        service = Service("redis", command, dict(os.environ), says="Ready to accept connections")
        super().__init__(service, logs / "redis.log")
