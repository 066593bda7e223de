"""Payments: what is paid, what is refused, and whose consent, token and resource it is (payments plan v5)."""

from __future__ import annotations

import datetime
import uuid
from typing import Any

from cases import each
from expectations import among, equal, outcome, plain_error, refused
from ground import LOW, Ground
from initiator import enrollments as e
from initiator.api import Call
from initiator.device import Payment
from initiator.holder import ALICE, CLARA
from initiator.payments import Creditor, Terms, end_to_end_id

# MARK: Payments


def pays(ground: Ground) -> None:
    """payments_v5/MANU: the answer has what was sent, P6 the same, and P3 lists the payment."""
    payment = ground.authorised_consent(amount="21.09", remittance="Pedido 12")
    entry = payment.entry()
    data = ground.bank().payments.create([entry], ground.device().refresh()).expecting(201).data[0]
    for name in (
        "endToEndId",
        "localInstrument",
        "payment",
        "creditorAccount",
        "cnpjInitiator",
        "consentId",
        "remittanceInformation",
        "authorisationFlow",
    ):
        equal(data.get(name), entry[name], name)
    equal(data["debtorAccount"], ground.device().read()["debtorAccount"], "debtorAccount")
    among(data["status"], ("RCVD", "ACCP", "ACPD", "ACSC"), "the status at once")
    read = payment.settled(data["paymentId"])
    equal(read["status"], "ACSC", "the status in the end")
    listed = ground.bank().payments.list_payments(payment.consent_id).expecting(200).data
    equal([each_one["endToEndId"] for each_one in listed], [entry["endToEndId"]], "the payments of the consent")


def dict_payment(ground: Ground) -> None:
    """payments_v5/DICT: a payment by key, with the same key in consent and payment."""
    payment = ground.authorised_consent(instrument="DICT", proxy="87517400444")
    data = payment.pay()
    equal(data["proxy"], "87517400444", "proxy")
    equal(payment.settled(data["paymentId"])["status"], "ACSC", "the payment")


@each(
    ("amount", {"payment": {"amount": "12.35", "currency": "BRL"}}),
    ("account", {"creditorAccount": {**Creditor().account, "number": "999"}}),
    ("instrument", {"localInstrument": "DICT", "proxy": "87517400444"}),
)
def differs(ground: Ground, _name: str, changes: dict[str, Any]) -> None:
    """payments_v5/PAGAMENTO_DIVERGENTE_CONSENTIMENTO: another payment than the one that was consented to."""
    payment = ground.authorised_consent()
    reply = ground.bank().payments.create([payment.entry(**changes)], ground.device().refresh())
    refused(reply, "PAGAMENTO_DIVERGENTE_CONSENTIMENTO", "VALOR_INVALIDO", "DETALHE_PAGAMENTO_INVALIDO")
    equal(payment.read_consent()["status"], "CONSUMED", "the consent")


def other_key(ground: Ground) -> None:
    """payments_v5/wrong-proxy: another key than the consent's."""
    payment = ground.authorised_consent(instrument="DICT", proxy="87517400444")
    reply = ground.bank().payments.create([payment.entry(proxy="76109277673")], ground.device().refresh())
    refused(reply, "PAGAMENTO_DIVERGENTE_CONSENTIMENTO", "DETALHE_PAGAMENTO_INVALIDO")


def _bad_ids() -> tuple[tuple[str, str], ...]:
    now = datetime.datetime.now(datetime.UTC)
    return (
        ("short", end_to_end_id("11222333")[:-1]),
        ("letter", "X" + end_to_end_id("11222333")[1:]),
        ("month-13", "E1122233320261301120012345678901"),
        ("thirteen-hours-old", end_to_end_id("11222333", now - datetime.timedelta(hours=13))),
        ("thirteen-hours-ahead", end_to_end_id("11222333", now + datetime.timedelta(hours=13))),
    )


@each(*_bad_ids())
def end_to_end(ground: Ground, _name: str, identity: str) -> None:
    """payments_v5/bad-endToEndId: not in its form, or not of the time of the payment."""
    payment = ground.authorised_consent()
    reply = ground.bank().payments.create(
        [payment.entry(endToEndId=identity)], ground.device().refresh(), is_valid=False
    )
    refused(reply, "PARAMETRO_INVALIDO")


def end_to_end_within(ground: Ground) -> None:
    """payments_v5/endToEndId-eleven-hours-old: twelve hours are tolerated."""
    payment = ground.authorised_consent()
    cnpj = ground.initiator.participant.registration_number
    old = end_to_end_id(cnpj[:8], datetime.datetime.now(datetime.UTC) - datetime.timedelta(hours=11))
    equal(payment.pay(endToEndId=old)["endToEndId"], old, "endToEndId")


