"""A `systemctl` for machines without systemd: does with units what their lines say, as far as ours need it.

`python tests/deploy/units.py ACT UNIT…` knows start, stop, restart, reload, and enable and disable with `--now`. All
of it runs as the user who calls it. Ids and logs of what runs are in `STATE`.
"""

import contextlib
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDER = Path("/etc/systemd/system")
STATE = Path("/run/units")
STOP_SECONDS = 20


def read_directives(path):
    """Return the lines of a unit: a name may come several times."""
    found = defaultdict(list)
    for line in path.read_text().splitlines():
        if re.match(r"\w+=", line):
            key, _, value = line.partition("=")
            found[key].append(value)
    return found


class Unit:
    """`isotop-web@1` is number 1 of the file `isotop-web@.service`."""

    def __init__(self, name):
        self.name = name.removesuffix(".service")
        kind, _, self.number = self.name.partition("@")
        at = "@" if self.number else ""
        self.directives = read_directives(FOLDER / f"{kind}{at}{'' if '.' in kind else '.service'}")
        self._pid = STATE / f"{self.name}.pid"
        self.log = STATE / f"{self.name}.log"

    def find_units(self, key):
        """Return those that a line names, of which there is a file."""
        names = " ".join(self.directives[key]).split()
        return [Unit(name) for name in names if (FOLDER / re.sub(r"@.*", "@.service", name)).exists()]

    def start(self):
        if self._pid.exists():
            return
        with ThreadPoolExecutor() as pool:
            list(pool.map(Unit.start, self.find_units("Wants")))
        if not self.directives["ExecStart"]:
            return
        environment = self._environment()
        self._run("ExecStartPre", environment)
        if self.directives["Type"] == ["oneshot"]:
            self._run("ExecStart", environment)
            self._pid.write_text("")
            return
        [command] = self._commands("ExecStart", environment)
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                command,
                env=environment,
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._pid.write_text(str(process.pid))
        self._run("ExecStartPost", environment)

    def stop(self):
        with ThreadPoolExecutor() as pool:
            list(pool.map(Unit.stop, self.find_units("Wants")))
        pid = self._pid.read_text() if self._pid.exists() else ""
        self._pid.unlink(missing_ok=True)
        if pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGTERM)
                end = time.monotonic() + STOP_SECONDS
                while time.monotonic() < end:
                    os.kill(int(pid), 0)
                    time.sleep(0.05)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(int(pid), signal.SIGKILL)

    def reload(self):
        self._run("ExecReload", self._environment())

    @property
    def _folder(self):
        return (self.directives["WorkingDirectory"] or ["/"])[0]

    def _environment(self):
        """Return what systemd gives to a service: its lines, then its files, and hardly anything of the machine's."""
        found = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
        found |= dict(word.split("=", 1) for word in shlex.split(" ".join(self.directives["Environment"])))
        for file in self.directives["EnvironmentFile"]:
            found |= dict(re.findall(r"^([A-Z_]+)=\"?([^\"\n]*)\"?$", Path(file).read_text(), re.MULTILINE))
        if self._pid.exists():
            found["MAINPID"] = self._pid.read_text()
        return found

    def _commands(self, key, environment):
        for line in self.directives[key]:
            told = line.lstrip("+-@:!").replace("%i", self.number).replace("%%", "%")
            told = re.sub(r"\$\{(\w+)\}", lambda name: environment[name[1]], told)
            yield shlex.split(told)

    def _run(self, key, environment):
        if self._pid.exists():
            environment = {**environment, "MAINPID": self._pid.read_text()}
        with self.log.open("ab") as log:
            for command in self._commands(key, environment):
                subprocess.run(command, env=environment, cwd=self._folder, stdout=log, stderr=log, check=True)


def main(act, *names):
    STATE.mkdir(exist_ok=True)
    now = names[:1] == ("--now",)
    for unit in map(Unit, names[now:]):
        if act in {"stop", "restart"} or (act == "disable" and now):
            unit.stop()
        if act in {"start", "restart"} or (act == "enable" and now):
            for one in (unit, *unit.find_units("Wants")):
                for needed in one.find_units("Requires"):
                    needed.start()
            unit.start()
        if act == "reload":
            unit.reload()


if __name__ == "__main__":
    main(*sys.argv[1:])
