"""Registration and its management: the DCR plan of the OpenID Foundation for Brazil, and what DCR 2.1.0 adds."""

from __future__ import annotations

import dataclasses
import ssl
import time
from typing import Any

import forgery
from authority import Authority
from cases import each
from directory_folder import NewInitiator
from expectations import among, equal, oauth_error
from ground import LOW, STRICT, Ground
from initiator import enrollments as e
from initiator import jose
from initiator.bank import Discovery, Registration
from initiator.client import Bank
from initiator.device import Enrollment
from initiator.holder import ALICE
from initiator.net import Answer, Wire, client_context
from initiator.payments import Terms
from initiator.registration import SCOPE, RegistrationEndpoint

METADATA = ("invalid_client_metadata",)
REDIRECT = ("invalid_redirect_uri", "invalid_client_metadata")
STATEMENT = ("invalid_software_statement", "unapproved_software_statement")


def _bank(ground: Ground) -> Bank:
    """A bank whose registration the cases may delete."""
    return ground.bank_of_second(STRICT)


def _anew(bank: Bank, metadata: dict[str, Any]) -> Registration:
    """Deletes our registration and makes another one."""
    equal(bank.endpoint.delete(bank.registration).status, 204, "the status of the deletion")
    answer = bank.endpoint.post(metadata)
    equal(answer.status, 201, f"the status of the registration ({answer.text[:300]})")
    made = Registration.read(answer.json())
    bank.use(made)
    return made


def _works(bank: Bank) -> None:
    assert bank.authorization.client_credentials(), "there is no token for the client"


def _refused_anew(bank: Bank, *errors: str, wire: Wire | None = None, **changes: Any) -> Answer:
    """A registration that must fail where none is left; the old one is made again afterwards."""
    equal(bank.endpoint.delete(bank.registration).status, 204, "the status of the deletion")
    try:
        answer = bank.endpoint.post(bank.endpoint.metadata(**changes), wire)
        if answer.status == 201:
            bank.use(Registration.read(answer.json()))
            raise AssertionError(f"{answer.where}: the bank registered {changes}")
        oauth_error(answer, *errors, statuses=(400,))
        return answer
    finally:
        if bank.endpoint.get(bank.registration).status != 200:
            bank.use(bank.endpoint.register())


# MARK: Registration


def happy(ground: Ground) -> None:
    """FAPI1AdvancedFinalBrazilDCRHappyFlow: a registration without a scope; it reads as it was told, and works."""
    bank = _bank(ground)
    made = _anew(bank, bank.endpoint.metadata(scope=None))
    equal(made.registration_client_uri.startswith("https://"), True, "registration_client_uri is https")
    told = bank.endpoint.get(made).json()
    for name in (
        "client_id",
        "registration_client_uri",
        "redirect_uris",
        "jwks_uri",
        "grant_types",
        "token_endpoint_auth_method",
        "id_token_encrypted_response_alg",
        "subject_type",
    ):
        equal(told.get(name), made.metadata.get(name), name)
    equal(told["redirect_uris"], list(ground.second.participant.redirect_uris), "redirect_uris")
    equal(told["token_endpoint_auth_method"], "private_key_jwt", "token_endpoint_auth_method")
    equal(told["registration_access_token"], made.registration_access_token, "the token, which never rotates")
    _works(bank)


def happy_reordered_grants(ground: Ground) -> None:
    """FAPI1AdvancedFinalBrazilDCRHappyFlowVariant: grant types in another order, with a scope."""
    bank = _bank(ground)
    metadata = bank.endpoint.metadata(grant_types=["refresh_token", "authorization_code", "client_credentials"])
    made = _anew(bank, metadata)
    equal(sorted(made.metadata["grant_types"]), sorted(metadata["grant_types"]), "grant_types")
    _works(bank)


