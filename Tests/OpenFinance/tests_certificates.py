"""Bad input: certificates that are not ours, out of date, or missing."""

from __future__ import annotations

import base64
import ssl
import uuid
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.x509.oid import ExtendedKeyUsageOID

from authority import DAY, Authority, Shape
from cases import each
from expectations import among, equal, oauth_error, plain_error
from ground import Ground
from initiator import enrollments as e
from initiator.holder import ALICE
from initiator.net import Wire, client_context

# MARK: Certificates


def _wire(ground: Ground, shape: Shape = Shape(), authority: Authority | None = None, **changes: Any) -> Wire:
    ours = ground.initiator.participant
    pair = ground.directory.certificate(ground.folder / "hostile", ours, shape, authority, **changes)
    return Wire(client_context(ours.authority, pair.certificate, pair.key), timeout=10)


def _is_refused(ground: Ground, wire: Wire) -> None:
    """A TLS alert, or 401 at the token endpoint and at an API."""
    server = ground.bank().authorization
    try:
        answer = server.ask_token({"grant_type": "client_credentials", "scope": "payments"}, wire=wire)
        oauth_error(answer, "invalid_client", statuses=(401,))
        reply = ground.bank().enrollments.create(e.creation(ALICE.cpf), wire=wire)
        plain_error(reply, 401)
        among(reply.codes[0], ("INVALID_CLIENT", "UNAUTHORIZED"), "the code")
    except (ssl.SSLError, ConnectionError):
        pass
    finally:
        wire.close()


def right_certificate(ground: Ground) -> None:
    """hostile/certificate-right: one of our making with the right subject counts: the others fail by their fault."""
    wire = _wire(ground)
    try:
        server = ground.bank().authorization
        server.read_tokens(server.ask_token({"grant_type": "client_credentials", "scope": "payments"}, wire=wire))
    finally:
        wire.close()


@each(
    ("expired", Shape(starts_in=-10 * DAY, ends_in=-DAY)),
    ("not-yet", Shape(starts_in=DAY, ends_in=10 * DAY)),
    ("server-only", Shape(usages=(ExtendedKeyUsageOID.SERVER_AUTH,))),
    ("no-usage", Shape(usages=None)),
)
def certificate_shapes(ground: Ground, _name: str, shape: Shape) -> None:
    """hostile/certificate-shape: out of date, or not for clients."""
    _is_refused(ground, _wire(ground, shape))


@each(
    ("another-software", {"software": str(uuid.uuid4())}),
    ("no-software", {"software": None}),
    ("another-organisation", {"organisation": str(uuid.uuid4())}),
    ("no-organisation", {"organisation": None}),
)
def certificate_subjects(ground: Ground, _name: str, changes: dict[str, Any]) -> None:
    """hostile/certificate-subject: UID and organizationIdentifier name software and organisation."""
    _is_refused(ground, _wire(ground, **changes))


def unknown_authority(ground: Ground) -> None:
    """hostile/certificate-unknown-authority: the same subject, from an authority that nobody knows."""
    _is_refused(ground, _wire(ground, authority=Authority.new("Nobody")))


def issued_by_participant(ground: Ground) -> None:
    """hostile/certificate-issued-by-participant: a participant's certificate issues none."""
    ours = ground.initiator.participant
    pem = ours.transport_certificate.read_bytes()
    certificate = x509.load_pem_x509_certificates(pem)[0]
    key = serialization.load_pem_private_key(ours.transport_key.read_bytes(), None)
    _is_refused(ground, _wire(ground, authority=Authority(certificate, key, pem)))  # type: ignore[arg-type]


def header_certificate(ground: Ground) -> None:
    """hostile/certificate-in-a-header: no header of a gateway stands for a certificate."""
    pem = ground.initiator.participant.transport_certificate.read_text(encoding="ascii")
    told = base64.b64encode(pem.encode("ascii")).decode("ascii")
    headers = [
        ("X-Client-Cert", told),
        ("X-SSL-Client-Cert", told),
        ("Client-Cert", f":{told}:"),
        ("X-Forwarded-Client-Cert", told),
        ("Content-Type", "application/x-www-form-urlencoded"),
    ]
    server = ground.bank().authorization
    body = "grant_type=client_credentials&scope=payments&" + "&".join(
        f"{name}={value.replace(':', '%3A')}" for name, value in server.credentials().items()
    )
    try:
        answer = ground.initiator.public.send("POST", ground.bank().discovery.endpoint("token_endpoint"), headers, body)
    except (ssl.SSLError, ConnectionError):
        return
    among(answer.status, (400, 401), "the status")


MUTUAL_ENDPOINTS = (
    "token_endpoint",
    "pushed_authorization_request_endpoint",
    "registration_endpoint",
    "userinfo_endpoint",
    "revocation_endpoint",
)


@each(*[(name,) for name in MUTUAL_ENDPOINTS], ("api",))
def no_certificate(ground: Ground, name: str) -> None:
    """hostile/no-certificate: each endpoint that demands one refuses a connection without."""
    url = ground.bank().enrollments.url() if name == "api" else ground.bank().discovery.endpoint(name)
    try:
        headers = {"x-fapi-interaction-id": str(uuid.uuid4()), "Content-Type": "application/x-www-form-urlencoded"}
        method = "GET" if name in ("userinfo_endpoint", "api") else "POST"
        answer = ground.initiator.public.send(method, url, headers, None if method == "GET" else "a=b")
    except (ssl.SSLError, ConnectionError):
        return
    among(answer.status, (400, 401, 405), "the status")


def public_without_certificate(ground: Ground) -> None:
    """hostile/public-endpoints: discovery and keys need no certificate."""
    for url in (ground.bank().entry.discovery_url, ground.bank().discovery.endpoint("jwks_uri")):
        equal(ground.initiator.public.get(url).status, 200, f"the status of {url}")


def api_at_public_listener(ground: Ground) -> None:
    """hostile/api-at-the-public-port: what demands a certificate does not answer where none is asked for."""
    url = ground.bank().enrollments.url()
    path = url.partition("/open-banking")[1] + url.partition("/open-banking")[2]
    try:
        answer = ground.initiator.public.get(
            f"{ground.bank().entry.issuer}{path}", {"x-fapi-interaction-id": str(uuid.uuid4())}
        )
    except (ssl.SSLError, ConnectionError):
        return
    among(answer.status, (400, 401, 403, 404, 405, 421), "the status")
