from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DuplicateConfig(AppConfig):
    name = "duplicate"
    verbose_name = _("Duplicate games")

    def ready(self) -> None:
        # They listen; there are models only now.
        from duplicate import documents, forgetting, hidden_names  # noqa: F401, PLC0415 - once the models are there
