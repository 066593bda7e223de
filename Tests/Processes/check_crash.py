"""Kills the server at random moments under load, and searches for acknowledged data that was lost.

    check_crash.py <chave>

CHAVE_CRASH_ROUNDS is how often it is killed (default 50), CHAVE_CRASH_SEED makes the moments repeatable.
"""

import os
import pathlib
import random
import sys
import tempfile
import threading
import time
import uuid
from collections import Counter

from checks import Checks
from invariants import ALL, Books, History, judge
from server import Server
from wallet import API, Browser, Connection, Device, Refused, Unreachable

PAYERS = 3
AGAIN = {409: "idempotency_in_progress", 503: "institution_unavailable"}


class Request:
    """A POST that is repeated with its own key until an answer comes, whatever happens to the server meanwhile."""

    def __init__(self, path, body):
        self.path, self.body, self.key = path, body, uuid.uuid4().hex
        self.tries = 0

    def send(self, device, book):
        deadline = time.monotonic() + 30
        while True:
            self.tries += 1
            answer = device.api.post(self.path, self.body, self.key)
            if AGAIN.get(answer.status) in answer.codes and time.monotonic() < deadline:
                time.sleep(0.05)
                continue
            if answer.headers.get("Idempotent-Replayed"):
                book.replays += 1
            return answer


class Book:
    """The acknowledged objects: by id, and by the merchant's own order number."""

    def __init__(self):
        self.lock = threading.Lock()
        self.intents = {}
        self.enrollments = {}
        self.authorised = set()
        self.problems = []
        self.replays = self.unanswered = 0

    def problem(self, text):
        with self.lock:
            self.problems.append(text)


class Worker:
    """One client: goes on after each crash with the request that had no answer."""

    def __init__(self, device, book):
        self.device, self.book = device, book
        self.stopping = False
        self.walk = None
        self.to_look_at = set()

    def run_until_killed(self):
        self.stopping = False
        try:
            while not self.stopping:
                if self.walk is None:
                    self.walk = self.steps()
                try:
                    next(self.walk)
                except StopIteration:
                    self.walk = None
        except Exception as error:  # a finding, shown at the end
            self.walk = None
            self.book.problem(f"{type(self).__name__}: {error!r}"[:700])

    def settled(self, act):
        """Does `act` until it has an answer. A generator: it pauses where the server went away."""
        while True:
            try:
                return act()
            except Unreachable:
                with self.book.lock:
                    self.book.unanswered += 1
                self.stopping = True
            yield


class Payer(Worker):
    """Creates and authorises payments, one after the other."""

    def __init__(self, device, book, beneficiary):
        super().__init__(device, book)
        self.beneficiary = beneficiary
        self.number = 0

    def steps(self):
        self.number += 1
        order = f"order-{uuid.uuid4().hex}"
        amount = f"{1 + self.number % 7}.{self.number % 100:02}"
        # The server keeps an external id to one intent by itself; of the others only the key makes one.
        mark = {"external_id": order} if self.number % 2 else {"metadata": {"order": order}}
        create = Request("/payment-intents/", self.device.new_intent(amount, self.beneficiary, **mark))
        answer = yield from self.settled(lambda: create.send(self.device, self.book))
        intent = answer.must(201, what="create").json
        with self.book.lock:
            self.book.intents[intent["id"]] = order
        self.to_look_at.add(intent["id"])
        if intent["status"] != "PENDING":
            return
        path = f"/payment-intents/{intent['id']}/authorize/"
        authorise = Request(path, self.device.authorisation(intent))
        answer = yield from self.settled(lambda: authorise.send(self.device, self.book))
        answer.must(204, what="authorise")
        with self.book.lock:
            self.book.authorised.add(intent["id"])
        self.to_look_at.add(intent["id"])
        yield

    def look(self):
        """Checks after a restart that all objects acknowledged since the last one are there."""
        for intent in self.to_look_at:
            answer = self.device.api.get(f"/payment-intents/{intent}/")
            if answer.status != 200:
                self.book.problem(f"intent {intent} was acknowledged and is gone: {answer.status}")
            elif intent in self.book.authorised and answer.json["status"] == "PENDING":
                self.book.problem(f"intent {intent} was authorised and is PENDING again")
        self.to_look_at.clear()


