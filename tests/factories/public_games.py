"""The public pages of a game that is over."""

from django.urls import reverse

from duplicate.rounds import analysis


def analyse(game):
    """Search the moves of all rounds, one piece of work after the other."""
    for _round in game.rounds.announced():
        analysis.analyse_game(game.pk)


def pages(game, entry):
    where = [game.event_id, game.number]
    return [
        reverse("public-game", args=where),
        reverse("public-round", args=[*where, 1]),
        reverse("public-sheet", args=[*where, entry.pk]),
        reverse("public-game-picture", args=where),
    ]


def text(answer):
    assert answer.status_code == 200
    return answer.content.decode()


def is_public(anybody, game, players):
    """Tell whether the pages are there: all of them, or none."""
    answers = {anybody.get(page).status_code == 200 for page in pages(game, players[0][0])}
    assert len(answers) == 1
    return answers.pop()
