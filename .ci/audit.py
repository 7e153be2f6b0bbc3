"""`make audit`: known vulnerabilities in the packages that the lock file names.

Fails when there is one. Where the service that knows them cannot be reached, or knows none of the packages (a mirror
without that service), it says so and lets the gate go on: a hall without internet must be able to run it.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

BIN = Path(sys.executable).parent
EXPORT = ("uv", "export", "--quiet", "--locked", "--all-extras", "--no-dev", "--no-emit-project")
AUDIT = ("pip-audit", "--disable-pip", "--require-hashes", "--progress-spinner", "off", "--format", "json")
SECONDS = 300


def audit() -> int:
    with tempfile.TemporaryDirectory() as folder:
        locked = Path(folder) / "requirements.txt"
        _run(*EXPORT, "--output-file", locked, check=True)
        try:
            done = _run(*AUDIT, "--requirement", locked)
        except subprocess.TimeoutExpired:
            return _skip("no answer in time")
    try:
        packages = json.loads(done.stdout)["dependencies"]
    except ValueError:
        return _skip(done.stderr.strip().rpartition("\n")[2])
    known = [package for package in packages if "skip_reason" not in package]
    if not known:
        return _skip(packages[0]["skip_reason"] if packages else "nothing to look at")
    found = [package for package in known if package["vulns"]]
    for package in found:
        for vulnerability in package["vulns"]:
            mended = ", ".join(vulnerability["fix_versions"]) or "no version yet"
            print(f"{package['name']} {package['version']}: {vulnerability['id']}, mended in {mended}")
    print(
        f"audit: {len(known)} of {len(packages)} packages looked up, {len(found)} with known vulnerabilities"
    )
    return 1 if found else 0


def _run(command: str, *arguments: object, check: bool = False) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - our own commands
        [str(BIN / command), *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=check,
    )


def _skip(why: str) -> int:
    print(f"audit: SKIPPED, no package could be looked up: {why}")
    return 0


if __name__ == "__main__":
    sys.exit(audit())
