"""Every document that can be printed, with 3, 60 and 1,500 players: to be looked at.

`make gallery` puts PDFs and pictures of their first two and last pages into var/gallery, named
players-subject-document, in French or in another GALLERY_LANGUAGE. It prints the number of pages and
the time of each document. The players live in a database of their own, gone afterwards.
"""

import random
import shutil
import sys
import time
import uuid
from pathlib import Path

import pypdfium2
from django.contrib.auth.models import User
from django.utils import translation

from duplicate.games import services as game_services
from duplicate.models import Game, Round, Ruling, Slip
from duplicate.rounds import analysis
from duplicate.standings.rows.event_results import record_if_over
from engine.duplicate_games import simulate
from engine.lexicon import load_lexicon
from engine.rules import (
    RuleSet,
    load_rule_set,
)
from tests.bench.measuring import own_database
from tests.factories.divisions import make_division, play_round
from tournaments.classic.clocks import services as clock_services
from tournaments.classic.divisions import entrants
from tournaments.classic.match_records import gcg_import
from tournaments.classic.models import DivisionPrize
from tournaments.classic.standings import prizes
from tournaments.events import prizes as event_prizes
from tournaments.events import services as event_services
from tournaments.lexicons.services import register_built_in
from tournaments.models import FIRST_ORGANISER, Club, Entry, EventPrize, Player, Team
from tournaments.organisers.scope import scope_to_organiser
from tournaments.printing import render
from tournaments.printing.letterhead import paper_for
from tournaments.printing.registry import documents_of, subjects
from tournaments.time import clock

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "var" / "gallery"
# Pairing more than these takes its time, and their papers look the same.
MOST_PAIRED = 400
ROUNDS, MATCH_ROUNDS = 20, 5
DOTS = 80
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
IN_OTHER_SCRIPTS = (
    "خالد السلامي",
    "שלום כהן",
    "王小明",
    "佐藤 さくら",
    "김민수",
    "สมชาย ใจดี",
    "हिन्दी शर्मा",
    "Zoé 😀",
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
CLUBS = (
    "Châteauroux",
    "Liège",
    "Genève",
    "Association des joueurs de Scrabble duplicate de Saint-Rémy-lès-Chevreuse et de ses environs",
    "Québec",
    "Dakar",
    "نادي الدار البيضاء",
)
TEAMS = ("Les Aiglons de la Manche", "Dakar I", "Québec")
GROUPS = ("Débutants", "Maîtres")
PRIZES = (
    "Premier prix",
    "Une coupe offerte par la municipalité de Saint-Rémy-lès-Chevreuse au deuxième",
    "Troisième prix",
)


def main(counts, language="fr"):

    shutil.rmtree(PICTURES, ignore_errors=True)
    PICTURES.mkdir(parents=True)
    with own_database(), scope_to_organiser(FIRST_ORGANISER), translation.override(language):
        by = User.objects.create_superuser("gallery")
        for count in map(int, counts.split()):
            draw_all(make_event(count, by), count)


def make_event(count, by):
    """Make two finished duplicate games, one open for joining, and a classic division, each with as many
    players.
    """

    register_built_in()
    event = event_services.create_event(name=f"Festival de la Saint-Nicolas à {count}", by=by)
    clubs = [Club.objects.filter(name=name).first() or Club.named(name) for name in CLUBS]
    for club in clubs:
        club.save()
    made = [Player.named(f"{name_of(number)} {count}-{number}") for number in range(1, count + 1)]
    for number, player in enumerate(made):
        player.club, player.series = clubs[number % len(clubs)], ("1A", "2B", "3")[number % 3]
        player.birth_year, player.country = 1940 + number % 70, "FRA"
    made = Player.objects.bulk_create(made)
    teams = Team.objects.bulk_create(Team(event=event, name=name, key=name) for name in TEAMS)
    entries = Entry.objects.bulk_create(
        Entry(
            event=event,
            player=player,
            table=table,
            team=teams[table % len(teams)],
            group=GROUPS[table % len(GROUPS)],
        )
        for table, player in enumerate(made, start=1)
    )
    for number in (1, 2):
        game = make_game(event, number, by)
        play_game(game, entries, number)
        Game.objects.filter(pk=game.pk).update(state=Game.State.FINISHED)
        record_if_over(Game.objects.get(pk=game.pk))
        while analysis.select_unanalysed(game).exists():
            analysis.analyse_game(game.pk)
    make_game(event, 3, by)
    paired = [player.name for player in made[:MOST_PAIRED]]
    division = make_division(by, event=event, name="Tournoi classique", rounds_planned=MATCH_ROUNDS)

    entrants.enter_players(division=division, entries=[entry.pk for entry in entries[: len(paired)]], by=by)
    for number in range(1, (1 if count == 3 else MATCH_ROUNDS) + 1):
        play_round(division, number, by)
    keep_a_match(division, by)
    given = [DivisionPrize(name=name, place=place) for place, name in enumerate(PRIZES, start=1)]
    prizes.set_prizes(division=division, prizes=given, one_each=False, by=by)
    event_prizes.set_event_prizes(
        event=event,
        prizes=[EventPrize(name=name, place=place) for place, name in enumerate(PRIZES, start=1)],
        one_each=True,
        by=by,
    )
    return event


def make_game(event, number, by):
    rules = load_rule_set("fisf")
    return game_services.create_game(
        name=f"Partie {number}", by=by, event=event, lexicon="english", notation="duplicate", rules=rules
    )


def keep_a_match(division, by):
    """Record a match with its moves, and give each match of its round a clock."""
    match = division.rounds.get(number=1).matches.get(table=1)
    clock_services.set_up(match.round)
    names = [side.entry.full_name for side in (match.first, match.second)]
    gcg = f"#player1 a {names[0]}\n#player2 b {names[1]}\n>a: AEINRST 8D TRAIN +12 12\n"
    gcg_import.import_gcg(match=match, data=gcg.encode(), by=by)


def name_of(number):
    if number % 7 == 3:
        return IN_OTHER_SCRIPTS[number // 7 % len(IN_OTHER_SCRIPTS)]
    name = f"{GIVEN[number % len(GIVEN)]} {FAMILY[number % len(FAMILY)]}"
    return f"{name} ({'nom très long ' * 2}en plusieurs mots)" if number % 17 == 0 else name


def play_game(game, entries, seed):
    """Play a game: the top of each round goes on the board, players get random moves."""

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
                sanction=chance.choice(["none"] * 30 + ["warning"]),
                code="good",
            )
            for slip, score in zip(slips, scores, strict=True)
        )


