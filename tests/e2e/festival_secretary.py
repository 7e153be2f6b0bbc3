"""A secretary in a browser, whose clicks and keys are counted stage by stage, with the time and the server's work."""

import contextlib
import os
import time
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.french_people import FrenchDesk


@dataclass(frozen=True)
class Stage:
    """The clicks and keys of one part of a day, its seconds, and the seconds of processor time of the server."""

    name: str
    clicks: int
    keys: int
    seconds: float
    worked: float


class Secretary(FrenchDesk):
    def __init__(self, page, watch):
        super().__init__(page, watch)
        self.clicks, self.stages = 0, []

    def click(self, locator):
        self.clicks += 1
        locator.click()

    def go(self, name, exact=True):
        """Click on a link, the first of those with this name."""
        with self.page.expect_navigation():
            self.click(self.page.get_by_role("link", name=name, exact=exact).first)

    def press_button(self, name):
        """Click on the button of a form, and wait for the page that it leads to."""
        with self.page.expect_navigation():
            self.click(self.page.get_by_role("button", name=name, exact=True).first)

    def enter(self):
        """Send a form off by its field, and wait for the page that it leads to."""
        with self.page.expect_navigation():
            self.press("Enter")

    def write(self, field, text):
        """Type into a field, which takes a click unless it has the focus already."""
        if not field.evaluate("field => field === document.activeElement"):
            self.click(field)
        self.press("Control+a")
        self.type(text)

    def choose(self, field, label):
        """Choose from a list: one click opens it, one takes the line."""
        self.clicks += 2
        field.select_option(label=label)

    def choose_file(self, field, name, content):
        """Choose a file: a click for the dialog, one for the file."""
        self.clicks += 2
        field.set_input_files({"name": name, "mimeType": "text/csv", "buffer": content})

    def save(self, link):
        """Return what a link leads to, as a click on it would save or show it."""
        self.clicks += 1
        return self.fetch(link.get_attribute("href")).body()

    def fetch(self, address):
        """Return an answer in the language of the browser."""
        answer = self.page.request.get(address, headers={"Accept-Language": "fr-FR"})
        assert answer.status == 200, address
        return answer

    @contextlib.contextmanager
    def stage(self, name, server):
        begun = time.monotonic(), processor_time(server.pid), self.clicks, self.keys
        yield
        at, worked, clicks, keys = begun
        stage = Stage(
            name,
            self.clicks - clicks,
            self.keys - keys,
            time.monotonic() - at,
            processor_time(server.pid) - worked,
        )
        self.stages.append(stage)

    def table_of_stages(self):
        """Return the stages as lines of a table in Markdown."""
        lines = ["| stage | clicks | keys | seconds | of them the server’s processor |", "| --- " * 5 + "|"]
        lines += [
            f"| {each.name} | {each.clicks} | {each.keys} | {each.seconds:.1f} | {each.worked:.1f} |"
            for each in self.stages
        ]
        sums = [
            sum(getattr(each, name) for each in self.stages)
            for name in ("clicks", "keys", "seconds", "worked")
        ]
        return "\n".join([*lines, "| together | {} | {} | {:.1f} | {:.1f} |".format(*sums)])


def processor_time(pid):
    """Return the seconds of processor time of a process and of the children that it has waited for."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
