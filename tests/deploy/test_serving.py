"""The production setting behind nginx with TLS: what goes where, what is told of it, what comes back by itself."""

import json
import re
import urllib.parse

import psycopg
import pytest

from tests.deploy.conftest import installation, needs_nginx
from tests.http_client import PASSWORD, Phone, Session, wait_until
from tests.server import free_port
from tournaments.accounts.rate_limit import GuessKind

pytestmark = [pytest.mark.server, pytest.mark.slow, needs_nginx]

METRICS_TOKEN = "a-token-of-the-operator"
HTTPS = {
    "HTTPS": "on",
    "ALLOWED_HOSTS": "127.0.0.1",
    "LOG_LEVEL": "INFO",
    "LOG_FORMAT": "json",
    "METRICS_TOKEN": METRICS_TOKEN,
}


@pytest.fixture(scope="module")
def isotop(tmp_path_factory):
    plan = {"web_ports": [free_port()], "live_ports": [free_port()]}
    with installation(tmp_path_factory.mktemp("serving"), tls=True, settings=HTTPS, **plan) as running:
        yield running


@pytest.fixture(scope="module")
def code(isotop):
    return isotop.desk.new_game("Behind nginx")


@pytest.mark.smoke
def test_a_round_through_the_entrance(isotop, code):
    mona, noah = isotop.phones(code, "Mona", "Noah")
    with isotop.stream(code) as stream:
        stream.wait_for_frame(lambda frame: frame["players"] == 2)
        isotop.desk.do(code, "type-rack", rack="TRAINER")
        isotop.desk.do(code, "open-and-start")
        stream.wait_for_phase(1, "running", 1.5)
        assert mona.send(1, "TRAINER", "H2", 66).status == 201
        isotop.desk.do(code, "end-round")
        isotop.desk.announce_preferred(code, 1)
        stream.wait_for_phase(1, "announced", 1.5)
    assert (mona.me()["total"], noah.me()["total"]) == (66, 0)


def test_slips_and_sheets_go_to_the_live_server_and_to_the_web_server_if_there_is_none(isotop, code):
    (lara,) = isotop.phones(code, "Lara")
    slips = f"/api/v1/games/{code}/slips/"
    isotop.production.kill("web1")
    assert lara.get("/results/").status == 502
    assert lara.me()["name"] == "Lara"
    assert lara.get(slips).status == 401
    isotop.production.restart("web1")
    isotop.production.kill("live1")
    assert lara.get(f"/live/{code}/").status == 502
    assert lara.me()["name"] == "Lara"
    assert lara.get(slips).status == 401
    isotop.production.restart("live1")


def test_the_worker_did_what_it_is_for(isotop):
    """Not only that it knows the task, which it says when it starts."""
    wait_until(lambda: done_by_worker(isotop), 30, "the worker finds the top")


def done_by_worker(isotop):
    lines = isotop.production["worker1"].output().splitlines()
    return [line for line in lines if "find_top" in line and line.startswith('{"at": ')]


def test_it_is_ready(isotop):
    """The clock and the worker give a sign of life soon after their start."""
    well = dict.fromkeys(("database", "redis", "clock", "worker", "tasks"), "ok")
    expected = {"state": "ok", "degraded": [], **well}
    wait_until(lambda: Session(isotop.site).get("/readyz").json() == expected, 15, "all of it is well")


def test_probes_need_neither_tls_nor_the_host_name(isotop):
    """They come from the same machine, round the proxy."""
    web = Session(isotop.production.plan.sites[0])
    assert web.get("/healthz", Host="10.1.2.3").status == 200
    assert web.get("/readyz", Host="10.1.2.3").status == 200
    assert web.get("/", Host="10.1.2.3").status == 400
    assert web.get("/").status == 301


