"""The bank's authorisation server: pushed requests, the hybrid flow's callback, tokens (FAPI-BR 2.1.0)."""

from __future__ import annotations

import base64
import hashlib
import os
import time
import urllib.parse
import uuid
from dataclasses import dataclass
from typing import Any

from . import jose
from .bank import Discovery, Registration
from .faults import Unexpected, WireFault
from .net import Answer, Wire, query_of
from .participant import Participant

ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
ASSERTION_SECONDS = 60
REQUEST_SECONDS = 300
CLOCK_SECONDS = 60
TOKEN_MARGIN_SECONDS = 60
CONTEXTS = ("urn:brasil:openbanking:loa2", "urn:brasil:openbanking:loa3")
MOST_AUTHORIZATION = 2048
API_SCOPE = "payments nrp-consents"


def secret(count: int = 32) -> str:
    return jose.b64url(os.urandom(count))


def challenge_of(verifier: str) -> str:
    return jose.b64url(hashlib.sha256(verifier.encode("ascii")).digest())


@dataclass(frozen=True)
class Attempt:
    """What we must remember between the pushed request and its callback."""

    scope: str
    redirect_uri: str
    state: str
    nonce: str
    verifier: str

    @classmethod
    def new(cls, scope: str, redirect_uri: str) -> Attempt:
        return cls(scope, redirect_uri, secret(), secret(), secret(48))


@dataclass(frozen=True)
class Callback:
    """A callback whose id_token holds."""

    code: str
    id_token: dict[str, Any]


@dataclass(frozen=True)
class Tokens:
    access_token: str
    expires_in: int
    refresh_token: str | None
    id_token: str | None
    scope: str | None


