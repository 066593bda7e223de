"""Bad input: signed messages that lie about their key, their algorithm, their sender or their time."""

from __future__ import annotations

import json
import ssl
import time
import uuid
from collections.abc import Callable
from typing import Any

import forgery
from cases import each
from expectations import among, equal, plain_error, refused
from ground import LOW, Ground
from initiator import enrollments as e
from initiator import envelope, jose
from initiator.api import Call, Reply
from initiator.holder import ALICE
from initiator.payments import Terms

# MARK: The envelope of a message


def _message(ground: Ground, **claims: Any) -> tuple[str, dict[str, Any]]:
    """The address and the claims of a message that would create an enrollment."""
    url = ground.bank().enrollments.url()
    organisation = ground.initiator.participant.organisation_id
    return url, envelope.claims(e.creation(ALICE.cpf), url, organisation, claims)


def _send(ground: Ground, text: str, key: str | None = None) -> Reply:
    return ground.bank().enrollments.create({}, text=text, idempotency_key=key)


def _header(ground: Ground, **changes: Any) -> dict[str, Any]:
    made = {"alg": "PS256", "kid": ground.bank().server.key.kid, "typ": "JWT", **changes}
    return {name: value for name, value in made.items() if value is not None}


def _bad_signature(reply: Reply) -> None:
    plain_error(reply, 400)
    equal(reply.codes, ["BAD_SIGNATURE"], "the codes")


@each(("none",), ("HS256",), ("RS256",), ("PS384",), ("PS512",))
def algorithms(ground: Ground, algorithm: str) -> None:
    """hostile/envelope-algorithm: PS256 alone, and the header's word does not choose it."""
    pem = ground.bank().server.key.pem
    _bad_signature(_send(ground, forgery.signed(pem, _header(ground, alg=algorithm), _message(ground)[1], algorithm)))
    _bad_signature(_send(ground, forgery.signed(pem, _header(ground), _message(ground)[1], algorithm)))


@each(
    ("crit", {"crit": ["exp"], "exp": 1}),
    ("b64", {"crit": ["b64"], "b64": False}),
    ("jku", {"jku": "https://evil.test/keys"}),
    ("x5u", {"x5u": "https://evil.test/chain"}),
    ("jwk", {"jwk": {"kty": "RSA", "n": "AQAB", "e": "AQAB"}}),
    ("x5c", {"x5c": ["MIIB"]}),
    ("nested", {"cty": "JWT"}),
    ("typ", {"typ": "JOSE"}),
    ("zip", {"zip": "DEF"}),
    ("no-kid", {"kid": None}),
    ("unknown-kid", {"kid": str(uuid.uuid4())}),
    ("kid-number", {"kid": 1}),
    ("kid-path", {"kid": "../../etc/passwd"}),
    ("no-alg", {"alg": None}),
    ("alg-list", {"alg": ["PS256"]}),
    ("long", {"pad": "x" * 65_536}),
)
def headers(ground: Ground, name: str, changes: dict[str, Any]) -> None:
    """hostile/envelope-header: members that bring a key, change the meaning, or are of another kind."""
    text = forgery.signed(ground.bank().server.key.pem, _header(ground, **changes), _message(ground)[1])
    reply = _send(ground, text)
    if name == "zip":
        # A member that no signature has a meaning for: refused, or not looked at (RFC 7515, section 4).
        among(reply.status, (201, 400), "the status")
    elif name == "long":
        among(reply.status, (400, 413, 431), "the status")
    else:
        _bad_signature(reply)


def flipped(ground: Ground) -> None:
    """hostile/envelope-flipped-bit: one bit of the signature, and of the payload."""
    key, (_, claims) = ground.bank().server.key, _message(ground)
    text = key.sign(claims)
    _bad_signature(_send(ground, forgery.with_flipped_signature(text)))
    start, _, end = text.split(".")
    other = forgery.payload_text({**claims, "data": e.creation("87517400444")["data"]})
    _bad_signature(_send(ground, f"{start}.{other}.{end}"))


@each(("second-organisation",), ("software-key",), ("transport-key",), ("encryption-key",))
def keys(ground: Ground, name: str) -> None:
    """hostile/envelope-key: another organisation's key, the software's, that of TLS, that for encryption."""
    ours = ground.initiator.participant
    files = {
        "second-organisation": ground.second.participant.signing.path,
        "software-key": ours.client.path,
        "transport-key": ours.transport_key,
        "encryption-key": ours.encryption.path,
    }
    kids = {
        "second-organisation": ground.second.participant.signing.kid,
        "software-key": ours.client.kid,
        "encryption-key": ours.encryption.kid,
    }
    for kid in {kids.get(name, ours.signing.kid), ours.signing.kid}:
        _bad_signature(
            _send(ground, forgery.signed(files[name].read_bytes(), _header(ground, kid=kid), _message(ground)[1]))
        )