def happy_reordered_scope(ground: Ground) -> None:
    """FAPI1AdvancedFinalBrazilDCRHappyFlowVariant2: scopes in another order; no more are given than were asked for."""
    bank = _bank(ground)
    made = _anew(bank, bank.endpoint.metadata(scope=" ".join(reversed(SCOPE.split()))))
    given = set(str(made.metadata.get("scope", "")).split())
    assert given <= set(SCOPE.split()), f"more scopes were given than asked for: {given}"
    _works(bank)


def audience_list(ground: Ground) -> None:
    """FAPI1AdvancedFinalBrazilDCRPaymentConsentRequestAudAsArray: `aud` of a message is a list of one."""
    bank = ground.bank()
    body = e.creation(ALICE.cpf)
    bank.enrollments.create(body, claims={"aud": [bank.enrollments.url()]}).expecting(201)
    consent = {"aud": [bank.payments.consents_url()]}
    bank.payments.create_consent(Terms().consent(ALICE.cpf, 5), claims=consent).expecting(201)


def deletion(ground: Ground) -> None:
    """FAPI1AdvancedFinalBrazilDCRClientDeletion: after 204 neither the registration nor the client is there."""
    bank = _bank(ground)
    old, server = bank.registration, bank.authorization
    equal(bank.endpoint.delete(old).status, 204, "the status of the deletion")
    try:
        equal(bank.endpoint.get(old).status, 401, "the status of a reading after the deletion")
        equal(bank.endpoint.delete(old).status, 401, "the status of a second deletion")
        answer = server.ask_token({"grant_type": "client_credentials", "scope": "payments"})
        oauth_error(answer, "invalid_client")
    finally:
        bank.use(bank.endpoint.register())
    assert bank.registration.client_id != old.client_id, "the new client has the old one's id"


def tokens_after_deletion(ground: Ground) -> None:
    """registration/tokens-after-deletion: access tokens of a deleted client count no more."""
    bank = _bank(ground)
    token, server = bank.authorization.client_credentials(), bank.server
    reply = bank.enrollments.create(e.creation(ALICE.cpf), token=token)
    equal(reply.status, 201, "the status before the deletion")
    equal(bank.endpoint.delete(bank.registration).status, 204, "the status of the deletion")
    try:
        equal(bank.enrollments.create(e.creation(ALICE.cpf), token=token).status, 401, "the status after the deletion")
    finally:
        bank.use(bank.endpoint.register())
    assert server is not bank.server, "the new registration has a server of its own"


def wrong_token(ground: Ground) -> None:
    """FAPI1AdvancedFinalBrazilDCRInvalidRegistrationAccessToken: another token reads, changes and deletes nothing."""
    bank = _bank(ground)
    for token in ("wrong", bank.registration.registration_access_token + "x", bank.authorization.client_credentials()):
        equal(bank.endpoint.get(bank.registration, token).status, 401, "the status of the reading")
        equal(
            bank.endpoint.put(bank.registration, bank.endpoint.metadata(), token).status,
            401,
            "the status of the update",
        )
        equal(bank.endpoint.delete(bank.registration, token).status, 401, "the status of the deletion")
    equal(bank.endpoint.get(bank.registration).status, 200, "the status with the right token")


def token_of_another_bank(ground: Ground) -> None:
    """registration/token-of-another-bank: a registration token counts at its own bank alone."""
    token = ground.bank_of_second().registration.registration_access_token
    equal(_bank(ground).endpoint.get(_bank(ground).registration, token).status, 401, "the status")


def statement_signature(ground: Ground) -> None:
    """FAPI1AdvancedFinalBrazilDCRInvalidSoftwareStatementSignature: one bit of the statement's signature."""
    statement = forgery.with_flipped_signature(ground.second.directory.software_statement())
    _refused_anew(_bank(ground), *STATEMENT, software_statement=statement)


def statement_missing(ground: Ground) -> None:
    """FAPI1AdvancedFinalBrazilDCRNoSoftwareStatement: a registration without a statement."""
    _refused_anew(_bank(ground), *STATEMENT, *METADATA, software_statement=None)


