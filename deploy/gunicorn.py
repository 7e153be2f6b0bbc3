"""Settings of gunicorn, which serves pages and API; settings that differ between machines are on its command
line.
"""

import sys
from typing import Any

from deploy import logs
from deploy.monitoring import process_files

OURS = frozenset({"deploy", "duplicate", "tournaments", "engine"})

worker_class = "deploy.web_worker.DrainingWorker"
# Threads of each process; most of a request's time is waiting for the database.
threads = 8
backlog = 2048
keepalive = 75  # seconds; longer than the proxy keeps its connections
timeout = 60
graceful_timeout = 10
preload_app = False  # a process with connections or threads must not be forked
control_socket_disable = True
logconfig_dict = logs.configuration()


def on_starting(_server: Any) -> None:
    process_files.make_folder()


def on_exit(_server: Any) -> None:
    process_files.remove_folder()


def post_fork(_server: Any, _worker: Any) -> None:
    """Forget our modules that the first process has imported, which may be older than the code on the disk.

    After SIGHUP the new workers load all of our code anew; packages and settings are those of the start.
    """
    for name in list(sys.modules):
        if name.partition(".")[0] in OURS:
            del sys.modules[name]


def post_worker_init(_worker: Any) -> None:
    """Start the heartbeat, by which this process says that it can take slips, and the watch."""
    from deploy.monitoring.watch import start_watch  # noqa: PLC0415 - the apps are ready only now
    from duplicate.rounds.interruptions import start_heart  # noqa: PLC0415 - the apps are ready only now

    start_heart()
    start_watch()
