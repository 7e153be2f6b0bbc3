"""The people of an evening, each with a browser context of their own: desk, phones, projector.

A `Watch` listens to each context: an error on a console, an exception in a page, a failed request, a request to
a host that isn't ours, a page without its Content-Security-Policy: each fails the test, unless the test said
before that it would provoke it.
"""

import contextlib
import re
import shutil

from playwright.sync_api import expect

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
]
DESK_SIZE = {"width": 1366, "height": 768}
PHONE_SIZE = {"width": 360, "height": 740}
PROJECTOR_SIZE = {"width": 1280, "height": 720}
# Two processors shared with whatever else runs: generous, and only failures ever wait so long.
PATIENCE_MS = 60_000
POLICY = "content-security-policy"
# Addresses without a host; the last two are the browser's own viewer of PDF documents.
NO_HOST = ("data:", "blob:", "about:", "chrome:", "chrome-extension:")
# The page or the person turned away while something was on its way: a stream when a page is left, a download.
TURNED_AWAY = "net::ERR_ABORTED"
# An act at the desk stops a refresh that is on its way, which htmx tells the console.
STOPPED_REFRESH = ("htmx:sendAbort", "htmx:afterRequest")
OFFLINE = r"ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_NETWORK_IO_SUSPENDED"
SERVER_GONE = r"ERR_(CONNECTION_\w+|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|SOCKET_NOT_CONNECTED)"


def find_chromium():
    """Return the path of a Chromium; None if there is none.

    The headless shell has the same engine without the windows around it: it needs a third of the processor time.
    """
    names = (
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    )
    return next((found for found in map(shutil.which, names) if found), None)


class Watch:
    """A recorder of problems in one browser context."""

    def __init__(self, context, site):
        self.site = site
        self.problems = []
        self.provoked = []
        context.on("console", self._on_console)
        context.on("weberror", lambda error: self.problems.append(f"exception: {error.error}"))
        context.on("request", self._on_request)
        context.on("requestfailed", self._on_failed)
        context.on("response", self._on_response)

    def provoke(self, pattern):
        """Expect problems like this from here on: the test causes them."""
        self.provoked.append(pattern)

    def check(self):
        unasked = [
            problem
            for problem in self.problems
            if not any(re.search(pattern, problem) for pattern in self.provoked)
        ]
        assert not unasked, "\n".join(unasked)

    def _on_console(self, message):
        if message.type in {"error", "warning"} and not message.text.startswith(STOPPED_REFRESH):
            place = message.location
            self.problems.append(f"console: {message.text} ({place['url']}:{place['lineNumber']})")

    def _on_request(self, request):
        if not request.url.startswith((f"{self.site}/", *NO_HOST)):
            self.problems.append(f"another host: {request.url}")

    def _on_failed(self, request):
        if request.failure != TURNED_AWAY:
            self.problems.append(f"failed: {request.method} {request.url} {request.failure}")

    def _on_response(self, response):
        if "text/html" in response.headers.get("content-type", "") and POLICY not in response.headers:
            self.problems.append(f"no policy: {response.url}")


class Hall:
    """Opens browsers for people, and looks at the end whether all went well in each."""

    def __init__(self, browser, site, arbitrator):
        self.browser = browser
        self.site = site
        self.arbitrator = arbitrator
        self.watches = []
        self.contexts = []

    def open(self, person, size, **options):
        """Open an empty page for a person in a new context; the options are those of a context."""
        context = self.browser.new_context(
            base_url=self.site, viewport=size, locale=options.pop("locale", "en-GB"), **options
        )
        context.set_default_timeout(PATIENCE_MS)
        self.contexts.append(context)
        watch = Watch(context, self.site)
        self.watches.append(watch)
        return person(context.new_page(), watch)

    def desk(self, code=None, **options):
        """Log the arbitrator in; open the desk of a game if its code is given."""
        desk = self.open(Desk, options.pop("size", DESK_SIZE), storage_state=self.arbitrator, **options)
        desk.page.goto(f"/desk/{code}/" if code else "/desk/")
        return desk

    def phone(self, code=None, name=None, **options):
        """Open a player's phone; join a game if a name is given."""
        options = {"has_touch": True, "is_mobile": True} | options
        phone = self.open(Phone, options.pop("size", PHONE_SIZE), **options)
        if name:
            phone.page.goto(f"/join/{code}/")
            phone.join(name)
        return phone

    def projector(self, code, **options):
        projector = self.open(Person, PROJECTOR_SIZE, **options)
        # The list of those who have come ends with the first rack, which may go out while the screen asks.
        projector.watch.provoke("404 .*/names/")
        projector.page.goto(f"/screen/{code}/")
        return projector

    def close(self):
        for context in self.contexts:
            context.close()

    def check(self):
        for watch in self.watches:
            watch.check()


