"""The menu of languages."""

import pytest

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_each_language_is_named_in_itself(client, language):
    page = client.get("/", headers={"Accept-Language": language}).content.decode()
    assert all(name in page for name in ("English", "Français", "Español"))
    assert not any(name in page for name in ("Anglais", "Inglés"))
