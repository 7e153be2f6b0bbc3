"""`make dependencies`: write docs/dependencies.md from the lock file, the installed packages and the reasons below."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from importlib import metadata
from itertools import chain
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/dependencies.md"
# What each direct dependency is for, and why nothing that is there already does it.
REASONS = {
    "babel": "plural forms, names of countries and time zones in seven languages; writes the catalogues at set-up",
    "celery": "background work of the production setting, on several machines",
    "charset-normalizer": "the encoding of old word lists; ReportLab brings it anyway",
    "cryptography": "seals prepared games, signs envelopes: nothing of that is written by hand",
    "django": "the framework",
    "django-axes": "limits guesses of passwords, also across processes",
    "django-cors-headers": "lets club sites read the public API",
    "django-csp": "the content security policy, with a nonce a page",
    "django-environ": "reads addresses of database, cache and mail from the environment",
    "django-htmx": "htmx itself, and what a view asks of its requests",
    "django-scopes": "a query outside of an organiser's scope is an error instead of a leak",
    "django-simple-history": "each version of a person, with who changed it",
    "django-template-partials": "regions of a page alone; part of Django from 6.0 on",
    "djangorestframework": "the API: tokens, throttling, serializers",
    "drf-spectacular": "the schema of the API and its page, whose scripts it brings (sidecar)",
    "fsrs": "when a word is repeated: the published scheduler, whose weights come from measurements",
    "gunicorn": "web processes of the production setting",
    "homoglyphs-fork": "Unicode's table of letters that look alike; its data alone are read",
    "httptools": "uvicorn's parser of requests, in C",
    "llvmlite": "runs the compiled search without Numba; wheels for each system",
    "markdown-it-py": "shows the handbook, which is Markdown",
    "networkx": "matchings of least cost for pairings, by an algorithm of hundreds of lines",
    "numba": "compiles the search at set-up, once",
    "numpy": "word graphs and boards as arrays that compiled code reads",
    "openpyxl": "writes Excel files, and knows their formats of dates",
    "pillow": "logos, pictures to share; ReportLab needs it",
    "platformdirs": "the data folder of each system",
    "prometheus-client": "metrics of the production setting",
    "psutil": "memory and processes that the watch looks at",
    "psycopg": "PostgreSQL",
    "pypdf": "joins and numbers documents that are drawn in parts",
    "pypdfium2": "the preview of a document as a picture",
    "python-bidi": "the order of letters in lines that mix directions",
    "redis": "events between processes of the production setting",
    "reportlab": "draws all documents",
    "segno": "QR codes as SVG and on paper",
    "sentry-sdk": "reports of errors, for operators who ask for them",
    "spylls": "reads dictionaries of hunspell: 2,000 lines of a format that is hardly documented",
    "tzdata": "the time zones of systems that bring none: small images, Windows",
    "tzlocal": "the time zone of a club's laptop, on Windows too",
    "uharfbuzz": "shapes text of scripts that ReportLab cannot draw",
    "uvicorn": "the web server of the embedded setting, and of streams",
    "wcwidth": "splits text into what readers see as one letter, by the newest Unicode",
    "whitenoise": "serves hashed, compressed static files without nginx",
}
# Where metadata and licence file differ, the file counts.
LICENCES = {"spylls": "MPL-2.0"}
HEAD = """# Dependencies

`make dependencies` writes this page from `uv.lock` and the installed packages; the reasons stand in
`.ci/dependencies.py`, and a test asks for one of each direct dependency. *Alone* counts the further packages that leave
with it. Sizes are those of Linux, x86-64.

Beside them lie, with their licences: [fonts](../tournaments/printing/pdf/fonts/NOTICE) of papers, and jsQR, which reads
codes at the door (`duplicate/website/static/website/vendor/`).

| package | version | released | installed | alone | licence | is for |
| --- | --- | --- | --- | --- | --- | --- |
"""


def direct_dependencies() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    listed = chain(project["dependencies"], *project["optional-dependencies"].values())
    return {_normal(re.split(r"[^\w.-]", line)[0]) for line in listed}


def page() -> str:
    locked = {
        package["name"]: package for package in tomllib.loads((ROOT / "uv.lock").read_text())["package"]
    }
    direct = sorted(direct_dependencies())
    return HEAD + "".join(f"| {' | '.join(_cells(name, locked, direct))} |\n" for name in direct)


def _cells(name: str, locked: Mapping[str, Any], direct: Iterable[str]) -> tuple[str, ...]:
    package = locked[name]
    files = [*package.get("wheels", ()), *filter(None, [package.get("sdist")])]
    released = max(file["upload-time"] for file in files)[:10]
    without = _closure((other for other in direct if other != name), locked)
    alone = len(_closure([name], locked) - without) - 1
    installed = metadata.distribution(name)
    size = sum(
        path.stat().st_size for file in installed.files or () if (path := Path(str(file.locate()))).exists()
    )
    licence = LICENCES.get(name) or _licence(installed.metadata)
    return (
        name,
        package["version"],
        released,
        f"{size / 1e6:.1f} MB",
        str(max(alone, 0)),
        licence,
        REASONS[name],
    )


def _closure(names: Iterable[str], locked: Mapping[str, Any]) -> set[str]:
    """Return the packages with all that they need, and with the extras that somebody names."""
    needed: set[str] = set()
    waiting = list(names)
    while waiting:
        if (name := waiting.pop()) not in needed:
            needed.add(name)
            extras = chain.from_iterable(locked[name].get("optional-dependencies", {}).values())
            waiting += [each["name"] for each in chain(locked[name].get("dependencies", ()), extras)]
    return needed


def _licence(about: metadata.PackageMetadata) -> str:
    classified = [
        line.rpartition(" :: ")[2] for line in about.get_all("Classifier", []) if "License ::" in line
    ]
    stated = str(about.get("License-Expression") or (classified or [about.get("License")])[0])
    return stated.partition("\n")[0]


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    PAGE.write_text(page())
