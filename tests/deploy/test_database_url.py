"""Passwords with any sign in them, from DATABASE_URL to the programs of PostgreSQL."""

import os
import string
import subprocess
import sys
from urllib.parse import quote

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from deploy import environment
from deploy.backups.databases import environment_for
from tests.server import ROOT

SIGNS = ["@:/?#[]%", " a b ", "%40", "$HOME", "a\\b\"c'd", "é🂡", string.punctuation]


@pytest.mark.parametrize("password", SIGNS)
def test_a_password_arrives_as_it_is(password, monkeypatch):
    address = f"postgresql://isotop:{quote(password, safe='')}@db.example.org:5433/isotop"
    monkeypatch.setenv("DATABASE_URL", address)
    values = environment.read("DATABASE_URL")
    assert values["PASSWORD"] == password
    assert environment_for(values) == {
        "PGHOST": "db.example.org",
        "PGPORT": "5433",
        "PGUSER": "isotop",
        "PGPASSWORD": password,
        "PGDATABASE": "isotop",
    }
    made = psycopg.conninfo.make_conninfo(user=values["USER"], password=values["PASSWORD"])
    assert conninfo_to_dict(made)["password"] == password


def test_programs_ask_for_the_same_tls_as_django(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://a:b@c/d?sslmode=verify-full&sslrootcert=/etc/ca.pem")
    told = environment_for(environment.read("DATABASE_URL"))
    assert (told["PGSSLMODE"], told["PGSSLROOTCERT"]) == ("verify-full", "/etc/ca.pem")


def test_the_documented_command_encodes_a_password():
    [line] = [
        line
        for line in (ROOT / "deploy" / "env.example").read_text().splitlines()
        if "urllib.parse import quote" in line
    ]
    code = line.split("-c '")[1].rsplit("'", 1)[0]
    for password in SIGNS:
        done = subprocess.run(
            [sys.executable, "-c", code], input=f"{password}\n", capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == quote(password, safe="")


@pytest.mark.parametrize(("options", "expected"), [("", "60 True"), ("?conn_max_age=5", "5 True")])
def test_connections_to_postgresql_are_kept(options, expected):
    """A batch of requests would pay for a new one each time."""
    code = "from deploy.settings import DATABASES as d; d = d['default']; "
    code += "print(d['CONN_MAX_AGE'], d['CONN_HEALTH_CHECKS'])"
    environment = os.environ | {"DATABASE_URL": f"postgresql://isotop@db.example.org/isotop{options}"}
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert said.stdout.strip() == expected


@pytest.mark.parametrize(
    "address", ["secret", "isotop:secret@db.example.org", "mysql://isotop:secret@db/isotop"]
)
def test_an_address_of_no_database_is_named_without_what_may_be_its_password(address):
    environment = os.environ | {"DATABASE_URL": address}
    refused = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.stderr.endswith("DATABASE_URL has to begin with postgresql:// or sqlite:///.\n")
    assert "secret" not in refused.stderr