def end_to_end_once(ground: Ground) -> None:
    """payments_v5/endToEndId-once: a second payment with the id of another one is refused."""
    first, second = ground.authorised_consent(), ground.authorised_consent()
    identity = first.pay()["endToEndId"]
    reply = ground.bank().payments.create([second.entry(endToEndId=identity)], ground.device().refresh())
    assert reply.status == 422, f"{reply.answer.where}: two payments have one endToEndId: {reply.told}"


def transaction_identification(ground: Ground) -> None:
    """payments_v5/transactionIdentification-with-MANU: MANU has none."""
    payment = ground.authorised_consent()
    reply = ground.bank().payments.create([payment.entry(transactionIdentification="A1")], ground.device().refresh())
    refused(reply, "DETALHE_PAGAMENTO_INVALIDO", "PARAMETRO_INVALIDO", "COBRANCA_INVALIDA")


@each(("empty", []), ("object", {}), ("text", "x"), ("null", None))
def list_form(ground: Ground, _name: str, data: Any) -> None:
    """payments_v5/data-is-a-list: of one payment at least."""
    reply = ground.bank().payments.create(data, ground.device().refresh(), is_valid=False)
    refused(reply, "PARAMETRO_INVALIDO", "PARAMETRO_NAO_INFORMADO")


def two_for_one(ground: Ground) -> None:
    """payments_v5/two-payments-for-one-consent: a consent without a schedule has one payment."""
    payment = ground.authorised_consent()
    reply = ground.bank().payments.create([payment.entry(), payment.entry()], ground.device().refresh())
    equal(reply.status, 422, "the status")


@each(("endToEndId",), ("localInstrument",), ("payment",), ("creditorAccount",), ("cnpjInitiator",))
def payment_missing(ground: Ground, name: str) -> None:
    """payments_v5/payment-PARAMETRO_NAO_INFORMADO: a required member is missing."""
    payment = ground.authorised_consent()
    entry = payment.entry(**{name: None})
    reply = ground.bank().payments.create([entry], ground.device().refresh(), is_valid=False)
    refused(reply, "PARAMETRO_NAO_INFORMADO")


def consumed(ground: Ground) -> None:
    """payments_v5/consumed-consent: a second payment for a consent is CONSENTIMENTO_INVALIDO."""
    payment = ground.authorised_consent()
    payment.pay()
    refused(ground.bank().payments.create([payment.entry()], ground.device().refresh()), "CONSENTIMENTO_INVALIDO")


def not_authorised(ground: Ground) -> None:
    """payments_v5/consent-not-authorised: nothing is paid before the authorisation."""
    payment = ground.consent()
    reply = ground.bank().payments.create([payment.entry()], ground.device().refresh())
    refused(reply, "CONSENTIMENTO_INVALIDO", "CONSENTIMENTO_PENDENTE_AUTORIZACAO")


def unknown_consent(ground: Ground) -> None:
    """payments_v5/consent-unknown: a consent that does not exist."""
    payment = ground.authorised_consent()
    reply = ground.bank().payments.create(
        [payment.entry(consentId=f"urn:chave:{uuid.uuid4()}")], ground.device().refresh()
    )
    among(reply.status, (400, 401, 403, 422), "the status")


def no_funds(ground: Ground) -> None:
    """payments_v5/no-funds: more than the account has; the payment is refused, or rejected in the end."""
    device = ground.device(person=CLARA)
    payment = Payment.authorised(device, Terms(amount="60.00"))
    reply = ground.bank().payments.create([payment.entry()], device.token)
    if reply.status == 422:
        refused(reply, "SALDO_INSUFICIENTE")
        return
    ended = payment.settled(reply.expecting(201).data[0]["paymentId"])
    equal(outcome(ended), ("RJCT", "SALDO_INSUFICIENTE"), "the payment")


def same_account(ground: Ground) -> None:
    """payments_v5/CONTAS_ORIGEM_DESTINO_IGUAIS: nobody pays into the account that is paid from."""
    own = ground.device().read()["debtorAccount"]
    creditor = Creditor(
        own["ispb"],
        own.get("issuer", "0001"),
        own["number"],
        own["accountType"],
        tax_id=ALICE.cpf,
        name="Alice Nogueira",
    )
    payment = ground.authorised_consent(creditor=creditor)
    reply = ground.bank().payments.create([payment.entry()], ground.device().refresh())
    if reply.status == 422:
        refused(reply, "DETALHE_PAGAMENTO_INVALIDO", "PAGAMENTO_RECUSADO_DETENTORA")
        return
    ended = payment.settled(reply.expecting(201).data[0]["paymentId"])
    equal(outcome(ended), ("RJCT", "CONTAS_ORIGEM_DESTINO_IGUAIS"), "the payment")