def test_each_server_has_its_metrics_and_the_proxy_passes_none_on(isotop, code):
    (nora,) = isotop.phones(code, "Nora")
    assert nora.get(f"/api/v1/games/{code}/").status == 200
    asked = {"Authorization": f"Bearer {METRICS_TOKEN}"}
    assert Session(isotop.site).get("/metrics", **asked).status == 404
    web, live = (
        Session(site).get("/metrics", **asked)
        for site in (isotop.production.plan.sites[0], isotop.production.plan.live_sites[0])
    )
    for answer in (web, live):
        assert answer.headers["Content-Type"].startswith("text/plain")
        assert "isotop_redis_up 1.0" in answer.text
        assert re.search(r'isotop_service_last_beat_timestamp_seconds{process="clock@', answer.text)
    # The web server answers for the live one while nginx takes that for down.
    counted = r'isotop_request_seconds_count{status="200",view="api-game"} [1-9]'
    assert re.search(counted, web.text + live.text)
    assert Session(isotop.production.plan.sites[0]).get("/metrics").status in {301, 404}


def test_over_tls_browsers_are_told_to_stay_there(isotop):
    answer = Session(isotop.site).get("/login/")
    assert "max-age=31536000" in answer.headers["Strict-Transport-Security"]
    assert re.search(r"csrftoken=.*Secure", answer.headers["Set-Cookie"])
    session = Session(isotop.site)
    session.get("/login/")
    isotop.production.manage("shell", "-c", account("lena"))
    entered = session.post_form("/login/", {"username": "lena", "password": PASSWORD})
    cookies = [line for line in entered.headers.get_all("Set-Cookie") if line.startswith("sessionid=")]
    assert {"HttpOnly", "Secure", "SameSite=Lax"} <= set(cookies[0].split("; "))


def test_static_files_are_kept_for_ever_and_compressed(isotop):
    page = Session(isotop.site).get("/").text
    style = re.search(r'href="(/static/[^"]+\.css)"', page)[1]
    answer = Session(isotop.site).get(style, **{"Accept-Encoding": "gzip"})
    assert (answer.status, answer.headers["Content-Encoding"]) == (200, "gzip")
    assert "immutable" in answer.headers["Cache-Control"]
    assert Session(isotop.site).get("/static/../secret_key").status in {400, 404}


def test_who_asks_is_what_the_proxy_says(isotop):
    """So that wrong passwords lock out whoever sent them; what the asker says of it is not believed."""
    guess = {"username": "bob", "password": "guess"}
    forged = {"X-Forwarded-For": "203.0.113.7"}
    stranger = Session(isotop.site)
    stranger.get("/login/")
    stranger.post_form("/login/", guess, **forged)
    assert attempts(isotop) == [("127.0.0.1",)]
    from_elsewhere(isotop, guess, "198.51.100.9")
    assert attempts(isotop) == [("127.0.0.1",), ("198.51.100.9",)]


def test_wrong_passwords_lock_one_name_for_one_address(isotop):
    """Behind the proxy: neither another account of the same hall is shut out, nor the same one from elsewhere."""
    stranger = Session(isotop.site)
    stranger.get("/login/")
    guess = {"username": "ann", "password": "guess"}
    statuses = [stranger.post_form("/login/", guess).status for _ in range(11)]
    assert statuses[:9] == [200] * 9
    assert statuses[-1] == 429
    assert stranger.post_form("/login/", guess | {"password": PASSWORD}).status == 429, (
        "even with the right one"
    )
    isotop.production.manage("shell", "-c", account("neighbour"))
    assert stranger.post_form("/login/", {"username": "neighbour", "password": PASSWORD}).status == 302
    assert from_elsewhere(isotop, {"username": "ann", "password": PASSWORD}, "198.51.100.7").status == 302


def account(name):
    """Return the source of a program that makes an account."""
    made = f"User.objects.create_user({name!r}, password={PASSWORD!r})"
    return f"from django.contrib.auth.models import User; {made}"


