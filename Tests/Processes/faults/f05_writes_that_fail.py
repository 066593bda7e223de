"""F5: the N-th sync or write fails.

Unsynced data is never acknowledged. After a failed sync, or a write that the disk refused, the disk's content is
unknown: the server becomes unready and ends with a code other than 0. If only space was missing, the server stays,
refuses requests, and continues when there is space. In both cases all acknowledged data is there, from before and
after.
"""

import time
import uuid

from wallet import Unreachable
from workload import STANDARD, pay_patiently, until_answered

from .ground import Strace

NAME = "F5"
TEXT = "EIO and ENOSPC at the N-th fdatasync and pwrite64"
FATAL = [("fdatasync", "EIO"), ("fdatasync", "ENOSPC"), ("pwrite64", "EIO")]
PASSING = [("pwrite64", "ENOSPC")]


def attempt(device, pair):
    """A payment in single steps, each sent once; the answers that came."""
    answers = []
    try:
        body = device.new_intent("1.23", pair["beneficiary"])
        created = device.api.post("/payment-intents/", body, uuid.uuid4().hex)
        answers.append(created)
        if created.status == 201 and created.json["status"] == "PENDING":
            path = f"/payment-intents/{created.json['id']}/authorize/"
            answers.append(device.api.post(path, device.authorisation(created.json), uuid.uuid4().hex))
    except Unreachable:
        pass
    return answers


def strike(ground, town, call, error, number, path=None):
    """The problem, if any; `None` when the fault was not reached."""
    server = town.server
    device, pair = town.devices[number % len(town.devices)]
    trace = Strace(server.pid, call, f"error={error}", str(number), server.folder, path)
    # Writes to both databases until the fault has struck; data that only a checkpoint syncs takes a thousand pages.
    deadline = time.monotonic() + (5 if path is None else 60)
    answers = []
    while time.monotonic() < deadline and server.process.poll() is None and not struck(trace):
        answers += attempt(device, pair)
    reached = struck(trace)
    time.sleep(0.1)
    was_ready = reached and (call, error) in FATAL and stays_ready(server)
    code = ended(server) if (call, error) in FATAL else server.process.poll()
    trace.stop()
    problems = []
    strange = [answer.status for answer in answers if answer.status not in (201, 204, 409, 503)]
    if strange:
        problems.append(f"it answered {strange}")
    if reached and (call, error) in FATAL:
        if was_ready:
            problems.append("it said that it is ready")
        if code in (None, 0):
            problems.append("it went on" if code is None else "it ended with 0")
    elif code is not None:
        problems.append(f"it ended with {code}")
    if server.process.poll() is not None:
        ground.restart(server)
    elif problems:
        server.kill()
        ground.restart(server)
    if not until_ready_again(server):
        problems.append("it is not ready again")
        server.kill()
        ground.restart(server)
    end = pay_patiently(device, pair)
    if end["status"] != "SUCCEEDED":
        problems.append(f"afterwards a payment was {end['status']}")
    return problems if reached else None


def strike_end(ground, town, name):
    """The same for the checkpoint of a graceful end: its sync fails, and acknowledged data is only in the log."""
    server = town.server
    device, pair = town.devices[0]
    pay_patiently(device, pair)
    trace = Strace(server.pid, "fdatasync", "error=EIO", "1", server.folder, server.data / name)
    server.process.terminate()
    code = ended(server, 60)
    reached = struck(trace)
    if code is None:
        server.kill()
    trace.stop()
    problems = []
    if code != 1:
        problems.append(f"it ended with {code}")
    log = server.data / f"{name}-wal"
    if not log.exists() or log.stat().st_size == 0:
        problems.append("the log is gone")
    ground.restart(server)
    if not until_ready_again(server):
        problems.append("it is not ready again")
    end = pay_patiently(device, pair)
    if end["status"] != "SUCCEEDED":
        problems.append(f"afterwards a payment was {end['status']}")
    return problems if reached else None


def stays_ready(server, seconds=5):
    """Whether the server stays ready; one check is valid for a quarter of a second, and a traced call needs time to
    end."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if server.process.poll() is not None or server.status("/readyz") != 200:
            return False
        time.sleep(0.05)
    return True


def struck(trace):
    return trace.log.exists() and "(INJECTED)" in trace.log.read_text(errors="replace")


def ended(server, seconds=25):
    deadline = time.monotonic() + seconds
    while server.process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    return server.process.poll()


def until_ready_again(server, seconds=20):
    deadline = time.monotonic() + seconds
    while server.status("/readyz") != 200:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def run(ground):
    with ground.town() as town:
        numbers = ground.either([1, ground.random.randint(2, 4)], list(range(1, 13)))
        for call, error in [*FATAL, *PASSING]:
            problems, times = [], 0
            for number in numbers:
                found = strike(ground, town, call, error, number)
                if found is not None:
                    times += 1
                    ground.struck(f"{error} at {call}")
                    problems += [f"N={number}: {problem}" for problem in found]
            holds = "ends the server" if (call, error) in FATAL else "is refused, and passes"
            ground.checks.that(f"F5: {error} at {call} {holds} ({times} times)", times and not problems, problems[:4])
        # SQLite keeps a checkpoint's failure to itself, and would believe the second sync of what the first one lost.
        for name in ["payments.sqlite", "bank.sqlite"]:
            problems = strike(ground, town, "fdatasync", "EIO", 1, town.server.data / name)
            ground.struck("EIO at a checkpoint", problems is not None)
            what = f"F5: EIO at the sync of {name} in a checkpoint ends the server"
            ground.checks.that(what, problems == [], problems or "it was not reached")
        for name in ["payments.sqlite", "bank.sqlite"]:
            problems = strike_end(ground, town, name)
            ground.struck("EIO at the last checkpoint", problems is not None)
            what = f"F5: EIO at the sync of {name} at the end ends with 1 and keeps the log"
            ground.checks.that(what, problems == [], problems or "it was not reached")
        merchant = town.merchants[0][0]
        ground.checks.that("F5: reads go on", until_answered(lambda: merchant.get("/enrollments/")).status == 200)
        ground.judge(town, "F5", [name for name in STANDARD if name != "V7"])
