"""Files of words: what the review says of each kind, and how the reviewed list is loaded."""

import io
import re
import zlib

import pytest
from django.urls import reverse

from engine import lexicon
from engine.lexicon import hunspell, word_list
from engine.lexicon.definitions import definition_of
from engine.lexicon.kwg import write_kwg
from engine.tiles import load_tile_set
from tests.tournaments.lexicons.word_lists import AFF, BAD, DIC, FRENCH, excel, keep, text
from tournaments.errors import RuleViolation
from tournaments.jobs import FAILED, progress_of
from tournaments.lexicons.forms import suggest_name
from tournaments.lexicons.imports import services, source
from tournaments.models import Lexicon, WordListFile

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("data_folder")]


def kwg_file(*words):
    tiles = load_tile_set("french")
    return write_kwg(lexicon.build_lexicon([tiles.encode_plain(word) for word in words], tiles, "a"), tiles)


# name of the file, content, and what comes of it: tile set, encoding, words, lines left out by kind
FILES = [
    (
        "french",
        text(*FRENCH, *BAD).encode(),
        (
            "french",
            "utf-8",
            12,
            {"capital": 1, "abbreviation": 2, "apostrophe": 1, "hyphen": 1, "digit": 1, "long": 1},
        ),
    ),
    ("ods.txt", text(*FRENCH, end="\r\n").upper().encode("windows-1252"), ("french", "windows-1252", 12, {})),
    ("iso.txt", text(*FRENCH).encode("iso-8859-15"), ("french", "iso-8859-15", 12, {})),
    ("bom.txt", text(*FRENCH).encode("utf-16"), ("french", "utf-16-le", 12, {})),
    (
        "mots.xlsx",
        excel(["N°", "Mot", "Longueur"], *([n, word, len(word)] for n, word in enumerate(FRENCH))),
        ("french", "utf-8", 12, {"capital": 1}),
    ),
    ("words.KWG", kwg_file(*FRENCH), ("french", "utf-8", 12, {})),
    (
        "definitions.csv",
        text("avec;prép.", "vous;pron.", "été;n. m.").encode(),
        ("french", "utf-8", 3, {}),
    ),
    (
        "wörter.txt",
        text("und", "nicht", "Straße", "Haus", "mädchen", "ADAC", "GmbH").encode(),
        ("german", "utf-8", 5, {"abbreviation": 2}),
    ),
    ("words", text("the", "with", "they", "would", "which").encode(), ("english", "utf-8", 5, {})),
]


def test_a_name_that_is_free_is_suggested(arbitrator):
    assert suggest_name(keep(text(*FRENCH).encode(), "french", arbitrator)) == "french-2"
    assert suggest_name(keep(text(*FRENCH).encode(), "Mots du club.txt", arbitrator)) == "mots-du-club"
    assert suggest_name(keep(text(*FRENCH).encode(), "index.dic", arbitrator)) == "french-hunspell"


@pytest.mark.parametrize(("file_name", "data", "told"), FILES, ids=[name for name, *_rest in FILES])
def test_the_review_of_a_file(arbitrator, file_name, data, told):
    kept = keep(data, file_name, arbitrator)
    kinds = {one["kind"]: one["count"] for one in kept.review["left_out"]}
    assert (kept.tile_set, kept.encoding, kept.review["words"], kinds) == told
    assert not Lexicon.objects.exists()


@pytest.mark.parametrize(
    ("file_name", "data", "code"),
    [
        ("picture.png", b"\x89PNG\r\n\0\0\0\r", "not_words"),
        ("broken.xlsx", b"PK\3\4nothing", "bad_excel"),
        ("one line.txt", b"a" * 100_000, "not_words"),
        ("fr.aff", AFF, "hunspell"),
        ("fr.dic", DIC, "hunspell"),
    ],
)
def test_files_without_words_are_refused_with_the_reason(arbitrator, file_name, data, code):
    with pytest.raises(RuleViolation) as error:
        keep(data, file_name, arbitrator)
    assert error.value.code == code
    assert not WordListFile.objects.exists()


def test_a_file_that_is_too_large_is_refused(arbitrator, monkeypatch):
    monkeypatch.setattr(services, "MOST_BYTES", 10)
    with pytest.raises(RuleViolation) as error:
        keep(b"QI\n" * 10, "a.txt", arbitrator)
    assert error.value.code == "file_too_big"


def load(kept, name="club"):
    services.ask_load(
        kept=kept, name=name, mark=services.tag_word_list_review(kept), left_out=kept.review["bad"]
    )
    services.load_file(kept.pk)
    return WordListFile.objects.get(pk=kept.pk)


