"""The production setting as `deploy.processes.supervisor` starts it, on a database of its own; once a test module."""

import contextlib
import os
import shutil
from dataclasses import dataclass

import pytest

from deploy.processes import proxy
from deploy.processes.plan import Plan
from deploy.processes.supervisor import Production
from tests.http_client import Desk, Phone, Stream
from tests.server import environment_for, free_port, prepare_data
from tests.services import empty_redis, new_database

needs_nginx = pytest.mark.skipif(
    shutil.which("nginx") is None and not os.environ.get("CI"), reason="nginx is not installed"
)


@dataclass
class Installation:
    """Running processes, and an arbitrator's session at their entrance."""

    production: Production
    desk: Desk

    @property
    def site(self):
        return self.production.plan.site

    def stream(self, code, site=None):
        return Stream(site or self.site, code)

    def phones(self, code, *names):
        return [Phone(self.site, code, name).join() for name in names]


@contextlib.contextmanager
def installation(folder, *, tls=False, settings=(), **counts):
    """Start all processes of a plan in `folder`, with the arbitrator ann logged in."""
    data = prepare_data(folder / "data")
    certificate = proxy.make_certificate(folder / "site.crt", "localhost") if tls else None
    with empty_redis() as redis, new_database() as database, pytest.MonkeyPatch.context() as patch:
        if certificate:
            patch.setenv("SSL_CERT_FILE", str(certificate))
        plan = Plan(
            settings={
                "ISOTOP_DATA": str(data),
                "DATABASE_URL": database,
                "REDIS_URL": redis,
                **dict(settings),
            },
            environment=environment_for(data),
            entrance=free_port(),
            certificate=certificate,
            **{"desk_ports": [free_port()]} | counts,
        )
        with Production(plan, folder) as production:
            welcome = production.manage("login_link", "--site", plan.site).split()[-1]
            yield Installation(production, Desk(plan.site).enter(welcome, "ann"))


def play_round(desk, code, number):
    """Play a round without slips, from the draw to the announcement."""
    desk.do(code, "draw", "open-and-start", "end-round")
    return desk.announce_preferred(code, number)
