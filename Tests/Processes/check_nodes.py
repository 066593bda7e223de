"""Two servers over one PostgreSQL behind nginx, each a process of its own: both serve, and money moves once.

    check_nodes.py <chave>
"""

import collections
import concurrent.futures
import pathlib
import re
import signal
import sys
import tempfile
import threading
import time
import uuid

from checks import Checks
from front import Front
from postgres import Postgres
from server import Server
from wallet import API, Connection, Device, Unreachable
from workload import Crowd, enroll_patiently, pay_patiently, until_answered

DEVICES = 4


class ByNumber(Connection):
    """By IPv4 alone: whoever else listens at localhost's other address with that port is not nginx."""

    def __init__(self, base_url, timeout=30):
        super().__init__(base_url, timeout)
        self.host = "127.0.0.1"


class Behind(ByNumber):
    """What nginx says for a node that died is no answer of ours: nobody knows what came of the request."""

    def _send(self, method, path, headers, body=None):
        answer = super()._send(method, path, headers, body)
        if answer.status in (502, 504):
            raise Unreachable(f"{method} {path}: {answer.status}")
        return answer


class OnceBehind(ByNumber):
    """A connection for each request, each of them sent once; 502 counts as what it is."""

    def _send(self, method, path, headers, body=None):
        self.close()
        try:
            return super()._send(method, path, headers, body)
        finally:
            self.close()


class Service:
    """Two nodes of one sandbox, their database and what stands before them."""

    def __init__(self, program, folder):
        self.postgres = Postgres(folder)
        shared = pathlib.Path(folder) / "shared"
        nodes = []
        for name in ("one", "other"):
            home = pathlib.Path(folder) / name
            home.mkdir()
            node = Server(program, home)
            node.data = shared  # the keys that all nodes have
            nodes.append(node)
        self.nodes = nodes
        self.front = Front(folder, [node.port for node in nodes])
        for node in nodes:
            node.arguments = [
                "--database", self.postgres.url, "--public-url", self.front.base_url, "--drain-delay-seconds", "1",
                "--trusted-proxy", "127.0.0.1",
            ]

    def __enter__(self):
        try:
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
        self.postgres.end()

    def device(self, base_url=None):
        device = Device(base_url or self.front.base_url, self.nodes[0].keys)
        device.api.connection = Behind(base_url or self.front.base_url)
        return device

    def requests(self, node):
        """How many of the Payments API's requests a node has answered, by its own count."""
        line = Connection(f"http://localhost:{node.port}")
        text = line.send("GET", "/metrics", {}).body.decode()
        line.close()
        counts = re.findall(r'^http_server_request_duration_seconds_count\{(.*)\} (\d+)', text, re.MULTILINE)
        routes = ("/payment-intents/", "/enrollments/")
        return sum(int(count) for labels, count in counts if any(f'http_route="{route}' in labels for route in routes))

    def books(self):
        """Payments that the bank has settled, intents that say so, and what does not add up; as PostgreSQL's own program
        reads it."""
        [[settled]] = self.postgres.ask("SELECT count(*) FROM bank.payment WHERE status = 'ACSC'")
        [[said]] = self.postgres.ask("SELECT count(*) FROM payments.payment_intent WHERE status = 'SUCCEEDED'")
        uneven = self.postgres.ask("SELECT movement FROM bank.ledger_entry GROUP BY movement HAVING sum(amount) <> 0")
        astray = self.postgres.ask(
            "SELECT p.id FROM bank.payment p LEFT JOIN payments.payment_intent i ON i.bank_payment_id = p.id"
            " WHERE p.status = 'ACSC' AND i.status IS DISTINCT FROM 'SUCCEEDED'"
        )
        return int(settled), int(said), uneven, astray

    def settle(self, seconds=120):
        deadline = time.monotonic() + seconds
        under_way = "SELECT count(*) FROM payments.payment_intent WHERE status = 'PROCESSING'"
        while self.postgres.ask(under_way) != [["0"]] and time.monotonic() < deadline:
            time.sleep(0.2)


