"""Files with results as they are dropped: each alone, or many in a ZIP file that nobody has to trust."""

import contextlib
import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import given
from hypothesis import strategies as st

from duplicate.prepared_games.results import batch
from duplicate.prepared_games.results.batch import read_uploads
from duplicate.prepared_games.results.file_format import write_file
from tests.factories.simultaneous_clubs import made_result, sent_by
from tournaments.errors import RuleViolation


def zipped(*files, packing=zipfile.ZIP_DEFLATED):
    """Return a ZIP file of these, of no day: its bytes name tests, and all workers must see the same names."""
    with zipfile.ZipFile(packed := io.BytesIO(), "w", packing) as archive:
        for name, data in files:
            archive.writestr(zipfile.ZipInfo(name), data, packing)
    return packed.getvalue()


def dropped(*files):
    return [SimpleUploadedFile(name, data) for name, data in files]


def test_files_and_those_in_zip_files_come_in_their_order():
    packed = zipped(("club/b.json", b"{2}"), ("club/", b""), ("__MACOSX/._b.json", b"x"), (".DS_Store", b"y"))
    files = dropped(("a.json", b"{1}"), ("all.zip", packed), ("c.csv", b"1;Ann;10"))
    assert read_uploads(files) == [
        ("a.json", b"{1}"),
        ("club/b.json", b"{2}"),
        ("c.csv", b"1;Ann;10"),
    ]


@pytest.mark.parametrize(
    ("packed", "code"),
    [
        (zipped(("a.json", b" " * 2_000_000)), "zip_too_big"),
        (zipped(("a.json", b" " * 600_000), ("b.json", b" " * 600_000)), "zip_too_big"),
        (zipped(("a.json", b"{}"), packing=zipfile.ZIP_BZIP2), "zip_unreadable"),
        (zipped(("a.json", b"{}" * 500))[:-40], "zip_unreadable"),
        (b"PK\x03\x04", "zip_unreadable"),
        (zipped(*((f"{number}.json", b"") for number in range(9))), "zip_unreadable"),
        (zipped(), "zip_empty"),
        (zipped((".DS_Store", b"x"), (".", b"x")), "zip_empty"),
    ],
)
def test_a_zip_file_with_too_much_or_nothing_is_refused(packed, code, monkeypatch):
    monkeypatch.setattr(batch, "MOST_BYTES", 1_000_000)
    monkeypatch.setattr(batch, "MOST_WAITING", 4)
    with pytest.raises(RuleViolation) as refused:
        read_uploads(dropped(("all.zip", packed)))
    assert refused.value.code == code


def test_several_zip_files_have_one_limit_together(monkeypatch):
    monkeypatch.setattr(batch, "MOST_BYTES", 1_000_000)
    half = zipped(("a.json", b" " * 600_000))
    assert len(read_uploads(dropped(("1.zip", half)))) == 1
    with pytest.raises(RuleViolation, match=r"2\.zip"):
        read_uploads(dropped(("1.zip", half), ("2.zip", half)))


@given(place=st.integers(0, 400), value=st.integers(0, 255), length=st.integers(0, 400))
def test_a_damaged_zip_file_is_refused_or_read(place, value, length):
    packed = bytearray(zipped(("é.json", b"{}" * 20), ("b.json", b"[]"), packing=zipfile.ZIP_STORED))
    packed[place % len(packed)] = value
    for data in (packed, packed[: max(length, 4)]):
        with contextlib.suppress(RuleViolation):
            read_uploads(dropped(("a.zip", bytes(data))))


@pytest.mark.django_db
def test_a_zip_file_is_read_on_the_page(client, organiser):
    client.force_login(organiser)
    sent, _code = sent_by(organiser, rules="fisf")
    page = f"/desk/simultaneous/{sent.pk}/results/"
    results = [
        (f"{club}.json", write_file(made_result(sent, club=club).to_data()).encode())
        for club in ("Huy", "Mons")
    ]
    answer = client.post(page, {"file": dropped(("all.zip", zipped(*results))), "batch": "yes"}, follow=True)
    assert "Accept 2 results" in answer.content.decode()
    assert set(sent.files.values_list("file_name", "club")) == {("Huy.json", "Huy"), ("Mons.json", "Mons")}
    answer = client.post(page, {"file": dropped(("one.zip", zipped(results[0])))})
    assert answer.url.startswith(page)
    assert answer.url != page, "one result alone is looked at"
    answer = client.post(page, {"file": dropped(("all.zip", b"PK\x03\x04")), "batch": "yes"})
    assert answer.status_code == 422
    assert "“all.zip” cannot be unpacked" in answer.content.decode()
