"""The requirements of RFC 9700 for a server that are visible from outside: one check each, named after the row."""

import concurrent.futures

from sign_in.device import s256
from sign_in.jose import DPoP
from sign_in.tenant import REDIRECT
from sign_in.tokens import VERIFIER, Tokens
from sign_in.web import send

REGISTERED = ("https://site.example/callback", "http://127.0.0.1:8765/callback", "com.example.app:/callback")
LOOK_ALIKES = (
    "https://site.example/callback/",
    "https://site.example/callback?",
    "https://site.example/callback?next=x",
    "https://site.example/callback#",
    "https://site.example/callback#x",
    "https://site.example/Callback",
    "https://SITE.example/callback",
    "HTTPS://site.example/callback",
    "https://site.example/c%61llback",
    "https://site.example/%2e/callback",
    "https://site.example/./callback",
    "https://site.example/x/../callback",
    "https://site.example//callback",
    "https://site.example/callback%20",
    "https://site.example/callback ",
    "https://site.example/callback\t",
    "https://site.example/callback\r\nLocation: https://evil.example",
    "https://site.example/call",
    "https://site.example:443/callback",
    "https://site.example:8443/callback",
    "https://site.example./callback",
    "https://www.site.example/callback",
    "https://site.example.evil.example/callback",
    "https://site.example@evil.example/callback",
    "https://evil.example/https://site.example/callback",
    "https://evil.example\\@site.example/callback",
    "https:\\\\site.example\\callback",
    "//site.example/callback",
    "/callback",
    "http://site.example/callback",
    "https://sіte.example/callback",
    "https://xn--ste-jma.example/callback",
    "javascript:alert(1)",
    "data:text/html,x",
    "http://localhost:8765/callback",
    "http://127.0.0.1.evil.example/callback",
    "http://127.0.0.2:8765/callback",
    "http://127.0.0.1:8765/callback/",
    "http://127.0.0.1:8765@evil.example/callback",
    "http://127.0.0.1:99999/callback",
    "http://127.0.0.1:/callback",
    "http://127.1:8765/callback",
    "https://127.0.0.1:8765/callback",
    "http://[::1]:8765/callback",
    "com.example.app://callback",
    "com.example.app:/callback/x",
    "com.example.App:/callback",
)


def check_rows(checks, tenant, device):
    confidential = Tokens(tenant, device, tenant.add_client("client_secret_basic"))
    public = Tokens(tenant, device, tenant.add_client())
    redirect_mismatch(checks, tenant, device)
    risky_registrations(checks, tenant)
    pkce_downgrade(checks, public, confidential)
    code_replay(checks, public, confidential)
    mix_up_and_forgery(checks, public)
    refresh_tokens(checks, public)
    refresh_tokens(checks, confidential)
    stolen_tokens(checks, public)
    leaks(checks, public)
    grants_that_are_not(checks, confidential)
    client_authentication(checks, confidential)
    frames_and_redirects(checks, tenant)


def redirect_mismatch(checks, tenant, device):
    """4.1: addresses are compared as they are written."""
    client = tenant.add_client(uris=REGISTERED)
    challenge = {"code_challenge": s256(VERIFIER), "code_challenge_method": "S256"}
    end = device.challenge_address
    push = tenant.discovery()["pushed_authorization_request_endpoint"]
    for address in (*REGISTERED, "http://127.0.0.1:1/callback", "http://127.0.0.1/callback"):
        reply = send("POST", end, data=device.form(client, redirect_uri=address, **challenge))
        checks.that(f"4.1 {address} is registered", reply.is_error(403, "insufficient_authorization"), repr(reply))
    taken = []
    for address in LOOK_ALIKES:
        form = device.form(client, redirect_uri=address, **challenge)
        for place in (end, push):
            reply = send("POST", place, data=form)
            if not reply.is_error(400, "invalid_request") or "Location" in reply.headers:
                taken.append(f"{address!r}: {reply}")
    checks.that(f"4.1 {len(LOOK_ALIKES)} addresses that look alike are not", not taken, "; ".join(taken[:4]))
    none = send("POST", end, data=device.form(client, redirect_uri=None, **challenge))
    checks.that("4.1 none at all is refused", none.is_error(400, "invalid_request"), repr(none))


