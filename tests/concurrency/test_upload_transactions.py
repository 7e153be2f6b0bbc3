"""Files are parsed in processes of their own, before the transaction: in SQLite slips wait for one that writes."""

import inspect
import io
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import get_resolver, reverse
from PIL import Image

from duplicate.prepared_games.clubs.organiser import invite_club
from duplicate.prepared_games.results.file_format import write_file
from duplicate.website.events import entry_import
from engine.rules import (
    load_rule_set,
)
from tests.factories.archives import saved
from tests.factories.fake_results import made_up_result
from tests.factories.matches import make_matches
from tests.factories.simultaneous_clubs import sent_by, short_record
from tests.http_client import wait_until
from tournaments.classic.exchange import services as exchange
from tournaments.classic.match_records import gcg_import
from tournaments.classic.models import GcgFile, TournamentUpload
from tournaments.events.registration.entry_plan import tag_plan
from tournaments.lexicons.imports import services as word_lists
from tournaments.lexicons.services import register_built_in
from tournaments.lexicons.tile_sets import tile_sets_offered
from tournaments.models import Event, Lexicon, PeopleList, WordListFile
from tournaments.people.imports import services
from tournaments.processes import own_process

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).parents[2]
# Functions that read what came from outside: none of them runs inside a transaction.
PARSERS = {
    "duplicate/prepared_games/clubs/envelope.py": {"read_header", "open_envelope", "pack"},
    "duplicate/website/archive/container.py": {"open", "_check_table", "_row"},
    "duplicate/website/archive/validation.py": {"check_row", "look_at_all"},
    "duplicate/website/archive/values.py": {"value_of"},
    "duplicate/prepared_games/results/text_lines.py": {"read_result_lines"},
    "duplicate/prepared_games/results/file_format.py": {"parse_file", "read_result"},
    "duplicate/prepared_games/clubs/clubs.py": {"clubs_in_list"},
    "duplicate/prepared_games/drawing/parsing.py": {
        "parse_record_rounds",
        "parse_published",
        "parse_typed",
        "play",
    },
    "engine/formats/gcg.py": {"parse"},
    "engine/lexicon/kwg.py": {"read_kwg"},
    "engine/lexicon/building.py": {"build_lexicon"},
    "engine/formats/text_games.py": {"read_published"},
    "engine/referee/gcg/reader.py": {"check", "from_gcg"},
    "engine/lexicon/word_list.py": {"read_word_list"},
    "engine/tile_files.py": {"read_tile_file"},
    "engine/lexicon/list_review.py": {"review_list"},
    "engine/lexicon/list_guesses.py": {"guess_encoding", "guess_tile_set"},
    "engine/lexicon/definitions.py": {"pack_definitions"},
    "tournaments/classic/exchange/files.py": {"read_upload", "read_texts"},
    "tournaments/classic/exchange/pasted.py": {"read_results", "read_pairs"},
    "tournaments/people/imports/excel.py": {"read_first_sheet"},
    "tournaments/printing/letterhead.py": {"make_logo"},
    "tournaments/people/imports/files.py": {"read_people"},
    "tournaments/people/imports/plan.py": {"plan_import"},
    "tournaments/events/registration/entry_plan.py": {"plan_entries"},
}
CODES = {(str(ROOT / path), name) for path, names in PARSERS.items() for name in names}
NAMES = {name for _path, name in CODES}


@contextmanager
def watched_parsers() -> Iterator[dict[str, bool]]:
    """Note which parsers ran, and whether one of their calls was inside a transaction."""
    seen: dict[str, bool] = {}

    def note(frame, _event, _argument):
        code = frame.f_code
        if code.co_name in NAMES and (code.co_filename, code.co_name) in CODES:
            seen[code.co_name] = seen.get(code.co_name, False) or connection.in_atomic_block

    # It is called when a function begins, and for nothing inside: a profiler would be called for each return as well.
    before = sys.gettrace()
    sys.settrace(note)
    try:
        yield seen
    finally:
        sys.settrace(before)


