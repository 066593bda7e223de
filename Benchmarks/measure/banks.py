"""The platform before banks on the wire: a payment's processor time beside the floor of RSA, and a hundred banks."""

import collections
import json
import pathlib
import subprocess
import tempfile

import profile
from processes import processor_seconds
from server import Server
from service import Sandbox, chave_load, shape
from tools import PACKAGE

ROOT = PACKAGE.parent
# Four messages and the assertion that renews a token.
SIGNATURES = 5
# The bank's own code, in whatever it calls.
BANK = r"11SandboxBank"


def children(pid):
    """The processes that a process started, by the second word of their command."""
    found = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit() and (entry / "stat").read_text().rpartition(")")[2].split()[1] == str(pid):
            found[(entry / "cmdline").read_text().split("\0")[1]] = int(entry.name)
    return found


def in_process(tools, sizes, load):
    """The platform with its bank in the same process, and which share of the time is the bank's."""
    with Sandbox(tools, cores=None) as server:
        found = chave_load(server, *load, cores=None, measure=processor_seconds)
        found["bank_share"] = profile.share_under_load(tools, sizes, server, BANK, load) if profile.is_there() else None
    return found


def on_the_wire(tools, load):
    with tempfile.TemporaryDirectory(prefix="chave-wire-") as folder:
        server = Server(tools.chave, folder, "--wire")
        try:
            server.start()
            watched = {"platform": server.pid, "bank": children(server.pid)["bank"]}
            return chave_load(server, *load, cores=None, processes=watched, measure=processor_seconds)
        finally:
            server.stop()


def many(tools, sizes):
    command = [ROOT / ".venv-open-finance/bin/python", PACKAGE / "peer/hundred_banks.py", tools.chave, *sizes.many_banks]
    done = subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, text=True, timeout=900)
    return json.loads(done.stdout)


def run(tools, sizes):
    rates = tools.lines("--seconds", sizes.rate_seconds, "rates")
    # Flat out, as the other figures of a payment are: at a low rate both sides pay for waking up instead.
    load = shape(sizes, concurrency=sizes.devices)
    return {
        "signature_milliseconds": 1000 / rates["raw/sign-ps256"]["per_processor_second"],
        "verification_milliseconds": 1000 / rates["raw/verify-ps256"]["per_processor_second"],
        "in_process": in_process(tools, sizes, load),
        "on_the_wire": on_the_wire(tools, load),
        "many": many(tools, sizes),
    }


def limits(found):
    """The floor of a payment's signatures, the platform's own part without a bank, and the goal made of them."""
    floor = SIGNATURES * found["signature_milliseconds"]
    whole, share = found["in_process"]["milliseconds_each"]["server"], found["in_process"]["bank_share"]
    own = whole * (1 - share) if share is not None else None
    figures = collections.namedtuple("figures", "floor own goal measured")
    goal = floor + 1.5 * own if own is not None else None
    return figures(floor, own, goal, found["on_the_wire"]["milliseconds_each"]["platform"])
