"""Consents: their form, their times, the headers of a call (the checks of the payments plan v5)."""

from __future__ import annotations

import datetime
import uuid
from typing import Any

from cases import each
from expectations import among, equal, outcome, plain_error, refused
from ground import Ground
from initiator.holder import ALICE
from initiator.payments import Creditor, Terms, day_after, today
from trials import changed_consent, create_consent


def _moment(text: str) -> datetime.datetime:
    return datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=datetime.UTC)


# MARK: Consents


def consent_times(ground: Ground) -> None:
    """payments_v5/consent-times: five minutes to be authorised, then sixty minutes to be consumed."""
    payment = ground.consent()
    waiting = payment.read_consent()
    # Deadlines are by the clock that other cases have put forward.
    ahead = datetime.timedelta(seconds=ground.ahead_seconds)
    life = _moment(waiting["expirationDateTime"]) - _moment(waiting["creationDateTime"]) - ahead
    equal(life, datetime.timedelta(minutes=5), "the time to authorise")
    payment.ask_options().authorise()
    ready = payment.read_consent()
    life = _moment(ready["expirationDateTime"]) - _moment(ready["statusUpdateDateTime"]) - ahead
    equal(life, datetime.timedelta(minutes=60), "the time to consume")


def consent_without_debtor(ground: Ground) -> None:
    """payments_v5/consent-without-debtorAccount: the bank fills the account in when it is authorised."""
    payment = ground.consent()
    assert "debtorAccount" not in payment.read_consent(), "nobody has named an account yet"
    payment.ask_options().authorise()
    assert "debtorAccount" in payment.read_consent(), "the authorised consent has no account"


def consent_repeats_terms(ground: Ground) -> None:
    """payments_v5/consent-says-what-was-sent: creditor and payment come back as they were."""
    body = Terms(amount="45.67").consent(ALICE.cpf, 5)
    data = create_consent(ground, body).expecting(201).data
    equal(data["creditor"], body["data"]["creditor"], "creditor")
    equal(data["payment"], body["data"]["payment"], "payment")


@each(
    (
        "slry",
        changed_consent(
            details={"localInstrument": "MANU", "creditorAccount": {**Creditor().account, "accountType": "SLRY"}}
        ),
    ),
    ("amount-form", changed_consent(amount="12.3")),
    ("amount-number", changed_consent(amount=12.34)),
    ("date", changed_consent(date="2026-02-30")),
    ("type", changed_consent(type="TED")),
    ("ibge", changed_consent(ibgeTownCode="12")),
)
def consent_form(ground: Ground, name: str, body: dict[str, Any]) -> None:
    """payments_v5/consent-PARAMETRO_INVALIDO: a field that is not in its form."""
    more = {"type": ("FORMA_PAGAMENTO_INVALIDA",), "date": ("DATA_PAGAMENTO_INVALIDA",)}.get(name, ())
    refused(create_consent(ground, body, is_valid=False), "PARAMETRO_INVALIDO", *more)


@each(("loggedUser",), ("creditor",), ("payment",))
def consent_missing(ground: Ground, name: str) -> None:
    """payments_v5/consent-PARAMETRO_NAO_INFORMADO: a required member is missing."""
    body = Terms().consent(ALICE.cpf, 5)
    del body["data"][name]
    refused(create_consent(ground, body, is_valid=False), "PARAMETRO_NAO_INFORMADO")


@each(
    ("yesterday", {"date": day_after(-1)}),
    (
        "three-years-ahead",
        {
            "date": None,
            "purpose": "SINGLE_SCHEDULED",
            "schedule": {"single": {"date": day_after(1_100)}, "additionalInformation": "x"},
        },
    ),
    (
        "single-today",
        {
            "date": None,
            "purpose": "SINGLE_SCHEDULED",
            "schedule": {"single": {"date": today()}, "additionalInformation": "x"},
        },
    ),
)
def consent_date(ground: Ground, _name: str, changes: dict[str, Any]) -> None:
    """payments_v5/consent-DATA_PAGAMENTO_INVALIDA: a day in the past, too far ahead, or none to schedule for."""
    refused(create_consent(ground, changed_consent(**changes)), "DATA_PAGAMENTO_INVALIDA")


SINGLE = {"single": {"date": day_after(5)}, "additionalInformation": "x"}
DAILY = {"daily": {"startDate": day_after(1), "quantity": 3}, "additionalInformation": "x"}


@each(
    ("immediate-with-schedule", "IMMEDIATE", SINGLE),
    ("single-as-recurrent", "RECURRENT_SCHEDULED", SINGLE),
    ("daily-as-single", "SINGLE_SCHEDULED", DAILY),
    ("scheduled-without-schedule", "SINGLE_SCHEDULED", None),
)
def purpose(ground: Ground, _name: str, told: str, schedule: dict[str, Any] | None) -> None:
    """payments_v5/PROPOSITO_INVALIDO: purpose and schedule contradict each other."""
    date = today() if schedule is None else None
    refused(create_consent(ground, changed_consent(purpose=told, schedule=schedule, date=date)), "PROPOSITO_INVALIDO")


def date_and_schedule(ground: Ground) -> None:
    """payments_v5/date-and-schedule: they exclude each other."""
    body = changed_consent(purpose="SINGLE_SCHEDULED", schedule=SINGLE)
    refused(create_consent(ground, body), "PARAMETRO_INVALIDO", "DATA_PAGAMENTO_INVALIDA", "DETALHE_PAGAMENTO_INVALIDO")


