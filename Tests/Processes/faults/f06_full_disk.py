"""F6: the disk is full, then there is room again, and the server is the same process all the while."""

import pathlib
import subprocess
import tempfile
import time
import uuid

from wallet import Unreachable
from workload import cancel_pending, pay_patiently, until_answered

NAME = "F6"
TEXT = "a full disk, then room again"
SIZE = "160m"  # well above what a server keeps in reserve before it says that it is ready


def mounted(folder):
    """Mounts a separate file system; `False` when this machine does not allow it."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=0700", "tmpfs", folder]
    return subprocess.run(command, capture_output=True).returncode == 0


def fill(folder):
    """Fills the disk; returns the file that does so."""
    filler = pathlib.Path(folder) / "filler"
    with filler.open("wb", buffering=0) as file:
        block = bytes(1 << 20)
        while True:
            try:
                file.write(block)
            except OSError:
                if len(block) == 1:
                    return filler
                block = block[: len(block) // 2]


def write_until_refused(town, answers, seconds=60):
    """Existing pages can be overwritten without new space, so the first refusal takes a while."""
    merchant, deadline = town.merchants[0][0], time.monotonic() + seconds
    while time.monotonic() < deadline:
        person = {"identifier": cpf(town.random), "name": "Pessoa Inventada", "external_id": uuid.uuid4().hex}
        answer = merchant.post("/customers/", person, uuid.uuid4().hex)
        answers.append(answer.status)
        if answer.status == 503:
            return True
    return False


def cpf(randomness):
    """A number with good check digits that belongs to nobody here."""
    digits = [randomness.randrange(10) for _ in range(8)] + [0]
    for length in (9, 10):
        rest = sum(digit * weight for digit, weight in zip(digits, range(length + 1, 1, -1))) * 10 % 11
        digits.append(rest % 10)
    return "".join(map(str, digits))


def round_of_want(ground, town, folder):
    server, answers = town.server, []
    filler = fill(folder)
    merchant, (device, pair) = town.merchants[0][0], town.devices[0]
    problems = []
    if not write_until_refused(town, answers):
        problems.append(f"nothing was refused: {sorted(set(answers))}")
    else:
        ground.struck("writes refused")
    # A look at the database counts for a quarter of a second.
    deadline = time.monotonic() + 2
    while server.status("/readyz") == 200 and time.monotonic() < deadline:
        time.sleep(0.05)
    if server.status("/readyz") == 200:
        problems.append("it said that it is ready")
    if server.status("/livez") != 200:
        problems.append("it is not alive")
    for path in ("/enrollments/", "/payment-intents/", f"/enrollments/{device.enrollment}/"):
        if merchant.get(path).status != 200:
            problems.append(f"{path} is not read any more")
    refused = []
    for _ in range(10):
        try:
            body, key = device.new_intent("2.00", pair["beneficiary"]), uuid.uuid4().hex
            answers.append(device.api.post("/payment-intents/", body, key).status)
            if answers[-1] == 503:
                refused.append((body, key))
        except Unreachable as error:
            problems.append(str(error))
    ground.struck("payments refused", answers[-10:].count(503))
    if set(answers) - {201, 503}:
        problems.append(f"it answered {sorted(set(answers))}")
    filler.unlink()
    began = time.monotonic()
    while server.status("/readyz") != 200 and time.monotonic() - began < 30:
        time.sleep(0.05)
    seconds = time.monotonic() - began
    if server.process.poll() is not None:
        problems.append(f"it ended with {server.process.returncode}")
        ground.restart(server)
    elif server.status("/readyz") != 200:
        problems.append("it is not ready after 30 s with room")
        server.kill()
        ground.restart(server)
    for body, key in refused[:3]:
        again = [until_answered(lambda: device.api.post("/payment-intents/", body, key)) for _ in range(2)]
        if [answer.status for answer in again] != [201, 201] or again[0].body != again[1].body:
            problems.append(f"what was refused, under its key, is {[answer.status for answer in again]}")
    cancel_pending(device)
    end = pay_patiently(device, pair)
    if end["status"] != "SUCCEEDED":
        problems.append(f"afterwards a payment was {end['status']} {end['failure_code']}")
    return problems, seconds


def run(ground):
    with tempfile.TemporaryDirectory(prefix="chave-full-") as folder:
        if not mounted(folder):
            ground.lack("a file system of its own to fill (mount needs root)")
            return
        try:
            with ground.town(data=f"{folder}/data") as town:
                pid, longest = town.server.pid, 0.0
                for number in range(ground.either(2, 10)):
                    problems, seconds = round_of_want(ground, town, folder)
                    longest = max(longest, seconds)
                    what = f"F6: round {number + 1}: refused, readable, ready again {seconds:.1f} s after there was room"
                    ground.checks.that(what, not problems, problems[:6])
                ground.checks.that("F6: it is the same process", town.server.pid == pid)
                # 5 s on a machine that has nothing else to do.
                ground.checks.that(f"F6: it went on after {longest:.1f} s at most", longest < 20)
                ground.judge(town, "F6")
        finally:
            subprocess.run(["umount", "-l", folder], check=False)
