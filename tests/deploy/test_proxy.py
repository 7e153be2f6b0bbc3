"""nginx with our configuration: IPv6, HTTP/2, and what certbot needs at port 80; `proxy_config` run by root."""

import contextlib
import re
import socket
import ssl
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPSConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from deploy.processes import proxy
from tests.deploy.conftest import needs_nginx
from tests.http_client import Session, wait_until
from tests.server import ROOT, environment_for, free_port

SITE = {
    "listen": "443",
    "webs": ["127.0.0.1:1"],
    "lives": ["127.0.0.1:1"],
    "desks": ["127.0.0.1:1"],
    "static": "/var/www/isotop",
}


def has_ipv6():
    with contextlib.suppress(OSError), socket.create_server(("::1", 0), family=socket.AF_INET6):
        return True
    return False


@pytest.mark.parametrize(
    ("version", "lines"),
    [
        ((1, 22, 1), {"listen 443 ssl http2 backlog=4096;", "listen [::]:443 ssl http2 backlog=4096;"}),
        ((1, 28, 0), {"listen 443 ssl backlog=4096;", "listen [::]:443 ssl backlog=4096;", "http2 on;"}),
    ],
)
def test_http2_is_said_as_the_version_wants_it(version, lines, tmp_path):
    made = proxy.render_site(**SITE, certificate=tmp_path / "x.crt", version=version)
    listens = [line.strip() for line in made.splitlines() if re.match(r" +(listen .*443|http2)", line)]
    assert set(listens) == lines


@pytest.mark.parametrize("listen", ["443", "10.0.0.1:443"])
def test_a_machine_without_ipv6_and_an_address_listen_once(listen, tmp_path):
    made = proxy.render_site(**{**SITE, "listen": listen}, certificate=tmp_path / "x.crt", ipv6=":" in listen)
    assert "[::]" not in made


def test_before_there_is_a_certificate_the_site_itself_answers_certbot(tmp_path):
    made = proxy.render_site(**{**SITE, "listen": "80"}, acme=tmp_path)
    assert made.count(f"root {tmp_path};") == 1
    assert "return 301" not in made


@contextlib.contextmanager
def nginx_at(folder, site):
    """Run nginx with a site of our template until the end of the block."""
    with subprocess.Popen(proxy.write_standalone(site, folder)) as nginx:
        try:
            yield
        finally:
            nginx.terminate()


@needs_nginx
@pytest.mark.server
def test_files_that_never_end_are_few_for_a_network_and_for_all(tmp_path):
    """Files of strangers stay on the disk until they are whole. A header says who sends, in place of many machines."""
    port = free_port()
    made = proxy.render_site(
        **{**SITE, "listen": f"127.0.0.1:{port}"}, log=tmp_path / "access.log", ipv6=False
    )
    real = "set_real_ip_from 127.0.0.1; real_ip_header X-Sender; server_tokens off;"
    networks = [f"2001:db8:0:{network}::{number}" for network in range(9) for number in range(1, 6)]
    with nginx_at(tmp_path, made.replace("server_tokens off;", real)), contextlib.ExitStack() as stack:
        wait_until(lambda: is_open(port), 10, "nginx answers")
        refused = [sender for sender in networks if begin_file(stack, port, sender) == b"429"]
    fifth = [f"2001:db8:0:{network}::5" for network in range(8)]
    assert refused == [*fifth, *(f"2001:db8:0:8::{number}" for number in range(1, 6))]


