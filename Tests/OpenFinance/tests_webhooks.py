"""Webhooks of the bank: the modules of the webhook plan, their form, and their three attempts (webhook API 1.3.0)."""

from __future__ import annotations

import datetime
import functools
import json
import time
import uuid

from cases import each
from directory_folder import NewInitiator
from expectations import equal
from ground import LIMITLESS, LOW, Ground
from initiator.client import Bank
from initiator.device import Enrollment, Payment
from initiator.holder import ALICE, Holder
from initiator.payments import Terms
from initiator.schemas import Specification
from webhook_listener import Heard, WebhookListener

PATHS = "/open-banking/webhook/v1"
SOON = 5.0


@functools.cache
def _listener(ground: Ground) -> WebhookListener:
    made = WebhookListener(
        ground.folder / "webhooks", ground.directory.authority, ground.directory.path / "authority.pem"
    )
    ground.closing.append(made.close)
    return made


@functools.cache
def _bank(ground: Ground) -> Bank:
    """A bank that knows our address for webhooks."""
    new = NewInitiator("Com Ganchos", "19131243000197", webhook_uris=(_listener(ground).url,))
    ground.directory.add_initiator("listening", new)
    return ground.speaking_as("listening").bank(LOW)


def _device(ground: Ground) -> Enrollment:
    return Enrollment.authorised(_bank(ground), ALICE, LIMITLESS)


def _check(ground: Ground, heard: Heard, path: str, event: str | None) -> None:
    """The form of one call, by its operation in the file."""
    specification = Specification.of("webhook-1.3.0.yaml")
    equal(heard.path.replace("%3A", ":"), path, "the path")
    equal(heard.organisation, f"OFBBR-{_bank(ground).entry.organisation_id}", "the caller's certificate")
    uuid.UUID(heard.headers.get("x-webhook-interaction-id", ""))
    if "/enrollments/" in path:
        equal(
            heard.headers.get("x-authorization-server-id"), _bank(ground).entry.server_id, "x-authorization-server-id"
        )
    equal(heard.headers.get("content-type", "").partition(";")[0], "application/json", "the media type")
    body = json.loads(heard.body)
    template = next(name for name in specification.document["paths"] if _fits(name, path))
    operation = specification.document["paths"][template]["post"]
    content = specification.resolve(operation["requestBody"])["content"]
    specification.check(next(iter(content.values()))["schema"], body, f"the webhook {path}")
    equal(body["data"].get("eventType"), event, "eventType")
    told = datetime.datetime.fromisoformat(body["data"]["timestamp"].replace("Z", "+00:00"))
    age = abs((datetime.datetime.now(datetime.UTC) - told).total_seconds())
    assert age < 120, f"the timestamp is {age:.0f} seconds away"


def _fits(template: str, path: str) -> bool:
    parts, found = template.strip("/").split("/"), path.removeprefix(PATHS).strip("/").split("/")
    return len(parts) == len(found) and all(a == b or a.startswith("{") for a, b in zip(parts, found))


def _enrollment_path(device: Enrollment) -> str:
    return f"{PATHS}/enrollments/v2/enrollments/{device.id}"


def _heard(ground: Ground, identity: str, count: int = 1, seconds: float = SOON) -> list[Heard]:
    part = identity.rpartition(":")[2]
    found = _listener(ground).wait(part, count, seconds)
    assert len(found) >= count, f"{len(found)} webhooks about {identity} came within {seconds} s, {count} were expected"
    return found


def rejected(ground: Ground) -> None:
    """enrollments_api_webhook-rejected_test-module_v2-2: the holder refuses; STATE_CHANGED comes within 1.5 seconds."""
    device = Enrollment.awaiting_holder(_bank(ground))
    device.visit("refuse")
    decided = time.monotonic()
    heard = _heard(ground, device.id)[0]
    assert heard.at - decided < 1.5 + 1.0, f"the first attempt came {heard.at - decided:.1f} s after the event"
    _check(ground, heard, _enrollment_path(device), "STATE_CHANGED")
    equal(device.status, "REJECTED", "the status that the webhook made us read")


