from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("People and events")

    def ready(self) -> None:
        from tournaments.organisers.first import create_first_organiser  # noqa: PLC0415 - once the models are there

        post_migrate.connect(create_first_organiser, sender=self)