def is_open(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


def begin_file(stack, port, sender):
    """Send a part of a file; return the status of a refusal, or nothing if it is read."""
    connection = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
    connection.settimeout(0.2)
    connection.sendall(
        f"POST /letterhead/ HTTP/1.1\r\nHost: x\r\nX-Sender: {sender}\r\nContent-Length: 100000\r\n\r\n-".encode()
    )
    with contextlib.suppress(TimeoutError):
        return connection.recv(100).split()[1]
    return b""


@needs_nginx
@pytest.mark.server
def test_nginx_at_both_kinds_of_address(tmp_path):
    ports = {"80": free_port(), "443": free_port()}
    challenges = tmp_path / "acme" / ".well-known" / "acme-challenge"
    challenges.mkdir(parents=True)
    (challenges / "token").write_text("proof")
    made = proxy.render_site(
        **SITE,
        certificate=proxy.make_certificate(tmp_path / "x.crt", "localhost"),
        acme=tmp_path / "acme",
        ipv6=has_ipv6(),
        version=proxy.find_version(),
        log=tmp_path / "access.log",
    )
    made = re.sub(r"(listen (?:\[::\]:)?)(80|443)\b", lambda found: f"{found[1]}{ports[found[2]]}", made)
    with nginx_at(tmp_path, made):
        for host in ["127.0.0.1", "[::1]"] if has_ipv6() else ["127.0.0.1"]:
            plain = Session(f"http://{host}:{ports['80']}")
            wait_until(lambda plain=plain: answers(plain), 10, "nginx starts")
            assert plain.get("/.well-known/acme-challenge/token").text == "proof"
            assert plain.get("/.well-known/acme-challenge/other").status == 404
            assert plain.get("/desk/").headers["Location"].startswith("https://")
            assert protocol(host.strip("[]"), ports["443"]) == "h2"


@needs_nginx
@pytest.mark.server
def test_no_log_of_nginx_has_a_one_time_address(tmp_path):
    """It stands among other sites, whose errors are in a log as well; our servers are not there."""
    ports = {"80": free_port(), "443": free_port()}
    made = proxy.render_site(
        **SITE,
        certificate=proxy.make_certificate(tmp_path / "x.crt", "localhost"),
        ipv6=False,
        version=proxy.find_version(),
        log=tmp_path / "isotop.log",
    )
    made = re.sub(r"(listen )(80|443)\b", lambda found: f"{found[1]}127.0.0.1:{ports[found[2]]}", made)
    command = proxy.write_standalone(made, tmp_path)
    written = Path(command[-1])
    written.write_text(written.read_text().replace("error.log crit;", "error.log;", 1))
    plain = Session(f"http://127.0.0.1:{ports['80']}")
    with subprocess.Popen(command) as nginx:
        try:
            wait_until(lambda: answers(plain), 10, "nginx starts")
            plain.get("/invitation/one-time-token/")
            secret = HTTPSConnection("127.0.0.1", ports["443"], context=ssl._create_unverified_context())
            secret.request("GET", "/invitation/one-time-token/")
            assert secret.getresponse().status == 502
            secret.close()
        finally:
            nginx.terminate()
    logged = (tmp_path / "isotop.log").read_text()
    assert [line.split()[4] for line in logged.splitlines() if "/invitation/-" in line] == ["301", "502"]
    assert "one-time-token" not in logged + (tmp_path / "error.log").read_text()


def answers(session):
    with contextlib.suppress(ConnectionError, OSError):
        return session.get("/").status == 301
    return False


def protocol(host, port):
    context = ssl._create_unverified_context()
    context.set_alpn_protocols(["h2", "http/1.1"])
    with socket.create_connection((host, port)) as line, context.wrap_socket(line) as wrapped:
        return wrapped.selected_alpn_protocol()


@pytest.mark.slow
def test_the_command_leaves_no_file(tmp_path):
    """Root calls it: the service could not read a key or a folder of root's."""
    data = tmp_path / "data"
    done = subprocess.run(
        [sys.executable, "manage.py", "proxy_config", "--certificate", "/etc/ssl/isotop.crt"],
        cwd=ROOT,
        env=environment_for(data),
        capture_output=True,
        text=True,
        check=True,
    )
    assert "upstream isotop_web" in done.stdout
    assert not data.exists()


class NameServer(threading.Thread):
    """A name server that knows one address, which may change."""

    def __init__(self, address):
        super().__init__(daemon=True)
        self.address = address
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]

    def run(self):
        while True:
            asked, whom = self._socket.recvfrom(512)
            # The header with one answer, the question, and an answer that names the question.
            head = asked[:2] + bytes.fromhex("818000010001") + bytes(4)
            answer = bytes.fromhex("c00c00010001000000010004") + socket.inet_aton(self.address)
            self._socket.sendto(head + asked[12 : asked.index(0, 12) + 5] + answer, whom)


# Requests that end like this are answered once this is set.
HELD, HOLD, ARRIVED = "?held", threading.Event(), threading.Event()