def revoked(ground: Ground) -> None:
    """enrollments_api_webhook-revoked_test-module_v2-2: the holder revokes the device on the bank's own pages."""
    device = _device(ground)
    home = _bank(ground).discovery.endpoint("authorization_endpoint").removesuffix("/authorize")
    Holder(ALICE, ground.initiator.pages).end_device(home, device.id)
    _check(ground, _heard(ground, device.id)[-1], _enrollment_path(device), "STATE_CHANGED")
    equal(device.ended(), ("REVOKED", "REVOGADO_MANUALMENTE", "DETENTORA"), "the enrollment")


def payment_ended(ground: Ground) -> None:
    """webhooks/payment: a payment that settled, and its consent that was consumed."""
    payment = Payment.authorised(_device(ground), Terms(amount="7.07"))
    paid = payment.settled(payment.pay()["paymentId"])
    equal(paid["status"], "ACSC", "the payment")
    _check(ground, _heard(ground, paid["paymentId"])[0], f"{PATHS}/payments/v5/pix/payments/{paid['paymentId']}", None)
    _check(ground, _heard(ground, payment.consent_id)[0], f"{PATHS}/payments/v5/consents/{payment.consent_id}", None)


def consent_rejected(ground: Ground) -> None:
    """webhooks/consent: a consent that nobody authorised in time."""
    payment = Payment.consent(_device(ground))
    ground.put_deadlines_forward(301)
    heard = _heard(ground, payment.consent_id, seconds=15)[0]
    _check(ground, heard, f"{PATHS}/payments/v5/consents/{payment.consent_id}", None)


@each(("500", 500), ("redirect", 302), ("404", 404))
def attempts(ground: Ground, _name: str, status: int) -> None:
    """webhooks/attempts: three of them, after 10 and after 60 seconds, each with an id of its own; then no more."""
    device = Enrollment.awaiting_holder(_bank(ground))
    _listener(ground).statuses = [status] * 3
    device.visit("refuse")
    try:
        _heard(ground, device.id)
        _next_attempt(ground, device, 2, early=5, due=6)
        found = _next_attempt(ground, device, 3, early=40, due=21)
        ids = {each_one.headers["x-webhook-interaction-id"] for each_one in found}
        equal(len(ids), 3, "the number of different interaction ids")
        for each_one in found:
            _check(ground, each_one, _enrollment_path(device), "STATE_CHANGED")
        ground.put_deadlines_forward(600)
        equal(len(_listener(ground).wait(_part(device), 4, 1)), 3, "the number of attempts")
    finally:
        _listener(ground).statuses = []


def _part(device: Enrollment) -> str:
    return device.id.rpartition(":")[2]


def _next_attempt(ground: Ground, device: Enrollment, count: int, early: int, due: int) -> list[Heard]:
    """The next attempt comes no sooner than it may, and then it comes."""
    time.sleep(0.5)  # The bank hears our answer and sets the next time by its clock.
    ground.put_deadlines_forward(early)
    assert len(_listener(ground).wait(_part(device), count, 1)) < count, (
        f"attempt {count} came {early} s after the last"
    )
    ground.put_deadlines_forward(due)
    return _heard(ground, device.id, count, 15)


def another_client(ground: Ground) -> None:
    """webhooks/another-client: a change of another client's enrollment is not told to us."""
    other = Enrollment.awaiting_holder(ground.bank(LOW))
    other.visit("refuse")
    equal(
        len(_listener(ground).wait(other.id.rpartition(":")[2], 1, 2)), 0, "the number of webhooks about another client"
    )


def nobody_listens(ground: Ground) -> None:
    """webhooks/nobody-listens: a listener that is away holds no call up."""
    ground.directory.add_initiator(
        "away", NewInitiator("Ausente", "33000167000101", webhook_uris=("https://ganchos.iniciadora.test:9",))
    )
    bank = ground.speaking_as("away").bank(LOW)
    device = Enrollment.awaiting_holder(bank)
    device.visit("refuse")
    started = time.monotonic()
    equal(device.status, "REJECTED", "the enrollment")
    assert time.monotonic() - started < 2, "a reading waited for a webhook"
