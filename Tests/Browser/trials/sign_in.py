"""Signing in to an app by a browser: a phone that approves, a passkey, consent, and the ways out."""

from person_signing_in import APP, Person
from phone import Phone
from pictures import photograph
from playwright.sync_api import expect
from trial import trial
from trials.looks import faults
from visit import LANGUAGES


@trial(language=LANGUAGES)
def a_phone_signs_a_browser_in_and_the_app_gets_tokens(world, language):
    with world.visit(language) as visit:
        person = Person(visit, f"ana-{language.lower()}")
        person.comes_from_the_app()
        visit.on("sign-in")
        typed = f"chave device approve '{person.qr}' --server {world.base_url}"
        assert visit.page.locator("#approval-command").inner_text() == typed
        assert person.approves_by_phone() == "approved"
        visit.on("consent", patience=20_000)
        expect(visit.page.locator(".notice")).to_have_count(0)
        person.press("allow")
        claims = person.tokens(person.is_back()["code"])
        assert claims["sub"] == person.phone.user["internal_id"] and claims["acr"] == "phr", claims
        # Any app of the computer could impersonate an app without a secret at such an address, so the person is asked
        # again.
        person.comes_from_the_app(prompt="none")
        assert person.is_back()["error"] == "consent_required"
        person.comes_from_the_app()
        visit.on("consent")
        expect(visit.page.locator(".notice")).to_be_visible()  # why they are asked again
        person.press("allow")
        assert "code" in person.is_back()


@trial(language=LANGUAGES)
def a_passkey_signs_in_without_the_phone(world, language):
    with world.visit(language) as visit:
        person = Person(visit, f"bia-{language.lower()}")
        person.makes_a_passkey()
        visit.goto(f"{person.mount}/account")
        visit.on("account")
        person.press("sign out")
        visit.on("left")
        expect(visit.page.get_by_role("banner")).to_contain_text("Padaria Aurora")
        person.comes_from_the_app()
        person.uses_a_passkey()
        visit.on("consent")
        person.press("allow")
        assert person.tokens(person.is_back()["code"])["sub"] == person.phone.user["internal_id"]
        # Signing in anew where the app wants that, by the passkey again.
        person.comes_from_the_app(prompt="login")
        person.uses_a_passkey()
        visit.on("consent")
        person.press("allow")
        assert "code" in person.is_back()


@trial()
def a_passkey_that_was_removed_signs_nobody_in(world):
    with world.visit("en") as visit:
        person = Person(visit, "carla")
        person.makes_a_passkey()
        question = visit.page.locator("details.question")
        visit.opened(question).click()
        expect(visit.page.get_by_text("You have none yet")).to_be_visible()
        visit.goto(f"{person.mount}/account")
        person.press("sign out")
        visit.on("left")
        person.comes_from_the_app()
        person.uses_a_passkey()
        expect(visit.alert).to_contain_text("The passkey was not accepted")
        assert visit.reason == "passkey_refused"


@trial()
def who_is_not_recognised_can_try_again(world):
    with world.visit("en") as visit:
        person = Person(visit, "dora")
        person.makes_a_passkey()
        visit.goto(f"{person.mount}/account/sign-in")
        visit.on("sign-in")
        visit.authenticator.agrees(False)
        person.uses_a_passkey()
        expect(visit.alert).to_contain_text("No passkey was used")
        visit.authenticator.agrees(True)
        person.uses_a_passkey()
        visit.on("account")


@trial()
def whoever_does_not_agree_goes_back_without_a_code(world):
    with world.visit("en") as visit:
        person = Person(visit, "elza")
        person.comes_from_the_app()
        visit.on("sign-in")
        person.press("give up")
        assert person.is_back()["error"] == "access_denied"
        person.comes_from_the_app()
        person.approves_by_phone()
        visit.on("consent", patience=20_000)
        person.press("do not allow")
        told = person.is_back()
        assert told["error"] == "access_denied" and "code" not in told
        person.comes_from_the_app(prompt="none")
        assert person.is_back()["error"] == "consent_required"


@trial()
def a_wrong_number_and_a_refusal_bring_a_new_code_and_then_the_end(world):
    with world.visit("en") as visit:
        person = Person(visit, "fina")
        person.comes_from_the_app()
        wrong = lambda choices, right: next(number for number in choices if number != right)  # noqa: E731
        for _ in range(2):
            assert person.approves_by_phone(wrong) == "refused"
            visit.on("sign-in", patience=20_000)
            expect(visit.alert).to_contain_text("another number was picked")
        address = person.qr
        status, question = person.phone.looks(address)
        assert status == 200 and question["client_name"] == "Aplicativo da Padaria Aurora", question
        assert question["browser"] == "Chrome", question
        visit.expect_refusals()
        assert person.phone.refuses(address, question) == (200, {"status": "refused"})
        visit.on("problem", patience=20_000)
        visit.page.get_by_role("link", name="Go back").click()
        assert person.is_back()["error"] == "access_denied"


