"""The program in each of its two settings, on the ground that it stands on. `parts` can be killed and started again."""

import contextlib
import datetime as dt
import signal
import sqlite3
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psutil

from deploy.processes import proxy
from deploy.processes.plan import Plan, Service
from deploy.processes.supervisor import Production, Running
from tests.chaos.clusters import TwoMachines
from tests.chaos.ground import Redis, Volume
from tests.chaos.hall import PatientDesk
from tests.server import Line, environment_for, free_port, prepare_data, prepare_database

SHIFTED = str(Path(__file__).parent / "shifted")
RUNNING = (
    "SELECT g.code, r.number, closes_at FROM duplicate_round r JOIN duplicate_game g ON g.id = r.game_id"
    " WHERE r.state = 'open' AND closes_at IS NOT NULL"
)


@dataclass
class Outage:
    """A time in which no process could take slips, by the machine's clock; `running` are the rounds whose clock ran
    when they were read, just before: code, number and end. `shifted`: the clock was set shortly before. `asleep`: the
    processes went on afterwards in the middle of their work.
    """

    running: list[tuple[str, int, dt.datetime]]
    read_at: dt.datetime
    begun: dt.datetime
    shifted: bool
    asleep: bool = False
    ended: dt.datetime | None = None

    @property
    def seconds(self):
        return (self.ended - self.begun).total_seconds() if self.ended else 0


def moment(value):
    """Return a time as the database has it: SQLite has text."""
    return (
        value if isinstance(value, dt.datetime) else dt.datetime.fromisoformat(value).replace(tzinfo=dt.UTC)
    )


class Program(contextlib.ExitStack):
    """Common to both, from `start` to the end of `with`: the clock of the machine, and the line by which half of the
    hall is connected. `vital` are the parts without which no process can take slips.
    """

    parts: dict[str, Running]
    vital: frozenset[str]
    volume: Volume

    def __init__(self, folder):
        super().__init__()
        self.folder = folder
        self.logs = folder / "logs"
        self.logs.mkdir()
        self.clock = folder / "clock"
        self.outages = []
        self._set_at = float("-inf")
        self.shift_clock(0)

    def environment(self, data, **settings):
        return environment_for(data, CHAOS_CLOCK=str(self.clock), PYTHONPATH=SHIFTED, **settings)

    @property
    def shift(self):
        """The seconds by which the machine's clock is wrong."""
        return float(self.clock.read_text())

    def shift_clock(self, seconds):
        new = self.clock.with_suffix(".new")
        new.write_text(str(seconds))
        new.replace(self.clock)

    def set_clock(self, seconds):
        """Set the machine's clock, for which beats that processes have written may lie in the future."""
        self.shift_clock(seconds)
        self._set_at = time.monotonic()

    def now(self):
        return dt.datetime.now(dt.UTC) + dt.timedelta(seconds=self.shift)

    def running_rounds(self):
        """Return code, number and end of each round whose clock runs; nothing if the database is gone."""
        try:
            return [(code, number, moment(end)) for code, number, end in self.rows(RUNNING)]
        except Exception:  # noqa: BLE001 - of either database: there is nothing to compare then
            return []

    def await_running_round(self, seconds):
        """Wait for a round whose clock runs, but not for long."""
        end = time.monotonic() + seconds
        while not self.running_rounds() and time.monotonic() < end:
            time.sleep(0.1)

    @contextlib.contextmanager
    def outage(self, *, asleep=False):
        """Note that no process can take slips inside; yields a function to call when the last one has stopped."""
        read_at = self.now()
        running = self.running_rounds()
        shifted = time.monotonic() - self._set_at < 15
        outage = Outage(running, read_at, self.now(), shifted, asleep)
        self.outages.append(outage)

        def note_begin():
            outage.begun = self.now()

        yield note_begin
        outage.ended = self.now()

    @contextlib.contextmanager
    def asleep(self):
        """Stop all processes, as a laptop does whose lid is closed."""
        family = self._family()
        for process in family:
            _signal(process, signal.SIGSTOP)
        yield
        for process in family:
            _signal(process, signal.SIGCONT)

    def _family(self):
        found = []
        for part in self.parts.values():
            if part.pid:
                first = psutil.Process(part.pid)
                found += [first, *first.children(recursive=True)]
        return found

    def open_line(self, site):
        """Serve phones at `site` and through the line from here on."""
        self.site = site
        address = urlsplit(site)
        self.line = Line(address.hostname, address.port)
        self.line.mend()
        self.callback(self.line.cut)
        self.far_site = f"http://{address.hostname}:{self.line.port}"

    def desk(self):
        welcome = self.manage("login_link", "--site", self.site).split()[-1]
        return PatientDesk(self.site).enter(welcome, "ann")

    def revive(self):
        """Start everything that has ended, and wait until all answer."""
        for part in self.parts.values():
            if part.pid is None:
                part.kill()
                part.start()
            part.wait_until_ready()


def _signal(process, number):
    with contextlib.suppress(psutil.NoSuchProcess):
        process.send_signal(number)


class ProductionProgram(Program):
    """PostgreSQL with a standby, Redis, two web servers, one live and one of the desk, clock and worker, and nginx
    where it is installed.
    """

    vital = frozenset({"postgresql"})

    def start(self):
        folder = self.folder
        self.clusters = TwoMachines(folder, self.logs)
        self.callback(self.clusters.stop)
        self.clusters.start()
        redis = Redis(folder, self.logs)
        self.callback(redis.stop)
        redis.start()
        redis.wait_until_ready()
        data = prepare_data(folder / "data")
        plan = Plan(
            settings={
                "ISOTOP_DATA": str(data),
                "DATABASE_URL": self.clusters.url,
                "REDIS_URL": redis.url,
            },
            environment=self.environment(data),
            web_ports=[free_port(), free_port()],
            live_ports=[free_port()],
            desk_ports=[free_port()],
            entrance=free_port() if proxy.is_installed() else None,
        )
        self.production = self.enter_context(Production(plan, folder))
        self.manage = self.production.manage
        self._others = {"redis": redis} | {name: self.production[name] for name in self.production.names}
        self.open_line(plan.site)

    @property
    def parts(self):
        databases = {"postgresql": self.clusters.primary, "standby": self.clusters.standby}
        return {name: cluster for name, cluster in databases.items() if cluster} | self._others

    @property
    def volume(self):
        return self.clusters.primary.volume

    def rows(self, sql):
        import psycopg

        with psycopg.connect(self.clusters.primary.url()) as connection:
            return connection.execute(sql).fetchall()


class EmbeddedProgram(Program):
    """`manage.py serve` with its data on the small volume."""

    vital = frozenset({"serve"})

    def start(self):
        self.volume = Volume(self.folder / "volume")
        self.callback(self.volume.close)
        self.data = prepare_data(self.volume.folder / "data")
        prepare_database(self.data)
        port = free_port()
        site = f"http://127.0.0.1:{port}"
        command = (sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port))
        environment = self.environment(self.data)
        serving = Running(
            Service("serve", command, environment, health=f"{site}/healthz"), self.logs / "serve.log"
        )
        self.callback(serving.stop)
        serving.start()
        serving.wait_until_ready()
        self.parts = {"serve": serving}
        self.open_line(site)

    def manage(self, *arguments):
        assert arguments[0] == "login_link"
        return self.parts["serve"].output().split("works once:")[1].split()[0]

    def rows(self, sql):
        connection = sqlite3.connect(f"file:{self.data / 'isotop.sqlite3'}?mode=ro", uri=True)
        with contextlib.closing(connection):
            return connection.execute(sql).fetchall()
