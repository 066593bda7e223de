"""F12: a network that stores requests and delivers them again, 1 s to 10 min later, in another order, several times.

V3, V7 and V8 hold; an approval that arrives after the payment has lapsed is 409 and never a payment.
"""

import http.client
import http.server
import socket
import tempfile
import threading
import time
import uuid

from wallet import Connection, Device, Unreachable
from workload import settled, until_answered

from .clock import Clock

NAME = "F12"
TEXT = "requests delivered again, late, in another order"
HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "host", "accept-encoding"}


class Network:
    """An HTTP proxy. It stores each POST; while it holds, it delivers none of them and cuts the connection."""

    def __init__(self, port):
        self.port, self.stored, self.holding, self.lock = port, [], False, threading.Lock()
        network = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP}
                if self.command == "POST":
                    with network.lock:
                        network.stored.append((self.path, headers, body))
                    if network.holding:
                        self.close_connection = True
                        self.connection.shutdown(socket.SHUT_RDWR)
                        return
                onward = http.client.HTTPConnection("127.0.0.1", network.port, timeout=30)
                onward.request(self.command, self.path, body or None, headers)
                answer = onward.getresponse()
                data = answer.read()
                self.send_response_only(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in HOP:
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)
                onward.close()

            do_POST = do_GET

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.base_url = f"http://localhost:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def deliver(self, randomness, copies, threads=3):
        """Delivers all stored requests several times, shuffled; returns the answers as (path, status)."""
        with self.lock:
            letters = self.stored * copies
        randomness.shuffle(letters)
        answers, waiting = [], iter(letters)

        def postman():
            line = Connection(f"http://localhost:{self.port}")
            while True:
                with self.lock:
                    letter = next(waiting, None)
                if letter is None:
                    return line.close()
                path, headers, body = letter
                try:
                    answers.append((path, line.send("POST", path, headers, body).status))
                except Unreachable as error:
                    answers.append((path, repr(error)))

        postmen = [threading.Thread(target=postman) for _ in range(threads)]
        for each in postmen:
            each.start()
        for each in postmen:
            each.join()
        return answers

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def create(device, pair):
    body = device.new_intent("4.44", pair["beneficiary"])
    return device.api.post("/payment-intents/", body, uuid.uuid4().hex).must(201, what="intent").json


def approvals_that_come_late(ground, town, network, clock, device, pair):
    """The approval is under way until the payment has lapsed."""
    problems, late = [], []
    network.holding = True
    for _ in range(3):
        network.holding = False
        intent = create(device, pair)
        network.holding = True
        path = f"/payment-intents/{intent['id']}"
        try:
            device.api.post(f"{path}/authorize/", device.authorisation(intent), uuid.uuid4().hex)
            problems.append("the network did not hold the approval")
        except Unreachable:
            late.append(path)
    network.holding = False
    clock.jump(330)
    for path in late:
        end = settled(device, path)
        if (end["status"], end["failure_code"]) != ("FAILED", "consent_expired"):
            problems.append(f"it lapsed as {end['status']} {end['failure_code']}")
    answers = network.deliver(ground.random, 2)
    ground.struck("late approvals", len(late))
    for path in late:
        said = {status for where, status in answers if where == f"/payments/br{path}/authorize/"}
        if said != {409}:
            problems.append(f"a late approval was answered with {said}")
        if settled(device, path)["status"] != "FAILED":
            problems.append("a late approval was paid")
    ground.checks.that("F12: an approval after the end is 409 and pays nothing", not problems, problems[:4])


def run(ground):
    with tempfile.TemporaryDirectory(prefix="chave-clock-") as folder:
        clock = Clock(folder)
        if clock.library is None:
            raise AssertionError("libfaketime is not installed: scripts/setup test")
        with ground.town(surroundings=clock.surroundings) as town:
            network = Network(town.server.port)
            try:
                replays(ground, town, network, clock)
            finally:
                network.close()
            ground.judge(town, "F12")
        clock.tidy()


def replays(ground, town, network, clock):
    device, pair = town.devices[0]
    device = Device(network.base_url, pair)
    device.enroll()
    paid = [device.pay("2.00", pair["beneficiary"])["status"] for _ in range(ground.either(3, 10))]
    assert set(paid) == {"SUCCEEDED"}, paid
    cancelled = create(device, pair)
    device.api.post(f"/payment-intents/{cancelled['id']}/cancel/", {}, uuid.uuid4().hex).must(200)
    before = state(town)
    for minutes in (0, 1 / 60, 1, 3, 5.8):
        clock.jump(minutes * 60)
        answers = network.deliver(ground.random, ground.either(2, 5))
        ground.struck("replays", len(answers))
        strange = sorted({str(status) for _, status in answers} - {"200", "201", "204", "401", "404", "409", "422"})
        what = f"F12: {len(answers)} requests again, {clock.offset} s later, are answered as once or refused"
        ground.checks.that(what, not strange, strange)
    time.sleep(0.5)
    ground.checks.that("F12: nothing new came of them", state(town) == before, (before, state(town)))
    device.sign_in()
    approvals_that_come_late(ground, town, network, clock, device, pair)


def state(town):
    """The state: all objects and their ends, except tokens."""
    merchant = town.merchants[0][0]
    return {
        kind: sorted((item["id"], item.get("status", "")) for item in until_answered_list(merchant, kind))
        for kind in ("payment-intents", "enrollments", "customers", "bank-accounts")
    }


def until_answered_list(merchant, kind):
    until_answered(lambda: merchant.get(f"/{kind}/"))
    return merchant.everything(f"/{kind}/")
