"""One game from joining to the last sheet, and the rows of the table that say how it went."""

import asyncio
import sys
import time

from tests.load.answers import broken_bounds, percentile
from tests.load.hall import GIVE_UP, Hall, Phone
from tests.load.plan import plan_round
from tests.load.programs import Usage
from tests.load.table import megabytes, seconds
from tests.load.wire import Site, ask

GRACE = 2
# Phones come in over this time for each thousand of them: all 6,000 of a large hall within 30 seconds.
ARRIVING = 5.0


async def play_evening(program, options):
    desk = await asyncio.to_thread(program.desk)
    code = await asyncio.to_thread(
        desk.new_game, "Load", round_time="own", own_time=options.seconds, grace_seconds=GRACE
    )
    hall = Hall(Site.at(program.site), code, options.seed)
    hall.site.answers.watch(desk)
    # All phones of this tool come from one address.
    await _do(desk, hall, "one-address")
    say(f"{options.players} players join")
    phones = await _enter(program, hall, options)
    arriving = time.monotonic()
    say("they open the page")
    desk_works = asyncio.create_task(_work_at_desk(desk, hall))
    try:
        await _arrive(phones)
    finally:
        desk_works.cancel()
        await asyncio.wait([desk_works])
    if not desk_works.cancelled():
        await desk_works
    arrived = time.monotonic() - arriving
    usage, rounds = Usage(program.find_processes()), Rounds()
    memory = {}
    for number in range(1, options.rounds + 1):
        say(f"round {number}")
        await _play_round(desk, hall, phones, rounds, plan_round(len(phones), f"{options.seed} {number}"))
        memory = memory or usage.by_name()
    used = usage.by_name()
    for phone in phones:
        phone.close()
    rows = _rows(hall, phones, rounds, used, arrived) + _rows_of_answers(hall.site.answers)
    rows.append(("memory of our processes after the first round, at the end", _write_memory(memory, used)))
    measured = {
        "acts of the desk, 99 %": percentile(hall.site.answers.of_desk("POST")),
        "slip to receipt, 99 %": percentile(hall.slips),
        "clock started to last phone": max(rounds.started),
        "all slips judged, for each 3,000 phones": max(rounds.judged) / max(1, len(phones) / 3000),
        "announcement to last phone": max(rounds.announced),
        "announcement to everybody's own sheet": max(rounds.spread),
    }
    growth = _sum_of_ours(used) / _sum_of_ours(memory) if used else 1.0
    return hall, rows, broken_bounds(measured, growth)


async def _work_at_desk(desk, hall):
    """Act and look at the desk and at the projector again and again, until cancelled between two turns."""
    code = hall.code
    while True:
        turn = asyncio.create_task(asyncio.to_thread(_take_turn_at_desk, desk, code))
        try:
            await asyncio.shield(turn)
        except asyncio.CancelledError:
            await turn
            raise
        await asyncio.sleep(0.5)


def _take_turn_at_desk(desk, code):
    desk.do(code, "draw", "put-back")
    for path in (
        f"/desk/{code}/",
        f"/desk/{code}/panel/",
        f"/screen/{code}/",
        f"/api/v1/games/{code}/?screen",
    ):
        answer = desk.get(path)
        assert answer.status == 200, f"{path}: {answer.status}"


def _rows_of_answers(answers):
    rows = [
        ("acts of the desk: p50 / p95 / p99 / longest", seconds(answers.of_desk("POST"))),
        ("pages of desk and projector: p50 / p95 / p99 / longest", seconds(answers.of_desk("GET"))),
    ]
    return rows + [
        (f"slowest: {name}", f"{len(found)}: {seconds(found)}") for name, found in answers.slowest()
    ]


# Shared with others, and filled by the first rows that are read.
NOT_OURS = frozenset({"postgresql", "redis"})


def _sum_of_ours(usage):
    return sum(memory for name, (_cpu, memory) in usage.items() if name not in NOT_OURS)


def _write_memory(first, last):
    return f"{megabytes(_sum_of_ours(first))}, {megabytes(_sum_of_ours(last))}"


def say(what):
    print(time.strftime("%H:%M:%S"), what, file=sys.stderr, flush=True)


class Rounds:
    """Measurements of each round, in seconds."""

    def __init__(self):
        self.started, self.judged, self.announced, self.acted, self.spread = [], [], [], [], []


async def _enter(program, hall, options):
    by_phone = options.players if options.url else min(options.joins, options.players)
    entered = await asyncio.to_thread(program.enter, hall.code, options.players - by_phone)
    entered += await _join_all(hall, by_phone, options.join_seconds)
    return [Phone(hall, number, token, table) for number, (token, table) in enumerate(entered)]


async def _join_all(hall, count, within):
    """Join one after the other, or spread over so many seconds."""
    if not within:
        return [await _join(hall, number) for number in range(count)]
    each = within / max(count, 1)
    return await asyncio.gather(*(_join(hall, number, number * each) for number in range(count)))


