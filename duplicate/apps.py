from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DuplicateConfig(AppConfig):
    name = "duplicate"
    verbose_name = _("Duplicate games")

    def ready(self) -> None:
        # These modules register themselves; models are loaded only now.
        from duplicate import archived_tables, printing  # noqa: F401, PLC0415 - once the models are there
        from duplicate.games.players import people_changes, phone_links, privacy  # noqa: F401, PLC0415 - needs models
        from duplicate.prepared_games.clubs import documents  # noqa: F401, PLC0415 - once the models are there
        from duplicate.training import privacy as training_privacy  # noqa: F401, PLC0415 - needs models
        from duplicate.visibility import hidden_names_receiver, rounds_in_play  # noqa: F401, PLC0415 - needs models
