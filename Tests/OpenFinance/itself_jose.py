"""Signatures, encryption and envelopes of the initiator, against right and wrong ones of a bank."""

from __future__ import annotations

import time
import uuid
import warnings
from typing import Any

from joserfc import jwe
from joserfc.jwk import RSAKey

import forgery
from authority import new_key
from cases import each, refuses
from directory_folder import public_jwk
from initiator import envelope, jose
from initiator.participant import KeyFile
from itself_ground import BANK, ORGANISATION, Ground


def holds(ground: Ground) -> None:
    """jose-verifies-what-joserfc-signed: the claims come back as they were."""
    claims = {"name": "João \u2028", "number": 12, "list": [1, {"a": None}]}
    found = jose.verified(ground.bank.sign(claims), ground.bank_keys, "a message")
    assert found == claims, found


@each(("none",), ("HS256",), ("RS256",), ("PS512",))
def other_algorithm(ground: Ground, algorithm: str) -> None:
    """jose-refuses-algorithm: only PS256 counts, whoever signed."""
    header = {"alg": algorithm, "kid": "bank-1", "typ": "JWT"}
    token = forgery.signed(ground.bank.pem, header, {"a": 1}, algorithm)
    refuses(lambda: jose.verified(token, ground.bank_keys, "a message"), "PS256")


@each(("RS256",), ("PS512",), ("none",))
def lying_algorithm(ground: Ground, algorithm: str) -> None:
    """jose-refuses-lying-header: the header says PS256, the signature is of another algorithm."""
    token = forgery.signed(ground.bank.pem, {"alg": "PS256", "kid": "bank-1", "typ": "JWT"}, {"a": 1}, algorithm)
    refuses(lambda: jose.verified(token, ground.bank_keys, "a message"), "does not hold")


@each(("jku", "https://evil.test/keys"), ("x5u", "https://evil.test/c"), ("jwk", {}), ("x5c", []), ("crit", ["b64"]))
def foreign_header(ground: Ground, name: str, value: Any) -> None:
    """jose-refuses-header: no header may bring a key, or change the meaning."""
    token = forgery.signed(ground.bank.pem, {"alg": "PS256", "kid": "bank-1", "typ": "JWT", name: value}, {"a": 1})
    refuses(lambda: jose.verified(token, ground.bank_keys, "a message"), name)


@each(("kid", {"kid": "bank-2"}), ("no-kid", {"kid": None}), ("typ", {"typ": "JOSE"}), ("no-typ", {"typ": None}))
def wrong_header(ground: Ground, name: str, header: dict[str, Any]) -> None:
    """jose-refuses-wrong: another key's name, none, another type, none."""
    refuses(lambda: jose.verified(ground.bank.sign({"a": 1}, **header), ground.bank_keys, "a message"))


def flipped(ground: Ground) -> None:
    """jose-refuses-flipped-bit: one bit of the signature, of the payload, of the header."""
    token = ground.bank.sign({"a": 1})
    refuses(lambda: jose.verified(forgery.with_flipped_signature(token), ground.bank_keys, "a message"), "not hold")
    header, _, signature = token.split(".")
    other = f"{header}.{forgery.payload_text({'a': 2})}.{signature}"
    refuses(lambda: jose.verified(other, ground.bank_keys, "a message"), "not hold")


@each(("four-parts", "."), ("padding", "="), ("space", " "), ("newline", "\n"))
def not_compact(ground: Ground, _name: str, rest: str) -> None:
    """jose-refuses-form: more parts, padding, white space."""
    refuses(lambda: jose.verified(ground.bank.sign({"a": 1}) + rest, ground.bank_keys, "a message"))


def twice(ground: Ground) -> None:
    """jose-refuses-member-twice: readers disagree about such an object."""
    header = {"alg": "PS256", "kid": "bank-1", "typ": "JWT"}
    token = forgery.signed(ground.bank.pem, header, b'{"iss":"a","iss":"b"}')
    refuses(lambda: jose.verified(token, ground.bank_keys, "a message"), "twice")


def key_for_encryption(ground: Ground) -> None:
    """jose-refuses-encryption-key: a key marked for encryption verifies nothing."""
    keys = jose.KeySet({"keys": [public_jwk(ground.keys["bank"], "enc", "bank-1")]}, "a keystore")
    refuses(lambda: jose.verified(ground.bank.sign({"a": 1}), keys, "a message"), "for signing")


def secret_shown(ground: Ground) -> None:
    """jose-refuses-secret-key-in-keystore: a keystore shows no secret parts."""
    secret = RSAKey.import_key(ground.bank.pem).as_dict(private=True)
    refuses(lambda: jose.KeySet({"keys": [secret]}, "a keystore"), "secret")


def same_kid_twice(ground: Ground) -> None:
    """jose-refuses-kid-twice: two keys of one name."""
    keys = jose.KeySet({"keys": [public_jwk(new_key(), "sig", "a"), public_jwk(new_key(), "sig", "a")]}, "a keystore")
    refuses(lambda: keys.key("a", "sig"), "2 keys")


def half_hash(ground: Ground) -> None:
    """jose-left-half-hash: the example of OpenID Connect Core, appendix A.4."""
    code = "Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk"
    assert jose.left_half_hash(code) == "LDktKdoQak3Pk0cnXxCltA"


def _sealed(ground: Ground, token: str, header: dict[str, Any], algorithms: list[str]) -> str:
    key = RSAKey.import_key((ground.folder / "encryption.key").read_bytes())
    warnings.simplefilter("ignore")  # RSA1_5 is made here in order to be refused.
    return jwe.encrypt_compact(header, token, key, algorithms=algorithms)


