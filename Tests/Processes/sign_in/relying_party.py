"""A site on Authlib: signs people in, and gets each error that it looks for."""

import base64
import json
import time

from authlib.integrations.base_client.errors import MismatchingStateError, OAuthError
from authlib.oidc.core import CodeIDToken
from joserfc import jws, jwt
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, KeySet, OctKey

from sign_in.jose import by_hand, claims_of, flipped, header_of, new_key
from sign_in.site import Site, came_back, raises
from sign_in.web import send
from wallet import unb64url


def check_relying_party(checks, tenant, device):
    check_discovery(checks, tenant)
    for method, algorithm in (
        ("client_secret_basic", "ES256"),
        ("client_secret_post", "RS256"),
        ("none", "ES256"),
        ("client_secret_basic", "RS256"),
    ):
        check_golden(checks, tenant, device, tenant.add_client(method, algorithm), algorithm)
    keys = send("GET", tenant.discovery()["jwks_uri"]).json["keys"]
    sizes = {key["kty"]: len(unb64url(key["n"])) * 8 for key in keys if key["kty"] == "RSA"}
    checks.that("an RSA key has 2048 bits at least", sizes.get("RSA", 0) >= 2048, str(sizes))
    client = tenant.add_client("client_secret_basic")
    check_callback(checks, tenant, device, client)
    check_id_token(checks, tenant, device, client)


def check_discovery(checks, tenant):
    """The requirements of OpenID Connect Discovery and RFC 8414 for the two documents and the keys."""
    document = tenant.discovery()
    other = send("GET", f"{tenant.base}/.well-known/oauth-authorization-server/t/{tenant.name}")
    checks.that("both discovery documents are one", other.status == 200 and other.json == document, repr(other))
    checks.that("the issuer is where it was found", document["issuer"] == tenant.issuer)
    ends = {name: value for name, value in document.items() if name.endswith(("_endpoint", "_uri"))}
    checks.that(
        "every endpoint is below it",
        len(ends) >= 7 and all(value.startswith(f"{tenant.issuer}/") for value in ends.values()),
        str(ends),
    )
    checks.that("PKCE is S256 alone", document["code_challenge_methods_supported"] == ["S256"])
    algorithms = set(document["id_token_signing_alg_values_supported"])
    checks.that("no ID token is unsigned", algorithms == {"ES256", "RS256"}, str(algorithms))
    keys = send("GET", document["jwks_uri"]).must(200)
    checks.that("keys may be kept for ten minutes", "max-age=600" in keys.headers.get("Cache-Control", ""))
    secret = {"d", "p", "q", "dp", "dq", "qi", "k"}
    checks.that(
        "the keys are public halves", keys.json["keys"] and not any(secret & set(key) for key in keys.json["keys"])
    )
    kids = [key.get("kid") for key in keys.json["keys"]]
    checks.that("each has a name of its own", None not in kids and len(set(kids)) == len(kids), str(kids))
    missing = send("GET", f"{tenant.base}/t/nobody/.well-known/openid-configuration")
    checks.that("another tenant has none", missing.is_error(404, "not_found"), repr(missing))


def check_golden(checks, tenant, device, client, algorithm):
    """Discovery, code, PKCE, ID token and userinfo by Examples/oidc-python as it stands."""
    what = f"{client['token_endpoint_auth_method']} {algorithm}"
    published = {key["alg"] for key in send("GET", tenant.discovery()["jwks_uri"]).json["keys"]}
    checks.that(f"{what}: its key is published before it signs", algorithm in published, str(published))
    site = Site(tenant, client)
    visitor = site.visitor()
    address, asked = visitor.sign_in()
    checks.that(
        f"{what}: the site sends to the authorization endpoint, with PKCE",
        address.startswith(f"{tenant.issuer}/v2/authorize?") and asked["code_challenge_method"] == "S256",
        address,
    )
    came = came_back(device, asked)
    checks.that(f"{what}: issuer and state come back", (came["iss"], came["state"]) == (tenant.issuer, asked["state"]))
    seen = []
    site.answered_with(lambda answer: seen.append(answer) or answer)
    done = visitor.come_back(**came)
    checks.that(f"{what}: Authlib takes the sign-in", done.status_code == 302, done.get_data(as_text=True)[:300])
    checks.that(f"{what}: the site knows the person", "Ana Souza" in visitor.home(), visitor.home())
    token = seen[0]["id_token"]
    checks.that(f"{what}: the ID token is {algorithm}", header_of(token)["alg"] == algorithm)
    claims = claims_of(token)
    checks.that(
        f"{what}: the ID token says what is documented",
        claims["sub"] == device.bound["user_id"]
        and claims["aud"] in (client["client_id"], [client["client_id"]])
        and claims["nonce"] == asked["nonce"]
        and claims["amr"] == ["pop", "user"]
        and claims["acr"] == "phr"
        and claims["exp"] - claims["iat"] == 600
        and abs(claims["auth_time"] - time.time()) < 60
        and "at_hash" in claims,
        json.dumps(claims),
    )
    keys = KeySet.import_key_set(send("GET", tenant.discovery()["jwks_uri"]).json)
    checks.that(f"{what}: joserfc verifies it", jwt.decode(token, keys, algorithms=[algorithm]).claims == claims)


