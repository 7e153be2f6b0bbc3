"""The settings that an installation reads from its environment, each described once.

`deploy/settings.py` takes their values from here; the table of docs/settings.md and `deploy/env.example` are written
by `python -m deploy.environment`.
"""

import difflib
import os
import re
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import environ
from django.core.exceptions import ImproperlyConfigured

Reader = Callable[[str], Any]

SWITCHES = {
    "on": True,
    "yes": True,
    "true": True,
    "1": True,
    "off": False,
    "no": False,
    "false": False,
    "0": False,
}
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
LOG_FORMATS = ("line", "json")
LEAST_TOKEN = 20
# What else has such a name: tests, the library's examples, and the example of a certificate.
OTHERS = re.compile(
    "ISOTOP_(TEST_.*|SHARED_DATA|EXAMPLES|MUTANTS|PICTURES|URL|TOKEN|USER|PASSWORD|CONFIG|ACME)"
)


def read_text(text: str) -> str:
    return text


def read_switch(text: str) -> bool:
    if text.lower() not in SWITCHES:
        raise ValueError(f"is on or off, not {text!r}")
    return SWITCHES[text.lower()]


def read_days(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text):
        raise ValueError(f"is a number of days, not {text!r}")
    return int(text)


def read_list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def read_proxies(text: str) -> list[str]:
    """Return addresses, or `*` for any, as uvicorn and gunicorn read them."""
    for part in (parts := read_list(text)):
        if part != "*":
            _read_address(part, ip_address)
    return parts


def read_listen(text: str) -> str:
    _read_address(text, IPv4Address)
    return text


def _read_address(text: str, read: Callable[[str], object]) -> None:
    try:
        read(text)
    except ValueError as error:
        kind = "an IPv4 address" if read is IPv4Address else "an address"
        raise ValueError(f"is {kind} in numbers, not {text!r}") from error


def read_origins(text: str) -> list[str]:
    for part in (parts := read_list(text)):
        if urlsplit(part).scheme not in {"http", "https"}:
            raise ValueError(f"begins with https:// or http://, not as {part!r}")
    return parts


def read_zone(text: str) -> str:
    try:
        return ZoneInfo(text).key
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        near = difflib.get_close_matches(text, available_timezones(), 1)
        raise ValueError(f"is no time zone: {text!r}" + (f"; {near[0]} is one" if near else "")) from error


def read_token(text: str) -> str:
    if len(text) < LEAST_TOKEN:
        raise ValueError(f"needs {LEAST_TOKEN} signs or more: it is all that guards /metrics")
    return text


def read_key(text: str) -> str:
    if text == "CHANGE-ME":
        raise ValueError("is still that of the example: make one of your own")
    return text


def read_database(text: str) -> dict[str, Any]:
    """Return the settings of Django's database; an error does not repeat what may be a password."""
    if not text.startswith(("postgresql://", "postgres://", "sqlite:")):
        raise ValueError("has to begin with postgresql:// or sqlite:///")
    return dict(environ.Env.db_url_config(text))


def read_one_of(choices: tuple[str, ...]) -> Reader:
    def read(text: str) -> str:
        if text not in choices:
            raise ValueError(f"is one of {', '.join(choices)}, not {text!r}")
        return text

    return read


@dataclass(frozen=True, slots=True)
class Variable:
    """A setting: how its text is read, and what the documents say of it.

    `default` is its value where nothing is set, None if the settings work it out; `told` says so in words. `example` is
    its text in the file for a server, where it counts if `needed`; `made` is a command that makes one.
    """

    name: str
    read: Reader
    default: Any
    told: str
    sets: str
    example: str
    needed: bool = False
    made: str = ""

    def value(self, environment: Mapping[str, str] = os.environ) -> Any:
        """Return the value in the environment, or in the file that `NAME_FILE` names there; such a file goes first.

        Raises:
            ImproperlyConfigured: it is none, or the file cannot be read.
        """
        path = environment.get(f"{self.name}_FILE")
        try:
            text = (Path(path).read_text() if path else environment.get(self.name, "")).strip()
            return self.read(text) if text else self.default
        except OSError as error:
            raise ImproperlyConfigured(f"{self.name}_FILE cannot be read: {error}.") from error
        except ValueError as error:
            raise ImproperlyConfigured(f"{self.name} {error}.") from error


