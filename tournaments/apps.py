from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("People and events")

    def ready(self) -> None:
        # Imported once the models are there.
        from tournaments.organisers.first import create_first_organiser  # noqa: PLC0415 - imports models
        from tournaments.people.federation_lists import update_copies  # noqa: PLC0415 - imports models
        from tournaments.people.services import people_changed  # noqa: PLC0415 - imports models

        post_migrate.connect(create_first_organiser, sender=self)
        people_changed.connect(update_copies)
