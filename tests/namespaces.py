"""Machines on one machine: network namespaces on a bridge of their own, each with its own limit of CPU.

The bridge is in the namespace of the first machine, so the network of this host stays as it is, and what the machines
send stays among them. All processes in them are killed in the end, and what an earlier run left is removed first.
"""

import contextlib
import ctypes
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

MOST = 8
_CGROUPS = Path("/sys/fs/cgroup")
_PERIOD = 100_000  # microseconds
_NEW_NETWORK = 0x40000000  # CLONE_NEWNET
_libc = ctypes.CDLL(None, use_errno=True)


class RefusedError(Exception):
    """Machines cannot be made here; the message says why."""


@dataclass(frozen=True)
class Machine:
    """A namespace, and the share of a core that its processes may use together; None is no limit."""

    name: str
    number: int
    share: float | None = None

    @property
    def address(self) -> str:
        return f"10.0.0.{self.number}"

    def command(self, *command: str) -> tuple[str, ...]:
        """Return a command that runs another one on this machine, with the same process id."""
        inside = ("ip", "netns", "exec", self.name, *command)
        if self.share is None:
            return inside
        return ("sh", "-c", 'echo $$ > "$0" && exec "$@"', str(self._cgroup / "cgroup.procs"), *inside)

    @contextlib.contextmanager
    def entered(self) -> Iterator[None]:
        """Be on this machine: this thread, and all threads and processes that it starts meanwhile."""
        with Path("/proc/thread-self/ns/net").open() as own, Path("/run/netns", self.name).open() as there:
            _set_namespace(there.fileno())
            try:
                yield
            finally:
                _set_namespace(own.fileno())

    @property
    def _cgroup(self) -> Path:
        # The controller has a folder of its own in the first version of cgroups.
        first = _CGROUPS / "cpu"
        return (first if first.is_dir() else _CGROUPS) / self.name

    def _make(self, switch: str) -> None:
        _ip("netns", "add", self.name)
        _ip("-n", self.name, "link", "set", "lo", "up")
        if self.name == switch:
            _ip("-n", switch, "link", "add", "lan", "type", "bridge")
        else:
            port = f"port{self.number}"
            _ip("-n", self.name, "link", "add", "lan", "type", "veth", "peer", "name", port, "netns", switch)
            _ip("-n", switch, "link", "set", port, "master", "lan", "up")
        _ip("-n", self.name, "address", "add", f"{self.address}/24", "dev", "lan")
        _ip("-n", self.name, "link", "set", "lan", "up")
        if self.share is not None:
            self._cgroup.mkdir()
            most = str(int(self.share * _PERIOD))
            if (quota := self._cgroup / "cpu.cfs_quota_us").exists():
                quota.write_text(most)
            else:
                (self._cgroup / "cpu.max").write_text(f"{most} {_PERIOD}")


class Machines(list[Machine]):
    """Machines 10.0.0.1, 10.0.0.2 …, one for each share of a core, from the beginning to the end of `with`."""

    def __init__(self, *shares: float | None) -> None:
        assert len(shares) <= MOST
        names = (f"isotop-{os.getpid()}-{number}" for number in range(1, len(shares) + 1))
        super().__init__(
            Machine(name, number, share)
            for number, (name, share) in enumerate(zip(names, shares, strict=True), 1)
        )

    def __enter__(self) -> Self:
        try:
            _remove(_left_behind())
            for machine in self:
                machine._make(self[0].name)
        except (OSError, subprocess.CalledProcessError) as error:
            self.__exit__()
            told = getattr(error, "stderr", "") or error
            raise RefusedError(
                "Machines are network namespaces with limits of CPU: they need Linux, root, the program ip, and the"
                f" controller cpu of cgroups to write to. Here: {str(told).strip()}"
            ) from error
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        with contextlib.suppress(OSError):
            _remove([machine.name for machine in self])


def _left_behind() -> list[str]:
    """Return the names of machines whose maker has been killed."""
    names = re.findall(r"^isotop-\d+-\d+\b", _ip("netns", "list"), re.MULTILINE)
    return [name for name in names if not Path("/proc", name.split("-")[1]).exists()]


def _remove(names: Sequence[str]) -> None:
    for name in names:
        for pid in _pids(name):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
    end = time.monotonic() + 10
    while any(map(_pids, names)) and time.monotonic() < end:
        time.sleep(0.05)
    for name in names:
        with contextlib.suppress(subprocess.CalledProcessError):
            _ip("netns", "delete", name)
        with contextlib.suppress(FileNotFoundError):
            Machine(name, 0)._cgroup.rmdir()


def _pids(name: str) -> list[int]:
    with contextlib.suppress(subprocess.CalledProcessError):
        return [pid for pid in map(int, _ip("netns", "pids", name).split()) if pid != os.getpid()]
    return []


def _ip(*arguments: str) -> str:
    done = subprocess.run(["ip", *arguments], capture_output=True, text=True, check=True)
    return done.stdout


def _set_namespace(descriptor: int) -> None:
    if _libc.setns(descriptor, _NEW_NETWORK):
        raise OSError(ctypes.get_errno(), "setns")