def check_callback(checks, tenant, device, client):
    """Callbacks at the redirect address that must be refused."""
    site = Site(tenant, client)
    visitor = site.visitor()
    came = came_back(device, visitor.sign_in()[1])
    other = site.visitor()
    other.sign_in()
    checks.that("a state of another visitor is refused", raises(MismatchingStateError, lambda: other.come_back(**came)))
    for what, iss in (("another issuer", f"{tenant.base}/t/other"), ("no issuer", None)):
        mixed = {**came, "iss": iss} if iss else {name: value for name, value in came.items() if name != "iss"}
        checks.that(f"a mix-up with {what} is refused", visitor.come_back(**mixed).status_code == 400)
    checks.that("after all that the right answer is taken", visitor.come_back(**came).status_code == 302)
    checks.that("and not twice", raises(MismatchingStateError, lambda: visitor.come_back(**came)))
    denied = {"error": "access_denied", "state": came["state"], "iss": tenant.issuer}
    error = raises(OAuthError, lambda: visitor.come_back(**denied))
    checks.that("a refusal is the library's error", error and error.error == "access_denied", repr(error))
    visitor = site.visitor()
    came = came_back(device, visitor.sign_in()[1])
    came["code"] = came_back(device, site.visitor().sign_in()[1])["code"]
    error = raises(OAuthError, lambda: visitor.come_back(**came))
    checks.that(
        "a code injected from another sign-in fails at its PKCE", error and error.error == "invalid_grant", repr(error)
    )


def check_id_token(checks, tenant, device, client):
    """Wrong ID tokens, and a valid one for the wrong sign-in."""
    site = Site(tenant, client)
    rogue, elder = new_key(), {}

    def again(change, **asked):
        visitor = site.visitor()
        came = came_back(device, visitor.sign_in()[1], **asked)
        site.answered_with(change)
        return raises((JoseError, OAuthError), lambda: visitor.come_back(**came))

    def replaced(make):
        return lambda answer: {**answer, "id_token": make(answer["id_token"])}

    def signed_anew(token):
        header = header_of(token)
        return jws.serialize_compact(header, json.dumps(claims_of(token)).encode(), ECKey(rogue, None))

    def confused(token):
        public = send("GET", tenant.discovery()["jwks_uri"]).body
        header = {**header_of(token), "alg": "HS256"}
        return jws.serialize_compact(
            header, json.dumps(claims_of(token)).encode(), OctKey.import_key(public), algorithms=["HS256"]
        )

    wrong = again(lambda answer: elder.update(answer) or answer, nonce="another")
    checks.that("another nonce is the library's error", "nonce" in str(wrong), repr(wrong))
    none = {"alg": "none"}
    for what, make in (
        ("a bit of the signature flipped", lambda token: flipped(token, 2)),
        ("a bit of the claims flipped", lambda token: flipped(token, 1)),
        ("alg none", lambda token: by_hand(none, claims_of(token))),
        ("alg none with the old signature", lambda token: by_hand(none, claims_of(token), base64.b64decode("AAAA"))),
        ("HS256 keyed by the public key", confused),
        ("a signature by another key of that name", signed_anew),
    ):
        error = again(replaced(make))
        checks.that(f"{what} is refused by the library", error is not None, repr(error))
    error = again(lambda answer: {**answer, "access_token": elder["access_token"]})
    checks.that("another access token fails at at_hash", "at_hash" in str(error), repr(error))
    error = again(lambda answer: {**answer, "id_token": elder["id_token"], "access_token": elder["access_token"]})
    checks.that("an elder ID token fails at its nonce", "nonce" in str(error), repr(error))
    other = Site(tenant, tenant.add_client("client_secret_basic"))
    visitor, stolen = other.visitor(), {}
    other.answered_with(lambda answer: stolen.update(answer) or answer)
    visitor.come_back(**came_back(device, visitor.sign_in()[1]))
    error = again(lambda answer: stolen)
    checks.that("an ID token of another site is refused", error is not None, repr(error))
    site.answered_honestly()
    site.chave.load_server_metadata()
    check_dates_and_issuer(checks, tenant, stolen["id_token"])
    site.chave.server_metadata["issuer"] = f"{tenant.base}/t/other"
    visitor = site.visitor()
    came = came_back(device, visitor.sign_in()[1])
    came["iss"] = site.chave.server_metadata["issuer"]
    error = raises(JoseError, lambda: visitor.come_back(**came))
    checks.that("an ID token of another issuer is refused", "iss" in str(error), repr(error))


def check_dates_and_issuer(checks, tenant, token):
    """Authlib's rules for claims, with a clock that is ours."""
    options = {"iss": {"values": [tenant.issuer]}}
    claims = CodeIDToken(claims_of(token), header_of(token), options, {"client_id": claims_of(token)["aud"]})
    checks.that("the claims hold now", raises(JoseError, claims.validate) is None)
    checks.that("and not after their ten minutes", raises(JoseError, lambda: claims.validate(now=time.time() + 601)))