class AuthorizationServer:
    """Sends what a client may send, and, through `changes`, also what none may."""

    def __init__(
        self, participant: Participant, discovery: Discovery, registration: Registration, public: Wire, mutual: Wire
    ):
        self.participant = participant
        self.discovery = discovery
        self.registration = registration
        self.public = public
        self.mutual = mutual
        self.key = jose.SigningKey(participant.client)
        self._decryption = jose.DecryptionKey(participant.encryption)
        self._kept: dict[str, tuple[str, float]] = {}

    @property
    def issuer(self) -> str:
        return self.discovery.document["issuer"]

    @property
    def client_id(self) -> str:
        return self.registration.client_id

    # MARK: What the client signs

    def assertion_claims(self, **changes: Any) -> dict[str, Any]:
        now = int(time.time())
        made = {
            "iss": self.client_id,
            "sub": self.client_id,
            "aud": self.issuer,
            "jti": str(uuid.uuid4()),
            "iat": now,
            "exp": now + ASSERTION_SECONDS,
            **changes,
        }
        return {name: value for name, value in made.items() if value is not None}

    def assertion(self, **changes: Any) -> str:
        return self.key.sign(self.assertion_claims(**changes))

    def credentials(self, assertion: str | None = None) -> dict[str, str]:
        return {"client_assertion_type": ASSERTION_TYPE, "client_assertion": assertion or self.assertion()}

    def request_claims(self, attempt: Attempt, **changes: Any) -> dict[str, Any]:
        now = int(time.time())
        made = {
            "aud": self.issuer,
            "iss": self.client_id,
            "client_id": self.client_id,
            "iat": now,
            "nbf": now,
            "exp": now + REQUEST_SECONDS,
            "jti": str(uuid.uuid4()),
            "response_type": "code id_token",
            "response_mode": "fragment",
            "redirect_uri": attempt.redirect_uri,
            "scope": attempt.scope,
            "state": attempt.state,
            "nonce": attempt.nonce,
            "code_challenge": challenge_of(attempt.verifier),
            "code_challenge_method": "S256",
            "claims": {"id_token": {"acr": {"essential": True}}},
            **changes,
        }
        return {name: value for name, value in made.items() if value is not None}

    # MARK: The hybrid flow

    def attempt(self, scope: str) -> Attempt:
        return Attempt.new(scope, self.participant.redirect_uris[0])

    def push_raw(self, fields: dict[str, str] | list[tuple[str, str]], wire: Wire | None = None) -> Answer:
        url = self.discovery.endpoint("pushed_authorization_request_endpoint")
        return (wire or self.mutual).post_form(url, fields)

    def push(self, request: str, assertion: str | None = None) -> Answer:
        return self.push_raw({**self.credentials(assertion), "request": request})

    def pushed(self, attempt: Attempt, **changes: Any) -> str:
        """Pushes a request; its `request_uri`."""
        answer = self.push(self.key.sign(self.request_claims(attempt, **changes)))
        if answer.status != 201:
            raise Unexpected(f"{answer.where}: the bank refuses the pushed request: {answer.text[:500]}")
        return self.request_uri(answer)

    @staticmethod
    def request_uri(answer: Answer) -> str:
        told = answer.json()
        uri, life = told.get("request_uri"), told.get("expires_in")
        if not isinstance(uri, str) or not isinstance(life, int) or life < 60:
            raise WireFault(f"{answer.where}: request_uri {uri!r} for {life!r} seconds; 60 are the least")
        return uri

    def authorize_url(self, request_uri: str, **more: str) -> str:
        query = urllib.parse.urlencode({"client_id": self.client_id, "request_uri": request_uri, **more})
        return f"{self.discovery.endpoint('authorization_endpoint')}?{query}"

    def read_callback(self, url: str, attempt: Attempt) -> Callback:
        """Everything that FAPI 1.0 Advanced, section 5.2.3, wants to be checked before the code is used."""
        if not url.partition("#")[0].split("?")[0] == attempt.redirect_uri:
            raise WireFault(f"the callback is {url.split('#')[0]!r}, we asked for {attempt.redirect_uri!r}")
        if "#" not in url:
            raise WireFault("the callback has no fragment")
        found = query_of(url)
        if found.get("state") != attempt.state:
            raise WireFault(f"the callback has state {found.get('state')!r}, ours is {attempt.state!r}")
        if "error" in found:
            raise Unexpected(f"the bank answered {found['error']}: {found.get('error_description', '')}")
        missing = [name for name in ("code", "id_token") if not found.get(name)]
        if missing:
            raise WireFault(f"the callback has no {' and no '.join(missing)}")
        claims = self.read_id_token(found["id_token"])
        self._require(claims, "nonce", attempt.nonce)
        self._require(claims, "s_hash", jose.left_half_hash(attempt.state))
        self._require(claims, "c_hash", jose.left_half_hash(found["code"]))
        return Callback(found["code"], claims)

    def read_id_token(self, token: str) -> dict[str, Any]:
        """Decrypts and verifies an id_token, and checks the claims that every one has."""
        inner = self._decryption.open(token)
        kid = jose.header_of(inner, 3).get("kid")
        claims = jose.verified(inner, self.discovery.keys(kid), "the id_token", needs_type=False)
        self._require(claims, "iss", self.issuer)
        audience = claims.get("aud")
        if audience not in (self.client_id, [self.client_id]):
            raise WireFault(f"the id_token has aud {audience!r}, we are {self.client_id!r}")
        now = time.time()
        for name in ("iat", "exp"):
            if isinstance(claims.get(name), bool) or not isinstance(claims.get(name), (int, float)):
                raise WireFault(f"the id_token has {name} {claims.get(name)!r}")
        if claims["exp"] <= now - CLOCK_SECONDS or abs(now - claims["iat"]) > 600:
            raise WireFault(f"the id_token is of {claims['iat']} to {claims['exp']}, now is {now:.0f}")
        if not isinstance(claims.get("sub"), str) or not claims["sub"]:
            raise WireFault("the id_token has no sub")
        if claims.get("acr") not in CONTEXTS:
            raise WireFault(f"the id_token has acr {claims.get('acr')!r}")
        return claims

    @staticmethod
    def _require(claims: dict[str, Any], name: str, expected: str) -> None:
        if claims.get(name) != expected:
            raise WireFault(f"the id_token has {name} {claims.get(name)!r}, {expected!r} was expected")

    # MARK: Tokens

    def token_raw(self, fields: dict[str, str] | list[tuple[str, str]], wire: Wire | None = None) -> Answer:
        return (wire or self.mutual).post_form(self.discovery.endpoint("token_endpoint"), fields)

    def ask_token(self, grant: dict[str, str], assertion: str | None = None, wire: Wire | None = None) -> Answer:
        return self.token_raw({**grant, **self.credentials(assertion)}, wire)

    def registered(self, scope: str) -> str:
        """Those of some scopes that we are registered for."""
        ours = str(self.registration.metadata.get("scope", scope)).split()
        return " ".join(one for one in scope.split() if one in ours or one.startswith("enrollment:"))

    def client_credentials(self, scope: str | None = None) -> str:
        """A token of our own, kept until a minute before its end; all registered scopes unless `scope` says which."""
        scope = scope or self.registered(API_SCOPE)
        kept = self._kept.get(scope)
        if kept is None or time.monotonic() > kept[1]:
            answer = self.ask_token({"grant_type": "client_credentials", "scope": scope})
            tokens = self.read_tokens(answer)
            if tokens.refresh_token is not None:
                raise WireFault(f"{answer.where}: client_credentials came with a refresh token")
            life = tokens.expires_in - TOKEN_MARGIN_SECONDS
            kept = self._kept[scope] = (tokens.access_token, time.monotonic() + life)
        return kept[0]

    def forget_tokens(self) -> None:
        self._kept.clear()

    def exchange(self, code: str, attempt: Attempt) -> Tokens:
        tokens = self.read_tokens(self.ask_token(self.code_grant(code, attempt)))
        if tokens.refresh_token is None or tokens.id_token is None:
            raise WireFault("the exchange of the code gave no refresh token or no id_token")
        return tokens

    @staticmethod
    def code_grant(code: str, attempt: Attempt, **changes: str | None) -> dict[str, str]:
        made = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": attempt.redirect_uri,
            "code_verifier": attempt.verifier,
            **changes,
        }
        return {name: value for name, value in made.items() if value is not None}

    def refresh(self, refresh_token: str) -> Tokens:
        answer = self.ask_token({"grant_type": "refresh_token", "refresh_token": refresh_token})
        tokens = self.read_tokens(answer)
        if tokens.refresh_token not in (None, refresh_token):
            raise WireFault(f"{answer.where}: the refresh token rotated, which FAPI-BR forbids")
        return tokens

    @staticmethod
    def read_tokens(answer: Answer) -> Tokens:
        if answer.status != 200:
            raise Unexpected(f"{answer.where}: the bank gives no token: {answer.text[:500]}")
        told = answer.json()
        if str(told.get("token_type")).lower() != "bearer":
            raise WireFault(f"{answer.where}: token_type is {told.get('token_type')!r}")
        access, life = told.get("access_token"), told.get("expires_in")
        if not isinstance(life, int) or not 300 <= life <= 900:
            raise WireFault(f"{answer.where}: expires_in is {life!r}, FAPI-BR has 300 to 900")
        if not isinstance(access, str) or not 22 <= len(access) <= MOST_AUTHORIZATION - len("Bearer "):
            raise WireFault(f"{answer.where}: the access token has a length that no header takes")
        if "no-store" not in (answer.header("cache-control") or ""):
            raise WireFault(f"{answer.where}: an answer with tokens must say no-store (RFC 6749, section 5.1)")
        return Tokens(access, life, told.get("refresh_token"), told.get("id_token"), told.get("scope"))

    def revoke(self, token: str, hint: str | None = None, assertion: str | None = None) -> Answer:
        fields = {"token": token, **({"token_type_hint": hint} if hint else {}), **self.credentials(assertion)}
        return self.mutual.post_form(self.discovery.endpoint("revocation_endpoint"), fields)

    def user_info(self, token: str, wire: Wire | None = None) -> Answer:
        headers = {"Authorization": f"Bearer {token}", "Accept": "application/json"}
        return (wire or self.mutual).get(self.discovery.endpoint("userinfo_endpoint"), headers)


def payload_of(token: str) -> dict[str, Any]:
    """The claims of a token that nobody verified, for tests that change them."""
    return jose.json_object(base64.urlsafe_b64decode(token.split(".")[1] + "=="), "the token's payload")
