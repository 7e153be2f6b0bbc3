import gc

from django.apps import AppConfig


class DeployConfig(AppConfig):
    name = "deploy"

    def ready(self) -> None:
        """Collect garbage again, which the settings have switched off: all that is loaded by now stays."""
        gc.freeze()
        gc.enable()
