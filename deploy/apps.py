import gc
import sys

from django.apps import AppConfig

# Django REST framework imports them if they are there, for parts of it that Isotop does not use.
UNUSED = ("django.contrib.postgres.fields", "markdown", "pygments", "requests")


class DeployConfig(AppConfig):
    name = "deploy"

    def ready(self) -> None:
        """Collect garbage again, which the settings have switched off: all that is loaded by now stays."""
        gc.freeze()
        gc.enable()


def load_rest_framework() -> None:
    """Load Django REST framework without what only its unused parts need: psycopg, requests and more take 0.2 s."""
    hidden = dict.fromkeys(name for name in UNUSED if name not in sys.modules)
    sys.modules.update(hidden)  # type: ignore[arg-type] # Python's way to say that there is no such module
    try:
        import rest_framework.compat  # noqa: F401, PLC0415 - while they are hidden
    finally:
        for name in hidden:
            del sys.modules[name]


load_rest_framework()