@each(("none", "none"), ("HS256", "HS256"), ("own-key", "PS256"))
def statement_forged(ground: Ground, _name: str, algorithm: str) -> None:
    """registration/forged-statement: no signature, the directory's public key as a secret, our own key."""
    ours = ground.second
    claims = ours.directory.read_statement(ours.directory.software_statement())
    kid = jose.header_of(ours.directory.software_statement(), 3)["kid"]
    pem = ours.participant.signing.path.read_bytes()
    token = forgery.signed(pem, {"alg": algorithm, "kid": kid, "typ": "JWT"}, claims, algorithm)
    _refused_anew(_bank(ground), *STATEMENT, software_statement=token)


def statement_of_another(ground: Ground) -> None:
    """registration/statement-of-another: the certificate's software is not the statement's."""
    statement = ground.initiator.directory.software_statement()
    _refused_anew(_bank(ground), *STATEMENT, *METADATA, software_statement=statement)


def second_registration(ground: Ground) -> None:
    """registration/second: a software statement has one registration; the first stays."""
    bank = _bank(ground)
    answer = bank.endpoint.post(bank.endpoint.metadata())
    oauth_error(answer, *METADATA, *STATEMENT, statuses=(400,))
    equal(bank.endpoint.get(bank.registration).status, 200, "the status of the first")
    _works(bank)


def without_certificate(ground: Ground) -> None:
    """FAPI1AdvancedFinalBrazilDCRNoMTLS: no client certificate, no registration."""
    bank = _bank(ground)
    _no_success(lambda: bank.endpoint.post(bank.endpoint.metadata(), ground.second.public))
    _no_success(lambda: bank.endpoint.get(bank.registration, wire=ground.second.public))


def bad_certificate(ground: Ground) -> None:
    """FAPI1AdvancedFinalBrazilDCRBadMTLS: a certificate of an authority that nobody knows."""
    ours, bank = ground.second.participant, _bank(ground)
    pair = ground.directory.certificate(ground.folder / "bad-mtls", ours, authority=Authority.new("Nobody"))
    wire = Wire(client_context(ours.authority, pair.certificate, pair.key))
    _no_success(lambda: bank.endpoint.post(bank.endpoint.metadata(), wire))


def _no_success(work: Any) -> None:
    """A TLS alert, a closed connection, or 401 (Payments 5.0.0 has INVALID_CLIENT for it)."""
    try:
        answer = work()
    except (ssl.SSLError, ConnectionError):
        return
    among(answer.status, (400, 401, 403), "the status without a certificate that counts")


def no_redirect(ground: Ground) -> None:
    """FAPI1AdvancedFinalBrazilDCRNoRedirectUri: a registration without an address to come back to."""
    _refused_anew(_bank(ground), *REDIRECT, redirect_uris=None)


@each(("another-host", "https://evil.test/callback"), ("path", "/other"), ("query", "?a=b"), ("fragment", "#a"))
def wrong_redirect(ground: Ground, _name: str, part: str) -> None:
    """FAPI1AdvancedFinalBrazilDCRInvalidRedirectUri: an address that the software statement does not list."""
    listed = ground.second.participant.redirect_uris[0]
    _refused_anew(_bank(ground), *REDIRECT, redirect_uris=[part if part.startswith("https") else listed + part])


@each(("elsewhere", "https://evil.test/application.jwks"), ("organisation", None))
def wrong_keys_address(ground: Ground, _name: str, address: str | None) -> None:
    """FAPI1AdvancedFinalBrazilDCRInvalidJwksUri: another address than software_jwks_uri."""
    ours = ground.second.participant
    address = address or f"{ours.keystore_url}/{ours.organisation_id}/application.jwks"
    _refused_anew(_bank(ground), *METADATA, jwks_uri=address)


