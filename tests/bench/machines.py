"""Measurement of how throughput grows with machines: one, and then several, each with a part of a core.

The first machine has nginx, PostgreSQL, Redis, the desk, the clock and a worker; each further one a web and a live
server. All are namespaces of this machine (`tests.namespaces`). Phones ask one after the other for what a hall asks: a
slip, the own sheet, the state of the game, the page to play, three times each for a page of the web servers. So many
phones ask that requests wait: one machine is asked by so many, and then all machines by as many each, so that answers
take as long; again and again, as other work on this machine takes its part of the cores. Goal: two machines answer 1.7
times as much as one, by the medians.

`--costs` measures what each kind of request, a stream and a join cost in each program instead, in CPU, which other work
on this machine changes little. PostgreSQL is in memory: its commits wait for no disk.
"""

import asyncio
import itertools
import signal
import statistics
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import psutil
from django.core.management.base import BaseCommand, CommandError

from deploy.processes import proxy
from deploy.processes.plan import HOST, Plan, Service, services
from deploy.processes.supervisor import Production, Running
from tests.chaos.clusters import Cluster
from tests.chaos.ground import Redis, Volume
from tests.http_client import Desk
from tests.load.hall import Hall, Phone
from tests.load.programs import Started, Usage
from tests.load.wire import Site, ask
from tests.namespaces import MOST, Machines, RefusedError
from tests.server import environment_for, prepare_data

GOAL = 1.7
WARM_SECONDS = 5
PLAYERS = 300
AT_ONCE = 50
WEB, LIVE, ENTRANCE = 8001, 8011, 8000
Ask = Callable[[Phone], Awaitable[Any]]


class Command(BaseCommand):
    help = "Measure what one machine answers, and what several do."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--machines", type=int, default=2, help=f"how many, {MOST - 1} at most")
        parser.add_argument("--share", type=float, default=0.25, help="part of a core that each machine has")
        parser.add_argument(
            "--seconds", type=int, default=15, help="how long each measurement takes, 120 at most"
        )
        parser.add_argument(
            "--clients",
            type=int,
            default=200,
            help="how many phones ask at once at each machine, 300 at most",
        )
        parser.add_argument("--times", type=int, default=3, help="how often, 9 at most")
        parser.add_argument("--costs", action="store_true", help="measure what each request costs instead")

    def handle(
        self,
        *,
        machines: int,
        share: float,
        seconds: int,
        clients: int,
        times: int,
        costs: bool,
        **_options: Any,
    ) -> None:
        if not (2 <= machines < MOST and 5 <= seconds <= 120 and 1 <= clients <= 300 and 1 <= times <= 9):
            raise CommandError("Too many, or too few: --help has the bounds.")
        signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))
        limits = [None] * machines if costs else [share] * machines
        try:
            with Machines(None, *limits) as made, made[0].entered(), _Installation(made) as program:
                if costs:
                    asyncio.run(_measure_costs(program, self.stdout.write))
                    return
                answered = asyncio.run(self._measure(program, seconds, clients, times))
        except RefusedError as error:
            raise CommandError(str(error)) from error
        growth = answered[machines] / answered[1]
        self.stdout.write(f"{growth:.2f} times as much from 1 machine to {machines}")
        if growth < GOAL * machines / 2:
            raise CommandError(f"{GOAL * machines / 2:.2f} times is the goal.")

    async def _measure(
        self, program: "_Installation", seconds: int, clients: int, times: int
    ) -> dict[int, float]:
        """Return the answers in a second of one machine, and of all: the median of several times."""
        most = len(program.machines) - 1
        found: dict[int, list[float]] = {1: [], most: []}
        for count in (1, most) * times:
            # A game of its own: the slips of a player in a round are few.
            phones = await asyncio.to_thread(program.play, clients * count)
            await asyncio.to_thread(program.use_machines, count)
            await _time_answers(phones, WARM_SECONDS)
            usage = Usage(program.find_processes())
            took = await _time_answers(phones, seconds)
            found[count].append(len(took) / seconds)
            shares = usage.shares()
            ours = sum(share for name, share in shares.items() if name.startswith(("web", "live")))
            others = ", ".join(f"{name} {100 * shares[name]:.0f} %" for name in ("nginx", "postgresql"))
            self.stdout.write(
                f"{count} of {most} machines, {clients * count} phones: {found[count][-1]:.0f} answers/s, half of them"
                f" within {statistics.median(took):.2f} s; CPU: servers {100 * ours:.0f} %, {others}"
            )
            if errors := phones[0].hall.errors:
                raise CommandError("\n".join(sorted(set(errors))[:10]))
        return {count: statistics.median(each) for count, each in found.items()}


