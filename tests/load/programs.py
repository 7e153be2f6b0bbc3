"""The program that is put under load: started here in processes of its own, or running somewhere already."""

import contextlib
import os
import re
import sqlite3
import subprocess
import sys
import time

import psutil
import psycopg
import redis

from deploy.processes.plan import Plan
from deploy.processes.supervisor import Production
from tests.http_client import Desk
from tests.server import ROOT, Embedded, environment_for, free_port, prepare_data
from tests.services import empty_redis, new_database


class Program:
    """`site` is where phones go; `find_processes()` are its processes by name, if they are on this machine."""

    site: str

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """End what was started."""

    def desk(self):
        raise NotImplementedError

    def find_processes(self):
        return {}

    def rows(self, _sql):
        """Return the rows of a query, or None if the database cannot be reached."""
        return

    def enter(self, _code, _count):
        """Enter players without their phones; return (token, table) each."""
        return []


class Started(Program):
    """Started here: `environment` is that of its processes."""

    environment: dict[str, str]
    welcome: str

    def desk(self):
        return Desk(self.site).enter(self.welcome, "load")

    def enter(self, code, count):
        command = [sys.executable, "-m", "tests.load.entering", code, str(count)]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=True
        )
        pairs = (line.split() for line in done.stdout.splitlines())
        return [(token, int(table)) for token, table in pairs]


class OneProcess(Started):
    """The embedded setting: one process and SQLite."""

    def __init__(self, folder):
        self._server = Embedded(folder)
        self._server.start()
        self.site, self.environment = self._server.site, self._server.environment

    def __exit__(self, *_):
        self._server.stop()

    @property
    def welcome(self):
        return self._server.welcome

    def find_processes(self):
        return {"isotop": psutil.Process(self._server.pid)}

    def rows(self, sql):
        connection = sqlite3.connect(f"file:{self._server.database}?mode=ro", uri=True)
        try:
            return connection.execute(sql).fetchall()
        finally:
            connection.close()

    def log(self):
        return self._server.output()


class ManyProcesses(Started):
    """The production setting on this machine: PostgreSQL, Redis, nginx and our own processes."""

    def __init__(self, folder):
        self._folder, self._stack = folder, contextlib.ExitStack()

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            self._redis = stack.enter_context(empty_redis())
            self._database = stack.enter_context(new_database())
            data = prepare_data(self._folder / "data")
            services = {"ISOTOP_DATA": str(data), "DATABASE_URL": self._database, "REDIS_URL": self._redis}
            self.environment = environment_for(data) | services
            self.plan = plan = Plan(
                settings=services,
                environment=environment_for(data),
                web_ports=(free_port(), free_port()),
                live_ports=(free_port(),),
                desk_ports=(free_port(),),
                entrance=free_port(),
            )
            self._production = stack.enter_context(Production(plan, self._folder))
            self.site = plan.site
            self.welcome = self._production.manage("login_link", "--site", plan.site).split()[-1]
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_):
        self._stack.close()

    def find_processes(self):
        found = {name: psutil.Process(pid) for name, pid in self._production.pids.items()}
        # Other users of the same servers are counted as well.
        found["postgresql"] = self._database_server()
        broker = redis.Redis.from_url(self._redis)
        found["redis"] = psutil.Process(broker.info("server")["process_id"])
        broker.close()
        return found

    def _database_server(self):
        with psycopg.connect(self._database) as connection:
            return psutil.Process(connection.info.backend_pid).parent()

    def rows(self, sql):
        with psycopg.connect(self._database) as connection:
            return connection.execute(sql).fetchall()

    def log(self):
        return "\n".join(self._production[name].output() for name in self._production.names)


class Elsewhere(Program):
    """An installation at an address; the arbitrator's name and password are in ISOTOP_USER and ISOTOP_PASSWORD."""

    def __init__(self, url):
        self.site = url.rstrip("/")

    def desk(self):
        return Desk(self.site).log_in(os.environ["ISOTOP_USER"], os.environ["ISOTOP_PASSWORD"])

    def log(self):
        return ""


class Usage:
    """Memory and CPU of processes and their children, from one moment to another."""

    def __init__(self, processes):
        self._processes = processes
        self._began, self._cpu = time.monotonic(), self._read_cpu()

    def by_name(self):
        """Return for each name its share of a core since the beginning and its memory in bytes, shared pages
        by their share.
        """
        return {
            name: (share, sum(map(_memory, _family(self._processes[name]))))
            for name, share in self.shares().items()
        }

    def shares(self):
        """Return for each name its share of a core since the beginning."""
        seconds = time.monotonic() - self._began
        return {name: used / seconds for name, used in self.cpu_seconds().items()}

    def cpu_seconds(self):
        """Return for each name the seconds of CPU since the beginning."""
        return {name: now - self._cpu[name] for name, now in self._read_cpu().items()}

    def _read_cpu(self):
        return {name: _cpu(process) for name, process in self._processes.items()}


def _family(process):
    return [process, *process.children(recursive=True)]


def _cpu(process):
    """Return the CPU time of a process with its children, including those that have ended."""
    ended = process.cpu_times()
    return ended.children_user + ended.children_system + sum(map(_own_cpu, _family(process)))


def _own_cpu(process):
    with contextlib.suppress(psutil.NoSuchProcess):
        times = process.cpu_times()
        return times.user + times.system
    return 0.0


def _memory(process):
    with contextlib.suppress(psutil.NoSuchProcess):
        return process.memory_full_info().pss
    return 0


def troubles_in(log):
    """Return the failures in a log, each sort once."""
    return sorted(set(re.findall(r"^(?:[\w.]+(?:Error|Exception)\b.*|.* ERROR .*)$", log, re.MULTILINE)))