@pytest.mark.parametrize(("file_name", "data", "told"), FILES, ids=[name for name, *_rest in FILES])
def test_the_reviewed_list_is_loaded(arbitrator, file_name, data, told):
    kept = load(keep(data, file_name, arbitrator))
    assert progress_of(kept) == "done"
    loaded = Lexicon.objects.get()
    assert (loaded.word_count, loaded.tile_set, loaded.organiser_id) == (told[2], told[0], kept.organiser_id)
    assert lexicon.load_lexicon(loaded.name).word_count == told[2]
    assert bytes(kept.packed) == b""


def test_definitions_are_kept(arbitrator):
    load(keep(text("avec;prép.", "vous;pron.", "été;n. m.").encode(), "d.csv", arbitrator))
    assert definition_of("club", load_tile_set("french").encode_plain("été")) == "n. m."


def test_another_reading(arbitrator):
    kept = keep(text(*FRENCH, *BAD).encode(), "french", arbitrator)
    services.read_again(kept=kept, reading=source.ListReading("english", "windows-1252"))
    kept.refresh_from_db()
    assert kept.encoding == "windows-1252"
    assert "capital" not in {one["kind"] for one in kept.review["left_out"]}


def refused(**asked):
    with pytest.raises(RuleViolation) as error:
        services.ask_load(**asked)
    return error.value.code


def test_nothing_is_loaded_but_what_was_shown(arbitrator):
    kept = keep(text(*FRENCH, *BAD).encode(), "french", arbitrator)
    mark = services.tag_word_list_review(kept)
    assert refused(kept=kept, name="club", mark=mark, left_out=0) == "lines_wrong"
    assert refused(kept=kept, name="no name", mark=mark, left_out=7) == "lexicon_name"
    assert refused(kept=kept, name="club", mark="", left_out=7) == "reading_changed"
    services.read_again(kept=kept, reading=source.ListReading("french"))
    assert refused(kept=kept, name="club", mark=mark, left_out=7) == "reading_changed"
    kept.refresh_from_db()
    load(kept)
    assert (
        refused(kept=kept, name="other", mark=services.tag_word_list_review(kept), left_out=6) == "list_asked"
    )
    services.load_file(kept.pk)
    assert Lexicon.objects.count() == 1


def test_a_name_that_is_taken_meanwhile_is_told(arbitrator):
    kept = keep(text(*FRENCH).encode(), "french", arbitrator)
    services.ask_load(kept=kept, name="club", mark=services.tag_word_list_review(kept), left_out=0)
    Lexicon.objects.create(name="CLUB", tile_set="french", word_count=1)
    services.load_file(kept.pk)
    kept.refresh_from_db()
    assert (kept.refused, progress_of(kept)) == ("lexicon_taken", "failed")


def test_an_interrupted_one_can_be_asked_for_again(arbitrator, hands):
    kept = keep(text(*FRENCH).encode(), "french", arbitrator)
    services.ask_load(kept=kept, name="club", mark=services.tag_word_list_review(kept), left_out=0)
    kept.refresh_from_db()
    assert progress_of(kept) == "running"
    hands.move(WordListFile.SILENT_SECONDS + 1)
    assert progress_of(kept) == "interrupted"
    assert progress_of(load(kept)) == "done"


def test_a_stopped_one_loads_nothing(arbitrator, operator):
    kept = keep(text(*FRENCH).encode(), "french", arbitrator)
    services.ask_load(kept=kept, name="club", mark=services.tag_word_list_review(kept), left_out=0)
    page = reverse("word-list", args=[kept.pk])
    assert 'name="stop"' in operator.get(page).text
    assert "Stopped." in operator.post(page, {"stop": "1"}, follow=True).text
    assert progress_of(load(kept)) == "done"


def test_a_failure_is_told(arbitrator, monkeypatch):
    kept = keep(text(*FRENCH).encode(), "french", arbitrator)
    services.ask_load(kept=kept, name="club", mark=services.tag_word_list_review(kept), left_out=0)
    WordListFile.objects.update(packed=b"damaged")
    with pytest.raises(zlib.error):
        services.load_file(kept.pk)
    kept.refresh_from_db()
    assert (kept.refused, kept.state) == (FAILED, "failed")


def test_another_file_takes_the_place_of_one_that_was_not_loaded(arbitrator):
    keep(text(*FRENCH).encode(), "first", arbitrator)
    kept = keep(text(*FRENCH).encode(), "second", arbitrator)
    assert list(WordListFile.objects.all()) == [kept]


# --- the pages ---


@pytest.fixture
def operator(client, django_user_model):
    user = django_user_model.objects.create_superuser("operator")
    client.force_login(user)
    return client