def picture():
    out = io.BytesIO()
    Image.new("RGB", (40, 20)).save(out, "PNG")
    return out.getvalue()


class Intake:
    """An administrator's browser, and what it needs for each file: a function a way in, by the name of its page."""

    def __init__(self, client: Client, user, folder: Path, monkeypatch) -> None:
        self.client, self.user, self.folder, self.monkeypatch = client, user, folder, monkeypatch

    def post(self, page, *args, file=None, field="file", status=302, **fields):
        if file is not None:
            fields[field] = SimpleUploadedFile(*file)
        answer = self.client.post(reverse(page, args=args), fields)
        assert answer.status_code == status, answer.text
        return answer

    def archive(self):
        event = make_matches(by=self.user)[0].round.division.event
        file = saved(event)
        # Here it would be refused: it is known elsewhere by another name.
        Event.objects.filter(pk=event.pk).update(uid="0" * 32)
        return lambda: self.post("import-event", file=("e.zip", file.read()))

    def record(self):
        text = short_record().to_json().encode()
        fields = {"name": "x", "rule_set": "classic", "notation": "duplicate"}
        return lambda: self.post("import-game", file=("r.json", text), **fields)

    def brought_game(self):
        fields = {"name": "x", "rule_set": "classic", "notation": "duplicate"}
        return lambda: self.post("bring-game", file=("r.json", short_record().to_json().encode()), **fields)

    def rules(self):
        text = load_rule_set("fisf").to_toml().encode()
        return lambda: self.post("import-rules", file=("r.toml", text), name="x")

    def result(self):
        sent = sent_by(self.user, rules="fisf")[0]
        data = write_file(self._result(sent).to_data()).encode()

        def accept():
            page = self.post("result-files", sent.pk, file=("r.json", data)).url
            assert self.client.post(page, {"seen": 0}).status_code == 302

        return accept

    def clubs(self):
        sent = sent_by(self.user, rules="fisf")[0]
        return lambda: self.post("add-clubs", sent.pk, file=("c.csv", b"Club\nNamur"), field="list")

    def sent_result(self):
        sent = sent_by(self.user, rules="fisf")[0]
        _club, token = invite_club(sent=sent, name="Namur", by=self.user)
        body = json.dumps(self._result(sent).to_data())
        path = reverse("api-results", args=[sent.digest])
        headers = {"Authorization": f"Bearer {token}"}

        def send():
            answer = Client().post(path, body, content_type="application/json", headers=headers)
            assert answer.status_code == 201, answer.text

        return send

    def _result(self, sent):
        tops = [line.score for line in short_record("fisf").rounds]
        rules = load_rule_set("fisf")
        return made_up_result(game=sent.digest, club="Namur", tops=tops, rules=rules, players=3, seed="a")

    def envelope(self):
        sent, code = sent_by(self.user)

        def open_it():
            page = self.post("new-envelope", file=("e.txt", bytes(sent.envelope))).url
            assert self.client.post(page, {"code": code}).status_code == 302

        return open_it

    def people(self):
        data = b"Name;Club\nAnn;Lyon\n"

        def take_in():
            self.post("new-people-import", file=("x.csv", data))
            kept = PeopleList.objects.get()
            mark = services.tag_import_plan(services.plan_of(kept))
            services.import_people(people=kept, mark=mark, by=self.user)

        return take_in

    def entries(self):
        event = make_matches(by=self.user)[0].round.division.event

        def take_in():
            self.post("enter-file", event.pk, file=("x.csv", b"Name;Club\nAnn;Lyon\n"))
            kept = PeopleList.objects.get()
            mark = tag_plan(entry_import.plan_of(kept, event, self.user, {}))
            entry_import.ask_entering(kept=kept, event=event, by=self.user, answers={}, mark=mark)
            entry_import.enter_file(kept.pk)
            assert event.entries.filter(player__name="Ann").exists()

        return take_in

    def gcg(self):
        match = make_matches(by=self.user)[0]
        data = (ROOT / "tests/engine/records/classic/double.gcg").read_bytes()
        data = data.replace(b"#player2 Bo Bo", b"#player2 Bo Ann").replace(
            b"Ann_Marsh Ann Marsh", b"Ann_Marsh Ben"
        )
        division = match.round.division

        def take_in():
            self.post("import-gcg", division.event_id, division.pk, 1, match.table, file=("m.gcg", data))
            kept = GcgFile.objects.get()
            mark = gcg_import.tag_gcg_review(kept, gcg_import.terms_of(match))
            answers = {"players": "swapped", "rules": "match", "mark": mark}
            self.post("review-gcg", division.event_id, division.pk, 1, match.table, **answers)
            assert match.record.entries.exists()

        return take_in

    def annotated_game(self):
        division = make_matches(by=self.user)[0].round.division
        data = (ROOT / "tests/engine/records/classic/double.gcg").read_bytes()

        def take_in():
            self.post("import-annotated-game", division.event_id, division.pk, file=("m.gcg", data))
            kept = GcgFile.objects.get()
            mark = gcg_import.tag_gcg_review(kept, gcg_import.terms_of_division(division))
            answers = {"first": "nobody", "second": "nobody", "rules": "match", "mark": mark}
            self.post("review-annotated-game", division.event_id, division.pk, **answers)
            assert division.annotated_games.exists()

        return take_in

    def tournament(self):
        text = b"Marsh, Ann 1500 2; 400; p12 1\nLi, Bo 0 1; 380; p12 2\n"

        def take_in():
            self.post("tournament-files", file=("a.t", text), field="uploads")
            kept = TournamentUpload.objects.get()
            mark = exchange.tag_upload_review(kept, exchange.review_of(kept))
            answers = {"name": "Cup", "day": "2024-05-01", "lexicon": register_built_in().pk, "mark": mark}
            self.post("review-tournament-files", match_rules="wespa", rating_system="wespa", **answers)
            assert Event.objects.get(name="Cup").divisions.exists()

        return take_in

    def divisions(self):
        event = make_matches(by=self.user)[0].round.division.event

        def take_in():
            self.post("division-files", event.pk, file=("new.t", b"Marsh, Ann 9;\n"), field="uploads")
            kept = TournamentUpload.objects.get()
            mark = exchange.tag_upload_review(kept, exchange.review_of(kept))
            answers = {"lexicon": register_built_in().pk, "match_rules": "wespa", "rating_system": "wespa"}
            self.post("review-division-files", event.pk, mark=mark, **answers)
            assert event.divisions.filter(name="new").exists()

        return take_in

    def pasted_results(self):
        match = make_matches(by=self.user)[0]
        division = match.round.division

        def take_in():
            file = ("r.csv", f"Table;Score 1;Score 2;Player 1;Player 2\n{match.table};400;300;;\n".encode())
            self.post("paste-results", division.event_id, division.pk, 1, file=file)
            assert match.results.exists()

        return take_in

    def pasted_pairings(self):
        division = make_matches(by=self.user)[0].round.division
        count = division.entries.count()
        lines = "".join(f"{number}\n" for number in range(1, count + 1)).encode()

        def take_in():
            self.post(
                "pair-by-hand", division.event_id, division.pk, 2, file=("p.csv", lines), confirmed="on"
            )
            assert division.rounds.get(number=2).matches.count() == count

        return take_in

    def letterhead(self):
        return lambda: self.post(
            "letterhead", file=("l.png", picture()), field="logo", club="Lyon", size="A4"
        )

    def word_list(self):
        words = b"RETAINS to keep\nTRAINS goes by rail\n"
        fields = {"name": "own", "tile_set": "english", "encoding": "utf-8", "definitions": "on"}

        self.monkeypatch.setenv("ISOTOP_DATA", str(self.folder))

        def load():
            self.post("admin:tournaments_lexicon_add", file=("w.txt", words), field="words", **fields)
            assert Lexicon.objects.filter(name="own").exists()

        return load

    def reviewed_word_list(self):
        words = b"RETAINS to keep\nTRAINS goes by rail\n"
        self.monkeypatch.setenv("ISOTOP_DATA", str(self.folder))

        def load():
            self.post("new-word-list", file=("w.txt", words))
            kept = WordListFile.objects.get()
            word_lists.ask_load(kept=kept, name="own", mark=word_lists.tag_word_list_review(kept), left_out=0)
            wait_until(Lexicon.objects.filter(name="own").exists, 60, "the list is loaded")

        return load

    def tile_set(self):
        self.monkeypatch.setenv("ISOTOP_DATA", str(self.folder))
        text = Path("engine/data/tiles/polish.toml").read_bytes()

        def load():
            self.post("load-tile-set", file=("polish.toml", text), name="own")
            assert "own" in tile_sets_offered()

        return load


