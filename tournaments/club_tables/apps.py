from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubTablesConfig(AppConfig):
    name = "tournaments.club_tables"
    verbose_name = _("Club tables")

    def ready(self) -> None:
        # The modules register themselves when imported, and need the models.
        from tournaments.club_tables import archived_tables, privacy  # noqa: F401, PLC0415 - needs the models
