"""The release before and this code side by side on one database, as on two machines during an upgrade, and back."""

import secrets

import pytest

from deploy.processes import ready
from deploy.processes.plan import Plan
from deploy.processes.supervisor import Production
from tests.deploy.releases import extract_release
from tests.http_client import Desk, Phone, Session, Stream
from tests.server import environment_for, free_port, prepare_data
from tests.services import empty_redis, new_database

pytestmark = [pytest.mark.server, pytest.mark.slow]

PROMPT = 15.0


@pytest.fixture
def machine(tmp_path):
    """Plans of two machines with the same settings; the database is one that this code has migrated."""
    with empty_redis() as redis, new_database() as database:
        common = {"DATABASE_URL": database, "REDIS_URL": redis, "SECRET_KEY": secrets.token_urlsafe(50)}

        def plan(name, **others):
            data = prepare_data(tmp_path / name / "data")
            made = Plan(
                settings={"ISOTOP_DATA": str(data), **common},
                environment=environment_for(data),
                web_ports=[free_port()],
                live_ports=[free_port()],
                **{"desk_ports": [free_port()]} | others,
            )
            return Production(made, tmp_path / name)

        yield plan


def at(client, production):
    """Have a browser or a phone ask another machine: behind a proxy it would not notice."""
    plan = production.plan
    client.site = plan.sites[0] if isinstance(client, Desk) else plan.live_sites[0]
    return client


def play_round(desk, code, number, phones, *rack):
    """Play a round in which each phone hands in a slip at its machine, and each machine's stream follows."""
    streams = [Stream(phone.site, code) for phone in phones]
    try:
        desk.do(code, *(() if rack else ("draw",)))
        if rack:
            desk.do(code, "type-rack", rack=rack[0])
        desk.do(code, "open-and-start")
        for phone, stream in zip(phones, streams, strict=True):
            stream.wait_for_phase(number, "running", PROMPT)
            assert phone.send(number, *(("TRAINER", "H2", 66) if rack else ("ZZZZ", "H4"))).status == 201
        desk.do(code, "end-round")
        desk.announce_preferred(code, number)
        for stream in streams:
            stream.wait_for_phase(number, "announced", PROMPT)
    finally:
        for stream in streams:
            stream.close()
    for phone in phones:
        assert number in {line["number"] for line in phone.me()["rounds"]}


@pytest.mark.smoke
def test_a_game_goes_on_with_either_code(machine, tmp_path):
    # The release before has no servers of the desk.
    with machine("old", code=extract_release(tmp_path / "code"), desk_ports=[]) as old:
        # Its set-up, as a rollback would call it, has left the newer database as it is.
        for site in (*old.plan.sites, *old.plan.live_sites):
            assert Session(site).get("/readyz").status == 200
        welcome = old.manage("login_link", "--site", old.plan.sites[0]).split()[-1]
        desk = Desk(old.plan.sites[0]).enter(welcome, "ann")
        code = desk.new_game("Upgrade")
        mona, noah = (Phone(old.plan.live_sites[0], code, name).join() for name in ("Mona", "Noah"))
        play_round(desk, code, 1, [mona, noah], "TRAINER")
        with machine("new") as new:
            for site in (*new.plan.sites, *new.plan.live_sites, *new.plan.desk_sites):
                assert ready.main(site) is None
            # Desk and one phone at the new code, the other one still at the old.
            play_round(at(desk, new), code, 2, [at(mona, new), noah])
            play_round(at(desk, old), code, 3, [mona, noah])
            new_logs = [new[name].output() for name in new.names]
        play_round(desk, code, 4, [at(mona, old), noah])
        desk.do(code, "end-game")
        assert [phone.me()["total"] for phone in (mona, noah)] == [66, 66]
        assert desk.get(f"/desk/{code}/log/").status == 200
        for output in (*new_logs, *(old[name].output() for name in old.names)):
            assert "Traceback" not in output
