"""The common setup of every fault of two nodes: clients with recorded requests, and the judges of the result."""

import contextlib
import json
import time
import uuid

from invariants import ALL, Books, History, judge
from invariants.challenges import counters
from invariants.processes import sample
from receiver import Receiver
from stored import payments
from wallet import API, Connection
from workload import Crowd

from .connections import ByNumber
from .load import canceller, enroller, payer, repeater
from .service import await_ready

POOLS = 2 * (2 * 8 + 4)  # connections that two nodes may have, for the platform, the bank and the cards


class Ground:
    """`strike` does a fault under load; `judge` reads the books after it."""

    def __init__(self, checks, service):
        self.checks, self.service = checks, service
        self.history, self.receiver = History(), Receiver()
        self.devices = []

    def __enter__(self):
        Connection.witness = self.history
        return self

    def __exit__(self, *_):
        Connection.witness = None

    def open(self, each=2):
        """Starts this number of payers at each node, without nginx between; and an endpoint that receives every
        event."""
        self.keys = self.service.nodes[0].keys
        self.history.secret("an API key's password", self.keys["secret_password"])
        for node in self.service.nodes:
            for _ in range(each):
                device = self.device(node)
                device.enroll()
                self.devices.append(device)
        merchant = API.merchant(self.url(self.service.nodes[0]), self.keys)
        merchant.post("/webhooks/", {"url": self.receiver.url}).must(201, what="endpoint")
        self.new_account(merchant)
        merchant.connection.close()
        for device in self.devices:
            assert device.pay("1.10", self.keys["beneficiary"])["status"] == "SUCCEEDED"
        self.open_other()
        self.note("the start")
        return self

    def open_other(self):
        """A second organisation with an account and a device; the first one's objects do not exist for it."""
        made = self.command("organisations", "create", "Padaria", "--json")
        key = self.command("keys", "create", "--organisation", made["id"], "--json")
        self.other_keys = {"organisation": made["id"], **key}
        self.history.secret("an API key's password", key["secret_password"])
        merchants = [API.merchant(self.url(node), self.other_keys) for node in self.service.nodes]
        self.other_keys["beneficiary"] = self.new_account(merchants[0])["id"]
        self.other = self.device(self.service.nodes[1], self.other_keys)
        self.other.enroll()
        for merchant in merchants:
            for theirs in self.devices:
                merchant.get(f"/enrollments/{theirs.enrollment}/").must(404, what="another organisation's enrollment")
            merchant.connection.close()

    def command(self, *arguments):
        """The output of a command beside the first node."""
        node = self.service.nodes[0]
        done = node.beside(*arguments, environment={"CHAVE_DATABASE": self.service.database})
        if done.returncode:
            raise AssertionError(f"chave {' '.join(arguments[:2])}: {done.stderr}")
        return json.loads(done.stdout)

    @staticmethod
    def new_account(merchant):
        """What the merchant's own server has been told that it has."""
        bank = merchant.get("/institutions/").must(200).json["results"][0]["id"]
        holder = {"name": "Padaria Exemplo Ltda", "identifier": "11222333000181", "identifier_type": "CNPJ"}
        number = f"{uuid.uuid4().int % 10**10:010}"
        body = {
            "institution": bank,
            "holder": {"type": "BUSINESS", "information": holder},
            "details": {"country": "BRA", "account_type": "CHECKINGS", "agency": "0001", "number": number},
        }
        return merchant.post("/bank-accounts/", body, uuid.uuid4().hex).must(201, what="bank account").json

    def url(self, node):
        return f"http://127.0.0.1:{node.port}"

    def device(self, node, keys=None):
        device = self.service.device(self.url(node), keys)
        device.api.connection = ByNumber(self.url(node))
        self.history.secret("a device's secret", device.secret)
        self.history.secret("an access token", device.token)
        self.history.secret("a CPF", device.cpf)
        self.history.secret("a bank password", device.password)
        return device

    def note(self, label):
        for name, node in zip(("one node", "the other node"), self.service.nodes):
            self.history.processes.append((label, {**sample(node.pid), "of": name}))
        beyond = max(0, len(self.service.postgres.backends()) - POOLS)
        self.history.processes.append((label, {"connections": beyond, "of": "PostgreSQL"}))

    # --- Load

    def acts(self):
        half = len(self.devices) // 2
        one, other = self.devices[:half], self.devices[half:]
        acts = [payer(device, self.keys) for device in (one[0], other[0])]
        acts.append(repeater(one[-1], self.keys, other[0].base_url, ByNumber))
        acts.append(canceller(other[-1], self.keys))
        acts.append(payer(self.other, self.other_keys))
        acts.append(enroller(lambda: self.device(self.service.nodes[len(self.history.tries) % 2])))
        return acts

    @contextlib.contextmanager
    def strike(self, what, acts=None, recovers=5):
        """Load before, during and after the fault; the load ends when both nodes have continued. From `recovers`
        seconds after the fault's end on, no request may be refused because of it.
        """
        checks, strike = self.checks, Strike(self)
        with Crowd(acts or self.acts()) as crowd:
            strike.crowd = crowd
            strike.until_more()
            strike.begin()
            yield strike
            strike.over = time.monotonic_ns()
            for node in self.service.nodes:
                await_ready(node)
            before = self.served()
            strike.until_more(6)
            while min(self.served_since(before)) < 3:
                time.sleep(0.05)
            strike.end = len(self.history.tries)
        served = self.served_since(strike.served)
        checks.that(f"{what}: {strike.told()}", strike.counts()["accepted"] > 0 and crowd.rounds > 0)
        checks.that(f"{what}: each of {crowd.rounds} acts ends as it should", not crowd.problems, crowd.problems[:3])
        checks.that(f"{what}: both nodes served, {served} requests", min(served) > 0, served)
        late = strike.late(recovers)
        checks.that(f"{what}: {recovers} s after it nothing fails for its sake", not late, late[:3])

    def served_since(self, earlier):
        """How many requests each node has served more than `earlier`, which `served` said then."""
        return [count - before for count, before in zip(self.served(), earlier)]

    def served(self):
        """By each node's own count; a node that was started anew begins again."""
        return [self.service.requests(node) for node in self.service.nodes]

    # --- The end

    def books(self):
        return Books(self.service.postgres)

    def judge(self, what, needed=ALL):
        self.service.settle()
        self.note(what)
        for node in self.service.nodes:
            self.service.metrics(node)
        self.history.logs = self.service.logs()
        self.history.deliveries = [(headers["webhook-id"], body) for headers, body in self.receiver.got]
        books = self.books()
        judge(self.checks, what, books, self.history, {self.keys["beneficiary"]}, needed)
        self.history.counters.append((what, counters(books)))
        return books

    def judge_deliveries(self, what):
        """Every event for the endpoint arrives; an event of a dead node is sent when its lease has ended."""
        deadline = time.monotonic() + 90
        while True:
            wanted = payments.events_to_deliver(self.service.postgres)
            arrived = [headers["webhook-id"] for headers, _ in self.receiver.got]
            if wanted <= set(arrived) or time.monotonic() > deadline:
                break
            time.sleep(0.1)
        twice = len(arrived) - len(set(arrived))
        self.checks.that(
            f"{what}: each of {len(wanted)} events arrived, {twice} of them again",
            wanted and set(arrived) == wanted,
            f"{len(wanted - set(arrived))} did not come",
        )


