"""Every document that can be printed, with 3, 60 and 1,500 players: to be looked at.

`make gallery` puts PDFs and pictures of their first and last pages into var/gallery, named players-subject-document; it
needs pdftoppm (poppler-utils). What it prints of each is how many pages there are and how long it took. The players
live in a database of their own, gone afterwards.
"""

import random
import shutil
import subprocess
import sys
import time
import uuid
from io import BytesIO
from pathlib import Path

from django.contrib.auth.models import User
from pypdf import PdfReader

from duplicate import games
from duplicate.event_results import record_if_over
from duplicate.management.hall import own_database
from duplicate.models import Game, Round, Ruling, Slip
from engine import simulate
from engine.lexicon import load_lexicon
from engine.rules import RuleSet, load_rule_set
from tests.classic_division import make_division, play_round
from tournaments import clock, events, printing
from tournaments.classic import divisions
from tournaments.documents import documents_of, subjects
from tournaments.letterhead import paper_for
from tournaments.lexicons import register_built_in
from tournaments.models import Club, Entry, Player

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "var" / "gallery"
# Pairing more than these takes its time, and their papers look the same.
MOST_PAIRED = 200
ROUNDS, MATCH_ROUNDS = 20, 5
GIVEN = (
    "Agnès",
    "Łukasz",
    "Þóra",
    "Marie-Antoinette",
    "Jean-Christophe",
    "Bo",
    "Ștefan",
    "Ñúñez",
    "Aurélie",
    "Wim",
)
FAMILY = (
    "Martin",
    "Œuvrard",
    "van der Vandervoort",
    "O’Connor",
    "Țepeș",
    "Li",
    "Grześkowiak",
    "de la Rochefoucauld",
)
CLUBS = ("Châteauroux", "Liège", "Genève", "Québec", "Dakar")


def main(counts):

    shutil.rmtree(PICTURES, ignore_errors=True)
    PICTURES.mkdir(parents=True)
    with own_database():
        by = User.objects.create_superuser("gallery")
        for count in map(int, counts.split()):
            draw_all(make_event(count, by), count)


def make_event(count, by):
    """Two duplicate games that are over and a classic division, of as many players."""

    register_built_in()
    event = events.create_event(name=f"Saint Nicholas festival of {count}", by=by)
    clubs = [Club.objects.filter(name=name).first() or Club.named(name) for name in CLUBS]
    for club in clubs:
        club.save()
    made = [Player.named(f"{name_of(number)} {count}-{number}") for number in range(1, count + 1)]
    for number, player in enumerate(made):
        player.club, player.series = clubs[number % len(clubs)], ("1A", "2B", "3")[number % 3]
        player.birth_year, player.country = 1940 + number % 70, "FRA"
    made = Player.objects.bulk_create(made)
    entries = Entry.objects.bulk_create(
        Entry(event=event, player=player, table=table) for table, player in enumerate(made, start=1)
    )
    for number in (1, 2):
        game = games.create_game(
            name=f"Game {number}",
            by=by,
            event=event,
            lexicon="english",
            notation="duplicate",
            rules=load_rule_set("fisf"),
        )
        play_game(game, entries, number)
        Game.objects.filter(pk=game.pk).update(state=Game.State.FINISHED)
        record_if_over(Game.objects.get(pk=game.pk))
    paired = [player.name for player in made[:MOST_PAIRED]]
    division = make_division(by, event=event, name="Classic", rounds_planned=MATCH_ROUNDS)

    divisions.enter_players(division=division, entries=[entry.pk for entry in entries[: len(paired)]], by=by)
    for number in range(1, (1 if count == 3 else MATCH_ROUNDS) + 1):
        play_round(division, number, by)
    return event


def name_of(number):
    name = f"{GIVEN[number % len(GIVEN)]} {FAMILY[number % len(FAMILY)]}"
    return f"{name} ({'very long name ' * 2}of many words)" if number % 17 == 0 else name


def play_game(game, entries, seed):
    """The top of each round is on the board; what the players had is dealt out by chance."""

    chance = random.Random(seed)
    played = simulate.play_rounds(
        seed=f"gallery {seed}", lexicon=load_lexicon(game.lexicon), tiles=game.tiles, rules=RuleSet()
    )
    for number, real in zip(range(1, ROUNDS + 1), played, strict=False):
        if real.placed is None:
            break
        reference, word = real.placed.move.text(game.tiles)
        top = real.placed.score
        tops = [
            {"word": one.move.text(game.tiles)[1], "reference": one.move.text(game.tiles)[0], "score": top,
             "preferred": one == real.placed}
            for one in real.tops
        ]  # fmt: skip
        round_ = Round.objects.create(
            game=game,
            number=number,
            rack=real.rack.text(game.tiles),
            state=Round.State.ANNOUNCED,
            announced_at=clock.now(),
            reference=reference,
            word=word,
            score=top,
            top_score=top,
            tops=tops,
        )
        scores = [max(0, top - int(chance.expovariate(1 / 8))) for _entry in entries]
        slips = Slip.objects.bulk_create(
            Slip(
                round=round_,
                entry=entry,
                client_id=uuid.uuid4(),
                word=word,
                reference=reference,
                stated_score=score,
                received_at=clock.now(),
                effective=True,
            )
            for entry, score in zip(entries, scores, strict=True)
        )
        Ruling.objects.bulk_create(
            Ruling(
                slip=slip,
                score=score,
                worth=score,
                sanction=chance.choice([""] * 30 + ["warning"]),
                code="good",
            )
            for slip, score in zip(slips, scores, strict=True)
        )


def draw_all(event, players):

    for kind in subjects():
        for subject in list(kind.of_event(event))[:1]:
            paper = paper_for(event, name=kind.name(subject), site="https://play.example.org")
            for document in documents_of(kind.kind):
                if not document.pdf or not document.count(subject):
                    continue
                options = document.options(subject, {})
                began = time.perf_counter()
                made = printing.make(document, subject, options, kind="pdf", paper=paper)
                took = time.perf_counter() - began
                pages = keep(made.data, f"{players}-{kind.kind}-{document.name}")
                sys.stdout.write(
                    f"{players:5} {kind.kind:9} {document.name:24} {pages:5} pages {took:6.2f} s\n"
                )


def keep(pdf, name):
    """The PDF, and its first and last page as pictures; how many pages there are."""

    (PICTURES / f"{name}.pdf").write_bytes(pdf)
    pages = len(PdfReader(BytesIO(pdf)).pages)
    for page in sorted({1, pages}):
        subprocess.run(
            ["pdftoppm", "-png", "-r", "60", "-f", str(page), "-l", str(page), "-singlefile",
             PICTURES / f"{name}.pdf", PICTURES / f"{name}-{page:04}"],
            check=True,
        )  # fmt: skip
    return pages