def risky_registrations(checks, tenant):
    """4.1.3, RFC 8252: the addresses that may be registered."""
    taken = []
    for address in (
        "http://site.example/callback",
        "https://*.example/callback",
        "https://site.example/*",
        "https://user@site.example/",
        "https://site.example/#x",
        "app:/callback",
        "javascript:alert(1)",
        "https://",
        "https:///x",
        "",
        "https://Site.example/",
        "https://site.example/" + "a" * 2048,
        "https://site.example/\n",
        "file:///etc/passwd",
        "//site.example/x",
    ):
        body = {
            "name": "x",
            "redirect_uris": [address],
            "token_endpoint_auth_method": "none",
            "id_token_signed_response_alg": "ES256",
        }
        reply = tenant.manage("POST", "/v0/oidc/clients", body)
        if reply.status != 400 or not reply.error:
            taken.append(f"{address[:40]!r}: {reply}")
    checks.that("4.1 what is no good address is not registered", not taken, "; ".join(taken[:3]))
    body = {
        "name": "x",
        "redirect_uris": ["com.example.app:/callback"],
        "token_endpoint_auth_method": "none",
        "id_token_signed_response_alg": "ES256",
    }
    risky = tenant.manage("POST", "/v0/oidc/clients", body)
    checks.that(
        "4.1 a scheme of an app's own is named as a risk",
        risky.status == 201 and bool(risky.json.get("risks")),
        repr(risky),
    )


def pkce_downgrade(checks, public, confidential):
    """4.8 and 2.1.1: only S256 is accepted, and the challenge is never dropped."""
    device, end = public.device, public.device.challenge_address
    good = s256(VERIFIER)
    for what, more in (
        ("no challenge", {}),
        ("plain", {"code_challenge": VERIFIER, "code_challenge_method": "plain"}),
        ("no method, which means plain", {"code_challenge": good}),
        ("a method alone", {"code_challenge_method": "S256"}),
        ("a challenge that is too short", {"code_challenge": good[:-1], "code_challenge_method": "S256"}),
        ("a challenge of other characters", {"code_challenge": good[:-1] + "!", "code_challenge_method": "S256"}),
        ("another method", {"code_challenge": good, "code_challenge_method": "s256"}),
    ):
        reply = send("POST", end, data=device.form(public.client, **more))
        checks.that(f"4.8 a public client with {what} is refused", reply.is_error(400, "invalid_request"), repr(reply))
    for what, verifier, more in (
        ("no verifier", None, {}),
        ("another verifier", "w" * 43, {}),
        ("the challenge as its verifier", good, {}),
        ("a verifier with a character more", VERIFIER + "k", {}),
    ):
        code = confidential.code(**more)
        reply = confidential.post(confidential.code_form(code, code_verifier=verifier))
        refused = reply.status == 400 and reply.error in ("invalid_grant", "invalid_request")
        checks.that(f"4.8 a code with a challenge and {what} gives nothing", refused, repr(reply))
        right = confidential.post(confidential.code_form(code))
        checks.that(f"4.8 after {what} the right one still does", right.status == 200, repr(right))
    code = device.code(device.form(confidential.client))
    reply = confidential.post(confidential.code_form(code))
    checks.that(
        "4.8 a verifier for a code without a challenge is refused", reply.is_error(400, "invalid_grant"), repr(reply)
    )
    methods = public.metadata["code_challenge_methods_supported"]
    checks.that("4.8 the metadata says so", methods == ["S256"], str(methods))


def code_replay(checks, public, confidential):
    """4.5: a code is valid once, for its client and address; a second use revokes the tokens of the first."""
    for tokens in (public, confidential):
        what = tokens.client["token_endpoint_auth_method"]
        code = tokens.code()
        first = tokens.post(tokens.code_form(code)).must(200, what="token").json
        reply = tokens.post(tokens.code_form(code))
        checks.that(f"4.5 {what}: a code's second use is refused", reply.is_error(400, "invalid_grant"), repr(reply))
        checks.that(
            f"4.5 {what}: and takes the access token back", tokens.userinfo(first["access_token"]).status == 401
        )
        gone = tokens.post({"grant_type": "refresh_token", "refresh_token": first["refresh_token"]})
        checks.that(f"4.5 {what}: and the refresh token", gone.is_error(400, "invalid_grant"), repr(gone))
        code = tokens.code()
        with concurrent.futures.ThreadPoolExecutor(12) as pool:
            replies = list(pool.map(lambda _: tokens.post(tokens.code_form(code)), range(12)))
        given = [each.json["access_token"] for each in replies if each.status == 200]
        dead = all(tokens.userinfo(each).status == 401 for each in given)
        checks.that(
            f"4.5 {what}: of twelve at once one at most is answered, and nothing of it lives",
            len(given) <= 1 and dead,
            str(replies),
        )
    other = Tokens(public.tenant, public.device, public.tenant.add_client())
    code = public.code()
    for what, tokens, form in (
        ("another client", other, public.code_form(code)),
        ("a confidential client", confidential, public.code_form(code)),
        ("another address", public, public.code_form(code, redirect_uri=REDIRECT.replace("8765", "8766"))),
        ("no address", public, public.code_form(code, redirect_uri=None)),
    ):
        reply = tokens.post(form)
        refused = reply.status == 400 and reply.error in ("invalid_grant", "invalid_request")
        checks.that(f"4.5 a code with {what} is refused", refused, repr(reply))
    checks.that("4.5 and is not spent by it", public.post(public.code_form(code)).status == 200)


