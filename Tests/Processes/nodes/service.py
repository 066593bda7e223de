"""Two nodes of one sandbox, their database and their proxy."""

import pathlib
import re
import signal
import time

from front import Front
from postgres import Postgres
from relay import Relay
from server import Server
from stored import payments
from wallet import Connection, Device

from .connections import Behind


class Service:
    """`postgres` is the database that the judges read; `database` is the nodes' setting, which may name several. For a
    network failure, `relay` is between the second node and the database.
    """

    def __init__(self, program, folder, postgres=None, database=None, has_relay=False):
        self.postgres = postgres or Postgres(folder)
        self.database = database or self.postgres.url
        shared = pathlib.Path(folder) / "shared"
        self.nodes = []
        for name in ("one", "other"):
            home = pathlib.Path(folder) / name
            home.mkdir()
            node = Server(program, home)
            node.data = shared  # the keys that all nodes have
            self.nodes.append(node)
        self.front = Front(folder, [node.port for node in self.nodes])
        self.relay = Relay(self.postgres.port) if has_relay else None
        addresses = [self.database] * len(self.nodes)
        if self.relay:
            addresses[-1] = self.database.replace(f":{self.postgres.port}/", f":{self.relay.port}/")
        for node, address in zip(self.nodes, addresses):
            node.arguments = [
                "--database", address, "--public-url", self.front.base_url,
                "--drain-delay-seconds", "1", "--trusted-proxy", "127.0.0.1",
            ]  # fmt: skip

    def __enter__(self):
        try:
            if self.postgres.process is None:
                self.postgres.start()
            for node in self.nodes:
                node.spawn()
            for node in self.nodes:
                await_ready(node)
            self.front.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.front.end()
        for node in self.nodes:
            if node.process is not None and node.process.poll() is None:
                node.process.send_signal(signal.SIGCONT)
            node.end()
        if self.relay:
            self.relay.end()
        self.postgres.end()

    def device(self, base_url=None, keys=None, **more):
        device = Device(base_url or self.front.base_url, keys or self.nodes[0].keys, **more)
        device.api.connection = Behind(base_url or self.front.base_url)
        return device

    @staticmethod
    def metrics(node):
        line = Connection(f"http://127.0.0.1:{node.port}")
        try:
            return line.send("GET", "/metrics", {}).body.decode()
        finally:
            line.close()

    def metric(self, node, name):
        """A number without labels."""
        [number] = re.findall(rf"^{name} (\S+)$", self.metrics(node), re.MULTILINE)
        return float(number)

    def requests(self, node):
        """How many of the Payments API's requests a node has answered, by its own count."""
        counts = re.findall(
            r'^http_server_request_duration_seconds_count\{(.*)\} (\d+)', self.metrics(node), re.MULTILINE
        )
        routes = ("/payment-intents/", "/enrollments/")
        return sum(int(count) for labels, count in counts if any(f'http_route="{route}' in labels for route in routes))

    def logs(self):
        return [one.said() for one in (*self.nodes, self.postgres)]

    def settle(self, seconds=120):
        """Waits until no payment is under way."""
        deadline = time.monotonic() + seconds
        while payments.intents_under_way(self.postgres) and time.monotonic() < deadline:
            time.sleep(0.1)


def await_ready(node, seconds=120):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if node.process.poll() is not None:
            raise AssertionError(f"the node ended with {node.process.returncode}: {node.said()[-2000:]}")
        if node.status("/readyz") == 200:
            return
        time.sleep(0.05)
    raise AssertionError(f"the node is not ready after {seconds} s: {node.said()[-2000:]}")