class Strike:
    """One fault: the requests meanwhile, and the responses."""

    def __init__(self, ground):
        self.ground, self.history = ground, ground.history
        self.first = self.over = self.end = None
        self.crowd = None
        self.facts = []

    def begin(self):
        self.first, self.served = len(self.history.tries), self.ground.served()

    def until_more(self, acts=4, seconds=90):
        """Waits until the clients have done so much more."""
        wanted, deadline = self.crowd.rounds + acts, time.monotonic() + seconds
        while self.crowd.rounds < wanted and time.monotonic() < deadline:
            time.sleep(0.02)

    def until(self, condition, seconds=60):
        deadline = time.monotonic() + seconds
        while not condition() and time.monotonic() < deadline:
            time.sleep(0.02)
        return condition()

    def tries(self):
        return self.history.tries[self.first : self.end]

    def counts(self):
        """The outcomes of the requests at their clients."""
        found = {"accepted": 0, "refused": 0, "unknown": 0, "put off": 0, "unanswered": 0}
        for one in self.tries():
            if one.status is None:
                found["unanswered"] += 1
            elif one.status < 400:
                found["accepted"] += 1
            elif one.status == 503 or one.is_no_outcome() and one.status == 409:
                found["put off"] += 1
            elif one.is_no_outcome():
                found["unknown"] += 1
            else:
                found["refused"] += 1
        return found

    def told(self):
        return ", ".join(f"{count} {name}" for name, count in self.counts().items() if count)

    def longest(self):
        """Seconds until the slowest answer."""
        return max((one.ended - one.begun) / 1e9 for one in self.tries())

    def slowest(self):
        ordered = sorted(self.tries(), key=lambda one: one.begun - one.ended)
        return [(one.method, one.path, one.status, f"{(one.ended - one.begun) / 1e9:.1f} s") for one in ordered[:3]]

    def put_off_without_word(self):
        """Answers of 503 and 429 that do not say when to come again."""
        return [one.path for one in self.tries() if one.status in (429, 503) and not one.again]

    def late(self, seconds):
        limit = self.over + seconds * 1_000_000_000
        return [
            (one.path, one.status, one.answer[:160])
            for one in self.tries()
            if one.begun > limit and (one.status is None or one.status >= 500)
        ]
