"""The clubs of a simultaneous game: tokens for a list, the file of each, letters, who has sent, and the reminder."""

import io
import json
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from pypdf import PdfReader

from duplicate.games.services import create_game
from duplicate.models.simultaneous import InvitedClub, ReceivedEnvelope, ResultVersion
from duplicate.prepared_games.clubs import envelope
from duplicate.prepared_games.clubs.clubs import club_file, clubs_in_list, letters_to
from duplicate.prepared_games.clubs.organiser import (
    club_for_token,
    code_of,
    invite_club,
    invite_clubs,
    token_of,
)
from duplicate.prepared_games.clubs.participant import import_envelope, open_received, own_token
from duplicate.prepared_games.results.file_format import write_file
from tests.factories.simultaneous_clubs import accept_result, made_result, sent_by
from tournaments.errors import RuleViolation
from tournaments.models import Club, Organiser, PrintJob
from tournaments.organisers.scope import scope_to_organiser
from tournaments.printing import jobs

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(sent):
    return f"/desk/simultaneous/{sent.pk}/"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Namur\n\n  Liège \n", ["Namur", "Liège"]),
        ("Scrabble, Namur\nLiège", ["Scrabble, Namur", "Liège"]),
        ("Code club;Club;Comité\nA05;Namur;Wallonie\nB1;Liège;", ["Namur", "Liège"]),
        ("Code\tClub\nA05\tNamur", ["Namur"]),
        ('Club,Code\n"Namur, Centre",A05', ["Namur, Centre"]),
        ("Namur;x\nLiège;y", ["Namur", "Liège"]),
        ("Club\n", []),
        ("", []),
    ],
)
def test_clubs_are_read_from_a_list(text, names):
    assert clubs_in_list(text.encode()) == names
    assert clubs_in_list(text.encode("windows-1252")) == names
    assert clubs_in_list(text.encode("utf-16")) == names


@pytest.mark.parametrize(
    ("data", "said"), [(b"PK\3\4rest", "save the list as CSV"), (b"\xd0\xcf\x11\xe0\0\0", "is not CSV")]
)
def test_a_file_that_is_no_text_brings_no_clubs(data, said):
    with pytest.raises(RuleViolation, match=said):
        clubs_in_list(data)


def test_a_club_may_begin_as_an_excel_file_does():
    assert clubs_in_list(b"PK Zagreb\n") == ["PK Zagreb"]


def test_a_list_gives_each_club_one_token(organisers, page, sent, organiser):
    _club, token = invite_club(sent=sent, name="Namur", by=organiser)
    Club.objects.create(name="Huy", key="huy")
    answer = organisers.post(
        f"{page}clubs/add/",
        {
            "names": "Namur\nLIÈGE\nliege",
            "list": SimpleUploadedFile("c.csv", "Club;Comité\nMons;x".encode()),
            "people": "on",
        },
        follow=True,
    )
    shown = answer.content.decode()
    assert "3 clubs now have tokens. 1 already had one." in shown
    assert "4 of 4 clubs have not sent" in shown
    assert club_for_token(token) is not None, "a club keeps its token"
    assert {club.name for club in InvitedClub.objects.all()} == {"Namur", "LIÈGE", "Mons", "Huy"}
    assert organisers.post(f"{page}clubs/add/", {"names": "x" * 90}).status_code == 422
    nobody = organisers.post(f"{page}clubs/add/", {"names": ""})
    assert nobody.status_code == 422
    assert "Enter the name of the club" in nobody.content.decode()
    with pytest.raises(RuleViolation, match="At most 3000"):
        invite_clubs(sent=sent, names=[str(number) for number in range(3001)], by=organiser)


def test_a_list_that_cannot_be_read_is_refused_and_pasted_text_stays(organisers, page):
    unbalanced = SimpleUploadedFile("c.csv", b'Club;Code\n"Namur;A05\n' + b"Mons;B1\n" * 20_000)
    answer = organisers.post(f"{page}clubs/add/", {"list": unbalanced})
    assert answer.status_code == 422
    assert "The CSV file cannot be read" in answer.content.decode()
    pasted = "Namur\n" * 4000
    answer = organisers.post(f"{page}clubs/add/", {"names": pasted})
    assert answer.status_code == 422
    assert pasted in answer.content.decode().replace("\r\n", "\n")
    assert "maxlength" not in answer.content.decode().partition('name="names"')[2].partition(">")[0]
    assert not InvitedClub.objects.exists()


