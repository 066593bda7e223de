"""`chave webhooks listen` as a developer uses it: its lines, its records when it has left, and what was missed."""

import json
import re
import signal
import subprocess
import time
import urllib.error
import urllib.request

from wallet import API, Device

LINE = re.compile(r"^(\S+Z)  (\S+) +(?:R\$ ([\d.]+))? +(\S+)  ([0-9a-f-]{36})  ✓ signature$")


class Listener:
    """One run of the command; its output is in two files."""

    def __init__(self, server, name, *arguments):
        self.out, self.err = server.folder / f"{name}.out", server.folder / f"{name}.err"
        environment = {**server.environment, "CHAVE_DATA": str(server.data), "CHAVE_BASE_URL": server.base_url}
        with self.out.open("w") as out, self.err.open("w") as err:
            self.process = subprocess.Popen(
                [server.program, "webhooks", "listen", *arguments], env=environment, stdout=out, stderr=err,
                stdin=subprocess.DEVNULL,
            )
        self.url, self.id = self.until(lambda: re.search(r"listening on (\S+) as (\S+);", self.said())).groups()

    def said(self):
        return self.err.read_text()

    def lines(self):
        return self.out.read_text().splitlines()

    def until(self, found, seconds=30):
        deadline = time.monotonic() + seconds
        while not found() and time.monotonic() < deadline and self.process.poll() is None:
            time.sleep(0.05)
        assert found(), f"{self.said()!r} {self.lines()!r}"
        return found()

    def hears(self, kind, amount):
        """The line of an event with this amount."""
        return self.until(lambda: [each for each in self.lines() if f"  {kind} " in each and amount in each])[0]

    def leaves(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(30)

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


class Listening:
    def __init__(self, checks, server):
        self.checks, self.server = checks, server
        self.merchant = API.merchant(server.base_url, server.keys)
        self.device = Device(server.base_url, server.keys)
        self.device.enroll()

    def pay(self, amount):
        return self.device.pay(amount, self.server.keys["beneficiary"])

    def command(self, *arguments):
        done = self.server.beside("webhooks", *arguments, "--json")
        return json.loads(done.stdout)

    def listens(self, name, body, *arguments):
        """Runs `body` beside a listener that leaves by Ctrl-C."""
        listener = Listener(self.server, name, *arguments)
        try:
            body(listener)
            self.checks.that(f"{name}: Ctrl-C ends it with 0", listener.leaves() == 0, listener.said())
        finally:
            listener.end()
        return listener

    def quiet(self, listener):
        """Waits until everything that was made has been delivered."""
        path = f"/webhook-deliveries/?webhook={listener.id}&status=pending"
        listener.until(lambda: self.merchant.get(path).must(200).json["count"] == 0)

    def lines_of_payments(self, listener):
        paid, refused = self.pay("12.50"), self.pay("150.00")
        good = listener.hears("payment_intent.succeeded", "R$ 12.50")
        bad = listener.hears("payment_intent.failed", "R$ 150.00")
        self.quiet(listener)
        reason, lines = refused["failure_code"], listener.lines()
        self.checks.that("a payment has its amount and a signature",
                         paid["id"] in good and good.endswith("✓ signature"), good)
        self.checks.that("one that failed has its reason, and a signature that holds",
                         reason and f"  {reason}  {refused['id']}  ✓ signature" in bad and "✗" not in bad, bad)
        self.checks.that("each line has all of that", all(LINE.match(line) for line in lines), lines)

    def forged(self, listener):
        request = urllib.request.Request(listener.url, data=b'{"type": "payment_intent.succeeded"}', method="POST")
        request.add_header("webhook-signature", "v1,AAAA")
        before = listener.lines()
        try:
            status = urllib.request.urlopen(request, timeout=20).status
        except urllib.error.HTTPError as error:
            status = error.code
        listener.until(lambda: "✗ signature: " in listener.said())
        self.checks.that("a forged one is told apart, and is no line", status == 401 and listener.lines() == before, status)

    def stays(self, listener):
        """After the end: the endpoint is disabled, and its deliveries are read as before."""
        known = self.command("list")
        self.checks.that("the endpoint stays, disabled", [(each["id"], each["status"]) for each in known]
                         == [(listener.id, "disabled")], known)
        deliveries = self.command("deliveries", "--webhook", listener.id)
        told = {(each["type"], each["object_id"]) for each in deliveries}
        lines = {(match[2], match[5]) for match in map(LINE.match, listener.lines())}
        self.checks.that("and so do its deliveries, one for each line", told == lines and bool(told), told ^ lines)
        shown = self.server.beside("webhooks", "deliveries", "--webhook", listener.id).stdout.splitlines()
        columns = {line.index("  delivered  ") for line in shown if "  delivered  " in line}
        self.checks.that("in columns", len(shown) == len(deliveries) and len(columns) == 1, shown)

    def misses(self, first):
        missed = self.pay("3.21")
        # A listener in between does not make the missed ones forgotten.
        second = self.listens("second", lambda listener: None)
        self.checks.that("the next listener takes the same endpoint", second.id == first.id, second.id)
        told = second.said().split("Ctrl-C")[1].splitlines()[1]
        self.checks.that("and is told that something may be missed", "--missed" in told, second.said())
        self.checks.that("which it does not get unasked", not second.lines(), second.lines())

        def hears(listener):
            line = listener.hears("payment_intent.succeeded", "R$ 3.21")
            self.checks.that("--missed has it sent", missed["id"] in line, line)
            self.pay("4.32")
            listener.hears("payment_intent.succeeded", "R$ 4.32")
            again = [line for line in listener.lines() if "R$ 12.50" in line]
            self.checks.that("and nothing that was heard before", not again, again)

        self.listens("third", hears, "--missed")

    def killed(self, first):
        listener = Listener(self.server, "killed")
        listener.process.kill()
        listener.process.wait()
        self.pay("5.43")

        def hears(after):
            after.hears("payment_intent.succeeded", "R$ 5.43")
            self.checks.that("after a kill the endpoint is found again", after.id == first.id == listener.id, after.id)

        self.listens("after-the-kill", hears, "--missed")
        self.checks.that("there is one endpoint after all", len(self.command("list")) == 1, self.command("list"))

    def two_at_once(self):
        def another(first):
            second = self.listens("beside", lambda listener: None)
            self.checks.that("a listener that runs keeps its endpoint", second.id != first.id, second.id)

        self.listens("long", another)


def check_listening(checks, server, folder):
    scene = Listening(checks, server)

    def both(listener):
        scene.lines_of_payments(listener)
        scene.forged(listener)

    first = scene.listens("first", both)
    scene.stays(first)
    scene.misses(first)
    scene.killed(first)
    scene.two_at_once()