def keys_by_value(ground: Ground) -> None:
    """FAPI1AdvancedFinalBrazilDCRInvalidJwksByValue: keys come from the directory alone."""
    _refused_anew(_bank(ground), *METADATA, jwks={"keys": []}, jwks_uri=None)


@each(
    ("auth-method", {"token_endpoint_auth_method": "client_secret_basic"}),
    ("tls-client-auth", {"token_endpoint_auth_method": "tls_client_auth"}),
    ("implicit", {"grant_types": ["implicit"]}),
    ("response-type", {"response_types": ["code"]}),
    ("pairwise", {"subject_type": "pairwise"}),
    ("id-token-alg", {"id_token_signed_response_alg": "RS256"}),
    ("id-token-encryption", {"id_token_encrypted_response_alg": "RSA1_5"}),
    ("request-alg", {"request_object_signing_alg": "none"}),
    ("no-par", {"require_pushed_authorization_requests": False}),
    ("unbound-tokens", {"tls_client_certificate_bound_access_tokens": False}),
    ("scope-of-another-role", {"scope": "openid accounts"}),
)
def metadata(ground: Ground, _name: str, changes: dict[str, Any]) -> None:
    """registration/metadata: what the profile does not have is refused or replaced (RFC 7591, section 3.2.1)."""
    bank = _bank(ground)
    equal(bank.endpoint.delete(bank.registration).status, 204, "the status of the deletion")
    try:
        answer = bank.endpoint.post(bank.endpoint.metadata(**changes))
        if answer.status == 201:
            made = answer.json()
            bank.use(Registration.read(made))
            name, wrong = next(iter(changes.items()))
            assert made.get(name) != wrong, f"the bank registered {name} as {wrong}"
            return
        oauth_error(answer, *METADATA, statuses=(400,))
    finally:
        if bank.endpoint.get(bank.registration).status != 200:
            bank.use(bank.endpoint.register())


@each(("another", ["https://evil.test/hook"]), ("plain-http", ["http://ganchos.iniciadora.test/hook"]), ("empty", []))
def webhooks(ground: Ground, _name: str, uris: list[str]) -> None:
    """registration/webhook_uris: exactly those of the software statement."""
    new = NewInitiator("Com Ganchos", "19131243000197", webhook_uris=("https://ganchos.iniciadora.test/hook",))
    folder = f"hooks-{_name}"
    ground.directory.add_initiator(folder, new)
    bank = ground.speaking_as(folder).bank(STRICT)
    equal(bank.registration.metadata.get("webhook_uris"), list(new.webhook_uris), "webhook_uris")
    _refused_anew(bank, "invalid_webhook_uris", webhook_uris=uris)
    equal(bank.endpoint.delete(bank.registration).status, 204, "the status of the deletion")


def role(ground: Ground) -> None:
    """registration/role: an organisation that is no payment initiator gets no scope of payments."""
    ground.directory.add_initiator("data-only", NewInitiator("Só Dados", "34028316000103", role="DADOS"))
    other = ground.speaking_as("data-only")
    entry = other.directory.bank(STRICT)
    endpoint = RegistrationEndpoint(other.participant, other.directory, Discovery(entry, other.public), other.mutual)
    answer = endpoint.post(endpoint.metadata())
    if answer.status == 201:
        assert "payments" not in str(answer.json().get("scope", "")).split(), "the scope of payments was given"
    else:
        oauth_error(answer, *METADATA, *STATEMENT, statuses=(400,))


def old_statement(ground: Ground) -> None:
    """registration/old-statement: a statement of the directory's key whose `iat` is six minutes past."""
    ours = ground.second.directory
    claims = ours.read_statement(ours.software_statement())
    kid = jose.header_of(ours.software_statement(), 3)["kid"]
    pem = (ground.directory.path / "statements.key").read_bytes()
    for shift, holds in ((-360, False), (0, True), (360, False)):
        header = {"alg": "PS256", "kid": kid, "typ": "JWT"}
        token = forgery.signed(pem, header, {**claims, "iat": int(time.time()) + shift})
        if not holds:
            _refused_anew(_bank(ground), *STATEMENT, software_statement=token)
        else:
            _anew(_bank(ground), _bank(ground).endpoint.metadata(software_statement=token))


