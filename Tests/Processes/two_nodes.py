"""Two nodes over one PostgreSQL behind nginx, for a person to watch: one is killed, and payments go on.

    two_nodes.py <chave> [--keep]

scripts/two-nodes builds and installs what it needs. Everything is in one temporary folder and on free ports of this
machine; a run that fails leaves the folder with its logs.
"""

import base64
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import sys
import tempfile
import time
import urllib.request

from front import Front
from postgres import Postgres
from server import Server
from stored import bank, payments

ROUTES = ("/payment-intents/", "/enrollments/", "/institutions/")


class Stopped(Exception):
    """A signal asked for the end."""


class Missed(Exception):
    """A failed step, with the actual result."""


class Report:
    """Numbered steps as in `chave demo`: a tick, the step, its duration, its result."""

    def __init__(self):
        self.number = 0
        self.colours = sys.stdout.isatty()

    def title(self, text):
        print(f"\n{text}", flush=True)

    def line(self, text):
        print(f"    {text}", flush=True)

    def step(self, name, act):
        self.number += 1
        began = time.monotonic()
        try:
            detail = act()
        except BaseException:
            self._show("31", "✗", name, time.monotonic() - began, "")
            raise
        self._show("32", "✓", name, time.monotonic() - began, detail)

    def _show(self, colour, mark, name, seconds, detail):
        took = f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
        number = f"{self.number:<2}"
        print(f"{self._painted(colour, mark)} {number} {name:<42} {took:<7} {self._painted('2', detail)}", flush=True)

    def _painted(self, code, text):
        return f"\033[{code}m{text}\033[0m" if self.colours and text else text


