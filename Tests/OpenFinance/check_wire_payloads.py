"""The platform and the bank, each a process of its own, with a relay between that records: every payload of both
directions holds against the OpenAPI files of Open Finance Brasil.

    check_wire_payloads.py <chave>
"""

from __future__ import annotations

import collections
import copy
import pathlib
import re
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Tests" / "Processes"))

from checks import Checks
from initiator import schemas
from initiator.client import Initiator
from initiator.faults import Unexpected, WireFault
from initiator.payments import day_after
from server import Server, free_port
from wallet import API, Device, Refused
from wire import Place
from wire.acts import cut_after, gateway
from wire.hooks import HookRelay
from wire.relay import Plan
from wire_payloads import TOKENS, UNDESCRIBED, Reader, json_lines

PORT = ROOT / "Server" / "Sources" / "Banks" / "InstitutionPort" / "Port" / "InstitutionOperation.swift"
CALLERS = ROOT / "Server" / "Sources" / "Payments" / "PaymentsCore"
# Beside the calls of the port; the port's own names for these three differ.
BESIDE = {"par", "register POST", "register PUT", *TOKENS, *UNDESCRIBED}
WEBHOOKS = {
    "webhook /consents/{consentId}",
    "webhook /pix/payments/{paymentId}",
    "webhook /enrollments/{enrollmentId}",
}
PAY = "POST /pix/payments"


def calls_of_the_port() -> set[str]:
    """The operations of the port that the platform's sources name."""
    named = re.findall(r'case (\w+) = "([A-Z]+ /[^"]+)"', PORT.read_text(encoding="utf-8"))
    text = "\n".join(file.read_text(encoding="utf-8") for file in CALLERS.rglob("*.swift"))
    called = {name for case, name in named if re.search(rf"\.{case}\b", text)}
    return {name for name in called if not name.startswith(("POST /par", "POST /token"))}


class Recording:
    """One platform, one bank, and the relays of both directions."""

    def __init__(self, program: pathlib.Path, folder: str):
        self.place = Place(program, folder, nodes=1, hooks=free_port())
        self.server = Server(program, folder, "--open-finance", str(self.place.files[0]))
        self.hooks: HookRelay | None = None

    def __enter__(self) -> Recording:
        place = self.place.start()
        try:
            self.hooks = HookRelay(place.participant, place.platform, place.second_hook_port, place.hook_port)
            self.server.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: Any) -> None:
        self.server.end()
        if self.hooks:
            self.hooks.end()
        self.place.end()

    @property
    def exchanges(self) -> list[Any]:
        return [*self.place.relay.exchanges, *self.hooks.exchanges]

    def journey(self) -> list[tuple[str, str, str]]:
        """An enrollment, payments, a refusal and an end; each step with its status and the one that it should have."""
        relay, told = self.place.relay, []
        beneficiary = self.server.keys["beneficiary"]
        device = Device(self.server.base_url, self.server.keys)
        told.append(("an enrollment", device.enroll()["status"], "SUCCEEDED"))
        told.append(("a payment", device.pay("12.34", beneficiary)["status"], "SUCCEEDED"))
        told.append(("a refusal", device.pay("150.00", beneficiary)["status"], "FAILED"))
        with relay.planned(Plan(cut_after, PAY)):
            told.append(("a payment whose answer is lost", device.pay("1.11", beneficiary)["status"], "SUCCEEDED"))
        with relay.planned(Plan(gateway(401, "UNAUTHORIZED"), PAY)):
            told.append(("a payment whose token is refused", device.pay("2.22", beneficiary)["status"], "SUCCEEDED"))
        told += self.scheduled(device, beneficiary)
        self.place.renew_certificate()
        code = self.server.stop()
        told.append(("an end for another certificate", str(code), "0"))
        self.server.start()
        device.sign_in()
        told.append(("a payment by another certificate", device.pay("3.33", beneficiary)["status"], "SUCCEEDED"))
        device.api.post(f"/enrollments/{device.enrollment}/cancel/", {}, uuid.uuid4().hex).must(200, 204)
        end = device.until_settled(f"/enrollments/{device.enrollment}")
        until(lambda: relay.seen("PATCH /enrollments/{enrollmentId}"))
        told.append(("an enrollment's end", end["status"], "CANCELED"))
        limited = Device(self.server.base_url, self.server.keys)
        limited.bank = "Banco Sabiá"
        told.append(("an enrollment at another bank", limited.enroll()["status"], "SUCCEEDED"))
        told.append(("a payment over its limit", limited.pay("60.00", beneficiary)["status"], "FAILED"))
        rejected = Device(self.server.base_url, self.server.keys)
        rejected.bank = "Banco Carcará"
        try:
            end = rejected.enroll()["status"]
        except Refused as refusal:
            end = "refused" if "institution_policy" in str(refusal) else str(refusal)
        told.append(("a bank that refuses", end, "refused"))
        until(lambda: WEBHOOKS <= {one.operation for one in self.hooks.exchanges if one.given})
        return told


    def scheduled(self, device: Device, beneficiary: str) -> list[tuple[str, str, str]]:
        """Three payments on later days: one is cancelled, then the others."""
        days = {"daily": {"start_date": day_after(2), "quantity": 3}}
        body = device.new_intent("4.44", beneficiary, schedule=days)
        intent = device.api.post("/payment-intents/", body, uuid.uuid4().hex).must(201).json
        path = f"/payment-intents/{intent['id']}"
        device.api.post(f"{path}/authorize/", device.authorisation(intent), uuid.uuid4().hex).must(204)

        def now() -> dict[str, Any]:
            return device.api.get(f"{path}/").must(200).json

        until(lambda: now()["status"] == "SCHEDULED")
        told = [("payments on later days", now()["status"], "SCHEDULED")]
        merchant = API.merchant(self.server.base_url, self.server.keys)
        charges = [one["id"] for one in merchant.everything("/charges/") if one["payment_intent"] == intent["id"]]
        merchant.post(f"/charges/{charges[0]}/cancel/", {}, uuid.uuid4().hex).must(200, 202, 204)

        def first() -> str:
            charge = merchant.get(f"/charges/{charges[0]}/").must(200).json
            return f"{charge['status']} {charge['failure_code']}"

        until(lambda: first().startswith("FAILED"))
        told.append(("one of them", first(), "FAILED canceled"))
        device.api.post(f"{path}/cancel/", {}, uuid.uuid4().hex).must(200, 202, 204)
        until(lambda: now()["status"] == "CANCELED")
        return [*told, ("all of them", now()["status"], "CANCELED")]


