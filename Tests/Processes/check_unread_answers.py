"""Stores large rows, asks for many lists of them, and reads none of the answers: the server's memory stays bounded.

    check_unread_answers.py <chave>

Over SQLite and over PostgreSQL, by a merchant's keys and by devices' tokens; lists of every kind, single objects, documents
and pages; each request by itself and pipelined, over many connections. Meanwhile `/livez` is answered within a second (one
later answer is allowed), and afterwards everything is served again.
"""

import base64
import json
import socket
import sys
import tempfile
import time
import uuid

from checks import Checks
from check_hostile_http import memory
from postgres import Postgres
from server import Server
from wallet import API, CALLBACK, Unreachable, b64url, signals

ROWS = 240
BYTES = 60_000
CONNECTIONS = 60
# The limit of all responses (256 MiB), a quarter of it for one client, and the memory for reading parts of lists.
MAY_GROW_MIB = 420
LISTS = [
    "enrollments", "payment-intents", "customers", "bank-accounts", "charges", "apps", "webhooks", "webhook-deliveries",
    "institutions", "api-keys",
]


def fill(server, merchant):
    """Rows of the largest allowed body."""
    bank = merchant.get("/institutions/").must(200).json["results"][0]["id"]
    metadata = {f"note-{number}": "€" * (BYTES // 150) for number in range(50)}
    stored = 0
    for _ in range(ROWS):
        body = {
            "type": "open_finance_biometric_pix",
            "metadata": metadata,
            "details": {
                "customer": {"identifier": "76109277673"},
                "institution": bank,
                "platform": "IOS",
                "callback_url": CALLBACK,
                "risk_signals": signals("phone"),
            },
        }
        text = json.dumps(body, ensure_ascii=False).encode()
        headers = {**merchant.headers, "Idempotency-Key": uuid.uuid4().hex}
        answer = merchant.connection.send("POST", "/payments/br/enrollments/", headers, text)
        stored += answer.status == 201
        if answer.status != 201 and stored < 20:
            answer.must(201, what="enrollment")
        if answer.status != 201:
            break  # A cap on open enrollments: these are the rows that there are.
    return stored


class Idlers:
    """Connections that ask and never read."""

    def __init__(self, port):
        self.port, self.sockets = port, []

    def ask(self, target, headers, times=1):
        lines = [f"GET {target} HTTP/1.1", "Host: localhost", *headers, "", ""]
        idler = socket.socket()
        idler.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        idler.settimeout(5)
        idler.connect(("127.0.0.1", self.port))
        idler.setblocking(False)
        try:
            idler.send("\r\n".join(lines).encode() * times)
        except OSError:
            pass
        self.sockets.append(idler)

    def close(self):
        for idler in self.sockets:
            idler.close()
        self.sockets = []


class Watch:
    """The server's memory, and the delay of its health response."""

    def __init__(self, server):
        self.server, self.most, self.delays, self.silent = server, 0, [], 0

    @property
    def slowest(self):
        return max(self.delays)

    def slower_than(self, seconds):
        return sum(delay >= seconds for delay in self.delays)

    def look(self, seconds):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            begun = time.monotonic()
            self.silent += self.server.status("/livez") != 200
            self.delays.append(time.monotonic() - begun)
            self.most = max(self.most, memory(self.server.process) // 1024)
            time.sleep(0.05)


def attack(checks, server, what, targets, headers, times):
    before = memory(server.process) // 1024
    quiet = Watch(server)
    quiet.look(0.5)
    # A second, on a machine that does nothing else. One later answer is the machine's; supervisors count three in a row.
    patience = max(1, 5 * quiet.slowest)
    watch, idlers = Watch(server), Idlers(server.port)
    for number in range(CONNECTIONS):
        idlers.ask(targets[number % len(targets)], headers, times)
        if number % 10 == 9:
            watch.look(0.1)
    watch.look(3)
    idlers.close()
    print(f"        {what}: {before} MiB before, {watch.most} MiB at most, livez {watch.slowest * 1000:.0f} ms at most")
    checks.that(f"{what}: memory is bounded", watch.most - before < MAY_GROW_MIB, f"{before} to {watch.most} MiB")
    late = watch.slower_than(patience)
    checks.that(f"{what}: livez is answered within a second",
                late <= 1 and watch.slowest < 5 * patience and not watch.silent,
                f"{late} of {len(watch.delays)} later, {watch.slowest:.2f} s at most, {watch.silent} without an answer")


def served_again(merchant):
    """A large list, after the connections are closed and their memory is free; `None` when it does not arrive."""
    until = time.monotonic() + 90
    while time.monotonic() < until:
        try:
            answer = merchant.get("/enrollments/?page_size=100")
            if answer.status == 200:
                return answer.json
        except Unreachable:
            pass  # Its list waits behind lists that no client waits for any more.
        time.sleep(0.1)
    return None


def try_database(checks, program, folder, name, *arguments):
    server = Server(program, folder, *arguments).start()
    try:
        merchant = API.merchant(server.base_url, server.keys)
        stored = fill(server, merchant)
        checks.that(f"{name}: rows are stored", stored >= 20, str(stored))
        pair = f"{server.keys['secret_id']}:{server.keys['secret_password']}".encode()
        keys = [f"Authorization: Basic {base64.b64encode(pair).decode()}"]
        token = merchant.tokens()["access"]
        device = [f"Authorization: Bearer {token}", f"Chave-Device: {b64url(bytes(32))}"]
        big = ["/payments/br/enrollments/?page_size=1000"]
        every = [f"/payments/br/{list}/?page_size=1000" for list in LISTS]
        pages = ["/payments/openapi.json", "/payments/docs", "/openapi-sign-in.json", "/openapi-app2app.json", "/",
                 "/livez", "/readyz", "/metrics", "/shop", "/console"]
        one = merchant.get("/enrollments/?page_size=1").must(200).json["results"][0]["id"]
        for what, targets, headers, times in [
            ("the largest list", big, keys, 1),
            ("the largest list, pipelined", big, keys, 30),
            ("every list", every, keys, 3),
            ("a device's lists", ["/payments/br/enrollments/?device_id=phone&page_size=1000"], device, 10),
            ("one object, pipelined", [f"/payments/br/enrollments/{one}/"], keys, 200),
            ("documents and pages, pipelined", pages, [], 200),
        ]:
            attack(checks, server, f"{name}: {what}", targets, headers, times)
        first = served_again(merchant)
        checks.that(f"{name}: everything is served again", first is not None, server.said()[-1000:])
        whole = len(first["results"]) if first else 0
        checks.that(f"{name}: a large list is whole", whole == min(stored, 100), str(whole))
        faults = [line for line in server.said().splitlines() if '"level":"error"' in line and '"status":"503"' not in line]
        checks.that(f"{name}: nothing failed", not faults, str(faults[:3]))
        checks.that(f"{name}: it ends cleanly", server.stop() == 0, server.said()[-2000:])
    finally:
        server.end()


def main(program):
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        try_database(checks, program, folder, "SQLite")
    with tempfile.TemporaryDirectory() as folder:
        postgres = Postgres(folder).start()
        try:
            try_database(checks, program, folder, "PostgreSQL", "--database", postgres.url)
        finally:
            postgres.end()
    checks.finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
