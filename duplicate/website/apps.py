from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WebsiteConfig(AppConfig):
    name = "duplicate.website"
    label = "website"
    verbose_name = _("Pages of all kinds of play")