def draw_all(event, players):

    for kind in subjects():
        of_kind = list(kind.of_event(event))
        for document in documents_of(kind.kind):
            if document.pdf:
                # The first that has any: a poster is of a game that can be joined.
                draw(event, kind, next(one for one in of_kind if document.count(one)), document, players)


def draw(event, kind, subject, document, players):
    """Draw a document, once for each choice of columns."""
    paper = paper_for(event, name=kind.name(subject), site="https://play.example.org")
    columns = {value for one in document.choices(subject) if one.name == "columns" for value, _ in one.values}
    for chosen in sorted(columns or {""}):
        options = document.options(subject, {"who": "all", "columns": chosen})
        began = time.perf_counter()
        made = render.make(document, subject, options, kind="pdf", paper=paper)
        took = time.perf_counter() - began
        name = f"{document.name}-{chosen}" if chosen else document.name
        pages = keep(made.data, f"{players}-{kind.kind}-{name}")
        sys.stdout.write(f"{players:5} {kind.kind:9} {name:24} {pages:5} pages {took:6.2f} s\n")


def keep(pdf, name):
    """Save the PDF, and its first two pages and its last one as pictures; return the number of pages."""

    (PICTURES / f"{name}.pdf").write_bytes(pdf)
    document = pypdfium2.PdfDocument(pdf)
    pages = len(document)
    for page in sorted({1, min(2, pages), pages}):
        document[page - 1].render(scale=DOTS / 72).to_pil().save(PICTURES / f"{name}-{page:04}.png")
    return pages
