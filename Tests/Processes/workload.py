"""Two organisations and their devices use every call of the API, and everything is recorded."""

import json
import random
import threading
import time
import uuid

from invariants import Books, History, judge
from invariants.challenges import counters
from invariants.processes import sample
from wallet import API, Browser, Connection, Device, Refused, Unreachable

COMPANY = {"name": "Padaria Exemplo Ltda", "identifier": "11222333000181", "identifier_type": "CNPJ"}
AGAIN = {409: "idempotency_in_progress", 503: "institution_unavailable"}


class Town:
    """A server with two organisations; `history` records what their clients send while the town is open."""

    def __init__(self, server, seed=1):
        self.server, self.random = server, random.Random(seed)
        self.history = History()
        self.merchants, self.devices, self.planted = [], [], set()
        self.bank_accounts = 0

    def __enter__(self):
        Connection.witness = self.history
        return self

    def __exit__(self, *_):
        Connection.witness = None

    def open(self, devices=1):
        """Both organisations with so many devices each; the server runs."""
        keys = self.server.keys
        self.planted.add(keys["beneficiary"])
        made = json.loads(self._command("organisations", "create", "Padaria", "--json"))
        other = json.loads(self._command("keys", "create", "--organisation", made["id"], "--json"))
        for pair in (keys, {"organisation": made["id"], **other}):
            merchant = API.merchant(self.server.base_url, pair)
            self.history.secret("an API key's password", pair["secret_password"])
            if "beneficiary" not in pair:
                pair = {**pair, "beneficiary": self.new_account(merchant)["id"]}
            self.merchants.append((merchant, pair))
        for merchant, pair in self.merchants:
            for number in range(devices):
                people = [("76109277673", "senha-1"), ("87517400444", "senha-2")]
                self.devices.append((self.new_device(pair, *people[number % 2]), pair))
        return self

    def _command(self, *arguments):
        done = self.server.beside(*arguments)
        if done.returncode:
            raise AssertionError(f"chave {' '.join(arguments[:2])}: {done.stderr}")
        return done.stdout

    def new_account(self, merchant, key=None):
        self.bank_accounts += 1
        bank = merchant.get("/institutions/").must(200).json["results"][0]["id"]
        number = f"{uuid.uuid4().int % 10**10:010}"
        body = {
            "institution": bank,
            "holder": {"type": "BUSINESS", "information": COMPANY},
            "details": {"country": "BRA", "account_type": "CHECKINGS", "agency": "0001", "number": number},
        }
        return merchant.post("/bank-accounts/", body, key or uuid.uuid4().hex).must(201, what="bank account").json

    def new_device(self, pair, cpf="76109277673", password="senha-1", enroll=True):
        device = Device(self.server.base_url, pair, cpf, password)
        self.history.secret("a device's secret", device.secret)
        self.history.secret("an access token", device.token)
        self.history.secret("a CPF", cpf)
        self.history.secret("a bank password", password)
        if enroll:
            device.enroll()
        return device

    # --- What is noted on the way

    def note_counters(self, label):
        self.history.counters.append((label, counters(Books(self.server.data))))

    def note_process(self, label):
        self.history.processes.append((label, sample(self.server.pid)))

    def read_metrics(self):
        """For V13, which looks through them."""
        line = Connection(self.server.base_url)
        until_answered(lambda: line.send("GET", "/metrics", {}))
        line.close()

    # --- A day

    def ordinary_day(self):
        """Every call once, with the right response: paid, refused by the bank, cancelled, repeated, refused by us."""
        for device, pair in self.devices:
            end = device.pay("12.34", pair["beneficiary"])
            assert end["status"] == "SUCCEEDED", end["failure_code"]
            assert device.pay("150.00", pair["beneficiary"])["status"] == "FAILED"
            self.cancelled(device, pair)
            self.repeated(device, pair)
            self.refused(device, pair)
            self.unanswered(device, pair)
        for merchant, _ in self.merchants:
            merchant.everything("/payment-intents/")
            merchant.everything("/enrollments/")

    def cancelled(self, device, pair):
        intent = device.api.post("/payment-intents/", device.new_intent("5.00", pair["beneficiary"])).must(201).json
        path = f"/payment-intents/{intent['id']}"
        device.api.post(f"{path}/cancel/", {}, uuid.uuid4().hex).must(200, what="cancel")
        device.api.post(f"{path}/authorize/", device.authorisation(intent)).must(409, what="authorise after cancel")
        device.api.get(f"{path}/").must(200)

    def repeated(self, device, pair):
        """Each request twice under its key, then with another body."""
        key = uuid.uuid4().hex
        body = device.new_intent("7.01", pair["beneficiary"], external_id=f"order-{uuid.uuid4().hex}")
        first = device.api.post("/payment-intents/", body, key).must(201)
        again = device.api.post("/payment-intents/", body, key).must(201)
        assert first.body == again.body and again.headers["Idempotent-Replayed"] == "true"
        device.api.post("/payment-intents/", {**body, "amount": "7.02"}, key).must(422, what="another body")
        path = f"/payment-intents/{first.json['id']}"
        approval, key = device.authorisation(first.json), uuid.uuid4().hex
        for _ in range(2):
            device.api.post(f"{path}/authorize/", approval, key).must(204, what="authorise")
        device.until_settled(path)

    def refused(self, device, pair):
        device.api.post("/payment-intents/", device.new_intent("1.999", pair["beneficiary"])).must(400)
        device.api.get(f"/payment-intents/{uuid.uuid4()}/").must(404)
        merchant = next(merchant for merchant, other in self.merchants if other is pair)
        account = {"institution": "x", "holder": {}, "details": {"number": f"{uuid.uuid4().int % 10**10:010}"}}
        merchant.post("/bank-accounts/", account).must(400)
        # The other organisation's objects do not exist for this one.
        other = next(other for other in self.devices if other[1] is not pair)[0]
        merchant.get(f"/enrollments/{other.enrollment}/").must(404, what="another organisation's enrollment")

    def unanswered(self, device, pair):
        """A client that does not wait for its response, and retries."""
        body, key = device.new_intent("3.03", pair["beneficiary"]), uuid.uuid4().hex
        patience, device.api.connection.timeout = device.api.connection.timeout, 0.001
        device.api.connection.close()
        try:
            device.api.post("/payment-intents/", body, key)
        except Unreachable:
            pass
        device.api.connection.close()
        device.api.connection.timeout = patience
        intent = until_answered(lambda: device.api.post("/payment-intents/", body, key)).must(201).json
        self.approve(device, intent)

    def approve(self, device, intent):
        path = f"/payment-intents/{intent['id']}"
        device.api.post(f"{path}/authorize/", device.authorisation(intent), uuid.uuid4().hex).must(204)
        return device.until_settled(path)

    # --- The end

    def settle(self, seconds=90):
        """Waits until no payment is under way."""
        deadline = time.monotonic() + seconds
        for merchant, _ in self.merchants:
            while until_answered(lambda: merchant.get("/payment-intents/?status=PROCESSING")).must(200).json["count"]:
                if time.monotonic() > deadline:
                    return
                time.sleep(0.1)

    def judge(self, checks, what, needed=None):
        """Over the files of a server that has ended."""
        self.history.logs = [self.server.said()]
        judge(checks, what, Books(self.server.data), self.history, self.planted, needed or STANDARD)


