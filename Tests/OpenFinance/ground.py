"""The directory and the bank as processes, and the initiators that the cases speak as."""

from __future__ import annotations

import functools
import http.client
import itertools
import pathlib
import random
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from typing import Any

from directory_folder import DirectoryFolder, NewInitiator
from initiator import net
from initiator.client import Bank, Initiator
from initiator.device import Enrollment, Payment
from initiator.holder import ALICE, Person
from initiator.payments import Payments, Terms

READY_SECONDS = 60
# A new directory makes about thirty RSA keys.
CREATE_SECONDS = 120
PORTS = (12_000, 32_000)
# The banks of the sandbox, by what they are good for here.
PLAIN, SLOW, STRICT, SHAKY, LOW = "ipe", "jabuti", "carcara", "vagalume", "sabia"
LIMITLESS = {"transaction_limit": "", "daily_limit": "", "validity_days": "365"}


def free_ports(count: int) -> int:
    """The first of some neighbouring ports that are free now, below those that outgoing connections take."""
    for _ in range(200):
        first = random.SystemRandom().randrange(*PORTS)
        if all(_is_free(first + number) for number in range(count)):
            return first
    raise AssertionError(f"there are no {count} neighbouring free ports")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
            return True
        except OSError:
            return False


class Process:
    """One program with a log of its own."""

    def __init__(self, command: list[str], log: pathlib.Path):
        self.command, self.log = command, log
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, pages_port: int) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise AssertionError(f"{' '.join(self.command)} ended with {self.process.returncode}: {self.said()}")
            if _status(pages_port, "/livez") == 200:
                return
            time.sleep(0.05)
        raise AssertionError(f"{' '.join(self.command)} is not ready after {READY_SECONDS} s: {self.said()}")

    def stop(self) -> int:
        """Asks it to end; its exit code."""
        if self.process is None or self.process.poll() is not None:
            return 0
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def said(self) -> str:
        return self.log.read_text(errors="replace")[-2000:] if self.log.exists() else ""


def _status(port: int, path: str) -> int | None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


class Ground:
    def __init__(
        self, program: str, folder: pathlib.Path, database: str | None = None, options: tuple[str, ...] = ()
    ):
        """With the address of a PostgreSQL there are two nodes of the bank, behind a balancer of our own.

        `options` are more settings of the bank.
        """
        self.program, self.folder, self.database, self.options = program, folder, database, options
        first = free_ports(6)
        self.directory_port, self.bank_port = first, first + 3
        self.directory = DirectoryFolder(folder / "directory")
        self.clock_file = folder / "deadlines-ahead"
        self.ahead_seconds = 0
        # What the bank says of encrypted requests that it cannot open: one sentence for all.
        self.seen_descriptions: set[str] = set()
        # What a module started for its cases, to be closed at the end.
        self.closing: list[Callable[[], None]] = []
        self._initiators: list[Initiator] = []
        self._processes: list[Process] = []

    # MARK: Processes

    def start(self) -> None:
        place = str(self.directory.path)
        made = subprocess.run(
            [
                self.program,
                "directory",
                "create",
                "--folder",
                place,
                "--port",
                str(self.directory_port),
                "--bank-port",
                str(self.bank_port),
            ],
            capture_output=True,
            text=True,
            timeout=CREATE_SECONDS,
            stdin=subprocess.DEVNULL,
        )
        if made.returncode != 0:
            raise AssertionError(f"chave directory create ended with {made.returncode}: {made.stdout}{made.stderr}")
        self._run(["directory", "serve", "--folder", place, "--port", str(self.directory_port)], self.directory_port)
        self._run(self._bank_command(), self.bank_port)
        if self.database is not None:
            other = free_ports(3)
            self._run([*self._bank_command(), "--port", str(other)], other)
            for number in range(3):
                ports = (self.bank_port + number, other + number)
                net.BALANCED[self.bank_port + number] = itertools.cycle(ports)

    def _bank_command(self) -> list[str]:
        command = [
            "bank",
            "serve",
            "--participant",
            str(self.directory.participant("bank")),
            *(
                ["--data", str(self.folder / "bank-data")]
                if self.database is None
                else ["--database", self.database]
            ),
        ]
        if "--official-triggers" in self.bank_help:
            command.append("--official-triggers")
        if self.has_deadlines_clock:
            self.clock_file.write_text("0", encoding="ascii")
            command += ["--deadlines-clock", str(self.clock_file)]
        return [*command, *self.options]

    def _run(self, arguments: list[str], port: int) -> None:
        process = Process([self.program, *arguments], self.folder / f"{arguments[0]}-{port}.log")
        self._processes.append(process)
        process.start(port + 2)

    @functools.cached_property
    def bank_help(self) -> str:
        told = subprocess.run(
            [self.program, "bank", "serve", "--help"],
            capture_output=True,
            text=True,
            timeout=READY_SECONDS,
            stdin=subprocess.DEVNULL,
        )
        return told.stdout + told.stderr

    @property
    def has_deadlines_clock(self) -> bool:
        return "--deadlines-clock" in self.bank_help

    def end(self) -> None:
        for close in self.closing:
            close()
        for initiator in self._initiators:
            initiator.close()
        for process in reversed(self._processes):
            process.stop()

    def logs(self) -> dict[str, str]:
        return {process.log.name: process.said() for process in self._processes}

    def put_deadlines_forward(self, seconds: int) -> None:
        """Moves the deadlines of enrollments and consents at the bank; the clock of messages stays."""
        assert self.has_deadlines_clock, "chave bank serve has no --deadlines-clock FILE: deadlines cannot be tried"
        self.ahead_seconds += seconds
        self.clock_file.write_text(str(self.ahead_seconds), encoding="ascii")

    # MARK: Initiators

    def speaking_as(self, folder: str) -> Initiator:
        made = Initiator(self.directory.participant(folder))
        self._initiators.append(made)
        return made

    @functools.cached_property
    def initiator(self) -> Initiator:
        """The seeded one."""
        return self.speaking_as("initiator")

    @functools.cached_property
    def second(self) -> Initiator:
        """Another organisation, with two origins."""
        new = NewInitiator(origin_uris=("https://segunda.iniciadora.test", "https://loja.segunda.test"))
        self.directory.add_initiator("second", new)
        return self.speaking_as("second")

    @functools.cache
    def bank(self, slug: str = PLAIN) -> Bank:
        return self.initiator.bank(slug)

    @functools.cache
    def bank_of_second(self, slug: str = PLAIN) -> Bank:
        return self.second.bank(slug)

    @functools.cache
    def payments_v4(self, slug: str = PLAIN) -> Payments:
        return Payments(self.bank(slug).server, 4)

    # MARK: Fixtures

    @functools.cache
    def device(self, slug: str = PLAIN, person: Person = ALICE) -> Enrollment:
        """An authorised enrollment for the cases that do not change it."""
        return Enrollment.authorised(self.bank(slug), person, LIMITLESS)

    @functools.cache
    def device_of_second(self, slug: str = PLAIN) -> Enrollment:
        return Enrollment.authorised(self.bank_of_second(slug), ALICE, LIMITLESS)

    def fresh_device(self, slug: str = PLAIN, person: Person = ALICE, **choices: str) -> Enrollment:
        """An authorised enrollment of its own for one case."""
        return Enrollment.authorised(self.bank(slug), person, {**LIMITLESS, **choices})

    def consent(self, **terms: Any) -> Payment:
        """A new consent for the shared device."""
        return Payment.consent(self.device(), Terms(**terms))

    def authorised_consent(self, **terms: Any) -> Payment:
        return Payment.authorised(self.device(), Terms(**terms))