class _Installation(Started):
    """The program on all machines, seen from the first one."""

    def __init__(self, machines: Machines) -> None:
        self.machines = machines
        self.game: Desk | None = None
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="isotop-machines-")))
            folder.chmod(0o711)  # PostgreSQL runs as another user
            self._start_all(folder, stack)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_error: object) -> None:
        self._stack.close()

    def _start_all(self, folder: Path, stack: ExitStack) -> None:
        first, *others = self.machines
        data = prepare_data(folder / "data")
        volume = Volume(folder / "volume")
        stack.callback(volume.close)
        log = folder / "postgresql.log"
        self._cluster = Cluster("postgresql", 5432, volume, log, address=first.address, max_connections=400)
        self._redis = Redis(folder, folder, first.address)
        self._running: dict[str, Running] = {}
        for running in (self._cluster, self._redis):
            self._run(running.service.name, running, stack)
        self._cluster.run("CREATE DATABASE isotop")
        settings = {
            "ISOTOP_DATA": str(data),
            "DATABASE_URL": self._cluster.url(),
            "REDIS_URL": self._redis.url,
            "FORWARDED_ALLOW_IPS": first.address,
        }
        self.environment = environment_for(data, **settings)
        common = Plan(settings=settings, environment=environment_for(data), live_ports=(), desk_ports=())
        here = replace(common, host=first.address, web_ports=(), desk_ports=(8021,))
        self._production = stack.enter_context(Production(here, folder))
        for machine in others:
            plan = replace(
                common,
                host=machine.address,
                web_ports=(WEB,),
                live_ports=(LIVE,),
                clock=False,
                workers=0,
            )
            for service in services(plan):
                there = replace(service, command=machine.command(*service.command))
                name = f"{service.name.rstrip('1')}{machine.number - 1}"
                self._run(name, Running(there, folder / f"{name}.log"), stack)
        self._nginx = folder / "nginx"
        self.site = f"http://{HOST}:{ENTRANCE}"
        nginx = Service("nginx", self._configure(1), environment_for(data), health=f"{self.site}/healthz")
        self._run("nginx", Running(nginx, folder / "nginx.log"), stack)
        self.welcome = self._production.manage("login_link", "--site", self.site).split()[-1]

    def _run(self, name: str, running: Running, stack: ExitStack) -> None:
        self._running[name] = running
        stack.callback(running.stop)
        running.start()
        running.wait_until_ready()

    def _configure(self, count: int) -> tuple[str, ...]:
        """Have nginx send requests to so many machines; return its command."""
        addresses = [machine.address for machine in self.machines[1 : count + 1]]
        written = proxy.render_site(
            listen=f"{HOST}:{ENTRANCE}",
            webs=[f"{address}:{WEB}" for address in addresses],
            lives=[f"{address}:{LIVE}" for address in addresses],
            desks=[f"{self.machines[0].address}:8021"],
            static=Path(self.environment["ISOTOP_DATA"]),
            version=proxy.find_version(),
            log=self._nginx / "access.log",
        )
        return proxy.write_standalone(written, self._nginx)

    def use_machines(self, count: int) -> None:
        """Have nginx send requests to so many machines from now on, as an operator adds one."""
        self._configure(count)
        nginx = psutil.Process(self._running["nginx"].pid)
        nginx.send_signal(signal.SIGHUP)
        time.sleep(2)

    def find_processes(self) -> dict[str, psutil.Process]:
        pids = self._production.pids | {name: running.pid for name, running in self._running.items()}
        return {name: psutil.Process(pid) for name, pid in pids.items()}

    def count_written_bytes(self) -> int:
        """Return how many bytes PostgreSQL has written to its log of changes."""
        return int(self._cluster.run("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')"))

    def play(self, count: int) -> list[Phone]:
        """Make a game whose round runs for an hour; return so many of its phones."""
        self.game = self.game or Desk(self.site).enter(self.welcome, "bench")
        code = self.game.new_game("Machines", round_time="own", own_time=3600)
        self.game.do(code, "one-address")
        entered = self.enter(code, count)
        self.game.do(code, "draw", "open-and-start")
        hall = Hall(Site.at(self.site), code)
        return [Phone(hall, number, token, table) for number, (token, table) in enumerate(entered)]