def until(holds: Callable[[], Any], seconds: float = 10) -> Any:
    deadline = time.monotonic() + seconds
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds()


def check_payloads(checks: Checks, recording: Recording) -> Reader:
    """One check for each operation: all its payloads hold."""
    initiator = Initiator(recording.place.platform)
    reader = Reader(initiator)
    faults: dict[str, list[str]] = collections.defaultdict(list)
    try:
        for exchange in recording.exchanges:
            faults.setdefault(exchange.operation, [])
            try:
                reader.read(exchange)
            except (WireFault, Unexpected, KeyError, ValueError) as fault:
                faults[exchange.operation].append(f"{type(fault).__name__}: {fault}")
        check_reader(checks, reader, recording.place.relay.exchanges)
    finally:
        initiator.close()
    for line in reader.lines():
        print(f"        {line}", flush=True)
    for operation, found in sorted(faults.items()):
        counted = reader.counts[operation].total()
        checks.that(f"{operation}: {counted} payloads hold", counted > 0 and not found, "; ".join(found[:3]))
    return reader


def check_seen(checks: Checks, recording: Recording, reader: Reader) -> None:
    """Each operation that the platform uses was seen, and nothing that it did passed the relay by."""
    wanted = calls_of_the_port() | BESIDE | WEBHOOKS
    missing = sorted(wanted - set(reader.counts))
    checks.that(f"each of {len(wanted)} operations of the platform was seen", len(wanted) > 20 and not missing, missing)
    checks.that("and no other", set(reader.counts) <= wanted, sorted(set(reader.counts) - wanted))
    logged = [line for line in json_lines(recording.server.said()) if line["msg"] == "bank exchange"]
    told = collections.Counter(line["operation"] for line in logged if line["institution"] != "directory")
    seen = collections.Counter(one.operation for one in recording.place.relay.exchanges)
    # Keys of organisations are the directory's, and have no institution in the log.
    told.pop("keys", None)
    seen.pop("keys", None)
    differ = {name: (told[name], seen[name]) for name in told | seen if told[name] != seen[name]}
    checks.that(f"the platform's log has the same {told.total()} exchanges as the relay", told and not differ, differ)
    refusals = [name for name, counted in reader.counts.items() if counted["422"]]
    checks.that(f"a refusal was among them: {refusals}", PAY in refusals)
    checks.that("every webhook was taken", all(one.given.status == 202 for one in recording.hooks.exchanges))


def check_reader(checks: Checks, reader: Reader, exchanges: list[Any]) -> None:
    """The reader refuses a damaged copy of what it read: a signature, a member, a path."""

    def refuses(what: str, word: str, change: Callable[[Any], None]) -> None:
        damaged = copy.deepcopy(next(one for one in exchanges if one.operation == PAY and one.replies))
        change(damaged)
        counts = copy.deepcopy(reader.counts)
        try:
            reader.read(damaged)
            refusal = ""
        except WireFault as fault:
            refusal = str(fault)
        reader.counts = counts
        checks.that(f"the reader refuses {what}", word in refusal, refusal)

    consent = next(one.body for one in exchanges if one.operation == "POST /consents")
    refuses("a request with another signature", "does not hold",
            lambda one: setattr(one, "body", one.body[:-9] + one.body[-5:-1] + one.body[-5:]))  # fmt: skip
    refuses("a request with the body of another", "aud", lambda one: setattr(one, "body", consent))
    refuses("a path of no operation", "no operation", lambda one: setattr(one, "target", "/open-banking/payments/v5/x"))
    refuses("the same message twice", "jti", lambda one: None)


def main(program: pathlib.Path) -> None:
    checks = Checks()
    if not (schemas.vectors() / "open-finance").is_dir():
        print(f"skipped: {schemas.vectors()} has no specifications (CHAVE_VECTORS)")
        print("0 passed, 0 failed, 1 skipped")
        sys.exit(0)
    Device.bank = "Banco Ipê"
    with tempfile.TemporaryDirectory(prefix="chave-wire-payloads-") as folder:
        recording = Recording(program, folder)
        try:
            with recording:
                for what, status, expected in recording.journey():
                    checks.that(f"{what}: {status}", status == expected, expected)
                reader = check_payloads(checks, recording)
                check_seen(checks, recording, reader)
                print(f"cases: payloads on the wire {reader.payloads}")
        except BaseException:
            print(recording.server.said()[-1500:], recording.place.bank.said()[-1500:])
            raise
    checks.finish()


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve())
