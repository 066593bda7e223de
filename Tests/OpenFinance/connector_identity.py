"""Identity tokens, one fault at a time: the names of the OpenID Foundation's plan for clients, and more.

A token that does not hold ends the enrollment, its code is never exchanged, and the bank is told of the end.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from cases import each
from connector_ground import DONE, FAILED, Ground, NotNow, Plan, until
from expectations import equal
from initiator import jose
from initiator.net import query_of
from institution.bank import Bank
from institution.keys import IdentityToken

WEEK = 7 * 86_400
Change = Callable[[IdentityToken], Any]


def refused(ground: Ground, change: Change, place: str = "id_token callback", bank: Bank | None = None) -> None:
    bank = bank or ground.plain
    device = ground.begun(bank)
    enrollment = bank.authorization.enrollment_of(device.url)
    armed = bank.faults.arm(place, change)
    url = bank.visit(device.url)
    ground.driver.come_back(device, url)
    equal(ground.ended(device), FAILED, "the enrollment")
    equal(armed.struck, 1, "how often the fault struck")
    is_exchanged = query_of(url)["code"] in bank.authorization.codes_seen
    equal(is_exchanged, place == "id_token code", "whether the code was exchanged")
    until(lambda: enrollment.status == "REJECTED", 20, f"the bank has the enrollment as {enrollment.status}")


def accepted(ground: Ground, change: Change, place: str = "id_token callback") -> None:
    device = ground.begun(ground.plain)
    armed = ground.plain.faults.arm(place, change)
    ground.driver.come_back(device, ground.plain.visit(device.url))
    equal(ground.ended(device), DONE, "the enrollment")
    equal(armed.struck, 1, "how often the fault struck")


def claims(**changes: Any) -> Change:
    """Replaces claims; `None` leaves one out."""

    def change(token: IdentityToken) -> None:
        made = {**token.claims, **changes}
        token.claims = {name: value for name, value in made.items() if value is not None}

    return change


def claimed(make: Callable[[dict[str, Any]], dict[str, Any]]) -> Change:
    """Replaces claims by others that depend on the present ones."""
    return lambda token: token.claims.update(make(token.claims))


def signed_by(algorithm: str) -> Change:
    def change(token: IdentityToken) -> None:
        token.algorithm = algorithm
        token.header["alg"] = algorithm

    return change


def nested(token: IdentityToken) -> dict[str, Any]:
    return {**token.header, "cty": "JWT"}


OTHER = jose.left_half_hash("another")
INVALID: dict[str, Change] = {
    "IatIsWeekInPast": claimed(lambda old: {"iat": old["iat"] - WEEK}),
    "IdTokenEncryptedUsingRSA15": lambda token: dataclasses.replace(token, encryption="RSA1_5"),
    "InvalidAlternateAlg": signed_by("RS256"),
    "InvalidAud": claims(aud="another-client"),
    "InvalidCHash": claims(c_hash=OTHER),
    "InvalidExpiredExp": claimed(lambda old: {"exp": old["iat"] - 300}),
    "InvalidIss": claims(iss="https://outro.bank.test"),
    "InvalidMissingAud": claims(aud=None),
    "InvalidMissingExp": claims(exp=None),
    "InvalidMissingIss": claims(iss=None),
    "InvalidMissingNonce": claims(nonce=None),
    "InvalidMissingSHash": claims(s_hash=None),
    "InvalidNonce": claims(nonce="another-nonce"),
    "InvalidNullAlg": signed_by("none"),
    "InvalidSHash": claims(s_hash=OTHER),
    "InvalidSecondaryAud": claimed(lambda old: {"aud": [old["aud"], "another-client"]}),
    "InvalidSignature": lambda token: dataclasses.replace(token, has_flipped_bit=True),
}


def _named(name: str) -> Callable[[Ground], None]:
    def case(ground: Ground) -> None:
        refused(ground, INVALID[name])

    case.__doc__ = f"FAPI1AdvancedFinalClientTest{name}: an identity token with this fault ends the enrollment."
    case.__module__, case.__name__ = __name__, f"client_{name}"
    return case


for _name in INVALID:
    globals()[f"client_{_name}"] = _named(_name)


def registration(ground: Ground) -> None:
    """FAPI1AdvancedFinalBrazilClientDCRHappyPathTest: a new bank gets a registration before everything else."""
    bank = ground.fresh()
    ground.enrolled(bank)
    equal(bank.log[0].operation, "discovery", "the first question to a bank")
    equal(bank.log[1].operation, "register POST", "the second one")
    equal(bank.asked("register POST"), 1, "the registrations")


def refresh(ground: Ground) -> None:
    """FAPI1AdvancedFinalClientRefreshTokenTest: tokens that have ended are got anew, without the holder."""
    bank = ground.fresh()
    ground.device(bank)
    bank.authorization.forget_access()
    ground.paid(bank)
    equal(bank.asked("token refresh_token") >= 1, True, "whether the refresh token was used")
    equal(bank.asked("token authorization_code"), 1, "the exchanged codes")


def discovery(ground: Ground) -> None:
    """FAPI1AdvancedFinalClientTestDiscoveryIssuerMismatch: a document that names another issuer is none."""
    bank = ground.fresh()
    bank.faults.arm("discovery", lambda document: {**document, "issuer": "https://outro.bank.test"}, times=99)
    try:
        ground.begun(bank, seconds=2)
        raise AssertionError("an enrollment was begun")
    except NotNow:
        equal(set(bank.operations), {"discovery"}, "what the bank was asked for")


def encrypted(ground: Ground) -> None:
    """FAPI1AdvancedFinalClientTestEncryptedIdToken: an identity token inside of RSA-OAEP and A256GCM holds."""

    def look(token: IdentityToken) -> None:
        equal((token.encryption, token.encryption_key is None), ("RSA-OAEP", False), "the encryption")

    accepted(ground, look)


def without_at_hash(ground: Ground) -> None:
    """FAPI1AdvancedFinalClientTestNoAtHash: the token endpoint's identity token needs no at_hash."""
    accepted(ground, lambda token: equal("at_hash" in token.claims, False, "whether there is one"), "id_token code")


