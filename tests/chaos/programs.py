"""The program in each of its two settings, on the ground that it stands on. `parts` can be killed and started again."""

import contextlib
import sqlite3
import sys
from pathlib import Path
from urllib.parse import urlsplit

from deploy.processes import proxy
from deploy.processes.plan import Plan, Service
from deploy.processes.supervisor import Production, Running
from tests.chaos.ground import Postgres, Redis, Volume
from tests.chaos.hall import PatientDesk
from tests.server import Line, environment_for, free_port, prepare_data, prepare_database

SHIFTED = str(Path(__file__).parent / "shifted")


class Program(contextlib.ExitStack):
    """Common to both, from `start` to the end of `with`: the volume, the clock of the machine, and the line by which
    half of the hall is connected.
    """

    parts: dict[str, Running]

    def __init__(self, folder):
        super().__init__()
        self.folder = folder
        self.logs = folder / "logs"
        self.logs.mkdir()
        self.clock = folder / "clock"
        self.shift_clock(0)
        self.volume = Volume(folder / "volume")
        self.callback(self.volume.close)

    def environment(self, data, **settings):
        return environment_for(data, CHAOS_CLOCK=str(self.clock), PYTHONPATH=SHIFTED, **settings)

    def shift_clock(self, seconds):
        new = self.clock.with_suffix(".new")
        new.write_text(str(seconds))
        new.replace(self.clock)

    def open_line(self, site):
        """Serve phones at `site` and through the line from here on."""
        self.site = site
        address = urlsplit(site)
        self.line = Line(address.hostname, address.port)
        self.line.mend()
        self.callback(self.line.cut)
        self.far_site = f"http://127.0.0.1:{self.line.port}"

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


class ProductionProgram(Program):
    """PostgreSQL, Redis, two web servers, a live server, clock and worker, and nginx where it is installed."""

    def start(self):
        folder = self.folder
        self.postgres = Postgres(self.volume.folder, self.logs)
        redis = Redis(folder, self.logs)
        for ground in (self.postgres, redis):
            self.callback(ground.stop)
            ground.start()
            ground.wait_until_ready()
        self.postgres.create_database()
        data = prepare_data(folder / "data")
        plan = Plan(
            settings={
                "ISOTOP_DATA": str(data),
                "DATABASE_URL": f"{self.postgres.url}?conn_max_age=60&conn_health_checks=true",
                "REDIS_URL": redis.url,
            },
            environment=self.environment(data),
            web_ports=[free_port(), free_port()],
            web_workers=1,
            live_ports=[free_port()],
            entrance=free_port() if proxy.is_installed() else None,
        )
        self.production = self.enter_context(Production(plan, folder))
        self.manage = self.production.manage
        self.parts = {"postgresql": self.postgres, "redis": redis}
        self.parts |= {name: self.production[name] for name in self.production.names}
        self.open_line(plan.site)

    def rows(self, sql):
        import psycopg

        with psycopg.connect(self.postgres.url) as connection:
            return connection.execute(sql).fetchall()


class EmbeddedProgram(Program):
    """`manage.py serve` with its data on the small volume."""

    def start(self):
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