def upload(client, data, file_name):
    file = io.BytesIO(data)
    file.name = file_name
    return client.post(reverse("new-word-list"), {"file": file})


def test_from_the_file_to_the_lexicon(operator, django_capture_on_commit_callbacks):
    answer = upload(operator, text(*FRENCH, *BAD).encode("windows-1252", "ignore"), "Mots du club.txt")
    page = operator.get(answer.url).content.decode()
    kept = WordListFile.objects.get()
    assert 'value="mots-du-club"' in page
    assert "garçon → GARCON" in page
    assert "abat-jour" in page
    asked = {"name": "club", "mark": services.tag_word_list_review(kept), "left_out": "7"}
    assert operator.post(answer.url, asked | {"left_out": ""}).status_code == 422
    assert operator.post(answer.url, asked | {"name": "no name"}).status_code == 422
    with django_capture_on_commit_callbacks():
        assert operator.post(answer.url, asked).status_code == 302
    assert "every 1s" in operator.get(answer.url).content.decode()
    services.load_file(kept.pk)
    assert operator.get(answer.url, headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"
    assert "12 words" in operator.get(answer.url).content.decode()
    assert "club" in operator.get(reverse("lexicons")).content.decode()


def test_another_column_of_a_table(operator):
    answer = upload(operator, excel(*([word, word[::-1] + "a"] for word in FRENCH)), "mots.xlsx")
    kept = WordListFile.objects.get()
    reading = {"tile_set": "french", "column": "1"}
    assert operator.post(reverse("read-word-list", args=[kept.pk]), reading).status_code == 302
    kept.refresh_from_db()
    assert kept.column == 1
    assert operator.get(answer.url).status_code == 200
    operator.post(reverse("read-word-list", args=[kept.pk]), reading | {"column": "7"})
    kept.refresh_from_db()
    assert kept.column == 1


def named(data, file_name):
    file = io.BytesIO(data)
    file.name = file_name
    return file


def test_a_refused_file_is_told_in_the_form(operator):
    answer = upload(operator, DIC, "fr.dic")
    assert answer.status_code == 422
    assert "has two files" in answer.content.decode()


def test_the_two_files_of_a_hunspell_dictionary(operator):
    files = [named(AFF, "fr.aff"), named(DIC, "fr.dic")]
    answer = operator.post(reverse("new-word-list"), {"file": files})
    kept = WordListFile.objects.get()
    assert answer.url == reverse("word-list", args=[kept.pk])
    assert "is being read" in operator.get(answer.url).content.decode()
    assert (
        refused(kept=kept, name="club", mark=services.tag_word_list_review(kept), left_out=0) == "list_asked"
    )
    services.list_forms_of(kept.pk, "fr")
    assert operator.get(answer.url, headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"
    kept.refresh_from_db()
    assert (kept.file_name, kept.tile_set, kept.review["words"]) == ("fr.dic", "french", 5)
    assert {one["kind"]: one["count"] for one in kept.review["left_out"]} == {"capital": 1, "abbreviation": 2}
    load(kept)
    words = {load_tile_set("french").decode(word) for word in lexicon.load_lexicon("club").words()}
    assert words == {"CHAT", "CHATS", "ETRE", "ABAISSER", "ABAISSERA"}


@pytest.mark.parametrize(
    ("problem", "told"),
    [("", "too many forms"), ("damaged", "See the log"), ("stopped", "was stopped")],
)
def test_a_dictionary_that_cannot_be_read(operator, monkeypatch, hands, problem, told):
    monkeypatch.setattr(hunspell, "MOST_FORMS", 2)
    answer = operator.post(reverse("new-word-list"), {"file": [named(AFF, "fr.aff"), named(DIC, "fr.dic")]})
    kept = WordListFile.objects.get()
    if problem == "damaged":
        WordListFile.objects.update(packed=b"damaged")
        with pytest.raises(zlib.error):
            services.list_forms_of(kept.pk, "fr")
    elif problem == "stopped":
        hands.move(WordListFile.SILENT_SECONDS + 1)
    else:
        services.list_forms_of(kept.pk, "fr")
    assert told in operator.get(answer.url).content.decode()
    assert not Lexicon.objects.exists()


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ([("fr.dic", DIC), ("words.txt", b"QI")], "two files of a hunspell dictionary"),
        ([("a.txt", b"QI"), ("b.txt", b"ZA"), ("fr.aff", AFF)], "two files of a hunspell dictionary"),
        ([("fr.dic", DIC), ("fr.aff", b"SET zlib_codec")], "not the two files"),
        ([], "required"),
    ],
)
def test_files_that_do_not_belong_together(operator, files, told):
    answer = operator.post(reverse("new-word-list"), {"file": [named(data, name) for name, data in files]})
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert not WordListFile.objects.exists()


