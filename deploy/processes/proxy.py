"""Configuration of nginx in front of our servers: TLS, static files, and the routing of requests.

One template serves both an installation (`site`) and a run without one (`standalone`, for the tests and `make
serve-production`).
"""

import datetime as dt
import os
import shutil
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path
from string import Template

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from deploy.processes.plan import HOST, Plan, Service

LOG = Path("/var/log/nginx/isotop.log")
FOLDER = Path(__file__).resolve().parents[1] / "nginx"


class _Template(Template):
    """A template with `@{name}`, as dollar signs are nginx's own."""

    delimiter = "@"


def is_installed() -> bool:
    return shutil.which("nginx") is not None


def site(
    *,
    listen: str,
    webs: Sequence[str],
    lives: Sequence[str],
    static: Path,
    names: str = "_",
    certificate: Path | None = None,
    log: Path = LOG,
) -> str:
    """Return the content of a file in nginx's `sites-enabled`.

    `webs` and `lives` are host:port of our servers, `static` is the folder that holds `static/`.
    """
    return _fill_template(
        "site.conf",
        listen=f"{listen} ssl" if certificate else listen,
        names=names,
        redirect=_fill_template("redirect.conf", names=names) if certificate and listen == "443" else "",
        tls=f"ssl_certificate {certificate}; ssl_certificate_key {certificate.with_suffix('.key')};"
        if certificate
        else "",
        webs=_servers(webs),
        lives=_servers(lives),
        static=static,
        log=log,
        backups=_servers(webs, " backup"),
    )


def service(plan: Plan, folder: Path) -> Service:
    """Return nginx as a service of a plan, run by a user without rights; its files are in `folder`."""
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    configuration = folder / "nginx.conf"
    written = site(
        listen=f"{HOST}:{plan.entrance}",
        webs=[f"{HOST}:{port}" for port in plan.web_ports],
        lives=[f"{HOST}:{port}" for port in plan.live_ports],
        static=Path(plan.settings.get("ISOTOP_STATIC") or plan.settings["ISOTOP_DATA"]).resolve(),
        certificate=plan.certificate and plan.certificate.resolve(),
        log=folder / "access.log",
    )
    # If root starts nginx, it would serve as the user nobody, who may not read our files.
    user = "user root;" if os.geteuid() == 0 else ""
    configuration.write_text(_fill_template("standalone.conf", folder=folder, site=written, user=user))
    command = ("nginx", "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(configuration))
    return Service("nginx", command, plan.environment, health=f"{plan.site}/healthz")


def make_certificate(path: Path, *names: str) -> Path:
    """Create a self-signed certificate with its key, for trials; return the old one if there is one."""
    if path.exists():
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0])])
    alternatives = [x509.IPAddress(ip_address(HOST)), *map(x509.DNSName, names)]
    now = dt.datetime.now(dt.UTC)
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


def _servers(addresses: Sequence[str], use: str = "") -> str:
    return "\n".join(f"    server {address} max_fails=1 fail_timeout=2s{use};" for address in addresses)


def _fill_template(name: str, **values: object) -> str:
    return _Template((FOLDER / f"{name}.template").read_text()).substitute(values)
