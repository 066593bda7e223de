"""The platform's registration at banks, by two nodes at once, and one whose answer is lost."""

import concurrent.futures
import uuid

from stored import bank
from wire import Gate
from wire.acts import cut_after
from wire.relay import Plan
from workload import enroll_patiently

from .ground import bank_device, until

REGISTER = "register POST"
LOST = "A registration at bank"


def raced(ground):
    """Both nodes need the bank for the first time: the other one waits for the registration, and makes none."""
    checks, gate = ground.checks, Gate()
    devices = [ground.device(node) for node in ground.service.nodes]
    plan = Plan(gate.after, REGISTER)
    with concurrent.futures.ThreadPoolExecutor(2) as pool, ground.relay.planned(plan):
        ends = [pool.submit(enroll_patiently, device) for device in devices]
        # The platform waits five seconds for a registration.
        until(lambda: gate.held and len(put_off(ground)) > 2, 3)
        early = len(put_off(ground))
        gate.open()
    statuses = [end.result() and end.result()["status"] for end in ends]
    sent = len(ground.relay.seen(REGISTER))
    clients = bank.clients(ground.place.bank_data)
    checks.that(f"two nodes at a new bank, {early} requests put off: both devices enroll",
                gate.held == 1 and statuses == ["SUCCEEDED"] * 2, statuses)  # fmt: skip
    checks.that("and there is one registration, and one client", (sent, len(clients)) == (1, 1), (sent, clients))
    said = [line for node in ground.service.nodes for line in node.said().splitlines() if LOST in line]
    checks.that("and no operator is told of a lost one", not said, said[:2])


def put_off(ground):
    return [one for one in ground.history.tries if one.kind == "enrollment" and one.status == 503]


def lost(ground):
    """The bank registered, and its answer was lost: no second client, and an alarm at each node."""
    checks, name = ground.checks, "Banco Jabuti"
    before = len(bank.clients(ground.place.bank_data))
    tries = []
    with ground.relay.planned(Plan(cut_after, REGISTER)):
        for node in ground.service.nodes * 2:
            device = bank_device(ground, node, name)
            body = device.new_enrollment(device.institution(device.api.get("/institutions/")))
            tries.append(device.api.post("/enrollments/", body, uuid.uuid4().hex).status)
    checks.that("a registration whose answer is lost: nothing is made at that bank", set(tries) == {503}, tries)
    sent = ground.relay.seen(REGISTER, "matls.jabuti.bank.test")
    made = len(bank.clients(ground.place.bank_data)) - before
    checks.that("it is sent once, by no node again", (len(sent), made) == (1, 1), (len(sent), made))
    alarms = [any(LOST in line and '"error"' in line for line in node.said().splitlines())
              for node in ground.service.nodes]  # fmt: skip
    # Another node may be about to hear the answer: it is told of a mark only when that is a minute old.
    checks.that("the node that sent it tells the operator", any(alarms), alarms)


def never_again(ground):
    """At the end of a run."""
    by_host = [one.host for one in ground.relay.seen(REGISTER)]
    what = f"each of {len(by_host)} banks was asked for one registration"
    ground.checks.that(what, len(by_host) == len(set(by_host)) > 1, by_host)