def from_elsewhere(isotop, fields, address):
    """Log in as through the proxy, from another address and with a forged header."""
    web = Session(isotop.production.plan.sites[0])
    proxied = {"X-Forwarded-For": f"203.0.113.7, {address}", "X-Forwarded-Proto": "https"}
    cookie = re.search(r"csrftoken=(\w+)", web.get("/login/", **proxied).headers["Set-Cookie"])[1]
    body = urllib.parse.urlencode(fields | {"csrfmiddlewaretoken": cookie}).encode()
    headers = proxied | {"Cookie": f"csrftoken={cookie}", "Referer": web.site.replace("http:", "https:")}
    return web.request("POST", "/login/", body=body, headers=headers)


def test_codes_are_tried_out_from_the_address_that_the_proxy_names(isotop, code):
    """One address too many, and not the whole internet that comes through the same proxy."""
    web = Session(isotop.production.plan.sites[0])
    other = isotop.desk.new_game("Another")

    def status(asked, address):
        headers = {"X-Forwarded-For": f"203.0.113.7, {address}", "X-Forwarded-Proto": "https"}
        return web.get(f"/api/v1/games/{asked}/", **headers).status

    assert status(code, "198.51.100.8") == 200
    for number in range(GuessKind.CODE.value):
        status(f"0{number}", "198.51.100.8")
    assert status(other, "198.51.100.8") == 429
    assert status(code, "198.51.100.8") == 200
    assert status(other, "198.51.100.7") == 200


def attempts(isotop):
    with psycopg.connect(isotop.production.plan.settings["DATABASE_URL"]) as connection:
        return connection.execute(
            "SELECT host(ip_address) FROM axes_accessattempt WHERE username = 'bob' ORDER BY id"
        ).fetchall()


def test_a_request_has_one_id_in_its_answer_and_in_both_logs(isotop):
    """The query of an address is in the log of the proxy alone."""
    answer = Session(isotop.site).get("/login/?here")
    proxy_log = isotop.production.folder / "nginx" / "access.log"
    wait_until(lambda: '"GET /login/?here" 200' in proxy_log.read_text(), 8, "nginx writes its log")
    [asked] = answer.headers.get_all("X-Request-ID")
    assert re.search(rf'"GET /login/\?here" 200 .* {asked}$', proxy_log.read_text(), re.MULTILINE)
    logged = [line for line in isotop.production["desk1"].output().splitlines() if asked in line]
    assert [json.loads(line)["path"] for line in logged] == ["/login/"]
    for name in ("web1", "live1", "desk1"):
        assert "?here" not in isotop.production[name].output()


def test_logs_are_json_lines_without_one_time_addresses(isotop):
    used = re.compile(r"(welcome|invitation|federation)(/|%2F)[\w:.-]{8,}")
    for page in ("/invitation/", "/federation/", "/login/?next=/federation/"):
        Session(isotop.site).get(f"{page}one-time-token/")
    for name in isotop.production.names:
        assert not used.search(isotop.production[name].output()), name
    wait_until(lambda: done_by_worker(isotop), 30, "the worker says so as JSON")
    proxy_log = isotop.production.folder / "nginx" / "access.log"
    for page in ("/welcome/", "/invitation/", "/federation/", "/login/?next=/federation/"):
        wait_until(lambda page=page: f" {page}-" in proxy_log.read_text(), 8, "nginx writes its log")
    assert not used.search(proxy_log.read_text())


@pytest.mark.smoke
def test_what_is_killed_is_started_again(isotop, code):
    before = isotop.production.pids
    assert set(before) == {"web1", "live1", "desk1", "clock", "worker1", "nginx"}
    for name in before:
        isotop.production.kill(name)
    assert isotop.production.pids == {}
    assert isotop.production.revive() == list(before)
    isotop.production.wait_until_ready()
    assert Phone(isotop.site, code, "Late").join().frame()["state"] == "playing"
