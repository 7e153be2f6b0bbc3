"""Under which address phones and screens reach this installation."""

import pytest
from django.test import RequestFactory

from tournaments.http.addresses import LOOPBACK, address_for_phones, address_in_hall


@pytest.mark.parametrize("host", sorted(LOOPBACK))
def test_a_desk_on_the_laptop_itself_shows_phones_the_address_in_the_hall(host, settings):
    settings.ALLOWED_HOSTS = ["*"]
    request = RequestFactory().get("/", headers={"host": f"{host}:8000"})
    assert address_for_phones(request, "/join/") == f"http://{address_in_hall()}:8000/join/"


def test_any_other_name_is_the_one_that_phones_use(settings):
    settings.ALLOWED_HOSTS = ["*"]
    request = RequestFactory().get("/", headers={"host": "isotop.example.org"}, secure=True)
    assert address_for_phones(request, "/join/") == "https://isotop.example.org/join/"
