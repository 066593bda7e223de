"""F10 and F13: the bank's clock is wrong, and calls that come at the end of a consent's time."""

import concurrent.futures
import json
import time
import uuid

from faults.clock import Clock
from workload import settled

from .ground import AUTHORISE, OPTIONS, PAY, READ, READ_CONSENT, Held, told, until

POINTS = [(OPTIONS, "before"), (OPTIONS, "after"), (AUTHORISE, "before"), (AUTHORISE, "after"), (PAY, "before"),
          (PAY, "after"), (READ, "after")]  # fmt: skip
# Messages of a time that is a minute away count for nothing; a consent lives five minutes.
TOLERATED, WRONG = 40, 200


def wrong_clock(ground):
    """The bank's clock jumps while calls are under way; nothing is concluded from its messages until it is right."""
    bank, clock = ground.place.bank, Clock(ground.place.folder)
    if not ground.checks.that("libfaketime is there", clock.library is not None, "scripts/setup test installs it"):
        return
    for node, devices in zip(ground.service.nodes, (ground.devices[::2], ground.devices[1::2])):
        ground.turn(node, devices)
    restarted(ground, bank, clock.surroundings)
    for seconds in (TOLERATED, WRONG, -WRONG):
        what = f"F10: the bank's clock {seconds:+d} s under way"
        with Held(ground, POINTS) as held, concurrent.futures.ThreadPoolExecutor(2) as pool:
            clock.set(seconds)
            held.release()
            before = unknowns(ground)
            new = [pool.submit(ground.paying, device) for device in ground.devices[-2:]]
            if abs(seconds) > TOLERATED:
                until(lambda: unknowns(ground) >= before + 6)
                ended = sum(end.done() for end in new)
                count = unknowns(ground) - before
                ground.checks.that(f"{what}: {count} answers count for nothing", count >= 6 and not ended, ended)
            else:
                held.wait()
            clock.set(0)
        held.judge(what)
        ends = [told(end) for end in new]
        ground.checks.that(f"{what}: new payments at that time are paid", ends == ["SUCCEEDED"] * 2, ends)
    restarted(ground, bank, {})
    clock.tidy()
    ground.compare("F10: the bank's clock")


def restarted(ground, bank, surroundings):
    code = bank.stop()
    bank.surroundings = surroundings
    bank.start()
    ground.checks.that("the bank starts anew with another clock", code == 0, code)


def unknowns(ground):
    """How many answers of banks counted for nothing so far, by the logs of both nodes."""
    return sum(node.said().count('"outcome":"unknown') for node in ground.service.nodes)


def at_the_deadline(ground):
    """F13: approvals and payments reach the bank just after their consent's time, or were there just before.

    A consent that nobody approved ends too: the bank's webhook is heard by one node, and the payment is the other's.
    """
    what, (_, other) = "F13: at the end of a consent's time", ground.service.nodes
    points = [(AUTHORISE, "before"), (AUTHORISE, "after"), (PAY, "before"), (PAY, "after")] * 2
    ground.turn(other)
    waiting = [created(ground, device) for device in ground.devices[-3:]]
    with Held(ground, points) as held:
        before = [len(exchanges(node)) for node in ground.service.nodes]
        began = time.monotonic()
        ground.place.put_deadlines_forward(301)
        ends = [settled(device, f"/payment-intents/{name}", 20) for device, name in waiting]
        took = time.monotonic() - began
        held.release()
    ended = [(end["status"], end["failure_code"]) for end in ends]
    checks = ground.checks
    checks.that(f"{what}: payments that nobody approved end at one node {took:.1f} s after, by a webhook to the other",
                {status for status, _ in ended} == {"FAILED"} and took < 15, ended)  # fmt: skip
    heard, told_of = (sum(one["operation"] == READ_CONSENT for one in exchanges(node)[old:])
                      for node, old in zip(ground.service.nodes, before))  # fmt: skip
    checks.that(f"{what}: {heard} were read by the node that heard", heard >= len(waiting), (heard, told_of))
    checks.that(f"{what}: {held.stand} payments under way", held.stand == len(points), held.stand)
    statuses = [told(end) for end in held.ends]
    paid, failed = statuses.count("SUCCEEDED"), statuses.count("FAILED")
    # An approval that came too late is refused, and a payment that was made is one.
    checks.that(f"{what}: {paid} are paid, {failed} are not, and none is open",
                paid >= 2 and failed >= 2 and paid + failed == len(points), statuses)  # fmt: skip
    ground.compare(what)


def created(ground, device):
    body = device.new_intent("1.80", ground.keys["beneficiary"])
    answer = device.api.post("/payment-intents/", body, uuid.uuid4().hex).must(201, what="create")
    return device, answer.json["id"]


def exchanges(node):
    """A node's calls to banks, in their order, by its log."""
    lines = node.said().splitlines()
    return [json.loads(line) for line in lines if line.startswith("{") and '"bank exchange"' in line]