def test_arbitrators_see_the_lexicons_and_load_none(client, arbitrator):
    client.force_login(arbitrator)
    assert reverse("new-word-list") not in client.get(reverse("lexicons")).content.decode()
    assert client.get(reverse("new-word-list")).status_code == 403


def test_words_whose_letters_do_not_fit_are_asked_about(
    operator, english, django_capture_on_commit_callbacks
):
    words = [word for word in english.words() if len(word) < 9][::150]
    tiles = load_tile_set("english")
    data = write_kwg(lexicon.build_lexicon(words, tiles, "any"), tiles, gaddag=False)
    upload(operator, data, "words.kwg")
    kept = WordListFile.objects.get()
    assert (kept.tile_set, kept.review["misfit"]) == ("english", None)
    operator.post(f"/lexicons/load/{kept.pk}/reading/", {"tile_set": "spanish"})
    page = operator.get(f"/lexicons/load/{kept.pk}/").content.decode()
    kept.refresh_from_db()
    assert kept.tile_set == "spanish"
    assert "Are these the words?" in page
    assert all(word in page for word in kept.review["misfit"]["sample"])
    form = {"name": "odd", "mark": services.tag_word_list_review(kept), "left_out": "0"}
    answer = operator.post(f"/lexicons/load/{kept.pk}/", form)
    assert answer.status_code == 422
    assert "Confirm that these are the words, or choose other tiles." in answer.content.decode()
    with django_capture_on_commit_callbacks():
        operator.post(f"/lexicons/load/{kept.pk}/", form | {"any_letters": "on"})
    services.load_file(kept.pk)
    assert Lexicon.objects.get(name="odd").word_count == len(words)


@pytest.mark.usefixtures("english_in_place")
def test_built_in_lexicons_have_a_title_and_say_what_they_are(operator, built_in):
    address = reverse("lexicons")
    assert "English (free list)" in operator.get(address).content.decode()
    page = operator.get(address, headers={"Accept-Language": "fr"}).content.decode()
    assert "Anglais (libre)" in page
    assert "pas une liste de tournoi" in page
    operator.post(
        reverse("lexicon-additions", args=[Lexicon.objects.get(name="english").pk]), {"words": "ZZZA ZZZE"}
    )
    assert "2 words" in operator.get(address).content.decode()


def test_a_large_file_is_reviewed_in_the_background(operator, monkeypatch):
    monkeypatch.setattr(services, "REVIEWED_AT_ONCE", 10)
    answer = upload(operator, text(*FRENCH).encode(), "mots.txt")
    kept = WordListFile.objects.get()
    assert (kept.review, kept.step) == ({}, WordListFile.Step.READING)
    assert "The file is being read" in operator.get(answer.url).content.decode()
    assert refused(kept=kept, name="club", mark="", left_out=0) == "list_asked"
    services.list_forms_of(kept.pk, "fr")
    kept.refresh_from_db()
    assert (kept.tile_set, kept.review["words"], kept.state) == ("french", 12, "new")
    reading = {"tile_set": "german", "encoding": "utf-8"}
    operator.post(reverse("read-word-list", args=[kept.pk]), reading)
    assert "The file is being read" in operator.get(answer.url).content.decode()
    services.list_forms_of(kept.pk, "fr")
    kept.refresh_from_db()
    assert (kept.tile_set, kept.review["words"]) == ("german", 11)
    services.read_again(kept=kept, reading=source.reading_of(kept))
    monkeypatch.setattr(word_list, "MOST_WORDS", 2)
    services.list_forms_of(kept.pk, "fr")
    assert "more than a lexicon can have" in operator.get(answer.url).content.decode()


def test_a_refused_name_is_in_sight_with_what_is_allowed(operator, english):
    answer = upload(operator, b"cat\ndog\n", "fine.txt")
    kept = WordListFile.objects.get()
    page = operator.get(answer.url).content.decode()
    [field] = re.findall(r'<input type="text" name="name"[^>]*>', page)
    assert r'pattern="[A-Za-z0-9_\-]+"' in field
    assert "no brackets" in field
    assert "autofocus" not in field
    mark = re.search(r'name="mark" value="([^"]*)"', page)[1]
    page = operator.post(answer.url, {"name": "ODS (essai)", "mark": mark}).content.decode()
    assert "autofocus" in re.findall(r'<input type="text" name="name"[^>]*>', page)[0]
    assert not kept.lexicon
