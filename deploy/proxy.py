"""nginx before our servers: TLS, static files, and which server gets which request.

The configuration is made from one template, for a machine of one's own (`site`) as for a run without an installation
(`standalone`, which the tests and `make serve-production` use).
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

from deploy.processes import HOST, Plan, Service

LOG = Path("/var/log/nginx/isotop.log")
FOLDER = Path(__file__).resolve().parent / "nginx"


class _Template(Template):
    """`@{name}`: dollar signs are nginx's own."""

    delimiter = "@"


def installed() -> bool:
    return shutil.which("nginx") is not None


def site(
    *,
    listen: str,
    webs: Sequence[str],
    lives: Sequence[str],
    data: Path,
    names: str = "_",
    certificate: Path | None = None,
    log: Path = LOG,
) -> str:
    """What belongs into nginx's `sites-enabled`; `webs` and `lives` are host:port of our servers."""
    return _filled(
        "site.conf",
        listen=f"{listen} ssl" if certificate else listen,
        names=names,
        redirect=_filled("redirect.conf", names=names) if certificate and listen == "443" else "",
        tls=f"ssl_certificate {certificate}; ssl_certificate_key {certificate.with_suffix('.key')};"
        if certificate
        else "",
        webs=_servers(webs),
        lives=_servers(lives),
        data=data,
        log=log,
        backups=_servers(webs, " backup"),
    )


def service(plan: Plan, folder: Path) -> Service:
    """Nginx for a plan, as a user without rights; its files are in `folder`."""
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    configuration = folder / "nginx.conf"
    written = site(
        listen=f"{HOST}:{plan.entrance}",
        webs=[f"{HOST}:{port}" for port in plan.web_ports],
        lives=[f"{HOST}:{port}" for port in plan.live_ports],
        data=Path(plan.settings["ISOTOP_DATA"]).resolve(),
        certificate=plan.certificate and plan.certificate.resolve(),
        log=folder / "access.log",
    )
    # Started by root, nginx would serve as nobody, who may not read our files.
    user = "user root;" if os.geteuid() == 0 else ""
    configuration.write_text(_filled("standalone.conf", folder=folder, site=written, user=user))
    command = ("nginx", "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(configuration))
    return Service("nginx", command, plan.environment, health=f"{plan.site}/healthz")


def make_certificate(path: Path, *names: str) -> Path:
    """A certificate that nobody has signed, with its key, for trying things out; the old one if there is one."""
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


def _filled(name: str, **values: object) -> str:
    return _Template((FOLDER / f"{name}.template").read_text()).substitute(values)
