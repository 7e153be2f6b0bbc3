"""Which hosts requests may name on a laptop."""

import pytest

from deploy.heads import is_own_host


@pytest.mark.parametrize(
    "host",
    [
        "192.168.178.20:8000",
        "10.0.0.7",
        "[fe80::1]:8000",
        "127.0.0.1",
        "localhost:8000",
        "laptop",
        "laptop.local",
    ],
)
def test_a_machine_is_known_by_its_numbers_and_local_names(host):
    assert is_own_host(host)


@pytest.mark.parametrize(
    "host",
    ["evil.example.com", "192.168.178.20.evil.com:8000", "localhost.evil.com", "a" * 7000, "a\x00b", ":80"],
)
def test_a_name_that_somebody_may_own_is_none_of_its_own(host):
    assert not is_own_host(host)


@pytest.mark.django_db
def test_a_rebound_page_reads_nothing(client, settings):
    settings.OWN_HOSTS_ALONE = True
    answer = client.get("/login/", headers={"Host": "evil.example.com"}, REMOTE_ADDR="127.0.0.1")
    assert (answer.status_code, answer["Content-Type"]) == (400, "text/plain; charset=utf-8")
    assert client.get("/login/", headers={"Host": "192.168.1.5:8000"}).status_code == 200
    assert client.get("/healthz", headers={"Host": "evil.example.com"}).status_code == 200
    settings.OWN_HOSTS_ALONE = False
    assert client.get("/login/", headers={"Host": "evil.example.com"}).status_code == 200
