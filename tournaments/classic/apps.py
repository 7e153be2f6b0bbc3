from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClassicConfig(AppConfig):
    name = "tournaments.classic"
    verbose_name = _("Classic tournaments")

    def ready(self) -> None:
        # These modules register themselves when imported, and need the models.
        from tournaments.classic import archived_tables, privacy  # noqa: F401, PLC0415 - need the models
        from tournaments.classic.divisions import kind_of_play  # noqa: F401, PLC0415 - needs the models
        from tournaments.classic.printing import documents  # noqa: F401, PLC0415 - needs the models