def mix_up_and_forgery(checks, tokens):
    """4.4 and 4.7: the issuer of a response, and its request."""
    document = tokens.metadata
    checks.that("4.4 iss in answers is announced", document["authorization_response_iss_parameter_supported"] is True)
    challenge = {"code_challenge": s256(VERIFIER), "code_challenge_method": "S256"}
    for state in ("s", "x" * 500, "a b+c%20&=#?é"):
        reply = tokens.device.authorize(tokens.device.form(tokens.client, state=state, **challenge))
        same = reply.status == 200 and (reply.json["iss"], reply.json["state"]) == (tokens.tenant.issuer, state)
        checks.that(f"4.4, 4.7 issuer and state {state[:12]!r} come back", same, repr(reply))
    without = tokens.device.authorize(tokens.device.form(tokens.client, **challenge))
    checks.that(
        "4.7 no state where none was sent", without.status == 200 and "state" not in without.json, repr(without)
    )


def refresh_tokens(checks, tokens):
    """4.14: only one of two simultaneous uses counts, unless the client proves to be the same; any other use ends the
    family."""
    what, token = tokens.client["token_endpoint_auth_method"], tokens.signed_in()
    form = {"grant_type": "refresh_token", "refresh_token": token["refresh_token"]}
    with concurrent.futures.ThreadPoolExecutor(12) as pool:
        replies = list(pool.map(lambda _: tokens.post(form), range(12)))
    given = [each.json for each in replies if each.status == 200]
    names = {each["refresh_token"] for each in given}
    checks.that(f"4.14 {what}: twelve refreshes at once give one token", len(names) == 1, str(replies[:3]))
    if "client_secret" in tokens.client:
        checks.that(f"4.14 {what}: to each of them", len(given) == 12, str(len(given)))
    else:
        dead = len(given) == 1 and tokens.userinfo(given[0]["access_token"]).status == 401
        checks.that(f"4.14 {what}: to one of them, and the others end it", dead, str(len(given)))
    token = tokens.signed_in()
    foreign = Tokens(tokens.tenant, tokens.device, tokens.tenant.add_client())
    reply = foreign.post({"grant_type": "refresh_token", "refresh_token": token["refresh_token"]})
    checks.that(f"4.14 {what}: another client's refresh is refused", reply.is_error(400, "invalid_grant"), repr(reply))
    checks.that(f"4.14 {what}: and harms nobody", tokens.userinfo(token["access_token"]).status == 200)


def stolen_tokens(checks, tokens):
    """4.10: a token that is bound to a key is worth nothing without it."""
    key = DPoP()
    end = tokens.metadata["token_endpoint"]
    answer = tokens.post(tokens.code_form(tokens.code()), headers={"DPoP": key.proof("POST", end)}).must(200).json
    thief = tokens.userinfo(answer["access_token"])
    checks.that("4.10 a bound access token alone is refused", thief.status == 401, repr(thief))
    reply = tokens.post({"grant_type": "refresh_token", "refresh_token": answer["refresh_token"]})
    checks.that("4.10 a bound refresh token alone too", reply.status == 400, repr(reply))