@each(
    ("text", "hello"), ("list", "[]"), ("truncated", '{"software_statement":'), ("number", "1"), ("deep", "[" * 5_000)
)
def no_object(ground: Ground, _name: str, body: str) -> None:
    """registration/no-object: a body that is no JSON object."""
    bank = _bank(ground)
    url = bank.discovery.endpoint("registration_endpoint")
    answer = ground.second.mutual.send("POST", url, {"Content-Type": "application/json"}, body)
    oauth_error(answer, *METADATA, *STATEMENT, *REDIRECT, "invalid_request", statuses=(400,))


# MARK: Management


def update(ground: Ground) -> None:
    """FAPI1AdvancedFinalBrazilDCRUpdateClientConfig: an update keeps client id and token; the client works on."""
    bank = _bank(ground)
    answer = bank.endpoint.put(bank.registration, bank.endpoint.metadata(client_id=bank.registration.client_id))
    equal(answer.status, 200, f"the status ({answer.text[:300]})")
    made = Registration.read(answer.json())
    equal(made.client_id, bank.registration.client_id, "client_id")
    equal(made.registration_access_token, bank.registration.registration_access_token, "the token, which never rotates")
    _works(bank)


@each(
    ("FAPI1AdvancedFinalBrazilDCRUpdateClientConfigBadJwksUri", METADATA, {"jwks_uri": "https://evil.test/k.jwks"}),
    (
        "FAPI1AdvancedFinalBrazilDCRUpdateClientConfigInvalidJwksByValue",
        METADATA,
        {"jwks": {"keys": []}, "jwks_uri": None},
    ),
    (
        "FAPI1AdvancedFinalBrazilDCRUpdateClientConfigInvalidRedirectUri",
        REDIRECT,
        {"redirect_uris": ["https://evil.test/"]},
    ),
    ("another-client-id", METADATA, {"client_id": "another"}),
    ("old-statement", STATEMENT, {"software_statement": "a.b.c"}),
)
def wrong_update(ground: Ground, _name: str, errors: tuple[str, ...], changes: dict[str, Any]) -> None:
    """registration/update: what a registration refuses, an update refuses too, and nothing changes."""
    bank = _bank(ground)
    before = bank.endpoint.get(bank.registration).json()
    oauth_error(bank.endpoint.put(bank.registration, bank.endpoint.metadata(**changes)), *errors, statuses=(400,))
    equal(bank.endpoint.get(bank.registration).json(), before, "the registration")
    _works(bank)


def new_redirect(ground: Ground) -> None:
    """registration/new-redirect: an address that the directory adds counts after the update, not before."""
    bank = ground.bank_of_second(LOW)
    ours = ground.second.participant
    added = "https://segunda.iniciadora.test/novo"
    device = Enrollment.awaiting_holder(bank)
    server = bank.authorization
    attempt = dataclasses.replace(server.attempt(e.scope_of(device.id)), redirect_uri=added)
    request = server.request_claims(attempt)
    oauth_error(server.push(server.key.sign(request)), statuses=(400, 401))
    old = ground.directory.change_software(ours.software_statement_id, redirectURIs=[*ours.redirect_uris, added])
    try:
        metadata_now = bank.endpoint.metadata(redirect_uris=[*ours.redirect_uris, added])
        equal(bank.endpoint.put(bank.registration, metadata_now).status, 200, "the status of the update")
        equal(server.push(server.key.sign(server.request_claims(attempt))).status, 201, "the status of the request")
    finally:
        ground.directory.change_software(ours.software_statement_id, **old)
        bank.endpoint.put(bank.registration, bank.endpoint.metadata())
    oauth_error(server.push(server.key.sign(server.request_claims(attempt))), statuses=(400, 401))