def audience_list(ground: Ground) -> None:
    """FAPI1AdvancedFinalClientTestValidAudAsArray: an audience may be a list of one."""
    accepted(ground, claimed(lambda old: {"aud": [old["aud"]]}))


def without_scope(ground: Ground) -> None:
    """FAPI1AdvancedFinalClientTestNoScopeInTokenEndpointResponse: an answer of the token endpoint needs no scope."""
    bank = ground.fresh()
    armed = bank.faults.arm("tokens", lambda told: {name: told[name] for name in told if name != "scope"}, times=99)
    ground.paid(bank)
    equal(armed.struck >= 2, True, "whether tokens came without a scope")


def consent_audience(ground: Ground) -> None:
    """FAPI1AdvancedFinalClientTestPaymentConsentRepsonseValidAudAsArray: the same in the answer about a consent."""

    def change(message: Any) -> None:
        message.claims["aud"] = [message.claims["aud"]]

    ground.order(ground.plain, Plan(), ("P1 message", change)).ends(DONE)


def plain_request(ground: Ground) -> None:
    """FAPI1AdvancedFinalClientTestUnencryptedRequestObjectWithPAR: a pushed request is signed, and that is enough."""
    before = len(ground.plain.authorization.pushed)
    ground.begun(ground.plain)
    equal(len(ground.plain.authorization.pushed) - before, 1, "the signed requests that the bank took")


# --- More than the plan has -----------------------------------------------------------------------------------------


@each(
    ("in-the-clear", lambda token: dataclasses.replace(token, encryption_key=None)),
    ("HS256", signed_by("HS256")),
    ("PS384", signed_by("PS384")),
    ("without-acr", claims(acr=None)),
    ("low-acr", claims(acr="urn:brasil:openbanking:loa1")),
    ("without-sub", claims(sub=None)),
    ("without-c_hash", claims(c_hash=None)),
    ("future-iat", claimed(lambda old: {"iat": old["iat"] + 600, "exp": old["exp"] + 900})),
    ("address-of-keys", lambda token: token.header.update(jku="https://outro.bank.test/jwks")),
    ("address-of-certificates", lambda token: token.header.update(x5u="https://outro.bank.test/x5u")),
    ("critical-header", lambda token: token.header.update(crit=["exp"], exp=1)),
    ("nested", lambda token: dataclasses.replace(token, claims=token.sign().encode(), header=nested(token))),
    ("compressed", lambda token: token.outer.update(zip="DEF")),
    ("address-of-keys-outside", lambda token: token.outer.update(jku="https://outro.bank.test/jwks")),
)
def more_faults(ground: Ground, _: str, change: Change) -> None:
    """identity/callback: more faults of an identity token that end the enrollment."""
    refused(ground, change)


@each(
    ("another-sub", claims(sub="somebody-else")),
    ("another-iss", claims(iss="https://outro.bank.test")),
    ("flipped-bit", lambda token: dataclasses.replace(token, has_flipped_bit=True)),
    ("another-aud", claims(aud="another-client")),
)
def code_faults(ground: Ground, _: str, change: Change) -> None:
    """identity/token-endpoint: its identity token must hold too, and be about the same holder."""
    refused(ground, change, "id_token code")


def another_banks_key(ground: Ground) -> None:
    """identity/another-banks-key: a token that another bank signed under the bank's own kid does not hold."""
    other = ground.strange.identity_keys[-1]
    refused(ground, lambda token: dataclasses.replace(token, key=other))


def unknown_key(ground: Ground) -> None:
    """identity/unknown-key: a token of a key that the bank does not publish does not hold."""
    other = ground.strange.identity_keys[-1]
    header = {"alg": "PS256", "kid": other.kid}
    refused(ground, lambda token: dataclasses.replace(token, key=other, header=header), bank=ground.fresh())


def another_state(ground: Ground) -> None:
    """identity/another-state: a callback whose state is of no enrollment changes nothing, and the right one counts."""
    device = ground.begun(ground.plain)
    url = ground.plain.visit(device.url)
    state = query_of(url)["state"]
    ground.driver.come_back(device, url.replace(state, f"{state[:-2]}AA"))
    equal(query_of(url)["code"] in ground.plain.authorization.codes_seen, False, "whether the code was exchanged")
    ground.driver.come_back(device, url)
    equal(ground.ended(device), DONE, "the enrollment")