def opens(ground: Ground) -> None:
    """jose-opens-what-joserfc-sealed: an id_token for our key."""
    member = public_jwk(ground.keys["encryption"], "enc", "encryption-1")
    opened = jose.DecryptionKey(ground.participant.encryption).open(jose.encrypted(ground.bank.sign({"a": 1}), member))
    assert jose.verified(opened, ground.bank_keys, "the id_token") == {"a": 1}


@each(
    ("RSA1_5", {"alg": "RSA1_5", "enc": "A256GCM"}),
    ("RSA-OAEP-256", {"alg": "RSA-OAEP-256", "enc": "A256GCM"}),
    ("A128GCM", {"alg": "RSA-OAEP", "enc": "A128GCM"}),
    ("zip", {"alg": "RSA-OAEP", "enc": "A256GCM", "zip": "DEF"}),
    ("kid", {"alg": "RSA-OAEP", "enc": "A256GCM", "kid": "another"}),
    ("no-kid", {"alg": "RSA-OAEP", "enc": "A256GCM", "kid": None}),
)
def wrong_encryption(ground: Ground, _name: str, header: dict[str, Any]) -> None:
    """jose-refuses-encryption: other algorithms, compression, another key's name."""
    header = {name: value for name, value in {"kid": "encryption-1", **header}.items() if value is not None}
    sealed = _sealed(ground, ground.bank.sign({"a": 1}), header, [header["alg"], header["enc"], "DEF"])
    refuses(lambda: jose.DecryptionKey(ground.participant.encryption).open(sealed))


def tampered_encryption(ground: Ground) -> None:
    """jose-refuses-tampered-encryption: one bit of the tag."""
    header = {"alg": "RSA-OAEP", "enc": "A256GCM", "kid": "encryption-1"}
    sealed = _sealed(ground, "x", header, ["RSA-OAEP", "A256GCM"])
    opener = jose.DecryptionKey(ground.participant.encryption)
    assert opener.open(sealed) == "x"
    refuses(lambda: opener.open(forgery.with_flipped_signature(sealed)), "decrypted")


# MARK: The envelope


def _open(ground: Ground, changes: dict[str, Any], may_repeat: bool = False) -> dict[str, Any]:
    claims = envelope.claims({"data": {"a": 1}}, ORGANISATION, BANK, changes)
    receiver = envelope.Receiver(ORGANISATION)
    return receiver.open(ground.bank.sign(claims), BANK, ground.bank_keys, "an answer", may_repeat)


@each(("text", ORGANISATION), ("list-of-one", [ORGANISATION]))
def envelope_holds(ground: Ground, _name: str, audience: Any) -> None:
    """envelope-holds: the audience is a text or a list of one; only the body comes back."""
    assert _open(ground, {"aud": audience}) == {"data": {"a": 1}}


@each(
    ("aud", {"aud": BANK}),
    ("aud-list-of-two", {"aud": [ORGANISATION, BANK]}),
    ("no-aud", {"aud": None}),
    ("iss", {"iss": ORGANISATION}),
    ("no-iss", {"iss": None}),
    ("jti-version-1", {"jti": str(uuid.uuid1())}),
    ("no-jti", {"jti": None}),
    ("iat-past", {"iat": int(time.time()) - 120}),
    ("iat-future", {"iat": int(time.time()) + 3600}),
    ("iat-text", {"iat": str(int(time.time()))}),
    ("iat-true", {"iat": True}),
    ("no-iat", {"iat": None}),
)
def envelope_refused(ground: Ground, _name: str, changes: dict[str, Any]) -> None:
    """envelope-refused: each claim that is not as it must be."""
    refuses(lambda: _open(ground, changes))


def envelope_twice(ground: Ground) -> None:
    """envelope-jti-once: the second message with a jti is refused, unless it may repeat the first."""
    token = ground.bank.sign(envelope.claims({"data": {}}, ORGANISATION, BANK))
    receiver = envelope.Receiver(ORGANISATION)
    receiver.open(token, BANK, ground.bank_keys, "an answer")
    refuses(lambda: receiver.open(token, BANK, ground.bank_keys, "an answer"), "another message")
    receiver.open(token, BANK, ground.bank_keys, "an answer", may_repeat=True)


def envelope_old_repeat(ground: Ground) -> None:
    """envelope-old-answer-to-a-repeat: it may carry its first iat, but none of the future."""
    assert _open(ground, {"iat": int(time.time()) - 3600}, may_repeat=True) == {"data": {"a": 1}}
    refuses(lambda: _open(ground, {"iat": int(time.time()) + 3600}, may_repeat=True))


def envelope_out(ground: Ground) -> None:
    """envelope-out: our own messages have the four claims and the header of Open Finance Brasil, and nothing else."""
    key = jose.SigningKey(ground.participant.signing)
    claims = envelope.claims({"data": {"a": 1}}, "https://x.bank.test/a", ORGANISATION)
    token = key.sign(claims)
    assert jose.header_of(token, 3) == {"alg": "PS256", "kid": "signing-1", "typ": "JWT"}
    keys = jose.KeySet({"keys": [public_jwk(ground.keys["signing"], "sig", "signing-1")]}, "ours")
    found = jose.verified(token, keys, "our message")
    assert set(found) == {"aud", "iss", "jti", "iat", "data"} and isinstance(found["iat"], int), found


def key_file(ground: Ground) -> None:
    """participant-reads-its-folder: addresses and files are those of participant.json."""
    ours = ground.participant
    assert ours.assertion_url.endswith(
        f"/organisations/{ORGANISATION}/softwarestatements/{ours.software_statement_id}/assertion"
    )
    assert ours.software_keys_url.endswith(f"/keystore/{ORGANISATION}/{ours.software_statement_id}/application.jwks")
    assert jose.SigningKey(KeyFile(ours.client.path, "x")).kid == "x"
