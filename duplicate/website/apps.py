from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WebsiteConfig(AppConfig):
    name = "duplicate.website"
    label = "website"
    verbose_name = _("Pages of all kinds of play")

    def ready(self) -> None:
        from duplicate import housekeeping  # noqa: PLC0415 - needs the models
        from duplicate.website.archive.importing import remove_interrupted  # noqa: PLC0415 - needs the models

        housekeeping.add_cleaner(remove_interrupted)
