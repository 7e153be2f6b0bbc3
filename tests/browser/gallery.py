"""Every screen at each step of a round, in every size, light and dark, with 3 and with 1,500 players: to be looked at.

`make screenshots` puts them into var/screenshots, named players-step-screen-look.
"""

from tests import http_client
from tests.browser.hall import DESK_SIZE, PHONE_SIZE, PROJECTOR_SIZE, Desk, Phone
from tests.server import ROOT

PICTURES = ROOT / "var" / "screenshots"
PLAYERS = (3, 1500)
# So many names the form of the players takes at once.
NAMES_AT_ONCE = 100
LOOKS = ("light", "dark")
RACKS = ("TRAINER", "SATIRES")
SIZES = {
    "phone": PHONE_SIZE,
    "tablet": {"width": 768, "height": 1024},
    "desk": DESK_SIZE,
    "projector": PROJECTOR_SIZE,
    "projector-large": {"width": 1920, "height": 1080},
}
HAND_HELD = {"device_scale_factor": 2, "is_mobile": True, "has_touch": True}


def take_gallery(browser, program):
    PICTURES.mkdir(parents=True, exist_ok=True)
    keeper = http_client.Desk(program.site).enter(program.welcome, "Ann")
    for count in PLAYERS:
        take_game(browser, program, keeper, count)


def take_game(browser, program, keeper, count):
    """Photograph two rounds of a game, from its beginning to the standings."""
    code = keeper.new_game("Tuesday evening", calls="", minimum_early="", minimum_late="", late_from_round="")
    token = http_client.Phone(program.site, code, "Agnès").join().token
    names = [f"Player {number}" for number in range(2, count + 1)]
    for start in range(0, len(names), NAMES_AT_ONCE):
        text = "\n".join(names[start : start + NAMES_AT_ONCE])
        assert keeper.post_form(f"/desk/{code}/players/", {"names": text}).status == 302
    pages = open_screens(browser, program, code, token)

    def take(step):
        for screen, page in pages.items():
            for look in LOOKS:
                page.emulate_media(color_scheme=look)
                page.screenshot(path=PICTURES / f"{count}-{step}-{screen}-{look}.png")

    take("1-waiting")
    for number, rack in enumerate(RACKS, start=1):
        keeper.do(code, "type-rack", rack=rack)
        wait_for(pages["desk"], "open")
        take(f"{number}-rack-drawn")
        keeper.do(code, "open-and-start")
        wait_for(pages["desk"], "running")
        take(f"{number}-write")
        phone = Phone(pages["phone"], None)
        phone.type(rack, "H4", "60")
        phone.send()
        phone.shows("sent")
        take(f"{number}-sent")
        keeper.do(code, "end-round")
        keeper.wait_for_step(code, "announce")
        wait_for(pages["desk"], "announce")
        take(f"{number}-closed")
        keeper.announce_preferred(code, number)
        phone.shows("announced")
        wait_for(pages["desk"], "draw")
        take(f"{number}-announced")
    for page in pages.values():
        page.context.close()


def wait_for(desk, step):
    Desk(desk, None).is_at(step)


def open_screens(browser, program, code, token):
    """Open a page for each screen, before the first picture is taken."""
    addresses = {
        "phone": f"/play/{code}/#t={token}",
        "tablet": f"/play/{code}/#t={token}",
        "desk": f"/desk/{code}/",
        "projector": f"/screen/{code}/",
        "projector-large": f"/screen/{code}/",
    }
    pages = {}
    for screen, address in addresses.items():
        more = HAND_HELD if screen in {"phone", "tablet"} else {}
        context = browser.new_context(
            base_url=program.site, locale="en-GB", viewport=SIZES[screen], reduced_motion="reduce", **more
        )
        pages[screen] = context.new_page()
        if screen == "desk":
            log_in(pages[screen])
        pages[screen].goto(address)
    return pages


def log_in(page):
    page.goto("/login/")
    page.locator("[name=username]").fill("Ann")
    page.locator("[name=password]").fill(http_client.PASSWORD)
    page.locator("[name=password]").press("Enter")
    page.wait_for_url("**/desk/")