class Place:
    """PostgreSQL, two nodes with one directory of keys, and nginx, each a process that this one started.

    They are sessions of their own: Ctrl-C at the terminal is for this program, which ends them in order.
    """

    def __init__(self, program, folder):
        self.folder = pathlib.Path(folder)
        self.postgres = Postgres(folder)
        self.postgres.identity = ["setsid", *self.postgres.identity]
        self.nodes = []
        for number in (1, 2):
            home = self.folder / f"node{number}"
            home.mkdir()
            node = Server(program, home, prefix=["setsid"])
            node.data = self.folder / "keys"  # nodes of one machine may share the directory
            self.nodes.append(node)
        self.front = Front(folder, [node.port for node in self.nodes])
        for node in self.nodes:
            node.arguments = [
                "--database", self.postgres.url, "--public-url", self.front.base_url, "--trusted-proxy", "127.0.0.1",
            ]

    def end(self):
        """Ends the processes in an order in which no running one needs an ended one."""
        codes = []
        self.front.end()
        running = [node for node in self.nodes if node.process is not None and node.process.poll() is None]
        for node in running:
            node.process.send_signal(signal.SIGTERM)
        for node in running:
            try:
                codes.append(node.process.wait(40))
            finally:
                node.end()
        self.postgres.end()
        return codes

    def end_at_once(self):
        for end in (self.front.end, *(node.end for node in self.nodes), self.postgres.end):
            try:
                end()
            except Exception as error:  # the others end all the same
                print(f"    while ending: {error!r}", flush=True)
        end_children()

    # --- What a person would do

    def device(self, *arguments):
        """The device of `chave device`, which reaches the nodes through nginx alone."""
        surroundings = {"CHAVE_BASE_URL": self.front.base_url}
        done = self.nodes[0].beside("device", *arguments, "--yes", "--json", environment=surroundings)
        if done.returncode:
            raise Missed(f"chave device {arguments[0]} ended with {done.returncode}: {done.stderr.strip()[-600:]}")
        return json.loads(done.stdout)

    def intent_at(self, node, name):
        """A payment as one node tells it to the merchant's server."""
        keys = node.keys
        pair = base64.b64encode(f"{keys['secret_id']}:{keys['secret_password']}".encode()).decode()
        request = urllib.request.Request(
            f"{node.base_url}/payments/br/payment-intents/{name}/", headers={"Authorization": f"Basic {pair}"}
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    def served(self):
        """The number of Payments API requests that each node has answered since its start, by its own count."""
        return [self._served(node) for node in self.nodes]

    def _served(self, node):
        if node.process is None or node.process.poll() is not None:
            return None
        with urllib.request.urlopen(f"{node.base_url}/metrics", timeout=10) as answer:
            text = answer.read().decode()
        counts = re.findall(r"^http_server_request_duration_seconds_count\{(.*)\} (\d+)", text, re.MULTILINE)
        return sum(int(count) for labels, count in counts if any(f'http_route="{route}' in labels for route in ROUTES))


def end_children(wait=20):
    """Ends processes that a signal left without a name: it may come after the start and before `Popen` returns."""
    for child in pathlib.Path(f"/proc/self/task/{os.getpid()}/children").read_text().split():
        os.kill(int(child), signal.SIGTERM)
        deadline = time.monotonic() + wait
        while os.waitpid(int(child), os.WNOHANG) == (0, 0):
            if time.monotonic() > deadline:
                os.kill(int(child), signal.SIGKILL)
            time.sleep(0.02)


class Walk:
    """The steps, in order."""

    def __init__(self, place, report):
        self.place, self.report = place, report
        self.one, self.other = place.nodes
        self.paid = []

    def all(self):
        step, title = self.report.step, self.report.title
        title("PostgreSQL, two nodes and nginx")
        step("PostgreSQL in a folder of its own", self.start_database)
        step("node 1 makes tables and keys", lambda: self.start(self.one))
        step("node 2 finds them", lambda: self.start(self.other))
        step("nginx before both", self.start_front)
        title("A device enrolls and pays")
        step("a device enrolls with a bank", self.enroll)
        step("it pays R$ 12.34", lambda: self.pay("12.34", [1, 2]))
        title("Node 1 is killed")
        step("kill -9 of node 1", self.kill)
        step("the device pays R$ 23.45", lambda: self.pay("23.45", [2]))
        step("the earlier payment, read at node 2", lambda: self.read(self.other, self.paid[0]))
        title("Node 1 comes back")
        step("node 1 starts again", lambda: self.start(self.one))
        step("the device pays R$ 34.56", lambda: self.pay("34.56", [1, 2]))
        step("what node 2 did alone, read at node 1", lambda: self.read(self.one, self.paid[1]))
        title("What the books say")
        step("each payment moved money once", self.books)

    def start_database(self):
        self.place.postgres.start()
        [[version]] = self.place.postgres.ask("SHOW server_version")
        return f"{version.split()[0]}, port {self.place.postgres.port}"

    def start(self, node):
        node.start()
        return f"port {node.port}, process {node.process.pid}"

    def start_front(self):
        self.place.front.start()
        return self.place.front.base_url

    def enroll(self):
        before = self.place.served()
        end = self.place.device("enroll")
        if end["status"] != "SUCCEEDED":
            raise Missed(f"the enrollment is {end['status']}")
        return f"{end['id']} {end['status']}, {self._by(before)[1]}"

    def pay(self, amount, expected):
        """Pays through nginx; `expected` are the numbers of the nodes that must have answered, and no other."""
        before = self.place.served()
        intent = self.place.device("pay", "--amount", amount)
        if intent["status"] != "SUCCEEDED":
            raise Missed(f"the payment is {intent['status']}")
        self.paid.append(intent)
        numbers, said = self._by(before)
        if numbers != expected:
            raise Missed(f"nodes {expected} should have answered: {said}")
        return f"{intent['status']}, {said}"

    def _by(self, before):
        """Which nodes answered since then, and in words how many requests each."""
        counts = [
            (number, now - old)
            for number, (old, now) in enumerate(zip(before, self.place.served()), 1)
            if now is not None and old is not None and now > old
        ]
        return [number for number, _ in counts], "answered by " + " and ".join(
            f"node {number} ({count})" for number, count in counts
        )

    def kill(self):
        process = self.one.process.pid
        self.one.kill()
        if self.one.status("/livez") is not None:
            raise Missed("it still answers")
        return f"process {process} is gone"

    def read(self, node, paid):
        found = self.place.intent_at(node, paid["id"])
        if (found["status"], found["amount"]) != ("SUCCEEDED", paid["amount"]):
            raise Missed(f"it is {found['status']} of {found['amount']}")
        return f"R$ {found['amount']} {found['status']}"

    def books(self):
        """The books as PostgreSQL's own program reads them."""
        postgres = self.place.postgres
        settled, succeeded = bank.settled_payments(postgres), payments.succeeded_intents(postgres)
        uneven = bank.uneven_movements(postgres)
        if not settled == succeeded == len(self.paid) or uneven:
            said = f"the bank has {settled}, the platform {succeeded}, uneven: {uneven}"
            raise Missed(f"{len(self.paid)} were made, {said}")
        return f"{settled} payments at the bank, {succeeded} at the platform, every movement has both sides"


def command_of(node):
    """How a person starts the node again in a shell of their own."""
    words = [node.program, "serve", "--sandbox", "--port", str(node.port), "--data", str(node.data), *node.arguments]
    return shlex.join(words)


def keep(place, report):
    """Keeps everything running until a signal."""
    report.title("Everything stays until Ctrl-C")
    report.line(f"through nginx         {place.front.base_url}")
    for number, node in enumerate(place.nodes, 1):
        report.line(f"node {number}                {node.base_url}, log {node.log}")
    report.line(f"PostgreSQL            {place.postgres.url}")
    report.line(f"keys, links, mails    {place.nodes[1].base_url}: a sandbox shows its secrets to nobody behind a proxy")
    report.title("Pay, kill a node, pay again, start it again: in another terminal")
    device = place.nodes[0].folder / "device"
    settings = {
        "CHAVE_BASE_URL": place.front.base_url, "CHAVE_DATA": place.nodes[0].data, "CHAVE_DEVICE_DIR": device,
    }
    given = [f"{name}={value}" for name, value in settings.items()]
    report.line(shlex.join(["env", *given, place.nodes[0].program, "device", "pay", "--amount", "1.00", "--yes"]))
    for node in place.nodes:
        report.line(f"kill -9 {node.process.pid}")
        report.line(command_of(node))
    sys.stdout.flush()
    while True:
        signal.pause()


def run(program, keeps):
    report = Report()
    folder = tempfile.mkdtemp(prefix="chave-two-nodes-")
    place = None
    try:
        place = Place(program, folder)
        Walk(place, report).all()
        if keeps:
            try:
                keep(place, report)
            except Stopped:
                pass
        report.title("The end")
        report.step("nginx, both nodes and PostgreSQL end", lambda: ended(place))
    except BaseException as error:
        if place is not None:
            place.end_at_once()
        stopped = isinstance(error, Stopped)
        print(f"\n{'Stopped.' if stopped else f'This did not hold: {error}'}", flush=True)
        print(f"The logs are in {folder}: node1/server.log, node2/server.log, postgres.log, nginx/error.log", flush=True)
        return 130 if stopped else 1
    shutil.rmtree(folder)
    return 0


def ended(place):
    codes = place.end()
    if any(codes):
        raise Missed(f"the nodes ended with {codes}")
    by_hand = [str(node.port) for node in place.nodes if node.status("/livez") is not None]
    if by_hand:
        return f"in order; end what you started yourself at port {' and '.join(by_hand)}"
    return "in order, with nothing left behind"


def main():
    def stop(*_):
        raise Stopped

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    sys.exit(run(pathlib.Path(sys.argv[1]).resolve(), "--keep" in sys.argv[2:]))


if __name__ == "__main__":
    main()