class Enroller(Worker):
    """Enrolls one device after the other."""

    def __init__(self, device, book):
        super().__init__(device, book)
        self.made = []

    def steps(self):
        device = self.device
        if self.made:
            device = yield from self.settled(lambda: Device(self.device.base_url, self.device.keys))
            self.device = device
        institution = yield from self.settled(lambda: device.api.get("/institutions/").must(200))
        body = device.new_enrollment(institution.json["results"][0]["id"])
        create = Request("/enrollments/", {**body, "metadata": {"order": uuid.uuid4().hex}})
        created = (yield from self.settled(lambda: create.send(device, self.book))).must(201, what="enroll").json
        self.acknowledged(created["id"], {"PENDING", "SUCCEEDED", "FAILED"})
        browser = Browser(device.cpf, device.password)
        try:
            callback = yield from self.settled(lambda: browser.visit(created["details"]["redirect_url"]))
        except Refused:
            return  # The page had already been answered when the server went; the person starts again.
        path = "/enrollments/complete-redirection/"
        (yield from self.settled(lambda: device.api.post(path, callback))).must(200, what="redirection")
        path = f"/enrollments/{created['id']}"
        try:
            options = yield from self.settled(lambda: device.until_ready(f"{path}/fido-registration-options/"))
        except Refused as refusal:
            if refusal.answer.status == 409:
                return  # A regular end: a lost response to the exchange of the code is final.
            raise
        confirm = Request(f"{path}/confirm/", {"confirmation_data": device.authenticator.create(options)})
        (yield from self.settled(lambda: confirm.send(device, self.book))).must(204, what="confirm")
        end = yield from self.settled(lambda: device.until_settled(path))
        if end["status"] == "SUCCEEDED":
            self.acknowledged(created["id"], {"SUCCEEDED"})

    def acknowledged(self, enrollment, states):
        with self.book.lock:
            self.book.enrollments[enrollment] = states
        self.made.append(enrollment)
        self.to_look_at.add(enrollment)

    def look(self):
        merchant = API.merchant(self.device.base_url, self.device.keys)
        for enrollment in self.to_look_at:
            answer = merchant.get(f"/enrollments/{enrollment}/")
            allowed = self.book.enrollments[enrollment]
            if answer.status != 200 or answer.json["status"] not in allowed:
                self.book.problem(f"enrollment {enrollment}: {answer.status}, not one of {sorted(allowed)}")
        self.to_look_at.clear()


def round_of_load(server, workers, randomness):
    """Load, a kill at a random moment, a restart, a look."""
    threads = [threading.Thread(target=worker.run_until_killed) for worker in workers]
    for thread in threads:
        thread.start()
    time.sleep(randomness.uniform(0.05, 1.0))
    server.kill()
    for worker in workers:
        worker.stopping = True
    for thread in threads:
        thread.join()
    if randomness.random() < 0.2:
        # Kills it once more while it opens its files and resumes its work.
        server.spawn()
        time.sleep(randomness.uniform(0.0, 0.6))
        server.kill()
    server.start()
    for worker in workers:
        worker.device.sign_in()
        worker.look()


def finish_all(server, workers, seconds=90):
    """Lets every client end what it began, and waits until no payment is under way."""
    for worker in workers:
        while worker.walk is not None:
            try:
                next(worker.walk)
            except StopIteration:
                worker.walk = None
            except Exception as error:
                worker.walk = None
                worker.book.problem(f"at the end, {type(worker).__name__}: {error!r}"[:700])
    merchant = API.merchant(server.base_url, server.keys)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if merchant.get("/payment-intents/?status=PROCESSING").must(200).json["count"] == 0:
            break
        time.sleep(0.2)
    return merchant