def algorithm_of_key(ground: Ground) -> None:
    """hostile/envelope-from-another-organisation: the second organisation's message over our connection."""
    other = ground.second.participant
    url, claims = _message(ground, iss=other.organisation_id)
    text = jose.SigningKey(other.signing).sign(claims)
    reply = _send(ground, text)
    among(reply.status, (400, 403), f"the status of a message to {url}")


@each(
    ("empty", ""),
    ("one-part", "a"),
    ("two-parts", "e30.e30"),
    ("four-parts", "e30.e30.e30.e30"),
    ("five-parts", "e30.e30.e30.e30.e30"),
    ("dots", ".."),
    ("json", '{"data":{}}'),
    ("html", "<html>"),
    ("null-byte", "\x00"),
    ("not-ascii", "é.é.é"),
)
def forms(ground: Ground, _name: str, text: str) -> None:
    """hostile/envelope-form: what is no compact signature."""
    plain_error(_send(ground, text), 400)


@each(("padding", "="), ("space", " "), ("newline", "\n"), ("fragment", "#"))
def tails(ground: Ground, _name: str, tail: str) -> None:
    """hostile/envelope-tail: base64url has one form."""
    plain_error(_send(ground, ground.bank().server.key.sign(_message(ground)[1]) + tail), 400)


def json_serialisation(ground: Ground) -> None:
    """hostile/envelope-json-serialisation: the general JSON form of a signature."""
    start, payload, end = ground.bank().server.key.sign(_message(ground)[1]).split(".")
    text = json.dumps({"payload": payload, "signatures": [{"protected": start, "signature": end}]})
    plain_error(_send(ground, text), 400)


@each(
    ("list", b"[]"),
    ("text", b'"x"'),
    ("number", b"1"),
    ("null", b"null"),
    ("empty", b""),
    ("not-json", b"{"),
    ("not-utf8", b'{"a":"\xff"}'),
    ("deep", b'{"data":' + b"[" * 20_000),
    ("twice", b'{"iss":"a","iss":"b"}'),
    ("trailing", b"{} {}"),
)
def payloads(ground: Ground, _name: str, payload: bytes) -> None:
    """hostile/envelope-payload: signed by our key, and no JSON object with the claims."""
    reply = _send(ground, forgery.signed(ground.bank().server.key.pem, _header(ground), payload))
    among(reply.status, (400, 403), "the status")


def _now(shift: int) -> int:
    return int(time.time()) + shift


@each(
    ("aud-another-path", lambda g: {"aud": g.bank().payments.consents_url()}),
    ("aud-another-bank", lambda g: {"aud": g.bank(LOW).enrollments.url()}),
    ("aud-organisation", lambda g: {"aud": g.bank().entry.organisation_id}),
    ("aud-list-of-two", lambda g: {"aud": [g.bank().enrollments.url(), "https://a.example"]}),
    ("aud-empty-list", lambda g: {"aud": []}),
    ("aud-longer", lambda g: {"aud": g.bank().enrollments.url() + "/"}),
    ("no-aud", lambda g: {"aud": None}),
    ("iss-client-id", lambda g: {"iss": g.bank().registration.client_id}),
    ("iss-another", lambda g: {"iss": g.second.participant.organisation_id}),
    ("iss-upper-case", lambda g: {"iss": g.initiator.participant.organisation_id.upper()}),
    ("no-iss", lambda g: {"iss": None}),
    ("jti-text", lambda g: {"jti": "1"}),
    ("jti-version-1", lambda g: {"jti": str(uuid.uuid1())}),
    ("no-jti", lambda g: {"jti": None}),
    ("iat-two-minutes-old", lambda g: {"iat": _now(-120)}),
    ("iat-two-minutes-ahead", lambda g: {"iat": _now(120)}),
    ("iat-text", lambda g: {"iat": str(_now(0))}),
    ("iat-huge", lambda g: {"iat": 10**30}),
    ("iat-milliseconds", lambda g: {"iat": _now(0) * 1000}),
    ("iat-negative", lambda g: {"iat": -_now(0)}),
    ("no-iat", lambda g: {"iat": None}),
)
def claims(ground: Ground, _name: str, changes: Callable[[Ground], dict[str, Any]]) -> None:
    """hostile/envelope-claim: one wrong claim at a time is 403 INVALID_CLIENT, and makes nothing."""
    reply = ground.bank().enrollments.create(e.creation(ALICE.cpf), claims=changes(ground))
    plain_error(reply, 403)
    equal(reply.codes, ["INVALID_CLIENT"], "the codes")


