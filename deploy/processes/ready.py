"""`python -m deploy.processes.ready http://127.0.0.1:8001`: wait until a server can take games.

The units of systemd call it after each start and reload, so that `systemctl restart` and `systemctl reload` come back
when the next server may go. It ends with an error if the server does not answer for a minute, or if its code does not
fit the database. Where systemd tells the server's process (`MAINPID`), only a minute counts in which that did nothing.
While the database is gone the server is left alone: it answers by itself once the database is back.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request

from deploy.processes.activity import Activity

READY_SECONDS = 60.0
# nginx passes a server over for two seconds after it was gone (`fail_timeout`); until then the others must stay.
SETTLE_SECONDS = 3.0
# Answers of /readyz that another attempt does not change.
HOPELESS = ("not migrated", "needs ")


def main(site: str) -> str | None:
    """Wait for the server at this address; return what is wrong, if anything is."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    begun = time.monotonic()
    pid = os.environ.get("MAINPID")
    activity = Activity(int(pid), lambda: 0) if pid else None
    while True:
        told = _read_state(opener, f"{site}/readyz")
        if told == "ok":
            time.sleep(SETTLE_SECONDS)
            return None
        if told.startswith(HOPELESS):
            return f"{site}: the database says: {told}"
        waited = activity.measure_idle_seconds() if activity else time.monotonic() - begun
        # A server that answers works; its database may be gone for long.
        if waited > READY_SECONDS or (told and time.monotonic() - begun > READY_SECONDS):
            break
        time.sleep(0.2)
    if not told:
        return f"{site} does not answer"
    print(f"{site} is up; its database is {told}")  # noqa: T201 - a command line program
    return None


def _read_state(opener: urllib.request.OpenerDirector, address: str) -> str:
    """Return the state of the database that the server tells; empty without an answer."""
    try:
        with opener.open(address, timeout=5) as answer:
            told: dict[str, str] = json.load(answer)
    except urllib.error.HTTPError as refusal:
        with refusal:
            try:
                told = json.load(refusal)
            except ValueError:
                return ""
    except (OSError, ValueError):
        return ""
    return str(told.get("database", "stopping"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
