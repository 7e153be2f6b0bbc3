"""The command line: `manage.py` in a checkout, `isotop` where the program is installed."""

import os
import sys

from django.core.management import execute_from_command_line

from engine.data_folder import data_folder


def main() -> None:
    """Run the command of the arguments; the demonstration has a data folder of its own unless one is named."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    if sys.argv[1:2] == ["demo"] and not os.environ.get("ISOTOP_DATA"):
        os.environ["ISOTOP_DATA"] = str(data_folder() / "demo")
    execute_from_command_line(sys.argv)