def leaks(checks, tokens):
    """4.2, 4.3 and 4.9: no secret is in an address, a cache or a frame."""
    token = tokens.signed_in()
    end = tokens.metadata["userinfo_endpoint"]
    query = send("GET", f"{end}?access_token={token['access_token']}")
    checks.that("4.3 a token in an address does not count", query.status in (400, 401), repr(query))
    code = tokens.code()
    fresh = tokens.post(tokens.code_form(code))
    opened = send(
        "POST",
        tokens.device.challenge_address,
        data=tokens.device.form(tokens.client, code_challenge=s256(VERIFIER), code_challenge_method="S256"),
    )
    for what, reply in (
        ("tokens", fresh),
        ("challenges", opened),
        ("userinfo", tokens.userinfo(fresh.json["access_token"])),
    ):
        checks.that(
            f"4.3 {what} are kept in no cache", "no-store" in reply.headers.get("Cache-Control", ""), str(reply.headers)
        )
    checks.that(
        "4.9 a token is not for another kind of endpoint",
        tokens.tenant.discovery()
        and send("GET", f"{tokens.tenant.base}/v1/manage/users", bearer=fresh.json["access_token"]).status == 401,
    )
    checks.that(
        "4.9 nor an API token for userinfo", tokens.userinfo(tokens.tenant.token).is_error(401, "invalid_token")
    )
    wrong = send("GET", f"{end}?code={code}", bearer="chave_at_" + "A" * 43)
    repeated = any(code in value for value in wrong.headers.values()) or code.encode() in wrong.body
    checks.that("4.2 an error repeats nothing of the address", wrong.status == 401 and not repeated, repr(wrong))


def grants_that_are_not(checks, tokens):
    """2.1.2, 2.4, 4.15, 4.17: no implicit grant, no password, no client that passes for a person."""
    for grant in ("password", "client_credentials", "implicit", "urn:ietf:params:oauth:grant-type:jwt-bearer", ""):
        reply = tokens.post({"grant_type": grant, "username": "ana", "password": "x", "scope": "openid"})
        refused = reply.status == 400 and reply.error in ("unsupported_grant_type", "invalid_request")
        checks.that(f"2.4 grant {grant!r} is not there", refused, repr(reply))
    push = tokens.metadata["pushed_authorization_request_endpoint"]
    for kind in ("token", "id_token", "code token", "code id_token", "none"):
        reply = tokens.post(tokens.device.form(tokens.client, response_type=kind), push)
        checks.that(
            f"2.1.2 response type {kind!r} is not there", reply.is_error(400, "unsupported_response_type"), repr(reply)
        )
    for mode in ("fragment", "form_post", "web_message"):
        reply = tokens.post(tokens.device.form(tokens.client, response_mode=mode), push)
        checks.that(f"4.17 response mode {mode!r} is not there", reply.is_error(400, "invalid_request"), repr(reply))
    checks.that(
        "2.4 the metadata names none of them",
        tokens.metadata["grant_types_supported"] == ["authorization_code", "refresh_token"],
    )


def client_authentication(checks, tokens):
    """2.5: only the registered method is accepted, and the error does not tell which part was wrong."""
    name, secret = tokens.client["client_id"], tokens.client["client_secret"]
    end, form = tokens.metadata["token_endpoint"], tokens.code_form(tokens.code())
    unknown = send("POST", end, data=form, auth=("nobody", secret))
    wrong = send("POST", end, data=form, auth=(name, secret[:-1] + ("A" if secret[-1] != "A" else "B")))
    other_way = send("POST", end, data={**form, "client_id": name, "client_secret": secret})
    public = send("POST", end, data={**form, "client_id": name})
    for what, reply in (
        ("unknown", unknown),
        ("wrong secret", wrong),
        ("another way", other_way),
        ("no secret", public),
    ):
        checks.that(
            f"2.5 {what}: invalid_client",
            reply.is_error(401, "invalid_client") and reply.body == unknown.body,
            repr(reply),
        )
    both = send("POST", end, data={**form, "client_id": name, "client_secret": secret}, auth=(name, secret))
    checks.that("2.5 two ways at once", both.is_error(400, "invalid_request"), repr(both))
    checks.that("2.5 none of it spent the code", tokens.post(form).status == 200)


def frames_and_redirects(checks, tenant):
    """4.11, 4.12 and 4.16: the target of the mailed link, and its status."""
    _, link = tenant.add_user()
    reply = send("GET", link)
    checks.that("4.12 the mailed link is sent on with 303 or 302, never 307", reply.status in (302, 303), repr(reply))
    checks.that(
        "4.11 to the profile's address alone",
        reply.headers["Location"].startswith(f"{tenant.base}/registered/register?"),
        reply.headers["Location"],
    )
    checks.that("4.2 and without a referrer", reply.headers.get("Referrer-Policy") == "no-referrer", str(reply.headers))
    aside = send("GET", f"{link}&redirect_uri=https://evil.example&next=//evil.example")
    leads = aside.headers.get("Location", "")
    checks.that("4.11 what else stands in it leads nowhere", "evil" not in leads, repr(aside))