async def _join(hall, number, after=0.0):
    await asyncio.sleep(after)
    began = time.monotonic()
    while True:
        path, values = f"/api/v1/games/{hall.code}/entries/", {"name": f"Joined {number}"}
        answer = await ask(hall.site, "POST", path, values=values)
        if answer.status != 429:
            break
        hall.joins_refused += 1
        await asyncio.sleep(float(answer.headers.get("retry-after", 1)))
    assert answer.status == 201, answer.body
    hall.joins.append(time.monotonic() - began)
    joined = answer.json()
    return joined["token"], joined["table"]


async def _arrive(phones):
    """Open the page for everybody, not all at once; then wait until every stream has the same frame."""
    every = ARRIVING / 1000
    async with asyncio.TaskGroup() as tasks:
        for nth, phone in enumerate(phones):
            tasks.create_task(_open_page(phone, nth * every))
    await _all_have(phones, max(phone.version for phone in phones))


async def _open_page(phone, after):
    await asyncio.sleep(after)
    await asyncio.gather(phone.follow(), phone.look())


async def _all_have(phones, version):
    async with asyncio.timeout(GIVE_UP):
        for phone in phones:
            while phone.version < version:
                phone.newer.clear()
                await phone.newer.wait()


async def _play_round(desk, hall, phones, rounds, plans):
    await _do(desk, hall, "draw", "open")
    began = time.time()
    await _do(desk, hall, "start")
    frame = await hall.wait_for_frame(lambda frame: _phase(frame) == "running")
    await _all_have(phones, frame["version"])
    rounds.started.append(_last_heard(hall, frame["version"]) - began)
    round_ = frame["round"]
    playing = [
        asyncio.create_task(phone.play(plan, round_, GRACE))
        for phone, plan in zip(phones, plans, strict=True)
    ]
    await hall.wait_for_frame(lambda frame: _phase(frame) == "closed")
    await _announce(desk, hall, phones, rounds, round_)
    await asyncio.gather(*playing)


async def _announce(desk, hall, phones, rounds, round_):
    """Announce the suggested move once all is judged; wait again if a late slip has come in between."""
    number, answer = round_["number"], None
    while answer is None or answer.status == 422:
        version = hall.frame["version"]
        await asyncio.to_thread(desk.wait_for_step, hall.code, "announce", GIVE_UP, version)
        judged = time.time()
        tops = await asyncio.to_thread(desk.tops, hall.code)
        began = time.time()
        preferred = next((top.value for top in tops if top.preferred), "")
        answer = await asyncio.to_thread(desk.announce, hall.code, number, preferred)
    rounds.acted.append(time.time() - began)
    rounds.judged.append(judged - round_["closes_at"] / 1000 - GRACE)
    frame = await hall.wait_for_frame(lambda frame: frame["last"] and frame["last"]["number"] == number)
    having = [asyncio.create_task(phone.have_mine(number, _spread(len(phones)))) for phone in phones]
    await _all_have(phones, frame["version"])
    rounds.announced.append(_last_heard(hall, frame["version"]) - began)
    await asyncio.gather(*having)
    rounds.spread.append(time.time() - began)


def _spread(players):
    """Return the seconds over which phones spread their requests, as in phone.js."""
    return max(1.5, players * 0.003)


async def _do(desk, hall, *acts):
    await asyncio.to_thread(desk.do, hall.code, *acts)


def _phase(frame):
    return frame["round"] and frame["round"]["phase"]


def _last_heard(hall, version):
    return max(hall.heard[version].values())


def _rows(hall, phones, rounds, used, arrived):
    spread = "p50 / p95 / p99 / longest"
    everything = {
        "phones, each with a live stream": len(phones),
        f"all of them opened the page in (they come within {ARRIVING:.0f} s for each thousand)": f"{arrived:.1f} s",
        f"page of a phone: {spread}": seconds(hall.pages),
        f"joined by phone from one address: {spread}": f"{len(hall.joins)}: {seconds(hall.joins)}",
        "joins that were refused first": hall.joins_refused,
        "slips with a receipt": len(hall.receipts),
        f"slip to receipt: {spread}": seconds(hall.slips),
        "errors seen by a phone after its own retries": len(hall.errors),
        "late slips for a round already announced, refused": hall.too_late,
        "retries": hall.retries,
        "streams that were lost and came back": hall.lost_streams,
        "clock started to last phone": seconds(rounds.started),
        "all slips judged, after time and grace": seconds(rounds.judged),
        "announcement answered at the desk": seconds(rounds.acted),
        "announcement to last phone": seconds(rounds.announced),
        "time and grace up to judged, announced and standings on the last phone": seconds(
            [judged + told for judged, told in zip(rounds.judged, rounds.announced, strict=True)]
        ),
        f"own sheet asked for: {spread}": seconds(hall.sheets),
        "announcement to everybody's own sheet": seconds(rounds.spread),
        "own sheets that the stream did not bring": hall.sheets_asked_for,
    }
    rows = [*everything.items()]
    for name, (cpu, memory) in used.items():
        rows.append((f"{name}: CPU on average, memory", f"{100 * cpu:.0f} %, {megabytes(memory)}"))
    rows.append(("memory of all processes", megabytes(sum(memory for _cpu, memory in used.values()))))
    return rows