@each(("minute-old", -50), ("minute-ahead", 50))
def time_window(ground: Ground, _name: str, shift: int) -> None:
    """hostile/envelope-iat-window: sixty seconds to either side are accepted."""
    ground.bank().enrollments.create(e.creation(ALICE.cpf), claims={"iat": _now(shift)}).expecting(201)


def iat_fraction(ground: Ground) -> None:
    """hostile/envelope-iat-fraction: a NumericDate may have one (RFC 7519, section 2)."""
    ground.bank().enrollments.create(e.creation(ALICE.cpf), claims={"iat": time.time()}).expecting(201)


def replay(ground: Ground) -> None:
    """hostile/replay: the same message is 403, also with another key of idempotency, also at another operation."""
    bank, jti, key = ground.bank(), str(uuid.uuid4()), str(uuid.uuid4())
    text = bank.server.signed(e.CREATE, bank.enrollments.url(), Call(e.creation(ALICE.cpf), claims={"jti": jti}))
    equal(_send(ground, text, key).status, 201, "the status of the first message")
    for again in (key, str(uuid.uuid4())):
        reply = _send(ground, text, again)
        plain_error(reply, 403)
        equal(reply.codes, ["INVALID_CLIENT"], "the codes")
    plain_error(bank.payments.create_consent(Terms().consent(ALICE.cpf, 5), claims={"jti": jti}), 403)


def jti_of_another_client(ground: Ground) -> None:
    """hostile/jti-of-another-client: two clients may choose one jti."""
    jti = {"jti": str(uuid.uuid4())}
    ground.bank().enrollments.create(e.creation(ALICE.cpf), claims=jti).expecting(201)
    ground.bank_of_second().enrollments.create(e.creation(ALICE.cpf), claims=jti).expecting(201)


def signature_before_idempotency(ground: Ground) -> None:
    """hostile/signature-before-idempotency: a known key does not answer a message whose signature does not hold."""
    bank, key = ground.bank(), str(uuid.uuid4())
    body = e.creation(ALICE.cpf, "Primeiro")
    bank.enrollments.create(body, idempotency_key=key).expecting(201)
    text = bank.server.signed(e.CREATE, bank.enrollments.url(), Call(body))
    _bad_signature(_send(ground, forgery.with_flipped_signature(text), key))
    plain_error(bank.enrollments.create(body, idempotency_key=key, claims={"iss": "another"}), 403)


def refusal_leaves_no_trace(ground: Ground) -> None:
    """hostile/refusal-leaves-no-trace: after a bad signature the same jti and key still serve."""
    bank, key, jti = ground.bank(), str(uuid.uuid4()), str(uuid.uuid4())
    text = bank.server.signed(e.CREATE, bank.enrollments.url(), Call(e.creation(ALICE.cpf), claims={"jti": jti}))
    _bad_signature(_send(ground, forgery.with_flipped_signature(text), key))
    equal(_send(ground, text, key).status, 201, "the status of the right message")


def unsigned_fields(ground: Ground) -> None:
    """hostile/unsigned-body: JSON without a signature under the name of a signed body."""
    plain_error(_send(ground, json.dumps(e.creation(ALICE.cpf))), 400)


def long_body(ground: Ground) -> None:
    """hostile/long-body: more than 256 KiB are refused before anything is verified."""
    body = e.creation(ALICE.cpf)
    body["data"]["pad"] = "x" * 300_000
    try:
        reply = ground.bank().enrollments.create(body, is_valid=False)
    except (ConnectionError, ssl.SSLError):
        return  # The bank may close the connection instead of reading on.
    among(reply.status, (400, 413), "the status")


@each(
    ("nul", "\x00"),
    ("newline", "a\nb"),
    ("quote", "a'\"; --"),
    ("markup", "<script>alert(1)</script>"),
    ("emoji", "🗝" * 100),
    ("escape", "\u2028"),
)
def texts(ground: Ground, _name: str, text: str) -> None:
    """hostile/texts: a name of any characters comes back as it was, or is refused by its code."""
    reply = ground.bank().enrollments.create(e.creation(ALICE.cpf, text), is_valid=False)
    if reply.status == 422:
        refused(reply, "PARAMETRO_INVALIDO")
    else:
        equal(reply.expecting(201).data["enrollmentName"], text, "enrollmentName")