@trial()
def the_back_button_finds_that_the_request_is_over(world):
    with world.visit("en") as visit:
        person = Person(visit, "gilda")
        person.comes_from_the_app()
        person.approves_by_phone()
        visit.on("consent", patience=20_000)
        person.press("allow")
        code = person.is_back()["code"]
        visit.expect_refusals()
        visit.page.go_back()
        visit.on("problem")
        expect(visit.page.get_by_role("heading", name="This request is over")).to_be_visible()
        assert person.tokens(code)["nonce"] == "n"


@trial()
def the_address_of_a_page_opens_nothing_in_another_browser(world):
    with world.visit("en") as visit, world.visit("en") as other:
        person = Person(visit, "helga")
        person.comes_from_the_app()
        visit.on("sign-in")
        other.expect_refusals()
        other.goto(visit.path)
        other.on("problem")
        # The page behind the QR tells a camera's user to use the app, and changes nothing.
        other.goto(person.qr)
        other.on("browser-approval")
        person.approves_by_phone()
        visit.on("consent", patience=20_000)
        other.goto(f"{person.mount}/account")
        other.on("sign-in")


@trial()
def a_phone_signs_a_browser_in_that_has_no_script(world):
    with world.visit_without_authenticator("en", java_script_enabled=False) as visit:
        person = Person(visit, "iris")
        person.comes_from_the_app()
        visit.on("sign-in")
        expect(visit.page.locator("#passkey")).to_be_disabled()
        person.approves_by_phone()
        visit.on("consent", patience=20_000)
        person.press("allow")
        assert "code" in person.is_back()


@trial()
def an_address_that_is_not_registered_is_never_gone_to(world):
    with world.visit("en") as visit:
        person = Person(visit, "julia")
        visit.expect_refusals()
        for changes in ({"redirect_uri": f"{APP}/other"}, {"client_id": "nobody"}):
            person.comes_from_the_app(**changes)
            visit.on("problem")
            expect(visit.page.get_by_role("heading", name="The app asked for something")).to_be_visible()
        person.comes_from_the_app(prompt="none")
        assert person.is_back()["error"] == "login_required"


@trial(language=LANGUAGES)
def every_page_of_sign_in_is_accessible_and_fits(world, language):
    with world.visit(language) as visit:
        person = Person(visit, f"lia-{language.lower()}")
        visit.expect_refusals()
        for name in screens(visit, person):
            found = faults_of(visit, language)
            world.that(f"{name} ({language}) is accessible and fits", not found, "; ".join(found[:4]))
            if world.pictures is not None:
                photograph(visit, world.pictures / language, name if name.startswith("sign-in") else f"sign-in-{name}")


def faults_of(visit, language):
    found = [] if visit.page.locator("html").get_attribute("lang") == language else ["it has another language"]
    return found + list(faults(visit))


def screens(visit, person):
    person.comes_from_the_app()
    visit.on("sign-in")
    address = person.qr  # A picture shows dots in its place.
    yield "sign-in"
    _, question = person.phone.looks(address)
    yield visit.on("sign-in-number", patience=20_000)
    person.phone.approves(address, question, visit.page.locator(".match").inner_text())
    yield visit.on("consent", patience=20_000)
    person.press("allow")
    person.is_back()
    visit.goto(address)
    yield visit.on("browser-approval")
    person.makes_a_passkey()
    yield visit.on("passkeys")
    visit.page.locator("details.question summary").click()
    yield "passkeys-question"
    visit.goto(f"{person.mount}/account")
    yield visit.on("account")
    person.press("sign out")
    yield visit.on("left")
    person.comes_from_the_app(redirect_uri=f"{APP}/other")
    yield visit.on("problem")


@trial(language=LANGUAGES)
def the_sandboxs_mails_and_where_a_link_leads_are_accessible_and_fit(world, language):
    with world.visit_without_authenticator(language) as visit:
        visit.expect_refusals()
        for name in mail_screens(visit, f"rosa-{language.lower()}"):
            found = faults_of(visit, language)
            world.that(f"{name} ({language}) is accessible and fits", not found, "; ".join(found[:4]))


def mail_screens(visit, name):
    phone = Phone(visit.world, name)
    # The first link is spent by now; this mail brings another one.
    phone.is_mailed_again()
    visit.goto("/outbox")
    visit.on("outbox")
    expect(visit.page.locator("code", has_text="chave keys link")).to_be_visible()
    yield "the outbox without a pass"
    link = visit.world.server.link_to_keys()
    visit.goto(link)
    visit.on("start")
    visit.goto(link)
    yield visit.on("sandbox-link")
    visit.goto("/outbox")
    yield visit.on("outbox")
    links = visit.page.locator("a[href*='/bind?token=']")
    assert links.count() >= 2, "a link for each mail"
    fresh, spent = links.nth(0).get_attribute("href"), links.nth(1).get_attribute("href")
    links.nth(0).click()
    yield visit.on("registration-link")
    token = fresh.rpartition("=")[2]
    expect(visit.page.locator("#registration-link")).to_have_text(
        f"{visit.base_url}/registered/register?token={token}"
    )
    visit.goto("/registered/register")
    visit.on("registration-link")
    expect(visit.page.locator(".notice.bad")).to_be_visible()
    yield "registration-link without a link"
    visit.goto(spent)
    visit.on("problem")
    yield "a mailed link that counts no more"