def test_clubs_of_another_organiser_stay_there(sent, organiser, organisers, page):
    with scope_to_organiser(Organiser.objects.create(name="Other").pk):
        Club.objects.create(name="Secret", key="secret")
    organisers.post(f"{page}clubs/add/", {"names": "Namur", "people": "on"})
    assert [club.name for club in InvitedClub.objects.all()] == ["Namur"]


def test_the_folder_has_a_file_for_each_club_and_letters(organisers, page, sent, organiser, arbitrator):
    invite_clubs(sent=sent, names=["Namur 東", "Liège", "Namur 京"], by=organiser)
    answer = organisers.get(f"{page}clubs/folder.zip")
    assert "no-store" in answer["Cache-Control"]
    folder = zipfile.ZipFile(io.BytesIO(answer.content))
    names = folder.namelist()
    assert len(names) == len(set(names)) == 5
    assert folder.read("world-game.isotop") == bytes(sent.envelope)
    assert folder.read("letters.pdf").startswith(b"%PDF")
    received = import_envelope(data=folder.read("clubs/world-game-liege.isotop"), by=arbitrator)
    liege = InvitedClub.objects.get(name="Liège")
    assert (received.club, own_token(received)) == ("Liège", token_of(liege))
    assert received.digest == sent.digest, "the envelope is the same for all"
    assert organisers.get(f"{page}clubs/{liege.pk}/envelope/").content == club_file(sent, liege)
    assert organisers.get(f"{page}clubs/letters.pdf?club={liege.pk}").content.startswith(b"%PDF")
    assert organisers.get(f"{page}clubs/letters.pdf?club=0").status_code == 404


def test_letters_to_many_clubs_are_made_in_the_background(organisers, page, sent, organiser):
    names = [f"Club {number:02}" for number in range(22)]
    invite_clubs(sent=sent, names=names, by=organiser)
    for file in ("folder.zip", "letters.pdf"):
        assert organisers.get(f"{page}clubs/{file}").url == f"{page}clubs/"
    address = f"{page}clubs/letters/"
    assert organisers.get(address).url == f"{page}clubs/"
    assert f'action="{address}make/"' in organisers.get(f"{page}clubs/").content.decode()
    assert organisers.post(f"{address}make/").url == address
    job = PrintJob.objects.get()
    assert "In progress." in organisers.get(address).content.decode()
    assert organisers.get(f"{address}letters.pdf").status_code == 404
    jobs.draw_next(job.pk)
    assert 'max="2" value="1"' in organisers.get(address, headers={"HX-Request": "true"}).content.decode()
    organisers.post(f"{address}stop/")
    assert "Stopped." in organisers.get(address).content.decode()
    organisers.post(f"{address}resume/")
    InvitedClub.objects.filter(name="Club 21").update(revoked_at=timezone.now())
    for _part in range(2):
        jobs.draw_next(job.pk)
    assert "Ready." in organisers.get(address).content.decode()
    letters = organisers.get(f"{address}letters.pdf").content
    texts = [one.extract_text() for one in PdfReader(io.BytesIO(letters)).pages]
    assert len(texts) == 22
    assert all(name in text for name, text in zip(names[:21], texts[:21], strict=True))
    assert "Club 21" not in texts[21]
    folder = zipfile.ZipFile(io.BytesIO(organisers.get(f"{address}folder.zip").content))
    assert (len(folder.namelist()), folder.read("letters.pdf")) == (23, letters)


def test_a_letter_names_the_file_of_its_club(sent, organiser, organisers, page):
    invite_clubs(sent=sent, names=["Namur 東", "Namur 京", "Liège"], by=organiser)
    clubs = list(InvitedClub.objects.all())
    files = {letter.club: letter.file for letter in letters_to(sent, clubs).clubs}
    assert len(set(files.values())) == 3
    folder = zipfile.ZipFile(io.BytesIO(organisers.get(f"{page}clubs/folder.zip").content))
    for club in clubs:
        part = envelope.split_club_file(folder.read(f"clubs/{files[club.name]}"))[1]
        assert part.token == token_of(club)
        [alone] = letters_to(sent, [club]).clubs
        assert alone.file == files[club.name]
        assert files[club.name] in organisers.get(f"{page}clubs/{club.pk}/envelope/")["Content-Disposition"]


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("", "Send this file to The federation by the way"),
        ("https://scores.example", "If the page cannot send it, send the file to The federation"),
    ],
)
def test_a_letter_says_where_the_result_goes(organisers, organiser, address, told):
    sent, _code = sent_by(organiser, address=address)
    invite_club(sent=sent, name="Namur", by=organiser)
    data = organisers.get(f"/desk/simultaneous/{sent.pk}/clubs/letters.pdf").content
    letter = " ".join(PdfReader(io.BytesIO(data)).pages[0].extract_text().split())
    assert told in letter
    assert address in letter


