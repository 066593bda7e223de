"""Examples/oidc-python as a process of its own, and a browser that signs in to it: by a device, then by a passkey.

    check_sign_in_site.py <chave>

The browser is plain HTTP and forms, the device and the passkey are Python.
"""

import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest.mock
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.append(str(ROOT / "Tests" / "Browser"))

from own_authenticator import OwnAuthenticator

from checks import Checks
from server import Server, free_port
from sign_in.authorization_page import check_markup, check_rows
from sign_in.browsers import (
    check_foreign_refusals,
    check_hints,
    check_questions,
    check_recovery,
    check_sessions,
    check_suspension,
    signed_in,
)
from sign_in.device import Device
from sign_in.logout import check_logout
from sign_in.pages import Approver, Browser, query_of, until_ready
from sign_in.tenant import Tenant
from sign_in.web import check_secrecy


class SiteProcess:
    """As its README says it is run."""

    def __init__(self, tenant):
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        added = tenant.server.beside(
            "clients", "add", "My site", "--redirect-uri", f"{self.address}/callback", "--json"
        )
        assert added.returncode == 0, added.stderr
        self.client = json.loads(added.stdout)
        surroundings = {
            **os.environ,
            "OIDC_ISSUER": tenant.issuer,
            "OIDC_CLIENT_ID": self.client["client_id"],
            "OIDC_CLIENT_SECRET": self.client["client_secret"],
        }
        command = [sys.executable, "-m", "flask", "--app", str(ROOT / "Examples" / "oidc-python" / "app.py")]
        self.process = subprocess.Popen(
            [*command, "run", "--port", str(port)],
            env=surroundings,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until_ready(self.address, self.process)

    def end(self):
        self.process.terminate()
        self.process.wait(10)


def check_another_persons_answer(checks):
    """User information of another person than the ID token's: the site refuses it and stores none of it."""
    names = {"OIDC_ISSUER": "https://id.example", "OIDC_CLIENT_ID": "site", "OIDC_CLIENT_SECRET": "none"}
    with unittest.mock.patch.dict(os.environ, names):
        source = importlib.util.spec_from_file_location("example_site", ROOT / "Examples" / "oidc-python" / "app.py")
        module = importlib.util.module_from_spec(source)
        source.loader.exec_module(module)
    for sub, signed_in in (("ana", True), ("eva", False)):
        told = {"sub": sub, "name": "Eva Somebody" if sub == "eva" else "Ana Souza"}
        browser = module.app.test_client()
        with (
            unittest.mock.patch.object(module.chave, "load_server_metadata", return_value={"issuer": names["OIDC_ISSUER"]}),
            unittest.mock.patch.object(module.chave, "authorize_access_token", return_value={"userinfo": {"sub": "ana"}}),
            unittest.mock.patch.object(module.chave, "userinfo", return_value=told),
        ):
            answer = browser.get("/callback", query_string={"iss": names["OIDC_ISSUER"]})
        home = browser.get("/").get_data(as_text=True)
        checks.that(
            f"user information of {sub} for the ID token of ana",
            answer.status_code == (302 if signed_in else 400) and (told["name"] in home) == signed_in,
            f"{answer.status_code} {home}",
        )


def check_device(checks, tenant, site, device, app):
    """A QR that a device approves, consent, and back to the site."""
    browser, approver = Browser(), Approver(device, app)
    page = browser.open(f"{site.address}/sign-in")
    checks.that(
        "the site leads to a page that asks to sign in", page.status == 200 and page.approval_address, repr(page)
    )
    other = Browser().open(page.address)
    checks.that(
        "which shows nothing in another browser", not other.approval_address and other.status >= 400, repr(other)
    )
    looked = approver.look(page.approval_address)
    asked = looked.must(200, what="question").json
    names = (asked["client_name"], asked["browser"], asked["system"])
    checks.that("the device hears who asks", names == (site.client["name"], "Firefox", "Linux"), str(names))
    second = Approver(device, app).look(page.approval_address)
    checks.that("a QR is for one device", second.is_error(404, "not_found"), repr(second))
    number = browser.again().number
    checks.that(
        "the page shows one of its three numbers",
        number in asked["choices"] and len(set(asked["choices"])) == 3,
        f"{number} {asked}",
    )
    wrong = next(each for each in asked["choices"] if each != number)
    refused = approver.decide(wrong)
    checks.that(
        "a wrong number refuses", refused.status == 200 and refused.json == {"status": "refused"}, repr(refused)
    )
    page = browser.again()
    checks.that(
        "and there is another QR", page.approval_address and page.approval_address != approver.address, repr(page)
    )
    approver.look(page.approval_address).must(200, what="question")
    number = browser.again().number
    done = approver.decide(number)
    checks.that("the right one approves", done.status == 200 and done.json == {"status": "approved"}, repr(done))
    thief = Browser().open(page.address)
    checks.that(
        "in another browser that opens nothing", thief.status >= 400 and "consent" not in thief.text, repr(thief)
    )
    page = browser.again()
    consent = page.form("/consent")
    checks.that("the page asks for consent", site.client["name"] in page.text, repr(page))
    forged = browser.session.post(
        urllib.parse.urljoin(page.address, consent["action"]), data={"decision": "agree"}, allow_redirects=False
    )
    checks.that("a form of another site agrees to nothing", 400 <= forged.status_code < 500, str(forged))
    page = browser.send(consent, decision="agree")
    checks.that(
        "and leads back to the site, signed in",
        "Ana Souza" in page.text and page.address.startswith(site.address),
        repr(page),
    )
    again = browser.open(f"{site.address}/sign-in")
    checks.that("a second time nobody is asked", "Ana Souza" in again.text, repr(again))
    return browser


def check_refusals(checks, tenant, site, device, app):
    """Refusals: by the person at the page, by the device, three times."""
    browser, approver = Browser(), Approver(device, app)
    back = f"{site.address}/callback"
    page = browser.open(f"{site.address}/sign-in")
    left = browser.send(page.form("/cancel"), until=back)
    checks.that(
        "who gives up goes back with access_denied",
        query_of(left).get("error") == "access_denied" and query_of(left)["iss"] == tenant.issuer,
        left,
    )
    checks.that("and the state", bool(query_of(left).get("state")))
    page = browser.open(f"{site.address}/sign-in")
    for _ in range(3):
        approver.look(page.approval_address).must(200, what="question")
        refused = approver.refuse()
        said = refused.status == 200 and refused.json == {"status": "refused"}
        checks.that("a device refuses without its key", said, repr(refused))
        page = browser.again()
    checks.that("a third refusal ends it", not page.approval_address, repr(page))


def check_passkey(checks, tenant, site, browser):
    """Registered where the person is signed in, used in a browser that knows nobody."""
    passkey = OwnAuthenticator(tenant.base)
    page = browser.open(f"{tenant.issuer}/account/passkeys")
    options = page.options
    selection = options["authenticatorSelection"]
    checks.that(
        "a passkey is discoverable and verifies its person",
        (selection["residentKey"], selection["userVerification"]) == ("required", "required")
        and options["rp"]["id"] == "localhost",
        json.dumps(options),
    )
    page = browser.send(page.form("/account/passkeys"), credential=json.dumps(passkey.create(options)))
    checks.that(
        "it is registered",
        page.status == 200 and page.forms and any(each["action"].endswith("/remove") for each in page.forms),
        repr(page),
    )
    for what, other in (
        ("without verification", OwnAuthenticator(tenant.base, verifies=False)),
        ("of another origin", OwnAuthenticator("http://localhost.evil.example")),
        ("with another key", OwnAuthenticator(tenant.base)),
    ):
        other.credential, other.user_handle = passkey.credential, passkey.user_handle
        if what != "with another key":
            other.key = passkey.key
        stranger = Browser()
        page = stranger.open(f"{site.address}/sign-in")
        page = stranger.send(page.form("/passkey"), credential=json.dumps(other.sign(page.options)))
        checks.that(
            f"a passkey {what} does not sign in",
            "Ana Souza" not in page.text and "problem=" in page.address,
            repr(page),
        )
    fresh = Browser()
    page = fresh.open(f"{site.address}/sign-in")
    old = json.dumps(passkey.sign(page.options))
    page = fresh.send(page.form("/passkey"), credential=old)
    checks.that(
        "with it a new browser signs in", "Ana Souza" in page.text and page.address.startswith(site.address), repr(page)
    )
    third = Browser()
    page = third.open(f"{site.address}/sign-in")
    page = third.send(page.form("/passkey"), credential=old)
    checks.that("what it signed counts once", "Ana Souza" not in page.text, repr(page))


def check_cookies(checks, browser):
    kept = [each for each in browser.session.cookies if each.name.startswith("chave_sign_in")]
    flags = [(each.path, each.has_nonstandard_attr("HttpOnly"), each.get_nonstandard_attr("SameSite")) for each in kept]
    checks.that(
        "4.7 no script and no other site has the cookies", kept and set(flags) == {("/", True, "Lax")}, str(flags)
    )


def main(program):
    checks = Checks()
    check_another_persons_answer(checks)
    with tempfile.TemporaryDirectory() as folder:
        server, site = Server(program, folder).start(), None
        try:
            tenant = Tenant(server)
            site = SiteProcess(tenant)
            user, link = tenant.add_user()
            device, app = Device(tenant).register(link), tenant.add_client()
            browser = check_device(checks, tenant, site, device, app)
            check_refusals(checks, tenant, site, device, app)
            check_passkey(checks, tenant, site, browser)
            check_cookies(checks, browser)
            check_questions(checks, tenant, site, device, app)
            check_foreign_refusals(checks, tenant, site, device, app)
            check_hints(checks, tenant, site, device, app)
            check_sessions(checks, tenant, site, device, app)
            check_logout(checks, tenant, site, device, app)
            check_recovery(checks, tenant, site, app)
            check_rows(checks, tenant, device)
            check_markup(checks, tenant, device, app)
            check_suspension(checks, tenant, site, user, signed_in(site, device, app))
            check_secrecy(checks, server)
            checks.that("it ends cleanly", server.stop() == 0, server.said()[-2000:])
        finally:
            server.end()
            if site:
                site.end()
    checks.finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