VARIABLES = (
    Variable(
        "ISOTOP_DATA",
        read_text,
        None,
        "`var/` in the checkout; installed, the user's folder ([installing.md](installing.md))",
        "the folder of database, compiled lexicons, the compiled search, collected static files and secret key",
        "/var/lib/isotop",
        needed=True,
    ),
    Variable(
        "ISOTOP_STATIC",
        read_text,
        None,
        "the data folder",
        "the folder in which `static/`, the collected static files, is made: one that nginx may read, as the data "
        "folder is closed to other users",
        "/var/www/isotop",
        needed=True,
    ),
    Variable(
        "DATABASE_URL",
        read_database,
        None,
        "SQLite in the data folder",
        "the database, such as `postgresql://user:password@host/isotop`, with other signs of the password than letters "
        "and digits percent-encoded; its connections are kept for 60 seconds and checked before they are used again, "
        "and `?conn_max_age=300` sets another time",
        '"postgresql://isotop:CHANGE-ME@127.0.0.1:5432/isotop"',
        needed=True,
        made="""python3 -c 'from urllib.parse import quote; print(quote(input(), safe=""))'""",
    ),
    Variable(
        "REDIS_URL",
        read_text,
        "",
        "none",
        "broker of the Celery workers, waking of screens; nothing is lost with it, so it needs no persistence",
        "redis://127.0.0.1:6379/0",
        needed=True,
    ),
    Variable(
        "SECRET_KEY",
        read_key,
        "",
        "made once, kept in the data folder",
        "signs sessions and links, seals prepared games: those of a lost key cannot be opened any more. Keep it "
        "secret, the same on all machines, and keep a copy",
        "CHANGE-ME",
        needed=True,
        made="python3 -c 'import secrets; print(secrets.token_urlsafe(50))'",
    ),
    Variable(
        "ALLOWED_HOSTS",
        read_list,
        [],
        "addresses in numbers, and names of this machine and of local networks",
        "host names that requests may name, separated by commas; `*` for any. Set it on the internet",
        "isotop.example.org",
        needed=True,
    ),
    Variable(
        "HTTPS",
        read_switch,
        False,
        "off",
        "on behind a proxy that speaks TLS: secure cookies, redirect, HSTS for a year",
        "on",
        needed=True,
    ),
    Variable(
        "FORWARDED_ALLOW_IPS",
        read_proxies,
        ["127.0.0.1", "::1"],
        "`127.0.0.1,::1`",
        "addresses of the proxies whose headers name the client, separated by commas; `*` for any. Wrong, it makes "
        "everybody one visitor, whom the wrong passwords of one lock out",
        "10.0.0.1",
    ),
    Variable(
        "ISOTOP_LISTEN",
        read_listen,
        "127.0.0.1",
        "`127.0.0.1`",
        "the IPv4 address at which web, live and desk servers listen: this machine's own for a proxy on another one "
        "([operating.md](operating.md)). No address that strangers reach",
        "10.0.0.2",
    ),
    Variable(
        "CSRF_TRUSTED_ORIGINS",
        read_origins,
        [],
        "none",
        "origins behind a proxy that hands over another host name than browsers use, separated by commas",
        "https://isotop.example.org",
    ),
    Variable(
        "ERASE_PEOPLE_DAYS",
        read_days,
        0,
        "0, which keeps everybody",
        "after how many days without a game `manage.py erase_people` erases what is known of people, and takes club "
        "tables away",
        "1095",
    ),
    Variable(
        "ISOTOP_RESULT_HOSTS",
        read_list,
        [],
        "any",
        "servers of organisers to which clubs may send the result of a simultaneous game, separated by commas: "
        "`isotop.example.org` is that host at the port of http or https, `10.0.0.1:8000` one at another port. Set it "
        "where many clubs share one installation: an envelope names its server itself",
        "isotop.example.org,results.example.net:8443",
    ),
    Variable(
        "TIME_ZONE",
        read_zone,
        None,
        "the machine's",
        "time zone of what belongs to no event, and of new events until their settings name another: an IANA name",
        "Europe/Brussels",
    ),
    Variable(
        "LOG_LEVEL",
        read_one_of(LEVELS),
        "WARNING",
        "`WARNING`",
        "how much is logged: `WARNING` what is wrong, `INFO` also what the workers do",
        "WARNING",
    ),
    Variable(
        "LOG_FORMAT",
        read_one_of(LOG_FORMATS),
        "line",
        "`line`",
        "`json` writes each event, and each request, as a JSON object, for programs that collect logs",
        "line",
    ),
    Variable(
        "METRICS_TOKEN",
        read_token,
        "",
        "no metrics",
        f"opens `/metrics`; {LEAST_TOKEN} signs or more ([operating.md](operating.md))",
        "",
        made="python3 -c 'import secrets; print(secrets.token_urlsafe(30))'",
    ),
    Variable(
        "SENTRY_DSN",
        read_text,
        "",
        "no reports",
        "where reports of errors are sent, to Sentry or the like; needs the extra `sentry`",
        "",
    ),
    Variable(
        "DEBUG",
        read_switch,
        False,
        "off",
        "for developing only: shows the inside of the program to whoever meets an error",
        "off",
    ),
)
BY_NAME = {variable.name: variable for variable in VARIABLES}


