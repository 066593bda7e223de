"""A site that ends its person's session here, and is notified when others do (RP-Initiated and Back-Channel Logout
1.0)."""

import time
import urllib.parse

from joserfc import jwt
from joserfc.jwk import KeySet

from receiver import Receiver
from sign_in.browsers import signed_in
from sign_in.pages import Browser, query_of
from sign_in.web import send

EVENT = "http://schemas.openid.net/event/backchannel-logout"


def check_logout(checks, tenant, site, device, app):
    refusals = [500]

    def act(handler):
        handler.answer(refusals.pop() if refusals else 200)

    receiver, afterwards = Receiver(act), f"{site.address}/"
    # By the command, as a person would do it.
    address = f"{receiver.url}logged-out"
    done = tenant.server.beside(
        *("clients", "set", site.client["client_id"], "--post-logout-redirect-uri", afterwards),
        *("--backchannel-logout-uri", address),
    )
    checks.that("chave clients set changes a client", done.returncode == 0, done.stderr)
    document = tenant.discovery()
    checks.that(
        "discovery names the end of a session and who is told",
        document["end_session_endpoint"].startswith(tenant.issuer)
        and document["backchannel_logout_supported"]
        and document["backchannel_logout_session_supported"],
    )
    check_question(checks, document, site, device, app, afterwards)
    told_of(receiver, 1)
    check_told(checks, tenant, document, site, device, app, receiver)
    check_nowhere(checks, document, site, device, app)


def end_session(document, **parameters):
    return f"{document['end_session_endpoint']}?{urllib.parse.urlencode(parameters)}"


def check_question(checks, document, site, device, app, afterwards):
    """Without an ID token the person is asked, and another site's form cannot sign them out."""
    browser = signed_in(site, device, app)
    asked = end_session(
        document, client_id=site.client["client_id"], post_logout_redirect_uri=afterwards, state="s t", ui_locales="en"
    )
    page = browser.open(asked)
    checks.that("without a hint a page asks, in the language that was asked for", "Sign out here?" in page.text)
    form = page.form("/v2/logout/confirm")
    forged = browser.session.post(
        urllib.parse.urljoin(page.address, form["action"]),
        data={**form["fields"], "csrf": "AAAA"},
        allow_redirects=False,
    )
    checks.that("a form of another site signs nobody out", forged.status_code == 403, str(forged))
    left = browser.send(form, until=afterwards)
    checks.that("who agrees goes back with the state", query_of(left) == {"state": "s t"}, str(left))
    page = browser.open(f"{site.address}/sign-in")
    checks.that("and is asked to sign in the next time", page.approval_address, repr(page))


def told_of(receiver, count, seconds=40):
    """The logout tokens until then; the receiver refuses the very first try, and a retry follows."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and len(receiver.arrivals) < count + 1:
        time.sleep(0.1)
    return list(receiver.arrivals)


def check_told(checks, tenant, document, site, device, app, receiver):
    arrivals = list(receiver.arrivals)
    checks.that("a client that failed is told again", len(arrivals) == 2, str(len(arrivals)))
    keys = KeySet.import_key_set(send("GET", document["jwks_uri"]).json)
    tokens = []
    for headers, body in arrivals:
        checks.that("as a form", headers["content-type"] == "application/x-www-form-urlencoded", str(headers))
        fields = urllib.parse.parse_qs(body.decode())
        tokens.append(jwt.decode(fields["logout_token"][0], keys, algorithms=["ES256"]))
    token = tokens[-1]
    claims = token.claims
    checks.that("a logout token has a type of its own", token.header["typ"] == "logout+jwt", str(token.header))
    checks.that(
        "it says what section 2.4 asks, and has no nonce",
        claims["iss"] == tenant.issuer
        and claims["aud"] == site.client["client_id"]
        and claims["sub"] == device.bound["user_id"]
        and claims["events"] == {EVENT: {}}
        and claims["sid"]
        and claims["exp"] - claims["iat"] == 120
        and abs(claims["iat"] - time.time()) < 60
        and "nonce" not in claims,
        str(sorted(claims)),
    )
    checks.that(
        "both tries are of one session, each a token of its own",
        tokens[0].claims["sid"] == claims["sid"] and tokens[0].claims["jti"] != claims["jti"],
    )
    before = len(receiver.arrivals)
    browser = signed_in(site, device, app)
    page = browser.open(f"{tenant.issuer}/account")
    browser.send(next(form for form in page.forms if form["action"].endswith("/leave")))
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and len(receiver.arrivals) == before:
        time.sleep(0.1)
    checks.that("the person's own page ends it too, and the client hears", len(receiver.arrivals) == before + 1)


def check_nowhere(checks, document, site, device, app):
    browser = signed_in(site, device, app)
    for what, parameters in (
        ("an address that is not registered", {"post_logout_redirect_uri": "https://evil.example/"}),
        ("the address of sign-ins", {"post_logout_redirect_uri": f"{site.address}/callback"}),
        ("a hint that is none", {"id_token_hint": "x.y.z"}),
    ):
        page = browser.open(end_session(document, client_id=site.client["client_id"], **parameters))
        checks.that(f"{what} leads nowhere", page.status == 400 and "evil.example" not in page.text, repr(page))
    page = browser.open(f"{site.address}/sign-in")
    checks.that("and signs nobody out", "Ana Souza" in page.text, repr(page))
    stranger = Browser()
    page = stranger.open(
        end_session(document, client_id=site.client["client_id"], post_logout_redirect_uri=f"{site.address}/")
    )
    checks.that("who is not signed in is sent nowhere by an address alone", page.status == 200, repr(page))