class Clicks:
    """Clicks on a page, counted; to choose files is one more."""

    def __init__(self):
        self.count = 0

    def click(self, locator):
        self.count += 1
        locator.click()

    def choose_files(self, locator, files):
        self.count += 1
        locator.set_input_files(files)


class Person:
    """Somebody looking at a page."""

    def __init__(self, page, watch):
        self.page = page
        self.watch = watch

    def board(self, root="#board"):
        """Return the board on the screen, a text a row; "." for empty, lower case a blank."""
        return self.page.evaluate(READ_BOARD, root)

    def wait_for_board(self, rows, root="#board"):
        same = f"([rows, root]) => ({READ_BOARD})(root).join() === rows.join()"
        self.page.wait_for_function(same, arg=[rows, root])

    def reload(self):
        self.page.reload(wait_until="domcontentloaded")


READ_BOARD = """root => [...document.querySelectorAll(`${root} .board-row`)].map(row =>
  [...row.querySelectorAll('.square')].map(square => {
    const tile = square.querySelector('.tile:not(.pending)');
    const letter = tile?.querySelector('.tile-letter').textContent ?? '.';
    return tile?.classList.contains('blank') ? letter.toLowerCase() : letter;
  }).join(''))"""


class Phone(Person):
    """A player."""

    @property
    def word(self):
        return self.page.get_by_label("Word", exact=True)

    @property
    def reference(self):
        return self.page.get_by_label("Square", exact=True)

    @property
    def score(self):
        return self.page.get_by_label("Points", exact=True)

    @property
    def total(self):
        return self.page.locator("#total")

    def join(self, name):
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Join").tap()
        self.page.wait_for_url("**/play/*/")
        self.shows("waiting", "ready", "write", "announced")

    def shows(self, *states):
        """Wait until the phone says one of these states (see phone_state.js)."""
        expect(self.page.locator("#bar")).to_have_attribute(
            "data-state", re.compile("^(" + "|".join(states) + ")$")
        )

    def says(self, words):
        expect(self.page.locator("#bar")).to_contain_text(words)

    def tap_square(self, name):
        self.page.get_by_role("gridcell", name=re.compile(rf"^{name},")).tap()

    def tap_tiles(self, letters):
        for letter in letters:
            self.page.locator("#rack").get_by_role(
                "button", name=letter, exact=True, disabled=False
            ).first.tap()

    def tap_blank(self, letter):
        self.tap_tiles(["Blank"])
        self.page.get_by_role("dialog").get_by_role("button", name=letter, exact=True).tap()

    def type(self, word, reference, score=""):
        """Write a slip in the fields, letter by letter as a keyboard does."""
        for field, text in ((self.word, word), (self.reference, reference), (self.score, score)):
            field.fill("")
            field.press_sequentially(text)

    def has_written(self, word, reference, score=""):
        expect(self.word).to_have_value(word)
        expect(self.reference).to_have_value(reference)
        expect(self.score).to_have_value(score)

    def send(self):
        self.page.locator("#send").tap()

    @contextlib.contextmanager
    def offline(self):
        """Disconnect this person's network for the block."""
        self.watch.provoke(OFFLINE)
        self.page.context.set_offline(True)
        yield
        self.page.context.set_offline(False)


class Desk(Person):
    """The arbitrator."""

    def is_at(self, step):
        expect(self.page.locator("#desk")).to_have_attribute("data-step", step)

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text):
        self.page.keyboard.type(text)

    def type_rack(self, rack):
        """Type a rack, with the keyboard alone."""
        self.press("t")
        self.type(rack)
        self.press("Enter")
        self.is_at("open")

    def key_slip(self, player, word, reference, score=""):
        """Key a paper slip with the keyboard alone; `player` is a table or the beginning of a name."""
        self.press("k")
        self.type(f"{player} {word} {reference} {score}")
        self.press("Enter")
        expect(self.page.locator("#line-said")).to_contain_text(reference.upper())

    def slip_of(self, name):
        return self.page.locator("#slips tbody tr").filter(has=self.page.get_by_role("rowheader", name=name))

    def has_slips(self, count):
        expect(self.page.locator("#slip-count")).to_have_text(count)