def read(name: str) -> Any:
    """Return the value of a setting in this process's environment.

    Raises:
        ImproperlyConfigured: it is none.
    """
    return BY_NAME[name].value()


def refuse_unknown(environment: Mapping[str, str] = os.environ) -> None:
    """Refuse names that look like settings of ours and are none: a mistyped one would be missed in silence.

    Raises:
        ImproperlyConfigured: there is one; the nearest setting is named.
    """
    for name in environment:
        setting = name.removesuffix("_FILE")
        if name.startswith("ISOTOP_") and setting not in BY_NAME and not OTHERS.fullmatch(name):
            [near] = difflib.get_close_matches(name, BY_NAME, 1, cutoff=0.0)
            raise ImproperlyConfigured(
                f"There is no setting {name}; the nearest is {near} (docs/settings.md)."
            )


PAGE = Path(__file__).parent.parent / "docs/settings.md"
EXAMPLE = Path(__file__).parent / "env.example"
HEAD = """\
# Settings of a server, as read by the systemd units and by compose.yaml: copy this file to /etc/isotop/env, which only
# root may read. Filled in it holds secrets, so it must not lie in the checkout.
# docs/settings.md has the same as a table. Any can be read from a file instead: SECRET_KEY_FILE=/run/secrets/key
"""


def table() -> str:
    """Return the table of docs/settings.md."""
    rows = [f"| `{one.name}` | {one.told} | {one.sets} |" for one in VARIABLES]
    return "\n".join(["| variable | default | what it sets |", "| --- | --- | --- |", *rows, ""])


def example() -> str:
    """Return the file of settings for a server."""
    return "\n".join([HEAD, *map(_example_of, VARIABLES)])


def _example_of(variable: Variable) -> str:
    told = "" if variable.needed else f" (default: {variable.told})"
    words = re.sub(
        r"\[[^]]*\]\(([^)]*)\)", r"docs/\1", f"{variable.sets[0].upper()}{variable.sets[1:]}{told}."
    )
    lines = [*textwrap.wrap(words, 117, break_on_hyphens=False), *filter(None, [variable.made])]
    off = "" if variable.needed else "# "
    return "\n".join([*(f"# {line}" for line in lines), f"{off}{variable.name}={variable.example}", ""])


def written_page() -> str:
    """Return docs/settings.md with its table."""
    return re.sub(r"(?m)(^\|.*\n)+", lambda _found: table(), PAGE.read_text(), count=1)


if __name__ == "__main__":
    PAGE.write_text(written_page())
    EXAMPLE.write_text(example())
