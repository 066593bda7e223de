"""F14 for enrollments: every kind of wrong answer to every call, and what both sides then say of each device."""

import threading

from wallet import Refused, Unreachable
from workload import Crowd, enroll_patiently

from .answers import AGAIN, BYTES, SAID, SAID_OF_CALLS, Matrix
from .ground import PATIENCE

ONE = "/enrollments/{enrollmentId}"
CREATE, SIGNALS, STATUS = "POST /enrollments", f"POST {ONE}/risk-signals", f"GET {ONE}"
FIDO_OPTIONS, FIDO = f"POST {ONE}/fido-registration-options", f"POST {ONE}/fido-registration"
CELLS = {
    **dict.fromkeys((CREATE, SIGNALS, STATUS, FIDO_OPTIONS, FIDO), BYTES + AGAIN + SAID + SAID_OF_CALLS),
    **dict.fromkeys(("par", "token authorization_code"), BYTES + SAID),
}


# Calls at which an enrollment stands still for `Held`.
POINTS = [(operation, "after") for operation in CELLS]
ENDS = ("SUCCEEDED", "ended")


def enrolling(device):
    """An enrollment may end, as its device is told: a code counts once, and a page may not come."""
    try:
        end = enroll_patiently(device, seconds=PATIENCE)
    except (Refused, Unreachable):
        end = None
    return end or {"status": "ended"}


def enroll_all(ground, node):
    """Devices enroll at one node until each call has met each fault."""
    matrix, checks, ends, lock = Matrix(CELLS), ground.checks, [], threading.Lock()

    def enroll():
        device = ground.device(node)
        ground.pin(node, [device])
        status = enrolling(device)["status"]
        with lock:
            ends.append(status)

    with ground.relay.planned(matrix), Crowd([enroll] * 10) as crowd:
        while matrix.missing and not crowd.stopping.wait(0.1) and len(crowd.problems) < 5 and len(ends) < 150:
            pass
    kinds = {(one.operation, one.fault) for one in matrix.struck}
    what = f"F14: wrong answers to an enrollment's calls, {len(kinds)} in all"
    checks.that(f"{what}, met {len(matrix.struck)} times", not matrix.missing, matrix.missing)
    counted = ", ".join(f"{ends.count(status)} {status}" for status in sorted(set(ends)))
    checks.that(f"{what}: {counted}", not crowd.problems and "SUCCEEDED" in ends, crowd.problems[:3])


def agree(ground):
    """A device that the platform says is enrolled is so at the bank, and no other is."""
    books = ground.books()
    at_bank = {one.id: one.status for one in books.bank.enrollments}
    wrong, looked = [], 0
    for one in books.platform.enrollments:
        said = at_bank.pop(one.bank_enrollment, None)
        looked += 1
        if (one.status == "SUCCEEDED") != (said == "AUTHORISED") and one.status != "PENDING":
            wrong.append(f"{one.id} is {one.status}, at the bank {said}")
    wrong += [f"{name} of no enrollment is AUTHORISED" for name, status in at_bank.items() if status == "AUTHORISED"]
    ground.checks.that(f"both sides say the same of {looked} enrollments", looked and not wrong, wrong[:4])