def several_consents(ground: Ground) -> None:
    """payments_v5/several-consents: consents of one person are independent."""
    first, second = ground.authorised_consent(amount="1.01"), ground.authorised_consent(amount="2.02")
    for payment in (second, first):
        equal(payment.settled(payment.pay()["paymentId"])["status"], "ACSC", f"the payment of {payment.terms.amount}")


def refresh(ground: Ground) -> None:
    """payments_v5/refresh-without-rotation: the same refresh token serves again and again."""
    device = ground.device()
    found = {device.refresh() for _ in range(3)}
    assert len(found) == 3 or device.tokens, "a refresh gave no token"
    payment = ground.consent().ask_options()
    ground.bank().enrollments.authorise(payment.consent_id, device.token, device.id, payment.assertion()).expecting(204)


# MARK: Grants and owners


def wrong_grant(ground: Ground) -> None:
    """payments_v5/wrong-grant: a payment by client credentials, a reading by an enrollment's token."""
    payment = ground.authorised_consent()
    cc = ground.bank().authorization.client_credentials()
    plain_error(ground.bank().payments.create([payment.entry()], cc), 401, 403)
    paid = payment.pay()
    plain_error(ground.bank().payments.read(paid["paymentId"], token=ground.device().refresh()), 401, 403)
    equal(payment.read_consent()["status"], "CONSUMED", "the consent")


def token_of_another_device(ground: Ground) -> None:
    """payments_v5/token-of-another-enrollment: a payment needs the token of the enrollment that authorised it."""
    payment, other = ground.authorised_consent(), ground.fresh_device()
    reply = ground.bank().payments.create([payment.entry()], other.token)
    among(reply.status, (401, 403, 422), "the status")
    if reply.status == 422:
        refused(reply, "CONSENTIMENTO_INVALIDO", "DETALHE_PAGAMENTO_INVALIDO", "PAGAMENTO_DIVERGENTE_CONSENTIMENTO")
    else:
        equal(payment.read_consent()["status"], "AUTHORISED", "the consent, which a wrong token leaves alone")


def foreign_resources(ground: Ground) -> None:
    """payments_v5/another-clients-resource: what belongs to another client does not exist."""
    payment = ground.authorised_consent()
    paid = payment.pay()
    second = ground.bank_of_second()
    plain_error(second.payments.read(paid["paymentId"]), 400, 403, 404)
    plain_error(second.payments.read_consent(payment.consent_id), 400, 403, 404)
    plain_error(second.payments.list_payments(payment.consent_id), 400, 403, 404)
    plain_error(second.enrollments.read(ground.device().id), 400, 403, 404)
    body = e.revocation(ALICE.cpf)
    among(second.enrollments.end(ground.device().id, body).status, (400, 403, 404, 422), "the status of the end")
    equal(ground.device().status, "AUTHORISED", "the enrollment")


def foreign_bank(ground: Ground) -> None:
    """payments_v5/another-banks-resource: neither consents nor tokens of one bank count at another."""
    payment = ground.consent()
    other = ground.bank(LOW)
    plain_error(other.payments.read_consent(payment.consent_id), 400, 403, 404)
    token = ground.bank().authorization.client_credentials()
    plain_error(other.payments.read_consent(payment.consent_id, token=token), 401)


def unknown_ids(ground: Ground) -> None:
    """payments_v5/unknown-ids: 400 or 404, plain."""
    payments = ground.bank().payments
    plain_error(payments.read(str(uuid.uuid4())), 400, 404)
    plain_error(payments.read_consent(f"urn:chave:{uuid.uuid4()}"), 400, 404)
    plain_error(payments.list_payments(f"urn:chave:{uuid.uuid4()}"), 400, 404)


def escaped_colon(ground: Ground) -> None:
    """payments_v5/escaped-colon: an id with %3A is the same id, in the address and in `aud`."""
    payment = ground.consent()
    escaped = payment.consent_id.replace(":", "%3A")
    payments = ground.bank().payments
    url = f"{payments.consents_base}/consents/{escaped}"
    ground.bank().server.call(payments.operations.read_consent, url, Call()).expecting(200)
    rp = ground.initiator.participant.common_name
    body = {"data": {"rp": rp, "platform": "BROWSER", "consentId": payment.consent_id}}
    url = f"{ground.bank().enrollments.base}/enrollments/{ground.device().id.replace(':', '%3A')}/fido-sign-options"
    ground.bank().server.call(e.SIGN_OPTIONS, url, Call(body)).expecting(201)
