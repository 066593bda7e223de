"""The rows of RFC 9700 for the authorization endpoint, and its responses to a browser."""

import urllib.parse

from sign_in.device import s256
from sign_in.pages import Approver, Browser, query_of
from sign_in.rfc9700 import LOOK_ALIKES, REGISTERED
from sign_in.tokens import VERIFIER, Tokens
from sign_in.web import send


def request_address(tenant, client, **more):
    form = {
        "client_id": client["client_id"],
        "redirect_uri": REGISTERED[0],
        "response_type": "code",
        "scope": "openid",
        "state": "st",
    }
    form |= {"code_challenge": s256(VERIFIER), "code_challenge_method": "S256", **more}
    query = urllib.parse.urlencode({name: value for name, value in form.items() if value is not None})
    return f"{tenant.issuer}/v2/authorize?{query}"


def authorize(tenant, client, **more):
    return send("GET", request_address(tenant, client, **more))


def check_rows(checks, tenant, device):
    """The rows of RFC 9700 that concern the authorization endpoint."""
    client = tenant.add_client(uris=REGISTERED)
    page = authorize(tenant, client)
    checks.that(
        "an honest request is sent to its page",
        page.status == 303 and page.location.startswith(f"{tenant.issuer}/v2/authorize/"),
        repr(page),
    )
    led = []
    for address in LOOK_ALIKES:
        reply = authorize(tenant, client, redirect_uri=address)
        if reply.status != 400 or "Location" in reply.headers:
            led.append(f"{address!r}: {reply}")
    checks.that(
        f"4.1, 4.11 {len(LOOK_ALIKES)} addresses that look alike are shown and lead nowhere",
        not led,
        "; ".join(led[:3]),
    )
    for what, more in (("an unknown client", {"client_id": "nobody"}), ("no address", {"redirect_uri": None})):
        reply = authorize(tenant, client, **more)
        checks.that(f"4.11 {what} leads nowhere", reply.status == 400 and "Location" not in reply.headers, repr(reply))
    for row, more, error in (
        ("2.1.2 the implicit grant", {"response_type": "token"}, "unsupported_response_type"),
        ("4.17 a message to a window", {"response_mode": "web_message"}, "invalid_request"),
        ("4.8 no challenge", {"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
        ("4.8 plain", {"code_challenge": VERIFIER, "code_challenge_method": "plain"}, "invalid_request"),
        ("prompt none with nobody there", {"prompt": "none"}, "login_required"),
        ("a request object", {"request": "eyJhbGciOiJub25lIn0.e30."}, "request_not_supported"),
        ("a request elsewhere", {"request_uri": "https://app.example/request.jwt"}, "request_uri_not_supported"),
        ("a hint that is none", {"id_token_hint": "a.b.c"}, "invalid_request"),
        ("a hint that is none, without a page", {"id_token_hint": "a.b.c", "prompt": "none"}, "invalid_request"),
        ("an unknown resource", {"resource": "https://api.example/nowhere"}, "invalid_target"),
    ):
        reply = authorize(tenant, client, **more)
        address = reply.location or ""
        said = query_of(address)
        sent = address.startswith(REGISTERED[0]) and (said.get("error"), said.get("state"), said.get("iss")) == (
            error,
            "st",
            tenant.issuer,
        )
        checks.that(
            f"{row} goes back as {error}, with state and issuer", reply.status == 303 and sent, f"{reply} {address}"
        )
    state = 'a b+c%20&=#?é"<>'
    reply = authorize(tenant, client, prompt="none", state=state)
    checks.that(
        "4.7 a state comes back as it was",
        query_of(reply.location).get("state") == state,
        reply.location,
    )
    check_page_headers(checks, tenant, client)
    check_pushed(checks, tenant, device)


def check_page_headers(checks, tenant, client):
    browser = Browser()
    page = browser.open(request_address(tenant, client))
    policy = page.headers.get("Content-Security-Policy", "")
    checks.that("4.16 the page stands in no frame", "frame-ancestors 'none'" in policy, policy)
    checks.that("4.2 it sends no referrer", page.headers.get("Referrer-Policy") == "no-referrer", str(page.headers))
    checks.that("4.3 it is kept in no cache", "no-store" in page.headers.get("Cache-Control", ""), str(page.headers))
    strict = "unsafe-inline" not in policy and "default-src 'none'" in policy
    checks.that("4.17 no script of others runs in it", strict, policy)


def check_pushed(checks, tenant, device):
    """A pushed request (RFC 9126) opens one page, for its own client."""
    tokens = Tokens(tenant, device, tenant.add_client("client_secret_basic"))
    form = device.form(tokens.client, code_challenge=s256(VERIFIER), code_challenge_method="S256")
    push = (
        lambda: tokens.post(form, tokens.metadata["pushed_authorization_request_endpoint"])
        .must(201)
        .json["request_uri"]
    )

    def opened(client, address):
        query = urllib.parse.urlencode({"client_id": client["client_id"], "request_uri": address})
        return send("GET", f"{tenant.issuer}/v2/authorize?{query}")

    address = push()
    other = opened(tenant.add_client(), address)
    checks.that(
        "a pushed request is not another client's", other.status == 400 and "Location" not in other.headers, repr(other)
    )
    address = push()
    first, again = opened(tokens.client, address), opened(tokens.client, address)
    checks.that(
        "it opens its page",
        first.status == 303 and first.location.startswith(f"{tenant.issuer}/v2/authorize/"),
        repr(first),
    )
    checks.that("once", again.status == 400 and "Location" not in again.headers, repr(again))


def check_markup(checks, tenant, device, app):
    """Names with markup are shown literally on every page that shows one."""
    name = "<b id=planted>\"'&amp;</b>"
    body = {
        "name": name,
        "redirect_uris": [REGISTERED[0]],
        "token_endpoint_auth_method": "none",
        "id_token_signed_response_alg": "ES256",
    }
    client = tenant.manage("POST", "/v0/oidc/clients", body).must(201, what="client").json
    browser, approver = Browser(), Approver(device, app)
    pages = [browser.open(request_address(tenant, client))]
    asked = approver.look(pages[0].approval_address).must(200, what="question").json
    checks.that("a device gets a client's name as it is", asked["client_name"] == name, str(asked))
    number = browser.again().number
    pages.append(browser.page)
    approver.decide(number).must(200, what="decision")
    pages.append(browser.again())
    escaped = all("id=planted&gt;" in page.text and "<b id=planted" not in page.text for page in pages)
    checks.that("a client's name is no markup on three pages", escaped, "; ".join(map(repr, pages)))
    query = urllib.parse.urlencode({"client_id": name, "redirect_uri": name, "state": name, "scope": name})
    for place in (f"{tenant.issuer}/v2/authorize", f"{tenant.base}/v2/authorize"):
        shown = Browser().open(f"{place}?{query}")
        checks.that(
            "nor is a request that is refused", shown.status == 400 and "<b id=planted" not in shown.text, repr(shown)
        )
