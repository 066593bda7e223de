"""Watches the server's system calls.

* No 2xx of a POST may leave before the sync that covers what it acknowledges.
* The bank is in the same process, so its responses are no system calls. The platform writes down each object that the
bank acknowledged: it must not write the name of an object before the bank has synced that object.

    check_sync.py <chave>

The script also checks a server that does not sync (`--unsafe-test-synchronous-normal`), and must detect it.
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
PLATFORM, BANK = "payments.sqlite-wal>", "bank.sqlite-wal>"
UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
# Objects that the bank creates and the platform stores: enrollments and consents have names that say so.
BANK_OBJECT = re.compile(f"urn:sandboxbank:(\\w+):{UUID}")
# A payment's id is a UUID alone; the platform's row has it behind the consent's.
BANK_PAYMENT = re.compile(f"urn:sandboxbank:consent:{UUID}({UUID})")


class Log:
    """Writes to one database's WAL, and syncs of it, in the order of the trace."""

    def __init__(self):
        self.writes, self.syncs, self.begun = [], [], {}

    def is_synced(self, written, before):
        """Whether a sync that began after the write ended before that moment."""
        return any(written < start and end < before for start, end in self.syncs)


class Trace:
    """strace's output, in order: arrivals and departures by request id, and the writes and syncs of both databases."""

    def __init__(self, path):
        self.arrivals, self.departures = {}, {}
        self.logs = {PLATFORM: Log(), BANK: Log()}
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
            elif call in ("pwrite64", "pwritev") and not is_resumed:
                for name, log in self.logs.items():
                    if name in rest:
                        log.writes.append((position, rest))
            elif call in ("fdatasync", "fsync"):
                self._sync(thread, rest, position, is_resumed, is_unfinished)

    def _sync(self, thread, rest, position, is_resumed, is_unfinished):
        for name, log in self.logs.items():
            if is_resumed:
                start = log.begun.pop(thread, None)
                if start is not None and "= 0" in rest:
                    log.syncs.append((start, position))
            elif name in rest:
                if is_unfinished:
                    log.begun[thread] = position
                elif "= 0" in rest:
                    log.syncs.append((position, position))

    @staticmethod
    def _note(table, text, position):
        for name in re.findall(r"X-Request-Id: ([0-9a-f]{32})", text):
            table.setdefault(name, position)

    def verdict(self, request, object_id):
        """`None` when the response left after the sync of the acknowledged data, else the problem."""
        arrived, left = self.arrivals.get(request), self.departures.get(request)
        if arrived is None or left is None:
            return "the trace does not show it"
        log = self.logs[PLATFORM]
        written = next(
            (at for at, text in log.writes if arrived < at < left and (object_id is None or object_id in text)), None
        )
        if written is None:
            return "nothing was written before its answer left"
        return None if log.is_synced(written, left) else "its answer left before its sync"

    def bank_verdicts(self):
        """For each bank object that the platform knows: its kind, and the problem, if any."""
        made, known = self._first_writes(BANK), self._first_writes(PLATFORM)
        for at, text in self.logs[PLATFORM].writes:
            for match in BANK_PAYMENT.finditer(text):
                known.setdefault(match[1], ("payment", at))
        for name in known.keys() - made.keys():
            written = next((at for at, text in self.logs[BANK].writes if name in text), None)
            if written is not None:
                made[name] = (known[name][0], written)
        for name, (kind, at) in sorted(known.items()):
            written = made.get(name)
            if written is None or written[1] > at:
                yield kind, "the bank had not written it"
            else:
                yield kind, None if self.logs[BANK].is_synced(written[1], at) else "the bank had not synced it"

    def _first_writes(self, name):
        found = {}
        for at, text in self.logs[name].writes:
            for match in BANK_OBJECT.finditer(text):
                found.setdefault(match[0], (match[1], at))
        return found


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
        writes, syncs = (
            " and ".join(str(len(getattr(log, kind))) for log in seen.logs.values()) for kind in ("writes", "syncs")
        )
        print(f"        {len(book)} POSTs, {writes} writes to the WALs of platform and bank, {syncs} syncs of them")
        verdicts = [(what, seen.verdict(request, object_id)) for request, what, object_id in book]
        return verdicts, list(seen.bank_verdicts()), server.said()


def by_kind(verdicts):
    kinds = {}
    for what, problem in verdicts:
        kinds.setdefault(re.sub(r"[0-9a-f-]{36}", "{id}", what), []).append(problem)
    return sorted(kinds.items())


def main():
    checks = Checks()
    program = pathlib.Path(sys.argv[1]).resolve()
    verdicts, bank_verdicts, _ = watch(program)
    for kind, problems in by_kind(verdicts):
        wrong = [problem for problem in problems if problem]
        checks.that(f"POST {kind}: {len(problems)} answers left after their syncs", not wrong, wrong[:3])
    kinds = dict(by_kind(bank_verdicts))
    for kind in ("enrollment", "consent", "payment"):
        problems = kinds.get(kind, [])
        wrong = [problem for problem in problems if problem]
        what = f"bank: {len(problems)} objects ({kind}) were synced before the platform knew of them"
        checks.that(what, problems and not wrong, wrong[:3])
    verdicts, bank_verdicts, said = watch(program, "--unsafe-test-synchronous-normal")
    checks.that("a server that does not sync says so loudly", "WARNING" in said and "LOST" in said)
    caught = [problem for _, problem in verdicts if problem == "its answer left before its sync"]
    checks.that("and is caught", len(caught) > len(verdicts) / 2, f"{len(caught)} of {len(verdicts)}")
    caught = [problem for _, problem in bank_verdicts if problem == "the bank had not synced it"]
    checks.that("and so is its bank", len(caught) > len(bank_verdicts) / 2, f"{len(caught)} of {len(bank_verdicts)}")
    checks.finish()


main()
