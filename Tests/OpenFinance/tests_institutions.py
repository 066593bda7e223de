"""Five institutions in one process are five banks: what one gave counts at no other."""

from __future__ import annotations

from cases import each
from expectations import equal, plain_error, refused
from ground import LOW, SLOW, Ground
from initiator import enrollments as e
from initiator.device import Enrollment
from initiator.holder import ALICE
from initiator.payments import Terms


def issuers(ground: Ground) -> None:
    """institutions/issuers: each has an issuer, an organisation, keys and a client id of its own."""
    banks = [ground.bank(), ground.bank(LOW)]
    for what, values in {
        "issuers": {bank.entry.issuer for bank in banks},
        "organisations": {bank.entry.organisation_id for bank in banks},
        "keys": {str(bank.discovery.keys()) for bank in banks},
        "clients": {bank.registration.client_id for bank in banks},
    }.items():
        equal(len(values), len(banks), f"the number of {what}")


def token_of_another(ground: Ground) -> None:
    """institutions/token: a token of one institution is 401 at another."""
    token = ground.bank(LOW).authorization.client_credentials()
    reply = ground.bank().enrollments.create(e.creation(ALICE.cpf), token=token)
    plain_error(reply, 401)


def audience_of_another(ground: Ground) -> None:
    """institutions/audience: a message to one institution is 403 at another."""
    other = ground.bank(LOW).enrollments.url()
    plain_error(ground.bank().enrollments.create(e.creation(ALICE.cpf), claims={"aud": other}), 403)


@each(("enrollment",), ("consent",))
def object_of_another(ground: Ground, name: str) -> None:
    """institutions/object: an object of one institution is not there at another."""
    other = ground.bank(LOW)
    if name == "enrollment":
        plain_error(ground.bank().enrollments.read(Enrollment.create(other).id), 404)
    else:
        body = Terms(amount="1.00").consent(ALICE.cpf, 5)
        consent = other.payments.create_consent(body).expecting(201).data["consentId"]
        plain_error(ground.bank().payments.read_consent(consent), 404)


def assertion_for_another(ground: Ground) -> None:
    """institutions/assertion: a client assertion for one institution proves nothing at another."""
    assertion = ground.bank(LOW).authorization.credentials(None)["client_assertion"]
    answer = ground.bank().authorization.ask_token({"grant_type": "client_credentials", "scope": "payments"}, assertion)
    equal((answer.status, answer.json()["error"]), (401, "invalid_client"), "the answer")


def code_of_another(ground: Ground) -> None:
    """institutions/code: a code of one institution gives no token at another, and still one at home."""
    device = Enrollment.awaiting_holder(ground.bank(SLOW))
    callback = device.approve()
    grant = ground.bank().authorization.code_grant(callback.code, device.attempt)
    answer = ground.bank().authorization.ask_token(grant)
    equal((answer.status, answer.json()["error"]), (400, "invalid_grant"), "the answer")
    device.exchange(callback)


def account_of_another(ground: Ground) -> None:
    """institutions/ispb: an enrollment at one institution names no account of another."""
    data = e.creation(ALICE.cpf)["data"]
    account = {"ispb": "99000005", "issuer": "0001", "number": "10117", "accountType": "CACC"}
    refused(ground.bank().enrollments.create({"data": {**data, "debtorAccount": account}}), "CONTA_INVALIDA")
