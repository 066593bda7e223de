"""A directory, a bank and the platform's participants in a folder, and the relay that has the bank's ports."""

import contextlib
import http.client
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import time

from server import free_port
from wallet import CALLBACK

from .relay import WireRelay

PORTS = (12_000, 32_000)
HOST = "iniciadora.test"


def free_ports(count):
    """The first of neighbouring ports that are free, below those that outgoing connections take."""
    for _ in range(200):
        first = random.SystemRandom().randrange(*PORTS)
        if all(is_free(first + number) for number in range(count)):
            return first
    raise AssertionError(f"there are no {count} neighbouring free ports")


def is_free(port):
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
            return True
        except OSError:
            return False


class Program:
    """One of the product's programs with a log; `pages` is the port that says when it is alive."""

    def __init__(self, command, log, pages, environment, surroundings=None):
        self.command, self.log, self.pages = [str(part) for part in command], log, pages
        self.environment, self.surroundings = environment, surroundings or {}
        self.process = None

    def start(self, seconds=60):
        # As in server.py: a preloaded library's variables are set by `env`.
        prefix = ["env"] if self.surroundings else []
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                prefix + self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**self.environment, **self.surroundings},
            )  # fmt: skip
        deadline = time.monotonic() + seconds
        while not self.is_alive():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"{self.command[1]} is not there: {self.said()[-1500:]}")
            time.sleep(0.02)
        return self

    def is_alive(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.pages, timeout=5)
        try:
            connection.request("GET", "/livez")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self, wait=30):
        """Asks it to end; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(wait)

    def end(self):
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.kill()

    def said(self):
        return self.log.read_text(errors="replace") if self.log.exists() else ""


class Place:
    """`files` has a file of `--open-finance` for each of the platform's nodes; the first one alone hears webhooks.

    `hooks` is the port of a second address of webhooks, for whoever listens there; the bank calls both.
    """

    def __init__(self, program, folder, nodes=2, hooks=None):
        self.program, self.folder = str(program), pathlib.Path(folder) / "wire"
        self.folder.mkdir()
        self.bank_data, self.deadlines = self.folder / "bank", self.folder / "deadlines-ahead"
        self.directory_folder = self.folder / "directory"
        first = free_ports(9)
        self.participant = self.directory_folder / "participants" / "bank"
        self.platform = self.directory_folder / "participants" / "platform"
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("CHAVE_")},
            "HOME": str(self.folder),
            "XDG_DATA_HOME": str(self.folder / "xdg"),
        }
        folder = ["--folder", self.directory_folder]
        self._run("directory", "create", *folder, "--port", first, "--bank-port", first + 3)
        self.hook_port, self.second_hook_port = free_port(), hooks
        heard = [f"https://{HOST}:{port}" for port in (self.hook_port, hooks) if port]
        self._run(
            "directory", "add", "initiator", "platform", *folder, "--redirect-uri", CALLBACK,
            "--origin", "https://localhost", *(part for one in heard for part in ("--webhook", one)),
        )  # fmt: skip
        self.files = [self._file(number) for number in range(nodes)]
        self.deadlines.write_text("0")
        serve = ["bank", "serve", "--participant", self.participant, "--data", self.bank_data]
        serve += ["--port", first + 6, "--deadlines-clock", self.deadlines, "--client-rate", 0]
        self.directory = self._made(["directory", "serve", *folder], first + 2)
        self.bank = self._made(serve, first + 8)
        self.bank_port, self.ahead, self.relay = first + 6, 0, None

    def _run(self, *arguments):
        command = [self.program, *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=self.environment,
                              stdin=subprocess.DEVNULL)  # fmt: skip
        if done.returncode:
            raise AssertionError(f"chave {' '.join(command[1:3])}: {done.stderr[-600:]}")

    def _made(self, arguments, pages):
        log = self.folder / f"{arguments[0]}.log"
        return Program([self.program, *arguments], log, pages, self.environment)

    def _file(self, number):
        """Only one process can have the socket of webhooks."""
        file = self.platform / "participant.json"
        if number == 0:
            return file
        told = json.loads(file.read_text())
        told.pop("server")
        other = self.platform / f"participant-{number}.json"
        other.write_text(json.dumps(told))
        return other

    def start(self):
        with contextlib.ExitStack() as unwinding:
            unwinding.callback(self.end)
            self.directory.start()
            self.bank.start()
            self.relay = WireRelay(self.participant, self.platform, self.bank_port)
            unwinding.pop_all()
        return self

    def end(self):
        if self.relay:
            self.relay.end()
        self.bank.end()
        self.directory.end()

    def renew_certificate(self):
        """The platform gets another transport certificate and key, which its next start and the relay use."""
        self._run("directory", "certificate", "platform", "--folder", self.directory_folder)
        self.relay.load_platform()

    def put_deadlines_forward(self, seconds):
        """Those of the bank; its messages keep the real time."""
        self.ahead += seconds
        self.deadlines.write_text(str(self.ahead))
