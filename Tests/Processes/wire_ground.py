"""A directory and a bank as processes of their own, with a network between bank and platform that can be cut, and the
commands of `chave open-finance` beside them."""

import http.client
import json
import os
import pathlib
import random
import socket
import subprocess
import time

from relay import Relay
from server import free_port


def ports_beside(count):
    """The first of so many free ports beside each other, below those that the system gives to outgoing connections."""
    while True:
        first = random.randrange(10_300, 32_000)
        try:
            for port in range(first, first + count):
                socket.create_server(("127.0.0.1", port)).close()
            return first
        except OSError:
            continue


def alive(port):
    connection = http.client.HTTPConnection("localhost", port, timeout=5)
    try:
        connection.request("GET", "/livez")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


class Ground:
    """The folder `own` is the initiator's; `secret` is the relay before the bank's port for certificates."""

    def __init__(self, program, folder):
        self.program, self.folder = str(program), pathlib.Path(folder)
        self.directory_port = ports_beside(9)
        self.bank_port, self.inner_port = self.directory_port + 3, self.directory_port + 6
        self.data = self.folder / "data"
        self.place = self.folder / "directory"
        self.own = self.place / "participants" / "initiator"
        self.file = self.own / "participant.json"
        self.children, self.relays = {}, []
        self.must("directory", "create", "--folder", self.place, "--port", self.directory_port,
                  "--bank-port", self.bank_port)
        told = self.read()
        told.pop("server")  # a port of its own for webhooks
        self.write(told)

    # --- The file

    def read(self):
        return json.loads(self.file.read_text())

    def write(self, told):
        self.file.write_text(json.dumps(told))

    # --- Processes

    @property
    def environment(self):
        return {**{name: value for name, value in os.environ.items() if not name.startswith("CHAVE_")},
                "HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder / "xdg")}

    def spawn(self, name, *arguments):
        with (self.folder / f"{name}.log").open("ab") as log:
            self.children[name] = subprocess.Popen(
                [self.program, *map(str, arguments)], stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                env=self.environment)

    def until(self, holds, what, seconds=60):
        deadline = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < deadline, f"{what} is not ready"
            time.sleep(0.05)

    def start_directory(self):
        self.spawn("directory", "directory", "serve", "--folder", self.place)
        self.until(lambda: alive(self.directory_port + 2), "the directory")

    def start(self):
        self.start_directory()
        self.spawn("bank", "bank", "serve", "--participant", self.place / "participants" / "bank",
                   "--data", self.folder / "bank", "--port", self.inner_port)
        self.until(lambda: alive(self.inner_port + 2), "the bank")
        self.relays = [Relay(self.inner_port + each, self.bank_port + each) for each in range(3)]
        self.secret = self.relays[1]
        return self

    def serve_once(self):
        """A server makes its data, and ends."""
        port = free_port()
        self.spawn("server", "serve", "--open-finance", self.file, "--public-url", "https://pay.example.com",
                   "--data", self.data, "--port", port, "--bind", "127.0.0.1", "--drain-delay-seconds", 0)
        self.until(lambda: alive(port), "the server")
        self.end_child("server")

    def end_child(self, name):
        child = self.children.pop(name, None)
        if child:
            child.terminate()
            try:
                child.wait(30)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()

    def end(self):
        for name in list(self.children):
            self.end_child(name)
        for relay in self.relays:
            relay.end()

    # --- Commands

    def run(self, *arguments):
        return subprocess.run(
            [self.program, *map(str, arguments)], capture_output=True, text=True, timeout=120, input="",
            env=self.environment)

    def must(self, *arguments):
        done = self.run(*arguments)
        assert done.returncode == 0, done
        return done

    def open_finance(self, command, *arguments, data=None):
        place = ["--data", data or self.data]
        file = [] if command == "show" else ["--open-finance", self.file]
        return self.run("open-finance", command, *arguments, *file, *place)

    def check(self, *arguments, data=None):
        return self.open_finance("check", *arguments, data=data)

    def shown(self, data=None):
        """The registrations by the bank's name."""
        done = self.open_finance("show", "--json", data=data)
        return {each["name"]: each for each in json.loads(done.stdout)}
