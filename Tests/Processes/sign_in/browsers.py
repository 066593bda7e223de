"""A device's approval of a browser: for whom, for how long, and when not."""

import json
import urllib.parse

from own_authenticator import OwnAuthenticator

from sign_in.device import Device, s256
from sign_in.pages import Approver, Browser, query_of
from sign_in.tokens import VERIFIER, Tokens


def signed_in(site, device, app):
    """A browser that a device let in, with its consent given before."""
    browser, approver = Browser(), Approver(device, app)
    approver.look(browser.open(f"{site.address}/sign-in").approval_address).must(200, what="question")
    approver.decide(browser.again().number).must(200, what="decision")
    page = browser.again()
    assert "Ana Souza" in page.text, page
    return browser


def check_questions(checks, tenant, site, device, app):
    """A device's answer is valid for its question, once, and only while the device is valid."""
    browser, approver = Browser(), Approver(device, app)
    page = browser.open(f"{site.address}/sign-in")
    for what, change in (
        ("of another audience", lambda claims: claims | {"aud": approver.address}),
        ("of another challenge", lambda claims: claims | {"challenge": "A" * 43}),
        ("of another purpose", lambda claims: claims | {"purpose": "sign-in"}),
        ("with a number and a no", lambda claims: claims | {"decision": "refuse"}),
        ("with no number", lambda claims: {name: value for name, value in claims.items() if name != "number"}),
        ("with neither yes nor no", lambda claims: claims | {"decision": "maybe"}),
    ):
        address = browser.again().approval_address
        if address is None:
            page = browser.open(f"{site.address}/sign-in")
            address = page.approval_address
        approver.look(address).must(200, what="question")
        reply = approver.decide(browser.again().number, change)
        checks.that(f"a decision {what} is refused", reply.is_error(400, "invalid_grant"), repr(reply))
        spent = approver.decide(browser.again().number)
        checks.that(
            f"and its session is spent by a decision {what}", spent.is_error(400, "invalid_session"), repr(spent)
        )
        browser = Browser()
        browser.open(f"{site.address}/sign-in")
    user, link = tenant.add_user()
    other = Device(tenant).register(link)
    approver = Approver(other, app)
    approver.look(browser.again().approval_address).must(200, what="question")
    number = browser.again().number
    thief = Approver(device, app)
    thief.question, thief.address = approver.question, approver.address
    reply = thief.decide(number)
    checks.that("another device's yes does not count", reply.status in (400, 404, 409) and reply.error, repr(reply))
    browser = Browser()
    approver.look(browser.open(f"{site.address}/sign-in").approval_address).must(200, what="question")
    approver.decide(browser.again().number).must(200, what="decision")
    tenant.revoke(user, other.credential)
    page = browser.again()
    checks.that(
        "a device that was revoked meanwhile lets nobody in",
        not any(form["action"].endswith("/consent") for form in page.forms),
        repr(page),
    )


def check_foreign_refusals(checks, tenant, site, device, app):
    """A refusal needs the session of the same question."""
    browsers, approvers = [Browser(), Browser()], [Approver(device, app), Approver(device, app)]
    for browser, approver in zip(browsers, approvers):
        approver.look(browser.open(f"{site.address}/sign-in").approval_address).must(200, what="question")
    number = browsers[1].again().number
    thief = Approver(device, app)
    thief.address, thief.question = approvers[1].address, approvers[0].question
    for what in ("another question's session", "no session that there is"):
        reply = thief.refuse()
        checks.that(f"{what} refuses nothing", 400 <= reply.status < 500 and reply.error, repr(reply))
        thief.question = {**thief.question, "auth_session": "A" * 43}
    done = approvers[1].decide(number)
    checks.that("and the question is still open", done.status == 200 and done.json["status"] == "approved", repr(done))


