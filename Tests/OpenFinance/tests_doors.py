"""A promise is kept at every door: what one route refuses, the others refuse too."""

from __future__ import annotations

import json
import urllib.parse
import uuid

from cases import each
from expectations import equal, oauth_error
from ground import LOW, STRICT, Ground
from initiator import enrollments as e
from initiator.device import Enrollment
from initiator.holder import ALICE, Browser, forms_of
from registrations import registered
from trials import Visit


def name_of_who_asks(ground: Ground) -> None:
    """security/who-asks: the holder sees the registered name of the client, whatever the client calls itself."""
    bank = ground.bank()
    device = Enrollment.awaiting_holder(bank, name="Outro Banco de Confiança")
    server = bank.authorization
    attempt = server.attempt(e.scope_of(device.id))
    browser = Browser(ground.initiator.pages)
    page = browser.get(server.authorize_url(server.pushed(attempt)))
    while page.status in (302, 303):
        page = browser.get(urllib.parse.urljoin(page.url, page.header("location") or ""))
    form = forms_of(page.text)[0]
    form.fields.update(cpf=ALICE.cpf, password=ALICE.password)
    answer = browser.post(form, page.url)
    approval = browser.get(urllib.parse.urljoin(page.url, answer.header("location") or ""))
    equal(approval.status, 200, "the status of the approval page")
    name = ground.initiator.participant.client_name
    assert name in approval.text, f"the page does not say {name}"
    assert "Outro Banco" not in approval.text, "the page says the name that the client gave itself"


def authorize_without_client(ground: Ground) -> None:
    """security/authorize-without-client-id: a request_uri comes with its client_id (RFC 9126, section 4)."""
    visit = Visit(ground)
    url = urllib.parse.urlsplit(visit.server.authorize_url(visit.server.request_uri(visit.push())))
    query = [(name, value) for name, value in urllib.parse.parse_qsl(url.query) if name != "client_id"]
    visit.refused_at(urllib.parse.urlunsplit(url._replace(query=urllib.parse.urlencode(query))))


def repeat_by_another_enrollment(ground: Ground) -> None:
    """security/repeat-by-another-enrollment: the token of another enrollment reads no payment by repeating its call."""
    payment, key = ground.authorised_consent(amount="6.66"), str(uuid.uuid4())
    payments, entry = ground.bank().payments, payment.entry()
    payments.create([entry], ground.device().refresh(), idempotency_key=key).expecting(201)
    other = ground.fresh_device().refresh()
    for own_key in (key, None):
        reply = payments.create([entry], other, idempotency_key=own_key, is_repeated=True)
        assert reply.status in (401, 422), f"the answer to another enrollment's token is {reply.status}"
        assert "paymentId" not in json.dumps(reply.body), "the answer says the payment"


@each(("authorization_code",), ("refresh_token",))
def grant_not_registered(ground: Ground, name: str) -> None:
    """registration/grant: a grant that is not registered gives no token."""
    bank = ground.bank_of_second(STRICT)
    with registered(bank, grant_types=["client_credentials"]):
        assert bank.authorization.client_credentials(), "there is no token for the registered grant"
        fields = {"grant_type": name, "code": "x", "redirect_uri": "x", "code_verifier": "x", "refresh_token": "x"}
        oauth_error(bank.authorization.ask_token(fields), "unauthorized_client", statuses=(400,))


def scope_not_registered(ground: Ground) -> None:
    """registration/scope-of-a-request: a pushed request asks for registered scopes alone."""
    bank = ground.bank_of_second(STRICT)
    with registered(bank, scope="openid payments"):
        server = bank.authorization
        attempt = server.attempt(f"{e.scope_of(f'urn:chave:{uuid.uuid4()}')} nrp-consents")
        oauth_error(server.push(server.key.sign(server.request_claims(attempt))), "invalid_scope", statuses=(400,))


@each(
    ("without-tls", "http://ganchos.iniciadora.test"),
    ("user", "https://quem@ganchos.iniciadora.test"),
    ("address", "https://127.0.0.1:22"),
    ("address-6", "https://[::1]:22"),
    ("query", "https://ganchos.iniciadora.test?a=b"),
)
def webhook_address(ground: Ground, _name: str, address: str) -> None:
    """registration/webhook: the bank sends to HTTPS and a host name alone."""
    bank = ground.bank_of_second(STRICT)
    software = ground.second.participant.software_statement_id
    old = ground.directory.change_software(software, webhookURIs=[address])
    try:
        changed = bank.endpoint.metadata(webhook_uris=[address])
        answer = bank.endpoint.put(bank.registration, changed)
        oauth_error(answer, "invalid_webhook_uris", statuses=(400,))
    finally:
        ground.directory.change_software(software, **old)


def subject_of_a_removed_client(ground: Ground) -> None:
    """security/userinfo-of-a-removed-client: a token ends with the registration."""
    bank = ground.bank_of_second(LOW)
    device = Enrollment.awaiting_credential(bank)
    token = device.token
    equal(bank.authorization.user_info(token).status, 200, "the status before")
    equal(bank.endpoint.delete(bank.registration).status, 204, "the status of the deletion")
    try:
        equal(bank.authorization.user_info(token).status, 401, "the status after")
    finally:
        bank.use(bank.endpoint.register())