INTAKES = {
    "import-event": Intake.archive,
    "import-game": Intake.record,
    "bring-game": Intake.brought_game,
    "import-rules": Intake.rules,
    "result-files": Intake.result,
    "add-clubs": Intake.clubs,
    "api-results": Intake.sent_result,
    "new-envelope": Intake.envelope,
    "new-people-import": Intake.people,
    "enter-file": Intake.entries,
    "import-gcg": Intake.gcg,
    "import-annotated-game": Intake.annotated_game,
    "tournament-files": Intake.tournament,
    "division-files": Intake.divisions,
    "paste-results": Intake.pasted_results,
    "pair-by-hand": Intake.pasted_pairings,
    "letterhead": Intake.letterhead,
    "tournaments_lexicon_add": Intake.word_list,
    "new-word-list": Intake.reviewed_word_list,
    "load-tile-set": Intake.tile_set,
}
# The admin has one class for all pages of lexicons: only one of them takes a file.
WITHOUT_FILE = {f"tournaments_lexicon_{page}" for page in ("changelist", "history", "delete", "change")}


def pages_that_take_files(patterns):
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            yield from pages_that_take_files(pattern.url_patterns)
        else:
            view = pattern.callback
            owners = (view, getattr(view, "cls", None), getattr(view, "model_admin", None))
            ours = inspect.unwrap(view)
            takes_file = not ours.__module__.startswith("django.") and "request.FILES" in inspect.getsource(
                ours
            )
            if pattern.name and (takes_file or any(hasattr(owner, "upload") for owner in owners)):
                yield pattern.name


@pytest.mark.django_db(transaction=False)
def test_each_page_that_takes_a_file_is_tried():
    assert {*pages_that_take_files(get_resolver().url_patterns)} - WITHOUT_FILE == {*INTAKES}


def test_all_parsers_are_there():
    for path, name in CODES:
        assert f"def {name}(" in Path(path).read_text(encoding="utf-8"), f"{path} has no {name}"


@pytest.mark.repeats
@pytest.mark.parametrize("name", INTAKES)
def test_a_file_is_parsed_before_the_transaction(client, admin_user, built_in, tmp_path, monkeypatch, name):
    client.force_login(admin_user)
    take_in = INTAKES[name](Intake(client, admin_user, tmp_path, monkeypatch))
    run, readers = own_process._run, []

    def run_noted(*call):
        readers.append(connection.in_atomic_block)
        return run(*call)

    monkeypatch.setattr(own_process, "_run", run_noted)
    with watched_parsers() as seen:
        take_in()
    assert readers, "the file is read by the server itself"
    assert not any(readers), "a transaction waits for a reader"
    assert not any(seen.values()), f"inside a transaction: {[each for each in seen if seen[each]]}"