def check_sessions(checks, tenant, site, device, app):
    """How a browser's session ends, and when its person is asked again."""
    browser = signed_in(site, device, app)
    address = f"{tenant.issuer}/account"
    checks.that("who is signed in sees the account", "Ana Souza" in browser.open(address).text)
    for what, more in (("login", {"prompt": "login"}), ("max_age=0", {"max_age": "0"})):
        page = browser.open(site_request(tenant, site, **more))
        checks.that(f"{what} asks again", page.approval_address is not None, repr(page))
    back = browser.open(site_request(tenant, site, prompt="none"), until=f"{site.address}/callback")
    checks.that("prompt=none does not", "code" in query_of(back), back)
    page = browser.open(site_request(tenant, site, scope="openid profile email offline_access"))
    checks.that(
        "a scope that is new is asked for", any(form["action"].endswith("/consent") for form in page.forms), repr(page)
    )
    back = browser.open(
        site_request(tenant, site, prompt="none", scope="openid profile email offline_access"),
        until=f"{site.address}/callback",
    )
    checks.that("and with prompt=none refused", query_of(back).get("error") == "consent_required", back)
    other = signed_in(site, device, app)
    page = browser.open(address)
    everywhere = next(form for form in page.forms if form["fields"].get("everywhere"))
    browser.send(everywhere)
    checks.that("signed out everywhere, the other is out too", "Ana Souza" not in other.open(address).text)


def check_hints(checks, tenant, site, device, app):
    """`id_token_hint`: only the named person gets a code (OpenID Connect Core 1.0, 3.1.2.2)."""
    callback = f"{site.address}/callback"

    def hint(of):
        tokens = Tokens(tenant, of, site.client)
        return tokens.exchange(tokens.code(redirect_uri=callback), redirect_uri=callback)["id_token"]

    user, link = tenant.add_user()
    other = Device(tenant).register(link)
    browser, own, others = signed_in(site, device, app), hint(device), hint(other)
    back = browser.open(site_request(tenant, site, prompt="none", id_token_hint=own), until=callback)
    checks.that("a hint of who is signed in gets a code", "code" in query_of(back), back)
    back = browser.open(site_request(tenant, site, prompt="none", id_token_hint=others), until=callback)
    said = query_of(back)
    checks.that("one of another person gets none", said.get("error") == "login_required" and "code" not in said, back)
    page = browser.open(site_request(tenant, site, id_token_hint=others))
    words = ("Só a conta que já entrou neste aplicativo", "Only the account that signed in to this app before")
    asks = page.approval_address is not None and any(each in page.text for each in words)
    checks.that("without prompt=none the page asks for that person", asks, repr(page))
    refused = Approver(device, app).look(page.approval_address)
    checks.that("whom another's device cannot sign in", refused.is_error(403, "access_denied"), repr(refused))
    approver = Approver(other, app)
    approver.look(page.approval_address).must(200, what="question")
    approver.decide(browser.again().number).must(200, what="decision")
    asked = any(form["action"].endswith("/consent") for form in browser.again().forms)
    checks.that("and their own can", asked, repr(browser.again()))


def site_request(tenant, site, **more):
    form = {
        "client_id": site.client["client_id"],
        "redirect_uri": f"{site.address}/callback",
        "response_type": "code",
        "scope": "openid profile email",
        "state": "st",
        "code_challenge": s256(VERIFIER),
        "code_challenge_method": "S256",
        **more,
    }
    return f"{tenant.issuer}/v2/authorize?{urllib.parse.urlencode(form)}"


def check_recovery(checks, tenant, site, app):
    """A recovery ends browsers and passkeys with the devices."""
    user, link = tenant.add_user()
    device = Device(tenant).register(link)
    browser, approver, passkey = Browser(), Approver(device, app), OwnAuthenticator(tenant.base)
    page = browser.open(f"{tenant.issuer}/account/sign-in")
    asked = approver.look(page.approval_address).must(200, what="question").json
    checks.that("the person's own page asks by no client's name", "client_name" not in asked, str(asked))
    approver.decide(browser.again().number).must(200, what="decision")
    checks.that("and signs in to it", "Ana Souza" in browser.again().text)
    page = browser.open(f"{tenant.issuer}/account/passkeys")
    page = browser.send(page.form("/account/passkeys"), credential=json.dumps(passkey.create(page.options)))
    checks.that("a passkey is made there", any(form["action"].endswith("/remove") for form in page.forms), repr(page))
    Device(tenant).register(tenant.recover(user))
    page = browser.open(f"{tenant.issuer}/account")
    checks.that("after a recovery the browser is signed out", page.approval_address is not None, repr(page))
    page = browser.send(page.form("/passkey"), credential=json.dumps(passkey.sign(page.options)))
    checks.that("and the passkey counts no more", "problem=" in page.address, repr(page))


def check_suspension(checks, tenant, site, user, browser):
    tenant.manage("POST", f"/v1/manage/users/{user['internal_id']}/suspend").must(200, what="suspension")
    page = browser.open(f"{site.address}/sign-in")
    checks.that("a suspended person's browser is signed out", page.approval_address is not None, repr(page))