def await_ready(node, seconds=120):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if node.process.poll() is not None:
            raise AssertionError(f"the node ended with {node.process.returncode}: {node.said()[-2000:]}")
        if node.status("/readyz") == 200:
            return
        time.sleep(0.05)
    raise AssertionError(f"the node is not ready after {seconds} s: {node.said()[-2000:]}")


def payer(device, keys):
    def act():
        end = pay_patiently(device, keys)
        assert end["status"] == "SUCCEEDED", (end["status"], end["failure_code"])

    return act


def check_books(checks, service, what):
    service.settle()
    settled, said, uneven, astray = service.books()
    checks.that(f"{what}: {settled} payments at the bank, and as many intents that say so", settled == said > 0, said)
    checks.that(f"{what}: every movement of money has both its sides", not uneven, uneven[:3])
    checks.that(f"{what}: no payment of the bank's is unknown to the platform", not astray, astray[:3])


def check_both_serve(checks, service, devices, keys):
    before = [service.requests(node) for node in service.nodes]
    ends = [device.pay("1.10", keys["beneficiary"]) for device in devices for _ in range(3)]
    checks.that("payments behind nginx succeed", all(end["status"] == "SUCCEEDED" for end in ends), ends[:1])
    served = [service.requests(node) - old for node, old in zip(service.nodes, before)]
    checks.that(f"both nodes served: {served}", min(served) > 0)


def check_waking(checks, service, device, keys):
    """Who waits at one node hears at once of what the other one does."""
    waits = []
    for _ in range(5):
        body = device.new_intent("1.20", keys["beneficiary"])
        intent = device.api.post("/payment-intents/", body, uuid.uuid4().hex).must(201).json
        path, known = f"/payment-intents/{intent['id']}", intent["status"]
        waiting, acting = (API(f"http://localhost:{node.port}", device.api.headers["Authorization"], device.secret)
                           for node in service.nodes)
        headers = {**waiting.headers, "Prefer": "wait=25"}
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            held = pool.submit(waiting.connection.send, "GET", f"/payments/br{path}/", headers)
            time.sleep(0.5)
            began = time.monotonic()
            acting.post(f"{path}/authorize/", device.authorisation(intent), uuid.uuid4().hex).must(204)
            answer = held.result().must(200).json
        waits.append(time.monotonic() - began)
        checks.that(f"a wait at the other node ends with news: {known}, then {answer['status']}",
                    answer["status"] != known)
        device.until_settled(path)
    # The wait itself would have lasted 24 seconds more.
    checks.that(f"and long before its time is up: {max(waits):.2f} s at most", max(waits) < 10, waits)


def check_one_of_a_hundred(checks, service, device, keys):
    """Each with a signature of its own, so that none is a repetition of another."""
    body = device.new_intent("1.30", keys["beneficiary"])
    intent = device.api.post("/payment-intents/", body, uuid.uuid4().hex).must(201).json
    path, approvals = f"/payment-intents/{intent['id']}", [device.authorisation(intent) for _ in range(100)]
    start = threading.Barrier(100)

    def ask(number):
        node = service.nodes[number % 2]
        api = API(f"http://localhost:{node.port}", device.api.headers["Authorization"], device.secret)
        start.wait()
        try:
            return until_answered(lambda: api.post(f"{path}/authorize/", approvals[number], f"{number}")).status
        finally:
            api.connection.close()

    with concurrent.futures.ThreadPoolExecutor(100) as pool:
        statuses = list(pool.map(ask, range(100)))
    end = device.until_settled(path)
    checks.that("100 approvals of one intent at two nodes: one is taken",
                statuses.count(204) == 1 and set(statuses) <= {204, 409}, collections.Counter(statuses))
    paid = service.postgres.ask(
        "SELECT count(*) FROM bank.payment p JOIN payments.payment_intent i ON i.bank_payment_id = p.id"
        f" WHERE i.id = '{uuid.UUID(intent['id'])}'"
    )
    checks.that("and money moves once", end["status"] == "SUCCEEDED" and paid == [["1"]], (end["status"], paid))