@each(
    ("MANU-with-key", {"localInstrument": "MANU", "proxy": "87517400444", "creditorAccount": Creditor().account}),
    ("DICT-without-key", {"localInstrument": "DICT", "creditorAccount": Creditor().account}),
    ("MANU-with-qr-code", {"localInstrument": "MANU", "qrCode": "00020126", "creditorAccount": Creditor().account}),
)
def details(ground: Ground, _name: str, found: dict[str, Any]) -> None:
    """payments_v5/consent-DETALHE_PAGAMENTO_INVALIDO: details that do not fit the instrument."""
    refused(create_consent(ground, changed_consent(details=found)), "DETALHE_PAGAMENTO_INVALIDO")


@each(("QRES",), ("QRDN",), ("INIC",), ("APES",), ("APDN",))
def instruments(ground: Ground, name: str) -> None:
    """payments_v5/consent-FORMA_PAGAMENTO_INVALIDA: instruments that the bank does not offer."""
    found = {"localInstrument": name, "creditorAccount": Creditor().account, "proxy": "87517400444"}
    if name.startswith("QR") or name.startswith("AP"):
        found["qrCode"] = (
            "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR6304ABCD"
        )
    refused(create_consent(ground, changed_consent(details=found)), "FORMA_PAGAMENTO_INVALIDA")


def zero(ground: Ground) -> None:
    """payments_v5/consent-zero: nothing is no amount."""
    refused(create_consent(ground, changed_consent(amount="0.00")), "PARAMETRO_INVALIDO", "DETALHE_PAGAMENTO_INVALIDO")


def consent_expires(ground: Ground) -> None:
    """payments_v5/TEMPO_EXPIRADO_AUTORIZACAO: five minutes without an authorisation reject a consent."""
    payment = ground.consent()
    ground.put_deadlines_forward(301)
    found = payment.read_consent()
    equal(outcome(found), ("REJECTED", "TEMPO_EXPIRADO_AUTORIZACAO"), "the consent")


def authorised_consent_expires(ground: Ground) -> None:
    """payments_v5/TEMPO_EXPIRADO_CONSUMO: sixty minutes without a payment reject it, and then nothing is paid."""
    payment = ground.authorised_consent()
    ground.put_deadlines_forward(3_601)
    found = payment.read_consent()
    equal(outcome(found), ("REJECTED", "TEMPO_EXPIRADO_CONSUMO"), "the consent")
    refused(ground.bank().payments.create([payment.entry()], ground.device().refresh()), "CONSENTIMENTO_INVALIDO")


# MARK: Headers


def accept(ground: Ground) -> None:
    """payments_v5/accept-header: a client that takes JSON alone gets 406, or a signed answer all the same."""
    payment = ground.consent()
    reply = ground.bank().payments.read_consent(payment.consent_id, headers={"Accept": "application/json"})
    among(reply.status, (200, 406), "the status")
    for text in ("*/*", "application/jwt, application/json", "application/*"):
        ground.bank().payments.read_consent(payment.consent_id, headers={"Accept": text}).expecting(200)


@each(("missing", None), ("text", "123"), ("braces", "{00000000-0000-4000-8000-000000000000}"))
def interaction_id(ground: Ground, _name: str, value: str | None) -> None:
    """payments_v5/x-fapi-interaction-id: without one, or with another text, 400 with an id of the bank."""
    payment = ground.consent()
    changes = {"x-fapi-interaction-id": value}
    plain_error(ground.bank().payments.read_consent(payment.consent_id, headers=changes), 400)
    reply = create_consent(ground, Terms().consent(ALICE.cpf, 5), headers=changes)
    among(reply.status, (400, 422), "the status of the POST")


@each(("missing", None), ("41-characters", "x" * 41), ("empty", ""))
def idempotency_header(ground: Ground, _name: str, value: str | None) -> None:
    """payments_v5/x-idempotency-key: required, 1 to 40 characters."""
    reply = create_consent(ground, Terms().consent(ALICE.cpf, 5), headers={"x-idempotency-key": value})
    among(reply.status, (400, 422), "the status")
    if reply.status == 422:
        refused(reply, "PARAMETRO_NAO_INFORMADO", "PARAMETRO_INVALIDO")


def media_type(ground: Ground) -> None:
    """payments_v5/415: a signed body that is not called application/jwt."""
    reply = create_consent(ground, Terms().consent(ALICE.cpf, 5), headers={"Content-Type": "application/json"})
    plain_error(reply, 415)


@each(
    ("x-fapi-auth-date", "yesterday"), ("x-fapi-customer-ip-address", "x" * 101), ("x-customer-user-agent", "x" * 101)
)
def optional_headers(ground: Ground, name: str, value: str) -> None:
    """payments_v5/optional-header: wrong ones are refused, right ones are not looked at."""
    reply = ground.bank().payments.read_consent(ground.consent().consent_id, headers={name: value})
    plain_error(reply, 400)


def auth_date(ground: Ground) -> None:
    """payments_v5/optional-header/right: a date of RFC 9110 is accepted."""
    headers = {"x-fapi-auth-date": "Tue, 15 Nov 1994 08:12:31 GMT"}
    ground.bank().payments.read_consent(ground.consent().consent_id, headers=headers).expecting(200)


def method(ground: Ground) -> None:
    """payments_v5/405: an operation that a path does not have."""
    url = ground.bank().payments.consents_url()
    headers = {
        "Authorization": f"Bearer {ground.bank().authorization.client_credentials()}",
        "x-fapi-interaction-id": str(uuid.uuid4()),
        "Accept": "application/jwt",
    }
    answer = ground.initiator.mutual.send("DELETE", url, headers)
    equal(answer.status, 405, "the status")
