"""Schedules and cancellation, and what version 4 of the payments API does otherwise."""

from __future__ import annotations

import datetime
import uuid
from typing import Any

from cases import each
from expectations import among, equal, plain_error, refused
from ground import Ground
from initiator import enrollments as e
from initiator.api import Call
from initiator.device import Payment
from initiator.holder import ALICE
from initiator.payments import Terms, cancellation, day_after, scheduled_end_to_end_id
from trials import changed_consent, create_consent

# MARK: Schedules and cancellation


def _dates(first: int, step: int, count: int) -> list[str]:
    return [day_after(first + step * number) for number in range(count)]


def _weekday(day: str) -> str:
    names = ("SEGUNDA_FEIRA", "TERCA_FEIRA", "QUARTA_FEIRA", "QUINTA_FEIRA", "SEXTA_FEIRA", "SABADO", "DOMINGO")
    return names[datetime.date.fromisoformat(day).weekday()]


def _months(count: int) -> list[str]:
    """The tenth of the next months."""
    first = datetime.date.fromisoformat(day_after(32)).replace(day=10)
    found = []
    for number in range(count):
        year, month = divmod(first.month - 1 + number, 12)
        found.append(first.replace(year=first.year + year, month=month + 1).isoformat())
    return found


WEEKS, MONTHS, DAYS = _dates(3, 7, 3), _months(3), _dates(2, 11, 3)
SCHEDULES = (
    ("single", "SINGLE_SCHEDULED", {"single": {"date": day_after(4)}}, [day_after(4)]),
    ("daily", "RECURRENT_SCHEDULED", {"daily": {"startDate": day_after(2), "quantity": 3}}, _dates(2, 1, 3)),
    (
        "weekly",
        "RECURRENT_SCHEDULED",
        {"weekly": {"dayOfWeek": _weekday(WEEKS[0]), "startDate": WEEKS[0], "quantity": 3}},
        WEEKS,
    ),
    ("monthly", "RECURRENT_SCHEDULED", {"monthly": {"dayOfMonth": 10, "startDate": MONTHS[0], "quantity": 3}}, MONTHS),
    ("custom", "RECURRENT_SCHEDULED", {"custom": {"dates": DAYS}}, DAYS),
)


def _scheduled(
    ground: Ground, told: str, schedule: dict[str, Any], days: list[str]
) -> tuple[Payment, list[dict[str, Any]]]:
    """A consent with a schedule, and its payments."""
    payment = ground.authorised_consent(
        amount="8.88", purpose=told, schedule={**schedule, "additionalInformation": "Mesada"}
    )
    cnpj = ground.initiator.participant.registration_number
    entries = [payment.entry(endToEndId=scheduled_end_to_end_id(cnpj[:8], day)) for day in days]
    reply = ground.bank().payments.create(entries, ground.device().refresh()).expecting(201)
    equal(
        sorted(each_one["endToEndId"] for each_one in reply.data),
        sorted(entry["endToEndId"] for entry in entries),
        "the payments that came back",
    )
    return payment, reply.data


@each(*SCHEDULES)
def schedules(ground: Ground, _name: str, told: str, schedule: dict[str, Any], days: list[str]) -> None:
    """payments_v5/schedule: each day's payment is SCHD, with 15:00 UTC in its id; one is cancelled, then all."""
    payment, made = _scheduled(ground, told, schedule, days)
    for each_one in made:
        read = payment.settled(each_one["paymentId"], ("SCHD", "RJCT"))
        equal(read["status"], "SCHD", f"the payment {each_one['endToEndId']}")
    cancelled = payment.cancel(made[0]["paymentId"])
    equal(cancelled["status"], "CANC", "the cancelled payment")
    found = cancelled["cancellation"]
    equal((found["reason"], found["cancelledFrom"]), ("CANCELADO_AGENDAMENTO", "INICIADORA"), "the cancellation")
    equal(found["cancelledBy"], e.document(ALICE.cpf), "cancelledBy")
    body = cancellation(ALICE.cpf)
    reply = ground.bank().payments.cancel_all(payment.consent_id, body)
    if len(made) == 1:
        refused(reply, "PAGAMENTO_NAO_PERMITE_CANCELAMENTO")
        return
    reply.expecting(202)
    for each_one in made:
        equal(payment.settled(each_one["paymentId"], ("CANC",))["status"], "CANC", "a payment after the end of all")
    refused(ground.bank().payments.cancel_all(payment.consent_id, body), "PAGAMENTO_NAO_PERMITE_CANCELAMENTO")


