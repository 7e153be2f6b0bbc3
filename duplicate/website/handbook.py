"""The chapters of the handbook, in its order, which of them helps on which page, and which translations are behind.

A chapter has one key in all languages: links to it need not know its title there. The heading of a translated chapter
ends with the mark of the English text that it translates: `## Der erste Abend <!-- english 1a2b3c4d -->`.
"""

import re
from hashlib import sha256
from pathlib import Path

CHAPTERS = (
    "first-evening",
    "before",
    "round",
    "paper",
    "moves",
    "screens",
    "lists",
    "afterwards",
    "printing",
    "data",
    "festival",
    "classic",
    "new-season",
    "season",
    "clocks",
    "tables",
    "training",
    "rooms",
    "simultaneous",
)

# The pages by URL name; a page that is not listed links to the beginning.
PAGES_OF = {
    "first-evening": ("desk",),
    "before": (
        "new-game",
        "players",
        "player",
        "phone-link",
        "arbitrators",
        "arbitrator",
        "arbitrator-link",
        "prepared",
        "prepared-game",
        "type-game",
        "import-game",
        "new-search",
        "game-search",
        "rule-sets",
        "preset",
        "club-rules",
        "import-rules",
        "game-rules",
        "lexicons",
        "new-word-list",
        "word-list",
        "lexicon-additions",
    ),
    "round": ("dashboard",),
    "moves": ("moves", "words", "worked-cases", "what-if"),
    "afterwards": ("round", "correct", "charts", "log"),
    "printing": ("print", "print-document", "print-job", "letterhead"),
    "data": ("import-event",),
    "tables": ("club-tables", "new-club-table", "club-table-desk", "club-table-link"),
    "training": (
        "training",
        "training-round",
        "training-statistics",
        "bring-game",
        "play-later",
        "season-games",
        "later-games",
    ),
    "festival": (
        "events",
        "new-event",
        "event",
        "new-event-game",
        "event-settings",
        "event-entries",
        "event-door",
        "enter-people",
        "enter-file",
        "entry-list",
        "event-standings",
        "event-prizes",
        "set-event-prizes",
    ),
    "classic": (
        "new-tournament",
        "new-division",
        "division",
        "division-settings",
        "division-players",
        "entrant",
        "entrant-phone",
        "division-standings",
        "division-prizes",
        "set-prizes",
        "division-ratings",
        "division-round",
        "pair-by-hand",
        "division-match",
    ),
    "new-season": (
        "people",
        "person",
        "new-person",
        "people-duplicates",
        "new-people-import",
        "people-import",
        "people-missing",
    ),
    "season": ("seasons", "season", "season-settings", "season-records", "person-games"),
    "clocks": ("clock-wall", "clock-links", "match-clock", "match-clock-link"),
    "rooms": ("event-rooms", "game-rooms"),
    "simultaneous": (
        "simultaneous",
        "send-out",
        "simultaneous-game",
        "simultaneous-clubs",
        "add-clubs",
        "new-envelope",
        "envelope",
        "result-files",
        "look-at-result",
        "result-version",
        "merged-standings",
        "own-result",
    ),
}
CHAPTER_OF = {page: chapter for chapter, pages in PAGES_OF.items() for page in pages}

MARK = re.compile(r" <!-- english (\w+) -->$", re.MULTILINE)


def split_chapters(text: str) -> list[str]:
    """Return the chapters of a handbook's Markdown, each from its title on."""
    return re.split(r"^## ", text, flags=re.MULTILINE)[1:]


def compute_mark(english: str) -> str:
    """Return the mark of an English chapter; breaking its lines elsewhere does not change it."""
    return sha256(" ".join(english.split()).encode()).hexdigest()[:8]


def find_outdated(translation: str, english: str) -> dict[str, str]:
    """Return the chapters whose English has changed since, by key, with the heading that marks them as up to date."""
    outdated = {}
    for key, chapter, original in zip(
        CHAPTERS, split_chapters(translation), split_chapters(english), strict=True
    ):
        heading, mark = chapter.partition("\n")[0], f" <!-- english {compute_mark(original)} -->"
        if not heading.endswith(mark):
            outdated[key] = f"## {MARK.sub('', heading)}{mark}"
    return outdated


def main() -> None:
    """Print which chapters of which handbook are behind, with their headings once they are not."""
    english = Path("docs/handbook.md").read_text(encoding="utf-8")
    for page in sorted(Path("docs").glob("handbook.*.md")):
        for heading in find_outdated(page.read_text(encoding="utf-8"), english).values():
            print(f"{page}: {heading}")  # noqa: T201 - the answer of the command


if __name__ == "__main__":
    main()
