from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("People and events")

    def ready(self) -> None:
        # They name themselves; there are models only now.
        from tournaments.classic import documents  # noqa: F401, PLC0415 - once the models are there