def test_a_new_file_brings_a_new_token(sent, organiser, arbitrator):
    first, _token = invite_club(sent=sent, name="Namur", by=organiser)
    received = import_envelope(data=club_file(sent, first), by=arbitrator)
    second, token = invite_club(sent=sent, name="Namur", by=organiser)
    again = import_envelope(data=club_file(sent, second), by=arbitrator)
    assert (again, own_token(again)) == (received, token)
    again = import_envelope(data=bytes(sent.envelope), by=arbitrator)
    assert own_token(again) == token, "the envelope alone takes nothing away"


def test_the_file_of_another_club_leaves_the_game_of_the_first(sent, organiser, arbitrator):
    rennes, token = invite_club(sent=sent, name="Rennes", by=organiser)
    lyon, other_token = invite_club(sent=sent, name="Lyon", by=organiser)
    code = code_of(sent)
    first = import_envelope(data=club_file(sent, rennes), by=arbitrator)
    played = open_received(received=first, code=code, by=arbitrator)
    second = import_envelope(data=club_file(sent, lyon), by=arbitrator)
    other = open_received(received=second, code=code, by=arbitrator)
    assert other != played
    first.refresh_from_db()
    assert (first.club, own_token(first)) == ("Rennes", token)
    assert (second.club, own_token(second)) == ("Lyon", other_token)
    assert import_envelope(data=club_file(sent, lyon), by=arbitrator) == second
    assert import_envelope(data=bytes(sent.envelope), by=arbitrator) == first


@pytest.mark.parametrize("is_played", [False, True])
def test_an_envelope_without_a_club_takes_one_until_it_is_played(sent, organiser, arbitrator, is_played):
    club, _token = invite_club(sent=sent, name="Namur", by=organiser)
    bare = import_envelope(data=bytes(sent.envelope), by=arbitrator)
    prepared = open_received(received=bare, code=code_of(sent), by=arbitrator)
    if is_played:
        create_game(
            name="Here",
            by=arbitrator,
            lexicon="",
            notation="duplicate",
            rules=prepared.rule_set,
            prepared=prepared,
        )
    taken = import_envelope(data=club_file(sent, club), by=arbitrator)
    bare.refresh_from_db()
    assert (taken == bare, bare.club) == ((False, "") if is_played else (True, "Namur"))


def test_the_page_of_an_envelope_names_its_club(client, sent, organiser, arbitrator):
    club, _token = invite_club(sent=sent, name="Namur", by=organiser)
    received = import_envelope(data=club_file(sent, club), by=arbitrator)
    client.force_login(arbitrator)
    for address in (f"/desk/envelopes/{received.pk}/", "/desk/simultaneous/"):
        assert "Namur" in client.get(address).content.decode()


@pytest.mark.parametrize("place", ["club", "signature", "more"])
def test_an_altered_club_file_is_refused(sent, organiser, arbitrator, place):
    club, _token = invite_club(sent=sent, name="Namur", by=organiser)
    data = club_file(sent, club)
    altered = {
        "club": data.replace(b'"Namur"', b'"Liege"'),
        "signature": data[:-6] + b"AAAA=\n",
        "more": data + b"x\n",
    }[place]
    with pytest.raises(RuleViolation) as refused:
        import_envelope(data=altered, by=arbitrator)
    assert refused.value.code == "envelope_altered"
    assert not ReceivedEnvelope.objects.exists()


def test_every_cut_of_a_club_file_is_refused_or_the_envelope_alone(sent, organiser):
    club, _token = invite_club(sent=sent, name="Namur", by=organiser)
    data, whole = club_file(sent, club), bytes(sent.envelope)
    for end in range(len(whole), len(data)):
        try:
            part = envelope.split_club_file(data[:end])
            envelope.read_header(part[0])
        except RuleViolation:
            continue
        assert part == (whole, None)


def test_help_on_the_pages_of_clubs_opens_the_chapter_on_simultaneous_games(organisers, page):
    chapter = 'href="/handbook/#simultaneous"'
    assert chapter in organisers.get(f"{page}clubs/").content.decode()
    assert chapter in organisers.post(f"{page}clubs/add/", {"names": ""}).content.decode()


