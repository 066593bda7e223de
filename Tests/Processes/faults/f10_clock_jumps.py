"""F10: the wall clock jumps while the server works: an hour and a day either way, back in steps, to 2038 and to 2100.

No payment is made twice, nothing stays held for ever, tokens and challenges end when they must. Monotonic time goes on.
"""

import datetime
import tempfile
import time
import uuid

from stored import bank
from wallet import Device
from workload import STANDARD, enroll_patiently, pay_patiently, settled, until_answered

from .clock import Clock

NAME = "F10"
TEXT = "the wall clock jumps"
HOUR, DAY = 3_600, 86_400


def since(year):
    """Seconds from now to the twentieth of January of that year: past the end of 32 bits in 2038."""
    there = datetime.datetime(year, 1, 20, tzinfo=datetime.timezone.utc)
    return int((there - datetime.datetime.now(datetime.timezone.utc)).total_seconds())


class Jump:
    """One jump: the waiting work before it, and the conditions after it."""

    def __init__(self, ground, town, clock, device, pair):
        self.ground, self.town, self.clock = ground, town, clock
        self.device, self.pair = device, pair
        self.problems = []

    def do(self, what, seconds):
        self.problems = []
        device = self.device
        device.sign_in()
        waiting = self.create()
        approval = device.authorisation(waiting)
        under_way = self.create()
        path = f"/payment-intents/{under_way['id']}"
        device.api.post(f"{path}/authorize/", device.authorisation(under_way), uuid.uuid4().hex).must(204)
        # Work in progress has its next step leased or planned by the time before the jump.
        self.clock.jump(seconds)
        self.ground.struck("backwards" if seconds < 0 else "forwards")
        began = time.monotonic()
        self.token(seconds)
        device.sign_in()
        self.waiting_intent(waiting, approval, seconds)
        end = device.api.get(f"{path}/").must(200).json
        # One that left before a jump of a day back is dated for tomorrow now, and the bank keeps it for its day.
        is_kept = lambda: seconds <= -DAY and (end["status"], self.bank_says(end)) == ("PROCESSING", "SCHD")
        if not is_kept():
            end = settled(device, path, 60)
        if end["status"] not in ("SUCCEEDED", "FAILED") and not is_kept():
            waited = time.monotonic() - began
            said = self.bank_says(end)
            self.problems.append(f"what was under way is {end['status']} after {waited:.0f} s, at the bank {said}")
        elif -DAY < seconds < 0 and end["status"] != "SUCCEEDED":
            # A day back, the bank may refuse a payment whose consent is for another day.
            self.problems.append(f"what was under way was {end['status']} {end['failure_code']}")
        self.after()
        self.ground.checks.that(f"F10: {what}: tokens and challenges end, payments go on", not self.problems, self.problems)

    def bank_says(self, intent):
        """The status of the intent's payment in the bank's own books; `None` when it has none."""
        name = intent["payment_method_information"]["open_finance_biometric_pix"]["end_to_end_id"]
        return bank.payment_status(self.town.server.data, name)

    def create(self):
        order = f"order-{uuid.uuid4().hex}"
        body = self.device.new_intent("3.21", self.pair["beneficiary"], external_id=order)
        return self.device.api.post("/payment-intents/", body, uuid.uuid4().hex).must(201, what="intent").json

    def token(self, seconds):
        """A token lives 15 minutes; after a jump a client may need another one, and the response says so."""
        answer = self.device.api.get("/institutions/")
        if seconds >= HOUR and answer.status != 401:
            self.problems.append(f"a token of long ago is answered with {answer.status}")
        if answer.status not in (200, 401):
            self.problems.append(f"a token is answered with {answer.status}")

    def waiting_intent(self, waiting, approval, seconds):
        """The challenge lives 5 minutes."""
        path = f"/payment-intents/{waiting['id']}"
        answer = until_answered(lambda: self.device.api.post(f"{path}/authorize/", approval))
        expected = 409 if seconds >= HOUR else 204
        if answer.status != expected:
            self.problems.append(f"a waiting approval is answered with {answer.status}")
        end = settled(self.device, path, 60)
        if seconds >= HOUR and (end["status"], end["failure_code"]) != ("FAILED", "consent_expired"):
            self.problems.append(f"a payment that nobody approved in time is {end['status']} {end['failure_code']}")

    def after(self):
        """A new payment works as ever, whichever way the clock went."""
        end = pay_patiently(self.device, self.pair, "1.10")
        if end["status"] != "SUCCEEDED" and end["failure_code"] != "enrollment_revoked":
            self.problems.append(f"a new payment is {end['status']} {end['failure_code']}")


def enrolled(town, pair):
    device = Device(town.server.base_url, pair)
    end = enroll_patiently(device)
    assert end and end["status"] == "SUCCEEDED", end
    return device


def run(ground):
    with tempfile.TemporaryDirectory(prefix="chave-clock-") as folder:
        clock = Clock(folder)
        if clock.library is None:
            raise AssertionError("libfaketime is not installed: scripts/setup test")
        with ground.town(surroundings=clock.surroundings) as town:
            device, pair = town.devices[0]
            jumps = [("an hour on", HOUR), ("an hour back", -HOUR), ("a day on", DAY), ("a day back", -DAY)]
            jumps += [(f"ten seconds back, step {step + 1}", -10) for step in range(ground.either(2, 6))]
            for what, seconds in jumps:
                Jump(ground, town, clock, device, pair).do(what, seconds)
            for year in (2038, 2100):
                clock.set(since(year))
                ground.struck(f"to {year}")
                # Enrollments of today have expired by then: the bank says so, and a new one works.
                end = pay_patiently(enrolled(town, pair), pair)
                ground.checks.that(f"F10: in {year} a device enrolls and pays", end["status"] == "SUCCEEDED", end["status"])
            # The server uses the same time, or the tokens of this run would come from the future.
            ground.judge(town, "F10", [name for name in STANDARD if name != "V7"])
        clock.tidy()
