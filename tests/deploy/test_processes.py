"""Plans and what follows from them, without starting anything."""

import datetime as dt
from dataclasses import replace

import pytest
import time_machine
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from deploy.processes import proxy
from deploy.processes.plan import Plan, services

PLAN = Plan(
    settings={"DATABASE_URL": "postgresql://host/isotop", "ISOTOP_DATA": "/data"},
    environment={"PATH": "/bin", "LANG": "C"},
    web_ports=(1, 2),
    live_ports=(3, 4),
    desk_ports=(5,),
    workers=2,
)


def test_services_of_a_plan():
    names = [service.name for service in services(PLAN)]
    assert names == ["web1", "web2", "live1", "live2", "desk1", "clock", "worker1", "worker2"]
    assert "clock" not in {service.name for service in services(replace(PLAN, clock=False))}


def test_a_service_has_the_settings_of_the_plan():
    for service in services(PLAN):
        assert service.environment["DATABASE_URL"] == "postgresql://host/isotop"
        assert service.environment["LANG"] == "C"


def test_what_is_inherited_leads_nowhere_else(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://elsewhere")
    assert "DATABASE_URL" not in Plan(settings={}).environment


def test_two_processes_cannot_share_a_port():
    with pytest.raises(ValueError, match="port of its own"):
        replace(PLAN, entrance=3)


@pytest.mark.parametrize(
    ("entrance", "certificate", "site"),
    [
        (None, None, "http://127.0.0.1:3"),
        (8000, None, "http://127.0.0.1:8000"),
        (8443, "x.crt", "https://127.0.0.1:8443"),
    ],
)
def test_where_the_program_is(entrance, certificate, site):
    assert replace(PLAN, entrance=entrance, certificate=certificate).site == site


def test_a_certificate_is_made_once(tmp_path):
    path = proxy.make_certificate(tmp_path / "tls" / "isotop.crt", "localhost")
    before = path.read_bytes()
    assert proxy.make_certificate(path, "localhost").read_bytes() == before
    assert path.with_suffix(".key").stat().st_mode & 0o077 == 0
    with time_machine.travel(dt.datetime.now(dt.UTC) + dt.timedelta(days=365)):
        assert proxy.make_certificate(path, "localhost").read_bytes() != before


def test_serving_the_production_setting_needs_its_services(settings):
    settings.REDIS_URL = ""
    with pytest.raises(CommandError, match="PostgreSQL"):
        call_command("serve_production")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"web": 0}, "--web has to be 1 or more"),
        ({"live": -1}, "--live has to be 1 or more"),
        ({"workers": 0}, "--workers has to be 1 or more"),
        ({"port": 0}, "--port has to be from 1 to 65531"),
        ({"port": 65_534}, "--port has to be from 1 to 65531"),
    ],
)
def test_the_production_setting_needs_one_of_each_and_real_ports(options, told, settings, monkeypatch):
    settings.REDIS_URL = "redis://"
    monkeypatch.setattr(connection, "vendor", "postgresql")
    with pytest.raises(CommandError, match=told):
        call_command("serve_production", **options)