def judge_answers(checks, merchant, book):
    for kind in ("payment-intents", "enrollments"):
        made = Counter(
            item["external_id"] or item["metadata"].get("order", item["id"])
            for item in merchant.everything(f"/{kind}/?page_size=50")
        )
        twice = [order for order, count in made.items() if count > 1]
        checks.that(f"each of {len(made)} requests made one of {kind}", not twice, twice[:3])
    states = {}
    for intent in book.intents:
        answer = merchant.get(f"/payment-intents/{intent}/")
        states[intent] = answer.json if answer.status == 200 else None
    missing = [intent for intent, state in states.items() if state is None]
    checks.that(f"all {len(states)} acknowledged payment intents are there", not missing, missing)
    gone = [id for id in book.enrollments if merchant.get(f"/enrollments/{id}/").status != 200]
    checks.that(f"all {len(book.enrollments)} acknowledged enrollments are there", not gone, gone)
    ends = [states[intent]["status"] for intent in book.authorised if states[intent]]
    failures = sorted({states[i]["failure_code"] for i in book.authorised if states[i] and states[i]["failure_code"]})
    summary = {end: ends.count(end) for end in sorted(set(ends))}
    print(f"        authorised: {summary} {failures or ''}")
    checks.that(
        f"all {len(ends)} authorised intents came to an end", ends and set(ends) <= {"SUCCEEDED", "FAILED"}, summary
    )
    checks.that("most of them are paid", ends.count("SUCCEEDED") > 0.9 * len(ends), summary)


def main():
    rounds = int(os.environ.get("CHAVE_CRASH_ROUNDS", "50"))
    seed = int(os.environ.get("CHAVE_CRASH_SEED") or random.randrange(2**32))
    randomness = random.Random(seed)
    checks = Checks()
    print(f"        {rounds} rounds (CHAVE_CRASH_ROUNDS), CHAVE_CRASH_SEED={seed}")
    with tempfile.TemporaryDirectory(prefix="chave-crash-") as folder:
        server = Server(pathlib.Path(sys.argv[1]).resolve(), folder)
        try:
            server.start()
            book, keys = Book(), server.keys
            history = Connection.witness = History()
            payers = []
            for _ in range(PAYERS):
                device = Device(server.base_url, keys)
                device.enroll()
                history.secret("a device's secret", device.secret)
                history.secret("a CPF", device.cpf)
                payers.append(Payer(device, book, keys["beneficiary"]))
            workers = [*payers, Enroller(Device(server.base_url, keys), book)]
            started = time.monotonic()
            for number in range(rounds):
                round_of_load(server, workers, randomness)
                if (number + 1) % 10 == 0:
                    print(
                        f"        {number + 1} rounds, {time.monotonic() - started:.0f} s, {len(book.intents)} intents",
                        flush=True,
                    )
            merchant = finish_all(server, workers)
            judge_answers(checks, merchant, book)
            checks.that(f"the server came back from {rounds} kills", True)
            checks.that(f"requests were cut off ({book.unanswered})", book.unanswered > 0)
            checks.that(f"repeated requests were answered from memory ({book.replays})", book.replays > 0 or rounds < 20)
            checks.that(
                f"devices were enrolled meanwhile ({len(book.enrollments)})", len(book.enrollments) > 0 or rounds < 20
            )
            checks.that("a request with the same key made one object, and none was lost", not book.problems)
            for problem in book.problems[:20]:
                print(f"        {problem}")
            checks.that("the server ends with 0 on SIGTERM", server.stop() == 0)
            found = server.run("db", "check", "--data", server.data)
            checks.that("chave db check is sound", found.returncode == 0, found.stdout + found.stderr)
            history.logs = [server.said()]
            # One organisation takes part, and each kill makes a new process.
            needed = [name for name in ALL if name not in ("V6", "V11", "V14")]
            judge(checks, "F2", Books(server.data), history, {keys["beneficiary"]}, needed)
        except BaseException:
            print(server.said()[-3000:])
            raise
        finally:
            server.end()
    checks.finish()


main()
