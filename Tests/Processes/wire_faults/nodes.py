"""F18, F11 and F7: a node stands still, or loses its database, while banks' answers to its calls come."""

import signal
import time

from nodes import await_ready
from stored import payments

from .answers import CUT_OR_LATE, REFUSED_OR_WRONG, meet_all
from .ground import AUTHORISE, LIST, PAY, READ, READ_CONSENT, Held, until

POINTS = [(AUTHORISE, "after"), (READ_CONSENT, "after"), (PAY, "before"), (PAY, "after"), (LIST, "after"),
          (READ, "after")]  # fmt: skip
READY_WITHIN = 10
DOUBT_SECONDS = 120


def node_stands_still(ground):
    """Longer than its holds last; the answers wait in its sockets, and its late writes are fenced."""
    what, (victim, well) = "F18: a node that stands still", ground.service.nodes
    ground.turn(victim)
    with Held(ground, POINTS) as held:
        victim.process.send_signal(signal.SIGSTOP)
        began = time.monotonic()
        held.release()
        try:
            meet_all(ground, "calls that are cut, late or sent twice", CUT_OR_LATE, well, ground.devices[len(POINTS):])
            held.wait()
        finally:
            victim.process.send_signal(signal.SIGCONT)
    await_ready(victim)
    ground.checks.that(f"{what} for {time.monotonic() - began:.0f} s", time.monotonic() - began > 20)
    held.judge(what)
    ground.compare(what)


def node_without_database(ground):
    """The answers come while the node cannot write; what it said to its database arrives late."""
    what, (well, victim) = "F11: a node cut off from PostgreSQL", ground.service.nodes
    ground.turn(victim)
    with Held(ground, POINTS) as held:
        ground.service.relay.cut()
        held.release()
        try:
            meet_all(ground, "refusals and wrong answers", REFUSED_OR_WRONG, well, ground.devices[len(POINTS):])
            held.wait()
        finally:
            ground.service.relay.mend()
            mended = time.monotonic()
    ready_soon(ground, what, [victim], mended)
    held.judge(what)
    ground.compare(what)


def database_killed(ground):
    """F7: PostgreSQL is killed while answers to both nodes are under way; they come while it is away."""
    what, postgres = "F7: PostgreSQL killed", ground.service.postgres
    for number, node in enumerate(ground.service.nodes):
        ground.turn(node, ground.devices[number::2])
    points = [*POINTS, *POINTS[:4]]
    with Held(ground, points) as held:
        before = len(ground.history.tries)
        postgres.kill()
        held.release()
        until(lambda: sum(one.status == 503 for one in ground.history.tries[before:]) >= 5)
        under_way = sum(not end.done() for end in held.ends)
        postgres.start()
        back = time.monotonic()
        ready_soon(ground, what, ground.service.nodes, back)
    held.judge(what)
    # A payment of an earlier fault may still be doubted: for a minute, then with the pause of its next try.
    until(lambda: payments.intents_under_way(postgres) == 0, DOUBT_SECONDS)
    left = payments.intents_under_way(postgres)
    ground.checks.that(f"{what} under {under_way} payments, none is left", under_way > 0 and left == 0, left)
    ground.compare(what)


def ready_soon(ground, what, nodes, since):
    """A proxy that watches /readyz sends clients to the nodes again soon after the fault."""
    for node in nodes:
        await_ready(node)
    took = time.monotonic() - since
    ground.checks.that(f"{what}: ready {took:.1f} s after it", took <= READY_WITHIN, took)
