"""F14: every kind of wrong answer to every call of a payment, under load; two answers exchanged; a lost refusal."""

import concurrent.futures
import threading

from wire import acts
from wire.relay import Plan
from workload import Crowd, enroll_patiently, pay_patiently

from .ground import AUTHORISE, CONSENT, LIST, OPTIONS, OWN_TOKEN, PAY, READ, READ_CONSENT, REFRESH, bank_device, until

unauthorized = acts.gateway(401, "UNAUTHORIZED")
# Faults of any call's bytes.
BYTES = [
    acts.cut_before, acts.cut_after, acts.cut_within, acts.late, acts.overdue, acts.altered,
    acts.lost_to(503, "SERVICE_UNAVAILABLE"),
]  # fmt: skip
# Silence, and what a gateway says in the bank's place.
SAID = [
    acts.silent,
    acts.gateway(503, "SERVICE_UNAVAILABLE"), acts.gateway(529, "SITE_IS_OVERLOADED"), acts.gateway(403, "FORBIDDEN"),
    acts.gateway(429, "TOO_MANY_REQUESTS", **{"Retry-After": "1"}),
]  # fmt: skip
# Further faults of a call to the bank's interfaces.
AGAIN = [acts.twice, acts.second_of_two, acts.of_another_call]
SAID_OF_CALLS = [unauthorized, acts.lost_to(401, "UNAUTHORIZED"), acts.lost_to(422, "CONSENTIMENTO_INVALIDO")]
# Plain refusals, of which no payment's fate may depend.
REFUSALS = [acts.gateway(400, "PARAMETRO_INVALIDO"), acts.gateway(404, "NOT_FOUND"), acts.lost_to(404, "NOT_FOUND")]
# Calls whose tries have nothing in common.
WITHOUT_NAME = (OWN_TOKEN, REFRESH, "par", "token authorization_code")
STEPS, FATE, TOKENS = (CONSENT, OPTIONS, AUTHORISE, READ_CONSENT), (PAY, LIST, READ), (OWN_TOKEN, REFRESH)
# Two halves, each for the time in which a node is away.
CUT_OR_LATE = {**dict.fromkeys((*STEPS, *FATE), BYTES + AGAIN), **dict.fromkeys(TOKENS, BYTES)}
REFUSED_OR_WRONG = {
    **dict.fromkeys(STEPS, SAID + SAID_OF_CALLS), **dict.fromkeys(FATE, SAID + SAID_OF_CALLS + REFUSALS),
    **dict.fromkeys(TOKENS, SAID),
}  # fmt: skip
# Calls that a payment has only after something went wrong: by which fault each comes about.
LEADS_TO = [(PAY, acts.cut_after, (LIST, READ)), (PAY, unauthorized, (REFRESH,)), (CONSENT, unauthorized, (OWN_TOKEN,))]
ABOVE_ITS_LIMIT = "60.00"


class Matrix:
    """Meets each call with the next fault that its operation has not met, at most one for each call."""

    def __init__(self, cells):
        self.left = {operation: list(faults) for operation, faults in cells.items()}
        self.calls, self.struck = set(), []

    def takes(self, exchange):
        """As of a plan."""
        operation = exchange.operation
        name = exchange if operation in WITHOUT_NAME else exchange.call
        if operation not in self.left or name in self.calls:
            return None
        act = self.left[operation].pop(0) if self.left[operation] else self._leading(operation)
        if act is not None:
            self.calls.add(name)
            self.struck.append(exchange)
        return act

    def _leading(self, operation):
        return next((act for at, act, others in LEADS_TO
                     if at == operation and any(self.left.get(other) for other in others)), None)  # fmt: skip

    @property
    def missing(self):
        return {operation: [act.__name__ for act in left] for operation, left in self.left.items() if left}


def meet_all(ground, what, cells, node, devices):
    """Payments at one node, until each call has met each fault of its own."""
    matrix, checks = Matrix(cells), ground.checks
    ground.pin(node, devices)
    with ground.relay.planned(matrix), Crowd([payer(ground, device) for device in devices]) as crowd:
        while matrix.missing and not crowd.stopping.wait(0.1) and len(crowd.problems) < 5:
            pass
    kinds = {(one.operation, one.fault) for one in matrix.struck}
    what = f"F14: {what}, {len(kinds)} in all"
    checks.that(f"{what}, met {len(matrix.struck)} times", not matrix.missing, matrix.missing)
    checks.that(f"{what}: each of {crowd.rounds} payments is paid", not crowd.problems and crowd.rounds > 0,
                crowd.problems[:3])  # fmt: skip


def payer(ground, device):
    def act():
        end = ground.paying(device)
        assert end["status"] == "SUCCEEDED", (end["id"], end["status"], end["failure_code"])

    return act


def exchanged(ground):
    """Two payments get each the answer of the other one."""
    checks, swap = ground.checks, acts.Swap()
    with ground.relay.planned(Plan(swap.swapped, PAY, 2)) as plan, concurrent.futures.ThreadPoolExecutor(2) as pool:
        ends = [end["status"] for end in pool.map(ground.paying, ground.devices[:2], ("3.11", "3.12"))]
    said = [one.given.status for one in plan.struck]
    checks.that("F14: two payments that got each other's answers are paid",
                ends == ["SUCCEEDED"] * 2 and said == [201] * 2, (ends, said))  # fmt: skip
    ground.compare("F14: answers exchanged")


def refused_and_lost(ground):
    """A refusal whose answer is lost is asked for again, and believed a minute later; it is looked at in the end."""
    device, ends = bank_device(ground, ground.service.nodes[0], "Banco Sabiá"), []
    enroll_patiently(device)
    ground.turn(ground.service.nodes[0], [device])
    thread = threading.Thread(
        target=lambda: ends.append(pay_patiently(device, ground.keys, ABOVE_ITS_LIMIT, 200)), daemon=True
    )
    with ground.relay.planned(Plan(acts.cut_after, PAY)) as plan:
        thread.start()
        until(lambda: plan.struck)

    def look():
        thread.join(200)
        said = [(end["status"], end["failure_code"]) for end in ends]
        statuses = [reply.status for one in plan.struck for reply in one.replies]
        what = f"F14: a refusal whose answer was lost is one in the end: {said}"
        ground.checks.that(what, statuses == [422] and said and said[0][0] == "FAILED", statuses)

    ground.later.append(look)
