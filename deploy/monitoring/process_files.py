"""The folder in which the processes of one gunicorn share their counts.

Any of them may answer a scrape, so each has to know what the others counted: `prometheus_client` keeps that in files.
Each server has a folder of its own, hence its own numbers at its own port; Prometheus adds those of several servers.
"""

import os
import shutil
import tempfile

from deploy import environment

# `prometheus_client` reads the folder from here when it is imported.
VARIABLE = "PROMETHEUS_MULTIPROC_DIR"


def make_folder() -> None:
    """Make the folder before the first process starts, if metrics are switched on."""
    if environment.read("METRICS_TOKEN"):
        os.environ[VARIABLE] = tempfile.mkdtemp(prefix="isotop-metrics-")


def remove_folder() -> None:
    if folder := os.environ.pop(VARIABLE, ""):
        shutil.rmtree(folder, ignore_errors=True)
