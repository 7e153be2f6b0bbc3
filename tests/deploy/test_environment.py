"""Settings from the environment: each is described once, and what is none is named before anything starts."""

import re
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from deploy import environment
from tests.server import ROOT, environment_for


def test_documents_are_written_from_the_descriptions():
    """`python -m deploy.environment` would change nothing."""
    assert environment.PAGE.read_text() == environment.written_page()
    assert environment.EXAMPLE.read_text() == environment.example()


def test_every_setting_is_used():
    sources = "".join(path.read_text() for path in (ROOT / "deploy").rglob("*.py"))
    assert set(re.findall(r'environment\.read\("(\w+)"\)', sources)) == set(environment.BY_NAME)


@pytest.mark.parametrize(
    "variable", [one for one in environment.VARIABLES if one.example], ids=lambda one: one.name
)
def test_the_example_is_a_value(variable):
    text = variable.example.strip('"')
    if text == "CHANGE-ME":
        with pytest.raises(ImproperlyConfigured, match="SECRET_KEY is still that of the example"):
            variable.value({variable.name: text})
    else:
        assert variable.value({variable.name: f" {text}\n"}) is not None
    assert variable.value({}) == variable.value({variable.name: ""}) == variable.default


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("HTTPS", "yess", "HTTPS is on or off, not 'yess'."),
        ("DEBUG", "2", "DEBUG is on or off, not '2'."),
        (
            "FORWARDED_ALLOW_IPS",
            "10.0.0.1, 10.0.0.300",
            "FORWARDED_ALLOW_IPS is an address in numbers, not '10.0.0.300'.",
        ),
        ("ISOTOP_LISTEN", "localhost", "ISOTOP_LISTEN is an IPv4 address in numbers, not 'localhost'."),
        ("ISOTOP_LISTEN", "::1", "ISOTOP_LISTEN is an IPv4 address in numbers, not '::1'."),
        ("ERASE_PEOPLE_DAYS", "abc", "ERASE_PEOPLE_DAYS is a number of days, not 'abc'."),
        ("ERASE_PEOPLE_DAYS", "-1", "ERASE_PEOPLE_DAYS is a number of days, not '-1'."),
        (
            "CSRF_TRUSTED_ORIGINS",
            "isotop.example.org",
            "begins with https:// or http://, not as 'isotop.example.org'",
        ),
        (
            "TIME_ZONE",
            "Europe/Brussel",
            "TIME_ZONE is no time zone: 'Europe/Brussel'; Europe/Brussels is one.",
        ),
        ("TIME_ZONE", "../../etc/passwd", "TIME_ZONE is no time zone"),
        ("LOG_LEVEL", "loud", "LOG_LEVEL is one of DEBUG, INFO"),
        ("LOG_FORMAT", "xml", "LOG_FORMAT is one of line, json, not 'xml'."),
        ("METRICS_TOKEN", "short", "METRICS_TOKEN needs 20 signs or more"),
        ("DATABASE_URL", "mysql://isotop:secret@db/isotop", "DATABASE_URL has to begin with postgresql://"),
        ("HTTPS_FILE", "/no/such/file", "HTTPS_FILE cannot be read"),
    ],
)
def test_a_wrong_value_is_told_with_its_name(name, text, told):
    with pytest.raises(ImproperlyConfigured, match=re.escape(told)) as refused:
        environment.BY_NAME[name.removesuffix("_FILE")].value({name: text})
    assert "secret" not in str(refused.value)


def test_a_file_goes_before_the_variable(tmp_path):
    path = tmp_path / "https"
    path.write_text("on\n")
    assert environment.BY_NAME["HTTPS"].value({"HTTPS": "off", "HTTPS_FILE": str(path)}) is True


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("ISOTOP_LISTN", "ISOTOP_LISTEN"),
        ("ISOTOP_RESULTS_HOSTS", "ISOTOP_RESULT_HOSTS"),
        ("ISOTOP_STATICS_FILE", "ISOTOP_STATIC"),
    ],
)
def test_a_name_that_is_none_is_told_with_the_nearest(name, near):
    with pytest.raises(ImproperlyConfigured, match=f"There is no setting {name}; the nearest is {near} "):
        environment.refuse_unknown({name: "on"})


def test_other_names_are_let_be():
    environment.refuse_unknown(
        {"ISOTOP_TEST_POSTGRES": "", "ISOTOP_DATA_FILE": "", "ISOTOP_TOKEN": "", "ISOTOP": ""}
    )


@pytest.mark.parametrize(("name", "value"), [("HTTPS", "yess"), ("ISOTOP_LISTN", "10.0.0.2")])
def test_nothing_starts_and_one_line_says_why(name, value, tmp_path):
    refused = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env=environment_for(tmp_path) | {name: value},
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.returncode
    assert name in refused.stderr.splitlines()[-1]