@contextlib.contextmanager
def server_at(address, port):
    """Serve its own address to whoever asks."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            if self.path.endswith(HELD):
                ARRIVED.set()
                HOLD.wait(30)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(address.encode())

        def log_message(self, *_arguments):
            """Say nothing."""

    with ThreadingHTTPServer((address, port), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield
        server.shutdown()


@needs_nginx
@pytest.mark.server
@pytest.mark.skipif(
    proxy.find_version() < proxy.RESOLVE, reason="this nginx asks for names only when it starts"
)
def test_a_server_that_moves_is_found(tmp_path):
    """A container that is made anew has another address."""
    port, entrance = free_port(), free_port()
    names = NameServer("127.0.0.2")
    names.start()
    made = proxy.render_site(
        listen=f"127.0.0.1:{entrance}",
        webs=[f"web:{port}"],
        lives=[f"live:{port}"],
        desks=[f"desk:{port}"],
        static=tmp_path,
        version=proxy.find_version(),
        log=tmp_path / "access.log",
        resolver=f"127.0.0.1:{names.port}",
    )
    site = Session(f"http://127.0.0.1:{entrance}")
    with nginx_at(tmp_path, made):
        for address in ("127.0.0.2", "127.0.0.3"):
            names.address = address
            with server_at(address, port):
                wait_until(lambda address=address: answer_at(site) == address, 30, f"{address} is found")


WEB, LIVE, DESK = "127.0.0.2", "127.0.0.3", "127.0.0.4"


@pytest.fixture
def lanes(tmp_path):
    """The entrance of nginx before a server of each kind, which tells its address; one connection in each lane."""
    port, entrance = free_port(), free_port()
    webs, lives, desks = ([f"{address}:{port}"] for address in (WEB, LIVE, DESK))
    made = proxy.render_site(
        listen=f"127.0.0.1:{entrance}",
        webs=webs,
        lives=lives,
        desks=desks,
        static=tmp_path,
        version=proxy.find_version(),
        log=tmp_path / "access.log",
    ).replace("isotop_at_once 10000;", "isotop_at_once 1;")
    with contextlib.ExitStack() as stack:
        for address in (WEB, LIVE, DESK):
            stack.enter_context(server_at(address, port))
        stack.enter_context(nginx_at(tmp_path, made))
        site = Session(f"http://127.0.0.1:{entrance}")
        wait_until(lambda: answer_at(site) == WEB, 10, "nginx starts")
        yield site


@needs_nginx
@pytest.mark.server
def test_each_lane_has_servers_of_its_own(lanes):
    expected = {
        "/": WEB,
        "/results/": WEB,
        "/api/v1/events/": WEB,
        "/play/ABCD/": LIVE,
        "/api/v1/games/ABCD/": LIVE,
        "/api/v1/games/ABCD/?screen": DESK,
        "/api/v1/games/ABCD/me/": LIVE,
        "/live/ABCD/": LIVE,
        "/live/ABCD/?screen": DESK,
        "/screen/ABCD/?room=3": DESK,
        "/desk/ABCD/panel/?version=7": DESK,
        "/people/import/": DESK,
        "/events/1/divisions/2/": DESK,
    }
    assert {path: lanes.get(path).text for path in expected} == expected


@needs_nginx
@pytest.mark.server
def test_each_lane_has_connections_of_its_own(lanes):
    """Phones that use up what an address may have at once leave the desk what it needs."""
    with ThreadPoolExecutor(1) as pool:
        HOLD.clear()
        ARRIVED.clear()
        try:
            held = pool.submit(lanes.get, f"/results/{HELD}")
            assert ARRIVED.wait(10)
            assert Session(lanes.site).get("/results/").status == 429, "the crowd has no more"
            assert Session(lanes.site).get("/desk/ABCD/").text == DESK
        finally:
            HOLD.set()
        assert held.result().text == WEB


def answer_at(site):
    with contextlib.suppress(ConnectionError, OSError):
        return site.get("/").text
    return ""


def test_an_nginx_that_cannot_ask_again_is_refused():
    with pytest.raises(CommandError, match="or newer"):
        call_command("proxy_config", resolver="127.0.0.11", nginx="1.22.1")
