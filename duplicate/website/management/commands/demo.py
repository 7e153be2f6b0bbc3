"""`manage.py demo`: the program with a finished evening and a running one. It has data of its own."""

from django.conf import settings
from django.core.management.base import CommandError
from django.urls import reverse

from duplicate.models import Game
from duplicate.website import embedded
from duplicate.website.management.commands import serve
from duplicate.website.onboarding import demo
from tournaments.accounts.login_links import first_arbitrator, welcome_token

FOREIGN = "This installation has games of its own: the demonstration needs another data folder (ISOTOP_DATA)."
MARKER = "demonstration"


class Command(serve.Command):
    help = "Serve a demonstration: one finished evening, and one in which the players play by themselves."

    def greeting(self, site: str) -> list[str]:
        _claim_data_folder()
        by = first_arbitrator()
        if not Game.objects.exists():
            self.stdout.write("Playing a whole evening …")
        demo.ensure_evenings(by)
        game = Game.objects.filter(state=Game.State.PLAYING).latest("created_at")
        token = demo.visitors_token(game, by)
        return [
            "",
            "  Login at the desk, works once:",
            f"  {site}{reverse('welcome', args=[welcome_token(by)])}",
            "  A phone at your own table:",
            f"  {site}{reverse('play', args=[game.code])}#t={token}",
            "  The projector of the running evening:",
            f"  {site}{reverse('screen', args=[game.code])}",
        ]

    def loops(self) -> list[embedded.Loop]:
        return [*super().loops(), demo.run]


def _claim_data_folder() -> None:
    """Refuse data that may be a club's real evening: it must be a demonstration's from the start."""
    marker = settings.DATA_FOLDER / MARKER
    if Game.objects.exists() and not marker.exists():
        raise CommandError(FOREIGN)
    marker.touch()
