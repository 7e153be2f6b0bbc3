"""Configuration of nginx in front of our servers: TLS, static files, and the routing of requests.

One template serves both an installation (`site`) and a run without one (`standalone`, for the tests and `make
serve-production`).
"""

import datetime as dt
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path
from string import Template

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from deploy.lanes import DESK_PATTERN, PROBES_PATTERN, READERS_PATTERN, UPLOADS_PATTERN
from deploy.processes.plan import HOST, Plan, Service

LOG = Path("/var/log/nginx/isotop.log")
# From this version on `http2` is a directive of its own, and no longer an option of `listen`.
HTTP2_DIRECTIVE = (1, 25, 1)
# From this version on `resolve` of a server belongs to the free nginx.
RESOLVE = (1, 27, 3)
# A server that failed once is left out for so long.
PASSED_OVER = " max_fails=1 fail_timeout=2s"
FOLDER = Path(__file__).resolve().parents[1] / "nginx"


class _Template(Template):
    """A template with `@{name}`, as dollar signs are nginx's own."""

    delimiter = "@"


def is_installed() -> bool:
    return shutil.which("nginx") is not None


def find_version() -> tuple[int, ...]:
    """Return the version of the nginx that is installed; the first with the present syntax if there is none."""
    if not (nginx := shutil.which("nginx")):
        return HTTP2_DIRECTIVE
    told = subprocess.run([nginx, "-v"], capture_output=True, text=True, check=True)  # noqa: S603 - a program of the system
    return tuple(map(int, re.findall(r"nginx/(\d+)\.(\d+)\.(\d+)", told.stderr)[0]))


def render_site(
    *,
    listen: str,
    webs: Sequence[str],
    lives: Sequence[str],
    desks: Sequence[str],
    static: Path,
    names: str = "_",
    certificate: Path | None = None,
    key: Path | None = None,
    acme: Path | None = None,
    ipv6: bool = True,
    version: Sequence[int] = HTTP2_DIRECTIVE,
    log: Path = LOG,
    resolver: str = "",
) -> str:
    """Return the content of a file in nginx's `sites-enabled`, for that version of nginx.

    `webs`, `lives` and `desks` are host:port of our servers; of two webs the first is for strangers who read and for
    files, and live servers answer the desk while it has none. `static` is the folder that holds `static/`. A
    `listen` that is a port alone stands for all addresses; `acme` is the folder in which certbot proves that the
    host is ours. The names of our servers are asked for again and again if there is a `resolver`, the address of a
    name server.

    Raises:
        ValueError: that nginx asks for names only when it starts.
    """
    if resolver and tuple(version) < RESOLVE:
        raise ValueError(f"A resolver needs nginx {'.'.join(map(str, RESOLVE))} or newer.")
    challenges = _fill_template("acme.conf", folder=acme) if acme else ""
    errors = Path("/dev/stderr") if log == Path("/dev/stdout") else log.with_name("error.log")
    logs = {"log": log, "errors": errors}
    redirect = ""
    if certificate and listen == "443":
        listening = _listen("80", "", ipv6=ipv6)
        redirect = _fill_template("redirect.conf", names=names, listen=listening, acme=challenges, **logs)
        challenges = ""
    resolve = " resolve" if resolver else ""
    http2_in_listen = tuple(version) < HTTP2_DIRECTIVE
    tls, options = "", " backlog=4096"
    if certificate:
        key = key or certificate.with_suffix(".key")
        tls = f"ssl_certificate {certificate}; ssl_certificate_key {key};"
        tls += "" if http2_in_listen else "\n    http2 on;"
        options = f" ssl{' http2' if http2_in_listen else ''}{options}"
    return _fill_template(
        "site.conf",
        listen=_listen(listen, options, ipv6=ipv6),
        names=names,
        redirect=redirect,
        acme=challenges,
        tls=tls,
        # Each stands in for the others.
        webs=_render_with_backups(webs[1::2] or webs, webs, f"{resolve}{PASSED_OVER}"),
        readers=_render_with_backups(webs[::2], webs, f"{resolve}{PASSED_OVER}"),
        lives=_render_servers(lives, f"{resolve}{PASSED_OVER}"),
        streams=_render_servers(lives, f"{resolve} max_fails=0"),
        static=static,
        **logs,
        backups=_render_servers(webs, f"{resolve}{PASSED_OVER} backup"),
        desks=_render_with_backups(desks or lives, lives, f"{resolve}{PASSED_OVER}"),
        uploads_pattern=UPLOADS_PATTERN,
        probes_pattern=PROBES_PATTERN,
        desk_pattern=DESK_PATTERN,
        readers_pattern=READERS_PATTERN,
        resolver=f"resolver {resolver} valid=5s ipv6=off;\n\n" if resolver else "",
        zone_web=_render_zone("isotop_web", resolver),
        zone_readers=_render_zone("isotop_readers", resolver),
        zone_live=_render_zone("isotop_live", resolver),
        zone_short=_render_zone("isotop_short", resolver),
        zone_desk=_render_zone("isotop_desk", resolver),
    )


