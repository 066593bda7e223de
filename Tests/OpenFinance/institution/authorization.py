"""The authorization server of a bank (FAPI-BR 2.1.0): pushed requests, the holder's word, tokens."""

from __future__ import annotations

import hashlib
import os
import urllib.parse
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes

from initiator import jose
from initiator.authorization import ASSERTION_TYPE, challenge_of
from initiator.faults import WireFault

from . import HOLDER
from .faults import Exchange
from .keys import IdentityToken, Token
from .listener import Answer, Request, json_answer
from .registration import Client

if TYPE_CHECKING:
    from .bank import Bank

OPERATIONS = ("discovery", "jwks", "par", "userinfo", "revocation")
REQUEST_SECONDS = 60
LEVEL = "urn:brasil:openbanking:loa2"


def operation(request: Request, parts: list[str]) -> str:
    """The name of a request to the authorization server."""
    match request.method, *parts:
        case "GET", ".well-known", "openid-configuration":
            return "discovery"
        case "GET", "jwks":
            return "jwks"
        case "POST", "token":
            return f"token {request.form.get('grant_type', '')}"
        case method, "register", *_:
            return f"register {method}"
    return parts[0]


def thumbprint(certificate: x509.Certificate | None) -> str:
    """`x5t#S256` (RFC 8705, section 3.1)."""
    return jose.b64url(certificate.fingerprint(hashes.SHA256())) if certificate else ""


@dataclass
class Pushed:
    """A pushed request, until a holder decides."""

    client: Client
    claims: dict[str, Any]
    ends_at: float


@dataclass
class Access:
    """What an access token opens; `enrollment` is empty for the client's own."""

    client: Client
    certificate: str
    ends_at: float
    enrollment: str = ""


@dataclass
class Grant:
    """The holder's word, until the code is exchanged."""

    pushed: Pushed
    enrollment: str
    is_used: bool = False


class OAuthError(Exception):
    """A refusal of RFC 6749, section 5.2."""

    def __init__(self, error: str, description: str, status: int = 400):
        super().__init__(description)
        self.error, self.status = error, status