# The invariants that a run with faults always covers; V6 and V14 only when the run asks for them.
STANDARD = ["V1", "V2", "V3", "V4", "V5", "V7", "V8", "V9", "V10", "V11", "V12", "V13", "V15"]


def until_answered(ask, seconds=60):
    """Asks again, under the same key, until there is an outcome."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            answer = ask()
        except Unreachable:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)
            continue
        # Every 503 says that nothing was done, whatever the cause: a bank, the disk or too many clients.
        is_over = answer.status != 503 and AGAIN.get(answer.status) not in answer.codes
        if not is_over and time.monotonic() < deadline:
            time.sleep(0.02)
            continue
        return answer


def enroll_patiently(device, browser=Browser, seconds=60):
    """All seven steps with keys, each repeated until it has an outcome; `None` when the enrollment ended honestly."""
    api = device.api
    institution = device.institution(until_answered(lambda: api.get("/institutions/")))
    body, key = device.new_enrollment(institution), uuid.uuid4().hex
    created = until_answered(lambda: api.post("/enrollments/", body, key), seconds).must(201).json
    callback = browser(device.cpf, device.password).visit(created["details"]["redirect_url"])
    path, key = "/enrollments/complete-redirection/", uuid.uuid4().hex
    until_answered(lambda: api.post(path, callback, key), seconds).must(200)
    path = f"/enrollments/{created['id']}"
    options = ready(device, f"{path}/fido-registration-options/", seconds)
    if options is None:
        return None
    body, key = {"confirmation_data": device.authenticator.create(options)}, uuid.uuid4().hex
    until_answered(lambda: api.post(f"{path}/confirm/", body, key), seconds).must(204)
    end = settled(device, path, seconds)
    device.enrollment, device.customer = end["id"], end["details"]["customer"]
    return end


def cancel_pending(device):
    """Makes room: a device may have twenty payment intents at a time that nobody has approved."""
    page = until_answered(lambda: device.api.get("/payment-intents/?status=PENDING&page_size=100")).must(200)
    for intent in page.json["results"]:
        answer = until_answered(lambda: device.api.post(f"/payment-intents/{intent['id']}/cancel/", {}))
        answer.must(200, 409, what="cancel")


def ready(device, path, seconds=60):
    """Waits like `Device.until_ready`, with a server that restarts; `None` when there is nothing to wait for."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        answer = until_answered(lambda: device.api.get(path), seconds)
        if answer.status == 200:
            return answer.json
        if answer.status == 409:
            return None
        time.sleep(0.02)
    raise AssertionError(f"{path} did not come")


