"""Two servers over one PostgreSQL behind nginx, each a process of its own: both serve, and money moves once.

    check_nodes.py <chave>
"""

import collections
import concurrent.futures
import pathlib
import signal
import sys
import tempfile
import threading
import time
import uuid

from checks import Checks
from faults.clock import Clock
from nodes import ByNumber, OnceBehind, Service, await_ready
from nodes.ground import Ground
from nodes.load import payer, repeater
from stored import bank, payments
from wallet import API
from workload import Crowd, enroll_patiently, pay_patiently, until_answered

DEVICES = 4
AHEAD = 300  # seconds


def check_both_serve(ground, devices):
    checks, service, keys = ground.checks, ground.service, ground.keys
    before = [service.requests(node) for node in service.nodes]
    ends = [device.pay("1.10", keys["beneficiary"]) for device in devices for _ in range(3)]
    checks.that("payments behind nginx succeed", all(end["status"] == "SUCCEEDED" for end in ends), ends[:1])
    served = [service.requests(node) - old for node, old in zip(service.nodes, before)]
    checks.that(f"both nodes served: {served}", min(served) > 0)


def check_waking(ground, device):
    """A request that waits at one node gets the other node's change at once."""
    checks, service, keys = ground.checks, ground.service, ground.keys
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


def check_one_of_a_hundred(ground, device):
    """A hundred approvals with different signatures, so that none is a retry of another."""
    checks, service, keys = ground.checks, ground.service, ground.keys
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
    paid = bank.payments_with(service.postgres, payments.bank_payment_of(service.postgres, intent["id"]))
    checks.that("and money moves once", end["status"] == "SUCCEEDED" and paid == 1, (end["status"], paid))


def more(crowd, count):
    """Waits until the clients have done so much more."""
    wanted, deadline = crowd.rounds + count, time.monotonic() + 90
    while crowd.rounds < wanted and time.monotonic() < deadline:
        time.sleep(0.02)


def check_killed(ground, devices):
    """kill -9 of a node under load, and its return."""
    checks, (victim, other) = ground.checks, ground.service.nodes
    acts = [payer(device, ground.keys) for device in devices[:-1]]
    # A fault makes a client retry a key only by chance; this client always does.
    acts.append(repeater(devices[-1], ground.keys, ground.url(other), ByNumber))
    with Crowd(acts) as crowd:
        for _ in range(3):
            more(crowd, 6)
            victim.kill()
            more(crowd, 6)
            victim.spawn()
            await_ready(victim)
    checks.that(f"a node killed three times: {crowd.rounds} payments, each ends as it should",
                not crowd.problems and crowd.rounds > 0, crowd.problems[:3])
    ground.judge("a node killed")


def stop_while_it_holds(ground, victim, crowd):
    """Stops the node at random moments until it is stopped while it holds leases; returns the node's number."""
    postgres = ground.service.postgres
    for _ in range(200):
        more(crowd, 1)
        victim.process.send_signal(signal.SIGSTOP)
        time.sleep(0.1)  # PostgreSQL still executes the statements that it received, and these may release the lease
        for name in payments.holders(postgres):
            if payments.intents_held_by(postgres, name):
                return name
        victim.process.send_signal(signal.SIGCONT)
    raise AssertionError("the node never held anything when it was stopped")


def check_stopped(ground, devices):
    """A node is stopped for longer than its leases: the other node takes over its work, and the first one comes
    back."""
    checks, service, keys = ground.checks, ground.service, ground.keys
    victim, postgres = service.nodes[1], service.postgres
    theirs = [ground.device(victim) for _ in devices]
    direct = [ground.device(service.nodes[0]) for _ in devices]
    for device in theirs + direct:
        enroll_patiently(device)
    # Only the stopped node has clients: all present leases are its own.
    with Crowd([payer(device, keys) for device in theirs]) as crowd:
        name = stop_while_it_holds(ground, victim, crowd)
        try:
            held = payments.intents_held_by(postgres, name)
            ends = [pay_patiently(device, keys) for device in direct for _ in range(2)]
            deadline = time.monotonic() + 90
            while payments.intents_held_by(postgres, name) and time.monotonic() < deadline:
                time.sleep(0.1)
            left = payments.intents_held_by(postgres, name)
        finally:
            victim.process.send_signal(signal.SIGCONT)
        more(crowd, 8)
    checks.that("while a node stands still the other one pays", all(end["status"] == "SUCCEEDED" for end in ends))
    checks.that(f"it stood still with {held} payments of its own, which the other one took", held > 0 and left == 0, left)
    checks.that(f"after it the {crowd.rounds} payments of those who waited end as they should",
                not crowd.problems and crowd.rounds > 0, crowd.problems[:3])
    ground.judge("a node that stood still")


def check_rolling_restart(ground):
    checks, service, keys = ground.checks, ground.service, ground.keys
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
            more(crowd, 6)
            codes.append(node.stop(signal.SIGTERM, 40))
            node.spawn()
            await_ready(node)
        more(crowd, 6)
    checks.that(f"each node restarted twice behind nginx: {crowd.rounds} payments and no failed request",
                not crowd.problems and crowd.rounds > 0, crowd.problems[:3])
    checks.that("each ended with 0", set(codes) == {0}, codes)
    ground.judge("restarts in turn")


def check_skewed(ground, folder):
    """One node's clock is five minutes ahead under load: leases stay valid, and the tokens of both nodes are
    accepted."""
    victim, clock = ground.service.nodes[1], Clock(folder)
    if not ground.checks.that("libfaketime is there", clock.library is not None, "scripts/setup test installs it"):
        return
    victim.stop(signal.SIGTERM, 40)
    clock.set(AHEAD)
    victim.surroundings = clock.surroundings
    victim.spawn()
    await_ready(victim)
    with ground.strike("a clock five minutes ahead") as strike:
        strike.until_more(12)
    ahead = -ground.service.metric(victim, "db_clock_ahead_seconds")
    ground.checks.that(f"it was ahead of the database by {ahead:.0f} s", abs(ahead - AHEAD) < 5, ahead)
    ground.judge("a clock five minutes ahead")


def main(program):
    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="chave-nodes-") as folder:
        service = Service(pathlib.Path(program).resolve(), folder)
        try:
            with service, Ground(checks, service) as ground:
                ground.open()
                devices = [service.device() for _ in range(DEVICES)]
                for device in devices:
                    device.enroll()
                checks.that("devices enroll behind nginx", all(device.enrollment for device in devices))
                check_both_serve(ground, devices)
                check_waking(ground, devices[0])
                check_one_of_a_hundred(ground, devices[0])
                check_killed(ground, devices)
                check_stopped(ground, devices)
                check_rolling_restart(ground)
                check_skewed(ground, folder)
                ground.judge_deliveries("webhooks")
        except BaseException:
            for node in service.nodes:
                print(node.said()[-1500:])
            raise
    checks.finish()


if __name__ == "__main__":
    main(sys.argv[1])