class AuthorizationServer:
    def __init__(self, bank: Bank):
        self.bank = bank
        self.pushed: dict[str, Pushed] = {}
        self.grants: dict[str, Grant] = {}
        self.access: dict[str, Access] = {}
        # Refresh tokens, which do not rotate, by their enrollments.
        self.refresh: dict[str, str] = {}
        # The codes that were sent to the token endpoint.
        self.codes_seen: list[str] = []

    def answer(self, exchange: Exchange) -> Answer:
        try:
            match exchange.operation:
                case "discovery":
                    return json_answer(self.bank.faults.at("discovery", self.document()))
                case "jwks":
                    return json_answer({"keys": [key.public() for key in self.bank.identity_keys]})
                case "par":
                    return self._push(exchange)
                case "token client_credentials" | "token authorization_code" | "token refresh_token":
                    return self._token(exchange)
        except OAuthError as error:
            told = {"error": error.error, "error_description": str(error)}
            return json_answer(told, error.status)
        return json_answer({"error": "invalid_request"}, 404)

    def document(self) -> dict[str, Any]:
        """The discovery document."""
        mutual = {
            f"{name}_endpoint": f"{self.bank.mutual}/{path}"
            for name, path in [("token", "token"), ("pushed_authorization_request", "par"), ("userinfo", "userinfo"),
                               ("revocation", "revocation"), ("registration", "register")]
        }
        outer = {name: f"{self.bank.issuer}/not-here" for name in mutual} if self.bank.dialect.has_aliases else mutual
        document = {
            "issuer": self.bank.issuer,
            "authorization_endpoint": f"{self.bank.issuer}/authorize",
            "jwks_uri": f"{self.bank.issuer}/jwks",
            **outer,
            "response_types_supported": ["code id_token"],
            "response_modes_supported": ["fragment"],
            "grant_types_supported": ["authorization_code", "client_credentials", "refresh_token"],
            "subject_types_supported": ["public"],
            "acr_values_supported": [LEVEL],
            "id_token_signing_alg_values_supported": ["PS256"],
            "id_token_encryption_alg_values_supported": ["RSA-OAEP"],
            "id_token_encryption_enc_values_supported": ["A256GCM"],
            "request_object_signing_alg_values_supported": ["PS256"],
            "token_endpoint_auth_methods_supported": ["private_key_jwt"],
            "token_endpoint_auth_signing_alg_values_supported": ["PS256"],
            "code_challenge_methods_supported": ["S256"],
            "require_pushed_authorization_requests": True,
            "tls_client_certificate_bound_access_tokens": True,
        }
        if self.bank.dialect.has_aliases:
            document["mtls_endpoint_aliases"] = mutual
        if self.bank.dialect.has_more_members:
            document |= {"backchannel_logout_supported": True, "introspection_endpoint": f"{self.bank.mutual}/x",
                         "frontchannel": {"session": None}, "check_session_iframe": f"{self.bank.issuer}/session.html"}
        return document

    # MARK: The client

    def _client(self, exchange: Exchange) -> Client:
        """The client that signed the assertion, over its own certificate."""
        form, client = exchange.request.form, self.bank.clients.of(exchange)
        if client is None:
            raise OAuthError("invalid_client", "no client has this certificate", 401)
        if form.get("client_assertion_type") != ASSERTION_TYPE:
            raise self._breach("invalid_client", "client_assertion_type", exchange)
        claims = self._signed(form.get("client_assertion", ""), client, "the client assertion", exchange)
        if (claims.get("iss"), claims.get("sub"), claims.get("aud")) != (client.id, client.id, self.bank.issuer):
            raise self._breach("invalid_client", f"the assertion says {claims}", exchange)
        if not isinstance(claims.get("exp"), int) or claims["exp"] <= self.bank.now():
            raise OAuthError("invalid_client", "the assertion has ended", 401)
        if not self.bank.clients.is_new(client, claims.get("jti")):
            raise OAuthError("invalid_client", "the assertion was used before", 401)
        return client

    def _signed(self, token: str, client: Client, what: str, exchange: Exchange) -> dict[str, Any]:
        keys = jose.KeySet({"keys": self.bank.world.directory.software_keys(client.initiator)}, "the software's keys")
        try:
            return jose.verified(token, keys, what)
        except WireFault as fault:
            raise self._breach("invalid_client", str(fault), exchange) from fault

    def _breach(self, error: str, description: str, exchange: Exchange) -> OAuthError:
        self.bank.complain(f"{exchange.operation}: {description}")
        return OAuthError(error, description)

    # MARK: Pushed requests

    def _push(self, exchange: Exchange) -> Answer:
        client = self._client(exchange)
        claims = self._signed(exchange.request.form.get("request", ""), client, "the request object", exchange)
        expected = {
            "iss": client.id, "aud": self.bank.issuer, "client_id": client.id, "response_type": "code id_token",
            "response_mode": "fragment", "code_challenge_method": "S256",
        }
        wrong = [f"{name} {claims.get(name)!r}" for name, value in expected.items() if claims.get(name) != value]
        wrong += [name for name in ("state", "nonce", "code_challenge", "scope", "nbf", "exp") if not claims.get(name)]
        if claims.get("redirect_uri") not in client.metadata["redirect_uris"]:
            wrong.append(f"redirect_uri {claims.get('redirect_uri')!r}")
        if self._enrollment(claims) is None:
            wrong.append(f"scope {claims.get('scope')!r}")
        if wrong:
            raise self._breach("invalid_request_object", ", ".join(wrong), exchange)
        now = self.bank.now()
        if not now - 3600 <= claims["nbf"] <= now + 60 or not now < claims["exp"] <= claims["nbf"] + 3600:
            raise OAuthError("invalid_request_object", "nbf and exp")
        uri = f"urn:ietf:params:oauth:request_uri:{uuid.uuid4()}"
        self.pushed[uri] = Pushed(client, claims, now + REQUEST_SECONDS)
        return json_answer({"request_uri": uri, "expires_in": REQUEST_SECONDS}, 201)

    def _enrollment(self, claims: dict[str, Any]) -> Any:
        scopes = str(claims.get("scope", "")).split()
        named = [scope.removeprefix("enrollment:") for scope in scopes if scope.startswith("enrollment:")]
        if len(named) != 1 or not {"openid", "payments"} <= set(scopes):
            return None
        return self.bank.enrollments.all.get(named[0])

    def enrollment_of(self, url: str) -> Any:
        """The enrollment that an address for the holder is about."""
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query))
        return self._enrollment(self.pushed[query["request_uri"]].claims)

    # MARK: The holder

    def visit(self, url: str, decision: str, holder: str | None) -> str:
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query))
        pushed = self.pushed.get(query.get("request_uri", ""))
        if pushed is None or query.get("client_id") != pushed.client.id or pushed.ends_at < self.bank.now():
            raise WireFault(f"the holder is sent to {url}, which this bank does not know")
        claims = pushed.claims
        if decision != "approve":
            return f"{claims['redirect_uri']}#error=access_denied&state={claims['state']}"
        enrollment = self._enrollment(claims)
        self.bank.enrollments.approve(enrollment, holder or HOLDER)
        code = jose.b64url(os.urandom(24))
        self.grants[code] = Grant(pushed, enrollment.id)
        hashed = {"s_hash": jose.left_half_hash(claims["state"]), "c_hash": jose.left_half_hash(code)}
        token = self.bank.faults.at("id_token callback", self.identity_token(pushed, enrollment.id, hashed))
        told = {"code": code, "id_token": token.seal(), "state": claims["state"]}
        return f"{claims['redirect_uri']}#{urllib.parse.urlencode(told)}"

    def identity_token(self, pushed: Pushed, enrollment: str, hashed: dict[str, str]) -> IdentityToken:
        now, client = int(self.bank.now()), pushed.client
        claims = {
            "iss": self.bank.issuer,
            "sub": hashlib.sha256(enrollment.encode()).hexdigest(),
            "aud": [client.id] if self.bank.dialect.has_audience_lists else client.id,
            "iat": now,
            "exp": now + 300,
            "auth_time": now,
            "nonce": pushed.claims["nonce"],
            "acr": LEVEL,
            **hashed,
        }
        to = self.bank.world.directory.software_keys(client.initiator)
        key = self.bank.identity_keys[-1]
        sealed_to = next(each for each in reversed(to) if each["use"] == "enc")
        return IdentityToken({"alg": "PS256", "kid": key.kid}, claims, key, encryption_key=sealed_to)

    # MARK: Tokens

    def _token(self, exchange: Exchange) -> Answer:
        client, form = self._client(exchange), exchange.request.form
        told: dict[str, Any] = {"token_type": "Bearer", "expires_in": self.bank.dialect.token_seconds}
        match form["grant_type"]:
            case "client_credentials":
                told |= {"scope": form.get("scope", "")}
                enrollment = ""
            case "authorization_code":
                grant = self._grant(form, client, exchange)
                enrollment = grant.enrollment
                refresh = jose.b64url(os.urandom(24))
                self.refresh[refresh] = enrollment
                token = self.bank.faults.at("id_token code", self.identity_token(grant.pushed, enrollment, {}))
                told |= {"refresh_token": refresh, "id_token": token.seal(), "scope": grant.pushed.claims["scope"]}
            case _:
                enrollment = self.refresh.get(form.get("refresh_token", ""), "")
                found = self.bank.enrollments.all.get(enrollment)
                if found is None or found.client is not client or found.status in ("REJECTED", "REVOKED"):
                    raise OAuthError("invalid_grant", "the refresh token is of no enrollment")
                told |= {"refresh_token": form["refresh_token"], "scope": "openid payments"}
        token = self._access_token(client, enrollment)
        ends_at = self.bank.now() + self.bank.dialect.token_seconds
        self.access[token] = Access(client, thumbprint(exchange.request.certificate), ends_at, enrollment)
        return json_answer(self.bank.faults.at("tokens", {"access_token": token, **told}))

    def _grant(self, form: dict[str, str], client: Client, exchange: Exchange) -> Grant:
        self.codes_seen.append(form.get("code", ""))
        grant = self.grants.get(form.get("code", ""))
        if grant is None or grant.pushed.client is not client or grant.is_used:
            raise OAuthError("invalid_grant", "the code is unknown, another client's, or used")
        claims = grant.pushed.claims
        if form.get("redirect_uri") != claims["redirect_uri"]:
            raise self._breach("invalid_grant", "another redirect_uri", exchange)
        if challenge_of(form.get("code_verifier", "")) != claims["code_challenge"]:
            raise self._breach("invalid_grant", "another code_verifier", exchange)
        grant.is_used = True
        return grant

    def _access_token(self, client: Client, enrollment: str) -> str:
        if not self.bank.dialect.has_jwt_access_tokens:
            return jose.b64url(os.urandom(32))
        claims = {"iss": self.bank.issuer, "sub": enrollment or client.id, "client_id": client.id,
                  "jti": str(uuid.uuid4()), "exp": int(self.bank.now()) + self.bank.dialect.token_seconds}
        return Token({"alg": "PS256", "typ": "at+jwt"}, claims, self.bank.identity_keys[-1]).sign()

    def holder_of(self, exchange: Exchange) -> Access | None:
        """What the request's token opens over this connection."""
        found = self.access.get(exchange.request.bearer)
        if found is None or found.ends_at <= self.bank.now():
            return None
        return found if found.certificate == thumbprint(exchange.request.certificate) else None

    def forget_access(self) -> None:
        """Ends all access tokens."""
        self.access.clear()