def _requests(code: str) -> dict[str, Ask]:
    """Return what phones ask for, by name."""

    def get(path: str) -> Ask:
        return lambda phone: _ask(phone, path)

    async def send(phone: Phone) -> None:
        await phone.send(phone.hall.frame["round"])

    return {
        "slip": send,
        "own sheet": lambda phone: phone.ask_for_mine(),
        "state of the game": get(f"/api/v1/games/{code}/"),
        "page to play": get(f"/play/{code}/"),
        "page of the web servers": get("/ways-to-play/"),
    }


async def _ask(phone: Phone, path: str) -> None:
    """Ask, and count anything but an answer as an error."""
    try:
        answer = await ask(phone.hall.site, "GET", path, headers=["Accept-Encoding: gzip"])
    except OSError as error:
        phone.hall.errors.append(f"{path}: {error!r}")
        return
    if answer.status != 200:
        phone.hall.errors.append(f"{path} answered with {answer.status}")


async def _time_answers(phones: list[Phone], seconds: float) -> list[float]:
    """Have phones ask one request after the other for so long; return how long each answer took."""
    await _know_round(phones[0])
    end, took = time.monotonic() + seconds, []

    async def go_on(phone: Phone) -> None:
        *fast, page = _requests(phone.hall.code).values()
        turn = [*fast * 3, page]
        for act in itertools.islice(itertools.cycle(turn), phone.number % len(turn), None):
            began = time.monotonic()
            await act(phone)
            if time.monotonic() > end:
                return
            took.append(time.monotonic() - began)

    await asyncio.gather(*map(go_on, phones))
    return took


async def _know_round(phone: Phone) -> None:
    answer = await ask(phone.hall.site, "GET", phone.api)
    frame = answer.json()
    phone.hall.frames[frame["version"]] = frame


async def _measure_costs(program: _Installation, say: Callable[[str], object]) -> None:
    """Say what a request costs in each program, and a stream, in milliseconds of CPU and bytes."""
    phones = await asyncio.to_thread(program.play, PLAYERS)
    await asyncio.to_thread(program.use_machines, len(program.machines) - 1)
    await _know_round(phones[0])
    hall, names = phones[0].hall, itertools.count()

    async def join(phone: Phone) -> None:
        values = {"name": f"Joined {next(names)}"}
        answer = await ask(hall.site, "POST", f"{phone.api}entries/", values=values)
        assert answer.status == 201, answer.body

    say(
        "| | our servers | nginx | PostgreSQL | Redis | written by PostgreSQL |\n| --- | --- | --- | --- | --- | --- |"
    )
    for name, act in {**_requests(hall.code), "joining": join}.items():
        await _in_turn(act, phones[:40])
        with _say_costs(program, name, PLAYERS, say):
            await _in_turn(act, phones)
    memory = Usage(program.find_processes()).by_name()
    with _say_costs(program, "stream, opened", PLAYERS, say):
        await _in_turn(Phone.follow, phones)
        await asyncio.sleep(2)
    held = Usage(program.find_processes()).by_name()
    acts = ("close-door", "open-door") * 5
    with _say_costs(program, "frame of a stream", PLAYERS * len(acts), say):
        for act in acts:
            await asyncio.to_thread(program.game.do, hall.code, act)
            await asyncio.sleep(1)
    for kind in ("live", "nginx"):
        grown = sum(held[name][1] - memory[name][1] for name in held if name.startswith(kind))
        say(f"memory of a stream in {kind}: {grown / PLAYERS / 1000:.1f} kB")
    for phone in phones:
        phone.close()
    for error in sorted(set(hall.errors)):
        raise CommandError(error)


@contextmanager
def _say_costs(program: _Installation, name: str, count: int, say: Callable[[str], object]) -> Iterator[None]:
    """Say what was used meanwhile, for each of so many."""
    usage, written = Usage(program.find_processes()), program.count_written_bytes()
    yield
    used = usage.cpu_seconds()
    ours = sum(seconds for process, seconds in used.items() if process.startswith(("web", "live")))
    spent = [ours, *(used[process] for process in ("nginx", "postgresql", "redis"))]
    each = " | ".join(f"{1000 * seconds / count:.2f} ms" for seconds in spent)
    say(f"| {name} | {each} | {(program.count_written_bytes() - written) / count:.0f} bytes |")


async def _in_turn(act: Ask, phones: list[Phone]) -> None:
    """Have each phone do it once, so many at once as a busy second has."""
    places = asyncio.Semaphore(AT_ONCE)

    async def once(phone: Phone) -> None:
        async with places:
            await act(phone)

    await asyncio.gather(*map(once, phones))