def check_killed(checks, service, devices, keys):
    """kill -9 of a node under load, and its return."""
    victim = service.nodes[0]
    with Crowd([payer(device, keys) for device in devices]) as crowd:
        for _ in range(3):
            time.sleep(1.5)
            victim.kill()
            time.sleep(1.5)
            victim.spawn()
            await_ready(victim)
    checks.that(f"a node killed three times: {crowd.rounds} payments, each ends as it should",
                not crowd.problems and crowd.rounds > 0, crowd.problems[:3])
    check_books(checks, service, "kill -9")


def check_stopped(checks, service, devices, keys):
    """A node that stands still for longer than its holds last: the other one goes on with its work, and it comes back."""
    victim = service.nodes[1]
    direct = [service.device(f"http://localhost:{service.nodes[0].port}") for _ in devices]
    for device in direct:
        enroll_patiently(device)
    with Crowd([payer(device, keys) for device in devices]) as crowd:
        time.sleep(1)
        victim.process.send_signal(signal.SIGSTOP)
        try:
            ends = [pay_patiently(device, keys) for device in direct for _ in range(2)]
            time.sleep(35)
        finally:
            victim.process.send_signal(signal.SIGCONT)
        time.sleep(2)
    checks.that("while a node stands still the other one pays", all(end["status"] == "SUCCEEDED" for end in ends))
    checks.that(f"after it the {crowd.rounds} payments of those who waited end as they should",
                not crowd.problems and crowd.rounds > 0, crowd.problems[:3])
    check_books(checks, service, "a node that stood still")


def check_database_restarted(checks, service, devices, keys):
    with Crowd([payer(device, keys) for device in devices]) as crowd:
        for _ in range(2):
            time.sleep(1.5)
            service.postgres.stop_at_once()
            service.postgres.start()
        time.sleep(1.5)
    checks.that(f"PostgreSQL restarted at once, twice: {crowd.rounds} payments, each ends as it should",
                not crowd.problems and crowd.rounds > 0, crowd.problems[:3])
    check_books(checks, service, "PostgreSQL restarted")


def check_rolling_restart(checks, service, keys):
    devices = []
    for _ in range(DEVICES):
        device = service.device()
        enroll_patiently(device)
        device.api.connection = OnceBehind(service.front.base_url)
        devices.append(device)

    def act(device):
        def pay():
            end = device.pay("1.40", keys["beneficiary"])
            assert end["status"] == "SUCCEEDED", (end["status"], end["failure_code"])

        return pay

    codes = []
    with Crowd([act(device) for device in devices]) as crowd:
        for node in service.nodes * 2:
            time.sleep(1)
            codes.append(node.stop(signal.SIGTERM, 40))
            node.spawn()
            await_ready(node)
        time.sleep(1)
    checks.that(f"each node restarted twice behind nginx: {crowd.rounds} payments and no failed request",
                not crowd.problems and crowd.rounds > 0, crowd.problems[:3])
    checks.that("each ended with 0", set(codes) == {0}, codes)
    check_books(checks, service, "restarts in turn")


def main(program):
    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="chave-nodes-") as folder:
        service = Service(pathlib.Path(program).resolve(), folder)
        try:
            with service:
                keys = service.nodes[0].keys
                devices = [service.device() for _ in range(DEVICES)]
                for device in devices:
                    device.enroll()
                checks.that("devices enroll behind nginx", all(device.enrollment for device in devices))
                check_both_serve(checks, service, devices, keys)
                check_waking(checks, service, devices[0], keys)
                check_one_of_a_hundred(checks, service, devices[0], keys)
                check_killed(checks, service, devices, keys)
                check_stopped(checks, service, devices, keys)
                check_database_restarted(checks, service, devices, keys)
                check_rolling_restart(checks, service, keys)
        except BaseException:
            for node in service.nodes:
                print(node.said()[-1500:])
            raise
    checks.finish()


if __name__ == "__main__":
    main(sys.argv[1])