def make_nginx_service(plan: Plan, folder: Path) -> Service:
    """Return nginx as a service of a plan; its files are in `folder`."""
    folder = folder.resolve()
    written = render_site(
        listen=f"{HOST}:{plan.entrance}",
        webs=[f"{plan.host}:{port}" for port in plan.web_ports],
        lives=[f"{plan.host}:{port}" for port in plan.live_ports],
        desks=[f"{plan.host}:{port}" for port in plan.desk_ports],
        static=Path(plan.settings.get("ISOTOP_STATIC") or plan.settings["ISOTOP_DATA"]).resolve(),
        certificate=plan.certificate and plan.certificate.resolve(),
        log=folder / "access.log",
        version=find_version(),
    )
    command = write_standalone(written, folder)
    return Service("nginx", command, plan.environment, health=f"{plan.site}/healthz")


def write_standalone(written: str, folder: Path) -> tuple[str, ...]:
    """Write the configuration of an nginx that serves this site alone, by a user without rights; return its command."""
    folder.mkdir(parents=True, exist_ok=True)
    configuration = folder / "nginx.conf"
    # If root starts nginx, it would serve as the user nobody, who may not read our files.
    user = "user root;" if os.geteuid() == 0 else ""
    configuration.write_text(_fill_template("standalone.conf", folder=folder, site=written, user=user))
    return ("nginx", "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(configuration))


def make_certificate(path: Path, *names: str) -> Path:
    """Create a self-signed certificate with its key, for trials; return the old one if it is valid for a day more."""
    now = dt.datetime.now(dt.UTC)
    if path.exists():
        old = x509.load_pem_x509_certificate(path.read_bytes())
        if old.not_valid_after_utc > now + dt.timedelta(days=1):
            return path
    path.parent.mkdir(parents=True, exist_ok=True)
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0])])
    alternatives = [x509.IPAddress(ip_address(HOST)), *map(x509.DNSName, names)]
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=365))
        .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        .sign(key, hashes.SHA256())
    )
    key_path = path.with_suffix(".key")
    key_path.touch(mode=0o600)
    key_path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    path.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    return path


def _listen(listen: str, options: str, *, ipv6: bool) -> str:
    """Return the directives to listen; a port alone is that of all addresses, also of IPv6."""
    listens = [listen, f"[::]:{listen}"] if ipv6 and listen.isdecimal() else [listen]
    return "\n    ".join(f"listen {each}{options};" for each in listens)


def _render_servers(addresses: Sequence[str], options: str) -> str:
    return "\n".join(f"    server {address}{options};" for address in addresses)


def _render_with_backups(servers: Sequence[str], all_that_can: Sequence[str], options: str) -> str:
    """Return servers, and those that can do the same for while there is none of them."""
    others = [each for each in all_that_can if each not in servers]
    return "\n".join(
        filter(None, [_render_servers(servers, options), _render_servers(others, f"{options} backup")])
    )


def _render_zone(name: str, resolver: str) -> str:
    """Return the directive of the memory in which nginx's processes share addresses that may change."""
    return f"    zone {name} 64k;\n" if resolver else ""


def _fill_template(name: str, **values: object) -> str:
    return _Template((FOLDER / f"{name}.template").read_text()).substitute(values)
