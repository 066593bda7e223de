"""A tenant's changes of its people: names, addresses with proof, its own claims, and the events of these changes."""

import html
import re

from sign_in.device import Device
from sign_in.jose import claims_of
from sign_in.pages import Browser
from sign_in.tokens import Tokens
from sign_in.web import send


def check_people(checks, tenant):
    user, link = tenant.add_user()
    device = Device(tenant).register(link)
    tokens = Tokens(tenant, device, tenant.add_client())
    check_address(checks, tenant, user, tokens)
    check_claims(checks, tenant, user, tokens)
    check_events(checks, tenant, user, tokens)
    check_nowhere(checks, tenant)


def mail_link(tenant, address):
    """The newest link to a new address, from the outbox."""
    page = tenant.server.page_with_pass("/outbox")
    for mail in page.split("<h2>")[1:]:
        found = re.search(r'href="([^"]*/account/new-email\?token=[^"]*)"', mail)
        if html.escape(address) in mail and found:
            return html.unescape(found.group(1))
    raise AssertionError("the outbox has no mail to that address")


def check_address(checks, tenant, user, tokens):
    """A new address takes effect when a button confirms its own link; the session continues."""
    path = f"/v1/manage/users/{user['internal_id']}"
    token = tokens.signed_in(scope="openid profile email")
    old, new = user["email"], f"new-{user['email']}"
    changed = tenant.manage("PATCH", path, {"display_name": "Ana Lima", "email": new}).must(200, what="change").json
    checks.that(
        "a new address waits for its proof",
        (changed["display_name"], changed["email"], changed.get("pending_email")) == ("Ana Lima", old, new),
        str(changed),
    )
    known = tokens.userinfo(token["access_token"]).json
    checks.that("a name counts at once", (known["name"], known["email"]) == ("Ana Lima", old), str(known))
    address = mail_link(tenant, new)
    seen = [send(method, address).status for method in ("GET", "HEAD", "GET")]
    checks.that("a scanner that opens the link changes nothing", tenant.manage("GET", path).json["email"] == old, seen)
    browser = Browser()
    page = browser.open(address)
    form = page.form("/account/new-email")
    stolen = send("POST", address.split("?")[0], data={**form["fields"], "csrf": "x"})
    checks.that("a form of another site changes nothing", stolen.status == 403, repr(stolen))
    done = browser.send(form)
    now = tenant.manage("GET", path).json
    checks.that(
        "the button does",
        done.status == 200 and now["email"] == new and now["email_verified"] and "pending_email" not in now,
        f"{done} {now}",
    )
    checks.that("once", browser.send(form).status == 400)
    known = tokens.userinfo(token["access_token"]).json
    checks.that("userinfo shows it", (known["email"], known["email_verified"]) == (new, True), str(known))
    taken = tenant.manage("PATCH", path, {"external_id": tenant.add_user()[0]["external_id"]})
    checks.that("an external id is one user's", taken.is_error(409, "conflict"), repr(taken))


def check_claims(checks, tenant, user, tokens):
    """A tenant's own claims are released only by its own scopes."""
    path = f"/v1/manage/users/{user['internal_id']}"
    scopes = [
        {"name": "loyalty", "claims": ["level"], "id_token": True, "description": "see your level"},
        {"name": "groups", "claims": ["groups"], "id_token": False},
    ]
    tenant.manage("POST", "/v0/configs/scopes", {"scopes": scopes}).must(200, what="scopes")
    claims = {"level": "gold", "groups": ["bakers", "tasters"], "secret": 7}
    tenant.manage("PATCH", path, {"claims": claims}).must(200, what="claims")
    document = tenant.discovery()
    checks.that(
        "discovery names scopes and claims",
        {"loyalty", "groups"} <= set(document["scopes_supported"])
        and {"level", "groups"} <= set(document["claims_supported"])
        and "secret" not in document["claims_supported"],
    )
    for scope, in_token, in_information in (
        ("openid profile email", set(), set()),
        ("openid loyalty", {"level"}, {"level"}),
        ("openid loyalty groups", {"level"}, {"level", "groups"}),
    ):
        token = tokens.signed_in(scope=scope)
        said, known = claims_of(token["id_token"]), tokens.userinfo(token["access_token"]).json
        checks.that(f"{scope}: the ID token has {in_token}", set(claims) & set(said) == in_token, str(said))
        checks.that(f"{scope}: userinfo has {in_information}", set(claims) & set(known) == in_information, str(known))
        checks.that(f"{scope}: as they are", all(known[name] == claims[name] for name in in_information), str(known))
    tenant.manage("PATCH", path, {"claims": {"level": 2}}).must(200, what="claims")
    again = tokens.refresh(token)
    checks.that("a refresh has what the person has now", claims_of(again["id_token"])["level"] == 2)
    for name in ("iss", "sub", "aud", "exp", "nonce", "email"):
        refused = tenant.manage("PATCH", path, {"claims": {name: "x"}})
        checks.that(f"{name} is nobody's to give", refused.is_error(400, "invalid_request"), repr(refused))
    tenant.manage("POST", "/v0/configs/scopes", {"scopes": []}).must(200, what="scopes")


def check_events(checks, tenant, user, tokens):
    """Events contain only ids, and come page by page."""
    seen, query = [], f"?user={user['internal_id']}&page_size=5"
    more = ""
    while True:
        page = tenant.manage("GET", f"/v1/manage/events{query}{more}").must(200, what="events").json
        seen += page["events"]
        if "next_page_token" not in page:
            break
        more = f"&page_token={page['next_page_token']}"
    told = {event["type"] for event in seen}
    expected = {"user.created", "credential.bound", "sign_in.device", "tokens.issued", "tokens.refreshed"}
    expected |= {"user.changed", "user.email_offered", "user.email_changed"}
    checks.that("each thing that happened to a person is told", expected <= told, str(expected - told))
    ids = [event["event_id"] for event in seen]
    checks.that("once, by age", len(set(ids)) == len(ids) and ids == sorted(ids))
    text = str(seen)
    personal = [user["email"], user["external_id"], "Ana", "gold", tokens.device.credential + "@"]
    checks.that("with nothing personal", not any(word in text for word in personal))
    for query in ("kind=x", "type=user.made", "user=a&user=b"):
        refused = tenant.manage("GET", f"/v1/manage/events?{query}")
        checks.that(f"events?{query} is refused", refused.is_error(400, "invalid_request"), repr(refused))
    stranger = send("GET", f"{tenant.base}/v1/manage/events", bearer="chave_st_" + "A" * 43)
    checks.that("to nobody else", stranger.is_error(401, "invalid_token"), repr(stranger))


def check_nowhere(checks, tenant):
    """A program that mistypes an address is told so as a program."""
    for path in ("/v2/tokens", "/v2/token/", "/nothing"):
        for method in ("POST", "GET"):
            reply = send(method, tenant.issuer + path)
            good = reply.is_error(404, "not_found") and "Set-Cookie" not in reply.headers
            checks.that(f"{method} {path} is 404 in JSON", good, repr(reply))
    page = send("GET", f"{tenant.issuer}/nothing", headers={"Accept": "text/html"})
    checks.that("a browser gets a page", page.status == 404 and b"<html" in page.body, repr(page))
