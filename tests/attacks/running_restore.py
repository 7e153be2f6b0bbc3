"""An operator in a hurry who restores a backup while a round is open: a slip with a receipt must stay on record."""

import subprocess
import sys
import uuid

STORED = (
    "SELECT count(*) FROM duplicate_slip slip JOIN duplicate_round round ON round.id = slip.round_id"
    " JOIN duplicate_game game ON game.id = round.game_id WHERE game.code = '{code}'"
)


def attack(ground):
    code = ground.desk.new_game("Backup in play")
    (honest,) = ground.phones(code, f"Honest {uuid.uuid4().hex[:6]}")
    ground.desk.do(code, "draw", "open", "start")
    archive = str(ground.folder / "isotop.tar.gz")
    saved = _manage(ground, "backup", archive)
    assert saved.returncode == 0, saved.stderr
    assert honest.send(1, "AA", "H8", 2).status == 201
    restored = _manage(ground, "restore", archive, "--replace")
    assert honest.send(1, "AB", "H8", 2).status == 201
    [[stored]] = ground.rows(STORED.format(code=code))
    assert stored == 2, "a slip with a receipt is gone"
    assert "Isotop is running" in restored.stderr, f"the restore said {restored.stdout}{restored.stderr}"
    return "the restore is refused, and slips before and after it are on record"


def _manage(ground, *arguments):
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        env=ground.program.environment | {"DJANGO_SETTINGS_MODULE": "deploy.settings"},
        check=False,
        capture_output=True,
        text=True,
    )