def wrong_schedule_time(ground: Ground) -> None:
    """payments_v5/schedule-time: a scheduled payment's id has its day and 15:00 UTC."""
    day = day_after(6)
    payment = ground.authorised_consent(
        purpose="SINGLE_SCHEDULED", schedule={"single": {"date": day}, "additionalInformation": "x"}
    )
    reply = ground.bank().payments.create([payment.entry()], ground.device().refresh())
    refused(reply, "PARAMETRO_INVALIDO", "PAGAMENTO_DIVERGENTE_CONSENTIMENTO")


def too_few(ground: Ground) -> None:
    """payments_v5/schedule-count: a schedule of three days has three payments."""
    days = _dates(1, 1, 3)
    payment = ground.authorised_consent(
        purpose="RECURRENT_SCHEDULED",
        schedule={"daily": {"startDate": days[0], "quantity": 3}, "additionalInformation": "x"},
    )
    cnpj = ground.initiator.participant.registration_number
    entries = [payment.entry(endToEndId=scheduled_end_to_end_id(cnpj[:8], day)) for day in days[:2]]
    equal(ground.bank().payments.create(entries, ground.device().refresh()).status, 422, "the status")


@each(
    ("quantity-61", {"daily": {"startDate": day_after(1), "quantity": 61}}),
    ("quantity-1", {"daily": {"startDate": day_after(1), "quantity": 1}}),
    ("monthly-25", {"monthly": {"dayOfMonth": 1, "startDate": day_after(1), "quantity": 25}}),
    ("two-kinds", {"single": {"date": day_after(1)}, "daily": {"startDate": day_after(1), "quantity": 2}}),
    ("no-kind", {}),
)
def schedule_form(ground: Ground, _name: str, schedule: dict[str, Any]) -> None:
    """payments_v5/schedule-form: counts within their bounds, and one kind."""
    body = changed_consent(
        purpose="RECURRENT_SCHEDULED", date=None, schedule={**schedule, "additionalInformation": "x"}
    )
    refused(create_consent(ground, body, is_valid=False), "PARAMETRO_INVALIDO", "PARAMETRO_NAO_INFORMADO")


def cancel_settled(ground: Ground) -> None:
    """payments_v5/P7-PAGAMENTO_NAO_PERMITE_CANCELAMENTO: money that moved is not taken back."""
    payment = ground.authorised_consent()
    paid = payment.settled(payment.pay()["paymentId"])
    body = cancellation(ALICE.cpf)
    refused(ground.bank().payments.cancel(paid["paymentId"], body), "PAGAMENTO_NAO_PERMITE_CANCELAMENTO")
    refused(ground.bank().payments.cancel_all(payment.consent_id, body), "PAGAMENTO_NAO_PERMITE_CANCELAMENTO")
    equal(payment.settled(paid["paymentId"])["status"], "ACSC", "the payment")


def cancel_repeated(ground: Ground) -> None:
    """payments_v5/P7-idempotency: a repeated cancellation has the first answer, other data is ERRO_IDEMPOTENCIA."""
    _, made = _scheduled(ground, *SCHEDULES[0][1:])
    payments, key, identity = ground.bank().payments, str(uuid.uuid4()), made[0]["paymentId"]
    body = cancellation(ALICE.cpf)
    payments.cancel(identity, body, idempotency_key=key).expecting(200)
    again = payments.cancel(identity, body, idempotency_key=key, is_repeated=True).expecting(200)
    equal(again.data["status"], "CANC", "the repeated answer")
    refused(payments.cancel(identity, cancellation("87517400444"), idempotency_key=key), "ERRO_IDEMPOTENCIA")