def test_a_club_in_a_list_twice_keeps_its_first_spelling(sent, organiser):
    assert invite_clubs(sent=sent, names=["Lyon  Part-Dieu", "Huy", "lyon part-dieu"], by=organiser) == (2, 0)
    assert {club.name for club in InvitedClub.objects.all()} == {"Lyon Part-Dieu", "Huy"}


@pytest.mark.slow
def test_the_page_says_who_has_sent_and_has_a_reminder(organisers, page, sent, organiser):
    invite_clubs(sent=sent, names=["Huy", "Liège", "Zug"], by=organiser)
    accept_result(organisers, sent, made_result(sent, club="Liège"))
    accept_result(organisers, sent, made_result(sent, club="Mons", seed="m"))
    shown = organisers.get(f"{page}clubs/").content.decode()
    assert "2 of 4 clubs have not sent" in shown
    assert "Still missing (2): Huy, Zug." in shown
    assert shown.count(">in, version 1<") == 2
    missing = organisers.get(f"{page}clubs/?of=missing").content.decode()
    assert ('scope="row">Huy' in missing, ">Liège</a></th>" in missing) == (True, False)
    found = organisers.get(f"{page}clubs/?q=lieg").content.decode()
    assert (">Liège</a></th>" in found, 'scope="row">Huy' in found) == (True, False)
    assert "2 of 4 clubs have sent" in organisers.get(page).content.decode()


def test_standings_are_final_without_missing_clubs_only_when_confirmed(
    organisers, client, page, sent, organiser
):
    invite_clubs(sent=sent, names=["Huy", "Liège", "Zug"], by=organiser)
    accept_result(organisers, sent, made_result(sent, club="Liège"))
    organisers.post(f"{page}settle/", {"published": "yes"})
    asked = organisers.post(f"{page}settle/", {"final": "yes"})
    assert asked.status_code == 422
    assert "2 clubs have not sent their results: Huy, Zug." in asked.content.decode()
    sent.refresh_from_db()
    assert sent.final_at is None
    public = f"/simultaneous/{sent.pk}/"
    assert "result of 1 of 3 clubs" in client.get(public).content.decode()
    organisers.post(f"{page}settle/", {"final": "yes", "confirmed": "confirm_missing_clubs"})
    sent.refresh_from_db()
    assert sent.final_at is not None
    assert "result of 1 of 3 clubs" in client.get(public).content.decode()
    assert organisers.post(f"{page}settle/", {"final": "no"}).status_code == 302


def test_many_files_are_dropped_and_accepted(organisers, page, sent):
    good = [
        write_file(made_result(sent, club=f"Club {number}", seed=str(number)).to_data())
        for number in range(3)
    ]
    data = json.loads(good[0])
    data["entries"][0]["total"] += 1
    files = [
        SimpleUploadedFile(f"{place}.json", text.encode())
        for place, text in enumerate([*good, json.dumps(data)])
    ]
    answer = organisers.post(f"{page}results/", {"file": files}, follow=True)
    shown = answer.content.decode()
    assert "Accept 3 results" in shown
    assert "does not add up" in shown
    assert "Club 0 1: the total is" in shown
    assert not ResultVersion.objects.exists()
    stale = organisers.post(f"{page}results/accept/", {"accept": "yes", "seen": "x"}, follow=True)
    assert "check the list again" in stale.content.decode()
    seen = answer.context["stamp"]
    done = organisers.post(f"{page}results/accept/", {"accept": "yes", "seen": seen}, follow=True)
    assert "3 results accepted" in done.content.decode()
    assert ResultVersion.objects.count() == 3
    organisers.post(f"{page}results/accept/", {"clear": "yes"})
    assert "Club 0" not in organisers.get(f"{page}results/").content.decode()


@pytest.mark.parametrize("clubs", [1, 4])
def test_the_pages_ask_as_often_however_many_clubs(
    organisers, page, sent, organiser, clubs, django_assert_max_num_queries
):
    invite_clubs(sent=sent, names=[f"C{number}" for number in range(clubs)], by=organiser)
    results = [
        write_file(made_result(sent, club=f"C{number}", seed=str(number)).to_data())
        for number in range(clubs + 1)
    ]
    files = [SimpleUploadedFile("r.json", text.encode()) for text in results]
    organisers.post(f"{page}results/", {"file": files})
    # The first page that a process answers asks more.
    with django_assert_max_num_queries(11):
        organisers.get(f"{page}clubs/")
    with django_assert_max_num_queries(11):
        organisers.get(f"{page}results/")