def settled(device, path, seconds=60):
    deadline = time.monotonic() + seconds
    while True:
        now = until_answered(lambda: device.api.get(path + "/"), seconds).must(200).json
        if now["status"] not in ("PENDING", "PROCESSING") or time.monotonic() > deadline:
            return now
        time.sleep(0.02)


def pay_patiently(device, pair, amount="2.50", seconds=60):
    """A payment whose steps are repeated with their keys until they have outcomes."""
    body, key = device.new_intent(amount, pair["beneficiary"]), uuid.uuid4().hex
    intent = until_answered(lambda: device.api.post("/payment-intents/", body, key), seconds).must(201).json
    if intent["status"] != "PENDING":
        return intent
    path, approval, key = f"/payment-intents/{intent['id']}", device.authorisation(intent), uuid.uuid4().hex
    until_answered(lambda: device.api.post(f"{path}/authorize/", approval, key), seconds).must(204, 409)
    return settled(device, path, seconds)


class Crowd:
    """Threads that repeat an action until they are stopped; their errors are recorded."""

    def __init__(self, acts):
        self.acts, self.stopping = acts, threading.Event()
        self.problems, self.rounds, self.milliseconds = [], 0, []
        self.lock = threading.Lock()
        self.threads = [threading.Thread(target=self._go, args=(act,)) for act in acts]

    def _go(self, act):
        while not self.stopping.is_set():
            began = time.monotonic()
            try:
                act()
            except (Refused, Unreachable, AssertionError, ValueError, KeyError) as error:
                with self.lock:
                    self.problems.append(repr(error)[:400])
                if len(self.problems) > 50:
                    return
            with self.lock:
                self.rounds += 1
                self.milliseconds.append((time.monotonic() - began) * 1_000)

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stopping.set()
        for thread in self.threads:
            thread.join()

    def percentile(self, part):
        ordered = sorted(self.milliseconds)
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0
