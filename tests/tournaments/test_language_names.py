"""The menu of languages."""

import pytest
from django.conf import settings

pytestmark = pytest.mark.django_db
NAMES = ("English", "Français", "Español", "Deutsch", "Nederlands", "Italiano", "Română")


@pytest.mark.parametrize("language", settings.COMPLETE_LANGUAGES)
def test_each_language_is_named_in_itself(client, language):
    page = client.get("/", headers={"Accept-Language": language}).content.decode()
    assert all(name in page for name in NAMES)
    assert not any(name in page for name in ("Anglais", "Inglés", "Englisch", "Engels"))