def cancel_form(ground: Ground) -> None:
    """payments_v5/P7-form: its 422 has no code for a wrong field, so that it is 400."""
    _, made = _scheduled(ground, *SCHEDULES[0][1:])
    reply = ground.bank().payments.cancel(made[0]["paymentId"], {"data": {"status": "ACSC"}}, is_valid=False)
    plain_error(reply, 400)
    ground.bank().payments.cancel(made[0]["paymentId"], cancellation(ALICE.cpf)).expecting(200)


def list_of_days(ground: Ground) -> None:
    """payments_v5/P3-dates: startDate and endDate bound the list."""
    payment, made = _scheduled(ground, *SCHEDULES[1][1:])
    payments = ground.bank().payments
    everything = payments.list_payments(payment.consent_id).expecting(200).data
    equal(len(everything), len(made), "the number of payments")
    query = f"?startDate={day_after(-30)}&endDate={day_after(-20)}"
    equal(
        payments.list_payments(payment.consent_id, query=query).expecting(200).data, [], "the payments of another month"
    )
    plain_error(payments.list_payments(payment.consent_id, query="?startDate=yesterday"), 400)
    payments.cancel_all(payment.consent_id, cancellation(ALICE.cpf)).expecting(202)


# MARK: Version 4


def version_4(ground: Ground) -> None:
    """payments_v4/core: consent and payment by 4.x, without a purpose."""
    payments, device = ground.payments_v4(), ground.device()
    body = Terms(amount="4.04").consent(ALICE.cpf, 4)
    consent = payments.create_consent(body).expecting(201).data["consentId"]
    payment = Payment(device, Terms(amount="4.04"), consent).ask_options().authorise()
    entry = payment.entry()
    made = payments.create([entry], device.token).expecting(201).data[0]
    equal(payments.read(made["paymentId"]).expecting(200).data["endToEndId"], entry["endToEndId"], "the payment")
    equal(payments.read_consent(consent).expecting(200).data["status"], "CONSUMED", "the consent")


def version_4_cancel(ground: Ground) -> None:
    """payments_v4/P4: the payments of a consent end at the old path, with a list of them."""
    # From 22:00 on the payment of the next day stays.
    payments, device, days = ground.payments_v4(), ground.device(), _dates(2, 1, 2)
    terms = Terms(amount="4.14", purpose=None, schedule={"daily": {"startDate": days[0], "quantity": 2}})
    consent = payments.create_consent(terms.consent(ALICE.cpf, 4)).expecting(201).data["consentId"]
    payment = Payment(device, terms, consent).ask_options().authorise()
    cnpj = ground.initiator.participant.registration_number
    entries = [payment.entry(endToEndId=scheduled_end_to_end_id(cnpj[:8], day)) for day in days]
    made = payments.create(entries, device.token).expecting(201).data
    ended = payments.cancel_all(consent, cancellation(ALICE.cpf)).expecting(200).data
    equal(sorted(each_one["paymentId"] for each_one in ended), sorted(each_one["paymentId"] for each_one in made), "it")


def version_path(ground: Ground) -> None:
    """payments_v4/paths: P4 has one path in 5 and another in 4; neither version answers at the other's."""
    payment = ground.consent()
    v4, v5 = ground.payments_v4(), ground.bank().payments
    old = f"{v5.payments_url()}/consents/{payment.consent_id}"
    new = f"{v4.consents_url(payment.consent_id)}/pix/payments"
    for operation, url in ((v4.operations.cancel_all, old), (v5.operations.cancel_all, new)):
        reply = ground.bank().server.call(operation, url, Call(cancellation(ALICE.cpf)))
        among(reply.status, (404, 405), f"the status of PATCH {url}")
