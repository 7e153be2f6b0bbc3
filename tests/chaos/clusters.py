"""PostgreSQL as docs/operating.md sets it up for two machines: a primary, and a standby that has each commit before
it is answered.

Each cluster has a volume of its own. PostgreSQL refuses to run as root: there it runs as nobody.
"""

import os
import shutil
import signal
import subprocess
import time
from dataclasses import replace

import psutil
import psycopg

from deploy.processes.plan import HOST, Service
from deploy.processes.supervisor import Running
from tests.chaos.ground import Volume, program
from tests.http_client import wait_until
from tests.server import free_port

PRIMARY_SAYS = "database system is ready to accept connections"
STANDBY_SAYS = "database system is ready to accept read-only connections"
STOP_SECONDS = 15


class Cluster(Running):
    """A server of PostgreSQL on its volume: the primary, or the standby of another one. It listens for other machines
    as well if it has an address; `others` are settings.
    """

    def __init__(self, name, port, volume, log, *, standby_of=None, address=HOST, **others):
        self.port = port
        self.address = address
        self.volume = volume
        as_user = (
            ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []
        )
        data = volume.folder / "postgresql"
        data.mkdir(mode=0o700)
        if as_user:
            shutil.chown(data, "nobody", "nogroup")
        if standby_of is None:
            make = [program("initdb"), "-D", data, "-U", "isotop", "--auth", "trust", "--no-sync"]
        else:
            make = [program("pg_basebackup"), "-D", data, "-d", standby_of.url("postgres")]
            make += ["--write-recovery-conf", "--checkpoint=fast", "--no-sync"]
        subprocess.run([*as_user, *make], check=True, capture_output=True, cwd="/")
        if address != HOST:
            with (data / "pg_hba.conf").open("a") as rules:
                rules.write("host all all samenet trust\n")
        settings = {
            "port": port,
            "listen_addresses": HOST if address == HOST else f"{HOST},{address}",
            "unix_socket_directories": "",
            "max_wal_size": "64MB",
            "min_wal_size": "32MB",
            "wal_keep_size": "64MB",
            "wal_retrieve_retry_interval": "500ms",
        } | others
        options = [part for setting, value in settings.items() for part in ("-c", f"{setting}={value}")]
        command = (*as_user, program("postgres"), "-D", str(data), *options)
        says = STANDBY_SAYS if standby_of else PRIMARY_SAYS
        super().__init__(Service(name, command, dict(os.environ), says=says), log)

    def url(self, database="isotop"):
        return f"postgresql://isotop@{self.address}:{self.port}/{database}"

    def run(self, sql):
        """Run a statement outside of transactions, and return the first value of its answer, if it has any."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            cursor = connection.execute(sql)
            return cursor.fetchone()[0] if cursor.description else None

    def wait_for_standby(self):
        """Answer commits only once the standby has them, as soon as it follows."""
        wait_until(
            lambda: self.run("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'"),
            60,
            "the standby follows",
        )
        self.run("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.run("SELECT pg_reload_conf()")

    def promote(self):
        """Make the standby the primary."""
        assert self.run("SELECT pg_promote(true, 60)")
        self.service = replace(self.service, name="postgresql", says=PRIMARY_SAYS)

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

    def stop(self):
        """Shut down fast, as a restart by the service manager does: clients are cut off, all is written."""
        if self.pid:
            os.kill(self.pid, signal.SIGINT)
            end = time.monotonic() + STOP_SECONDS
            while self.pid and time.monotonic() < end:
                time.sleep(0.05)
        self.kill()


class TwoMachines:
    """A primary and its standby. The two ports stay; a lost machine is replaced by a new one at its port."""

    def __init__(self, folder, logs):
        self._folder = folder
        self._logs = logs
        self._made = 0
        self.primary = self._make(free_port())
        self.standby = None

    @property
    def url(self):
        """The address of the program: whichever of the two takes writes."""
        ports = sorted(cluster.port for cluster in (self.primary, self.standby))
        hosts = ",".join(f"{HOST}:{port}" for port in ports)
        return f"postgresql://isotop@{hosts}/isotop?target_session_attrs=read-write&connect_timeout=3"

    def start(self):
        self.primary.start()
        self.primary.wait_until_ready()
        self.primary.run("CREATE DATABASE isotop")
        self._add_standby(free_port())

    def lose_primary(self):
        """Lose the machine of the primary, with its disk, and promote the standby."""
        self._lost = self.primary
        self._lost.kill()
        self.primary, self.standby = self.standby, None
        self.primary.promote()

    def replace_lost(self):
        """Make a new standby at the address of the lost machine."""
        self._lost.volume.close()
        self._add_standby(self._lost.port)

    def stop(self):
        for cluster in (self.standby, self.primary):
            if cluster:
                cluster.stop()
                cluster.volume.close()

    def _add_standby(self, port):
        self.standby = self._make(port, standby_of=self.primary)
        self.standby.start()
        self.standby.wait_until_ready()
        self.primary.wait_for_standby()

    def _make(self, port, standby_of=None):
        self._made += 1
        volume = Volume(self._folder / f"volume{self._made}")
        name = "standby" if standby_of else "postgresql"
        log = self._logs / f"postgresql{self._made}.log"
        return Cluster(name, port, volume, log, standby_of=standby_of)
