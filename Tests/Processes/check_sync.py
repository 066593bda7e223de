"""Watches the server's system calls: no 2xx of a POST may leave before the sync that covers what it acknowledges.

    check_sync.py <chave>

The same is done to a server that does not sync (`--unsafe-test-synchronous-normal`), which must be caught.
"""

import os
import pathlib
import re
import signal
import sys
import tempfile
import threading
import uuid

from checks import Checks
from server import Server
from wallet import API, Browser, Device

CALLS = "trace=fdatasync,fsync,sendto,sendmsg,write,writev,pwrite64,pwritev,read,recvfrom,recvmsg"
LINE = re.compile(r"^(\d+) +[\d:.]+ (?:<\.\.\. )?(\w+)(.*)$", re.DOTALL)
RESUMED = "<... "
IN = {"read", "recvfrom", "recvmsg"}
OUT = {"write", "writev", "sendto", "sendmsg"}
WAL = "payments.sqlite-wal>"


class Trace:
    """What strace wrote, in order: arrivals and departures by request id, writes to the WAL, and syncs of it."""

    def __init__(self, path):
        self.arrivals, self.departures = {}, {}
        self.writes, self.syncs = [], []
        begun = {}
        for position, line in enumerate(path.read_text(errors="replace").splitlines()):
            match = LINE.match(line)
            if not match:
                continue
            thread, call, rest = match.groups()
            is_resumed, is_unfinished = RESUMED in line[:60], line.endswith("<unfinished ...>")
            if call in IN and "X-Request-Id: " in rest:
                self._note(self.arrivals, rest, position)
            elif call in OUT and not is_resumed and "HTTP/1.1 " in rest:
                self._note(self.departures, rest, position)
            elif call in ("pwrite64", "pwritev") and not is_resumed and WAL in rest:
                self.writes.append((position, rest))
            elif call in ("fdatasync", "fsync"):
                if is_resumed:
                    start = begun.pop(thread, None)
                    if start is not None and "= 0" in rest:
                        self.syncs.append((start, position))
                elif WAL in rest:
                    if is_unfinished:
                        begun[thread] = position
                    elif "= 0" in rest:
                        self.syncs.append((position, position))

    @staticmethod
    def _note(table, text, position):
        for name in re.findall(r"X-Request-Id: ([0-9a-f]{32})", text):
            table.setdefault(name, position)

    def verdict(self, request, object_id):
        """`None` when the answer left after the sync of what it acknowledges, else what is wrong."""
        arrived, left = self.arrivals.get(request), self.departures.get(request)
        if arrived is None or left is None:
            return "the trace does not show it"
        written = next(
            (at for at, text in self.writes if arrived < at < left and (object_id is None or object_id in text)), None
        )
        if written is None:
            return "nothing was written before its answer left"
        if any(written < start and end < left for start, end in self.syncs):
            return None
        return "its answer left before its sync"


class Traced:
    """An API whose POSTs carry request ids of ours."""

    def __init__(self, api, book):
        self.api, self.book = api, book

    def post(self, path, body, expected, object_id=None, prefix="/payments/br"):
        request = uuid.uuid4().hex
        self.api.headers["X-Request-Id"] = request
        answer = self.api.post(path, body, uuid.uuid4().hex, prefix=prefix).must(expected, what=path)
        del self.api.headers["X-Request-Id"]
        if object_id is None and expected == 201:
            object_id = answer.json["id"]
        self.book.append((request, f"{path} {expected}", object_id))
        return answer.json if answer.body else None


def walk(server, book, payments):
    """One device: every kind of POST."""
    keys = server.keys
    merchant = Traced(API.merchant(server.base_url, keys), book)
    merchant.post("/widget-token/", {}, 200, prefix="/payments/api")
    device = Device(server.base_url, keys)
    api = Traced(device.api, book)
    institution = device.api.get("/institutions/").must(200).json["results"][0]["id"]
    created = api.post("/enrollments/", device.new_enrollment(institution), 201)
    callback = Browser(device.cpf, device.password).visit(created["details"]["redirect_url"])
    api.post("/enrollments/complete-redirection/", callback, 200, created["id"])
    path = f"/enrollments/{created['id']}"
    options = device.until_ready(f"{path}/fido-registration-options/")
    api.post(f"{path}/confirm/", {"confirmation_data": device.authenticator.create(options)}, 204, created["id"])
    end = device.until_settled(path)
    device.enrollment, device.customer = end["id"], end["details"]["customer"]
    for number in range(payments):
        intent = api.post(
            "/payment-intents/", device.new_intent(f"1.{number:02}", keys["beneficiary"]), 201
        )
        path = f"/payment-intents/{intent['id']}"
        if number % 4 == 3:
            api.post(f"{path}/cancel/", {}, 200, intent["id"])
            continue
        api.post(f"{path}/authorize/", device.authorisation(intent), 204, intent["id"])
        device.until_settled(path)


def watch(program, *arguments):
    """Runs a traced server under three clients; the requests and what is wrong with each."""
    with tempfile.TemporaryDirectory(prefix="chave-sync-") as folder:
        trace = pathlib.Path(folder) / "trace"
        prefix = ["strace", "-f", "-tt", "-y", "-s", "70000", "-e", CALLS, "-e", "signal=none", "-o", str(trace)]
        server = Server(program, folder, *arguments, prefix=prefix)
        book, errors = [], []

        def client():
            try:
                walk(server, book, payments=6)
            except Exception as error:
                errors.append(error)

        try:
            server.start()
            threads = [threading.Thread(target=client) for _ in range(3)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            # strace hands the signal to nobody: the server is its only child.
            child = int(pathlib.Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text())
            os.kill(child, signal.SIGTERM)
            server.process.wait(30)
        finally:
            server.end()
        if errors:
            print(server.said()[-2000:])
            raise errors[0]
        seen = Trace(trace)
        print(f"        {len(book)} POSTs, {len(seen.writes)} writes to the WAL, {len(seen.syncs)} syncs of it")
        verdicts = [(what, seen.verdict(request, object_id)) for request, what, object_id in book]
        return verdicts, server.said()


def main():
    checks = Checks()
    program = pathlib.Path(sys.argv[1]).resolve()
    verdicts, _ = watch(program)
    kinds = {}
    for what, problem in verdicts:
        kinds.setdefault(re.sub(r"[0-9a-f-]{36}", "{id}", what), []).append(problem)
    for kind, problems in sorted(kinds.items()):
        wrong = [problem for problem in problems if problem]
        checks.that(f"POST {kind}: {len(problems)} answers left after their syncs", not wrong, wrong[:3])
    verdicts, said = watch(program, "--unsafe-test-synchronous-normal")
    checks.that("a server that does not sync says so loudly", "WARNING" in said and "LOST" in said)
    caught = [problem for _, problem in verdicts if problem == "its answer left before its sync"]
    checks.that("and is caught", len(caught) > len(verdicts) / 2, f"{len(caught)} of {len(verdicts)}")
    checks.finish()


main()
