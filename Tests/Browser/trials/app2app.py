"""A card becomes active in a wallet: every path through the two sites, with the failures of each."""

import base64
import json
import urllib.parse

from card_holder import CardHolder, with_cards
from pictures import photograph
from playwright.sync_api import expect
from trial import trial
from trials.looks import faults
from trials.markup import watched
from visit import LANGUAGES


@trial(language=LANGUAGES)
def a_card_becomes_active_by_a_passkey_and_a_mailed_link_suspends_it(world, language):
    with world.visit(language) as visit:
        holder = with_cards(visit, f"nara-{language.lower()}")
        token = holder.adds()
        holder.goes_to_the_issuer()
        holder.agrees()
        visit.on("wallet-active", patience=20_000)
        assert visit.path == token and holder.answer == "approved", (visit.path, holder.answer)
        visit.goto("/issuer")
        visit.on("issuer-cards")
        expect(visit.page.locator("table.stack .state.good")).to_have_count(1)
        link = holder.mailed_link()
        for _ in range(2):  # a program that looks at links changes nothing
            visit.goto(link)
            visit.on("issuer-suspend")
        visit.goto(token)
        visit.on("wallet-active")
        visit.goto(link)
        holder.presses("suspend it")
        visit.on("issuer-suspended")
        visit.goto(token)
        visit.on("wallet-suspended")


@trial(language=LANGUAGES)
def a_holder_suspends_a_card_on_the_issuers_page(world, language):
    with world.visit(language) as visit:
        holder = with_cards(visit, f"mira-{language.lower()}")
        token = holder.adds("mastercard")
        holder.goes_to_the_issuer()
        holder.agrees()
        visit.on("wallet-active", patience=20_000)
        visit.goto("/issuer")
        visit.on("issuer-cards")
        visit.opened(visit.page.locator("details.question")).click()
        expect(visit.page.locator("table.stack .state.bad")).to_have_count(1)
        expect(visit.page.locator(".notice.good")).to_be_visible()
        visit.page.reload()
        visit.on("issuer-cards")
        expect(visit.page.locator(".notice.good")).to_have_count(0)
        visit.goto(token)
        visit.on("wallet-suspended")


@trial()
def a_card_of_the_other_network_has_the_other_names(world):
    with world.visit("en") as visit:
        holder = with_cards(visit, "olga")
        holder.adds("mastercard")
        assert "iOS.deeplinkURL.extra.TEXT=" in holder.link and "callBackURL=" in holder.link
        holder.goes_to_the_issuer()
        holder.agrees()
        visit.on("wallet-active", patience=20_000)
        expect(visit.page.get_by_text("issuerMobileAppAuthResponse")).to_be_visible()


@trial(language=LANGUAGES)
def whoever_says_no_is_back_at_once_and_the_wallet_can_ask_again(world, language):
    with world.visit(language) as visit:
        holder = with_cards(visit, f"petra-{language.lower()}")
        holder.adds()
        holder.goes_to_the_issuer()
        visit.on("issuer-question")
        holder.presses("not me")
        visit.on("wallet-unanswered", "wallet-step-up")
        assert holder.answer == "declined"
        visit.on("wallet-unanswered")
        holder.presses("ask again")
        visit.on("wallet-step-up")


@trial()
def whoever_is_not_there_again_activates_nothing(world):
    with world.visit("en") as visit:
        holder = with_cards(visit, "quiteria")
        holder.adds()
        holder.goes_to_the_issuer()
        visit.on("issuer-question")
        holder.presses("activate")
        visit.on("sign-in")
        holder.press("give up")
        visit.on("issuer-question")
        expect(visit.alert).to_contain_text("You did not confirm")
        holder.agrees()
        visit.on("wallet-active", patience=20_000)


@trial()
def a_network_that_refuses_is_said_and_answered(world):
    with world.visit("en") as visit:
        holder = with_cards(visit, "sonia")
        holder.adds(temper="refuses")
        holder.goes_to_the_issuer()
        holder.agrees()
        visit.on("issuer-refused", patience=20_000)
        assert visit.reason == "refused_by_network"
        visit.page.locator("#answer").click()
        visit.on("wallet-step-up", "wallet-unanswered")
        assert holder.answer == "failure"


@trial()
def nobody_is_kept_where_a_network_is_down(world):
    with world.visit("en") as visit:
        holder = with_cards(visit, "tania")
        holder.adds(temper="down")
        holder.goes_to_the_issuer()
        holder.agrees()
        visit.on("issuer-working", patience=20_000)
        holder.presses("back")
        visit.on("wallet-step-up")
        assert holder.answer == "failure"


def link_of(world, payload, callback, names=("a2apayload", "wpcallback")):
    text = payload if isinstance(payload, str) else json.dumps(payload)
    written = base64.urlsafe_b64encode(text.encode()).rstrip(b"=").decode()
    return f"{world.base_url}/issuer/a2a?" + urllib.parse.urlencode({names[0]: written, names[1]: callback})


@trial()
def a_foreign_callback_is_never_gone_to(world):
    payload = {"panReferenceID": "V-1", "tokenReferenceID": "DNITHE1"}
    with world.visit("en") as visit:
        visit.expect_refusals()
        for callback in (
            "https://evil.example/",
            "http://localhost:1/wallet/return/1",
            "javascript:alert(1)",
            "data:text/html,x",
            "tel:1",
            f"{world.base_url}@evil.example/",
            f"{world.base_url}/issuer/a2a?a2apayload=x",
            "bank-app://token-activation/a2a",
        ):
            visit.goto(link_of(world, payload, callback))
            visit.on("issuer-bad-link")
            assert visit.reason.startswith("callback"), (callback, visit.reason)
            assert visit.page.locator("#answer").count() == 0


@trial()
def a_hostile_link_does_nothing_and_answers_its_wallet(world):
    home = f"{world.base_url}/wallet/return/1"
    with watched(world.visit("en")) as visit:
        visit.expect_refusals()
        for payload in ("", "{", "[]", '{"a":1,"a":2}', "<script>xss()</script>", '{"panReferenceID":"V-1"}'):
            visit.goto(link_of(world, payload, home))
            visit.on("issuer-bad-link")
            assert visit.page.evaluate("window.ran") == []
            answer = visit.page.locator("#answer").get_attribute("href")
            assert answer == f"{home}?stepupresponse=failure", answer
        assert not [cookie for cookie in visit.context.cookies() if cookie["name"] == "chave_issuer_session"]


@trial()
def what_a_wallet_writes_is_text(world):
    name = "<script>xss()</script>\"'&"
    with watched(world.visit("en")) as visit:
        holder = with_cards(visit, "ursula")
        holder.adds(device=name)
        expect(visit.page.get_by_text(name)).to_be_visible()
        holder.goes_to_the_issuer()
        visit.on("issuer-question")
        expect(visit.page.get_by_text(name)).to_be_visible()
        assert visit.page.evaluate("window.ran") == []


@trial()
def the_newer_of_two_tabs_counts(world):
    with world.visit("en") as visit:
        holder = with_cards(visit, "vera")
        token = holder.adds()
        holder.goes_to_the_issuer()
        visit.on("issuer-question")
        older = visit.page
        newer = visit.tab()
        holder.adds("mastercard")
        holder.goes_to_the_issuer()
        visit.on("issuer-question")
        visit.look_at(older)
        visit.page.reload()
        visit.on("issuer-failed")
        assert visit.reason == "replaced"
        visit.page.locator("#answer").click()
        visit.on("wallet-step-up")
        assert visit.path == token and holder.answer == "failure"
        visit.look_at(newer)
        visit.on("issuer-question")


@trial()
def reload_and_the_back_button_do_nothing_twice(world):
    with world.visit("en") as visit:
        holder = with_cards(visit, "wanda")
        holder.adds()
        visit.page.reload()
        visit.on("wallet-step-up")
        link = holder.link
        holder.goes_to_the_issuer()
        visit.on("issuer-question")
        visit.page.reload()
        visit.on("issuer-question")
        visit.page.go_back()
        visit.on("wallet-step-up")
        visit.page.go_forward()
        visit.on("issuer-question")
        holder.presses("activate")
        visit.on("sign-in")
        visit.page.reload()
        visit.on("sign-in")
        holder.confirms()
        visit.on("wallet-active", patience=20_000)
        visit.page.reload()
        visit.on("wallet-active")
        # The same link once more is the same request, which has ended.
        visit.goto(link)
        visit.on("issuer-approved")
        visit.page.locator("#answer").click()
        visit.on("wallet-active")


@trial()
def another_persons_card_is_no_card(world):
    with world.visit("en") as visit, world.visit("en") as other:
        holder = with_cards(visit, "xenia")
        holder.adds()
        link = holder.link
        stranger = with_cards(other, "yara")
        other.expect_refusals()
        other.goto(link)
        other.on("issuer-not-yours")
        assert other.reason == "card_not_found"
        stranger.presses("back")
        other.on("wallet-problem")  # the token is of another's wallet
        holder.goes_to_the_issuer()
        visit.on("issuer-question")


@trial()
def a_card_becomes_active_in_a_browser_without_script(world):
    with world.visit_without_authenticator("en", java_script_enabled=False) as visit:
        holder = CardHolder(visit, "zelia")
        visit.goto("/issuer")
        visit.on("issuer-welcome")
        holder.follows("sign in")
        holder.approves_by_phone()
        visit.on("consent", patience=20_000)
        holder.press("allow")
        visit.on("issuer-cards")
        holder.enters_the_wallet()
        holder.adds()
        holder.goes_to_the_issuer()
        visit.on("issuer-question")
        holder.presses("activate")
        holder.approves_by_phone()
        visit.on("wallet-active", patience=20_000)


@trial(language=LANGUAGES)
def every_page_of_wallet_and_issuer_is_accessible_and_fits(world, language):
    with world.visit(language) as visit:
        visit.expect_refusals()
        for name in screens(visit, f"lara-{language.lower()}"):
            found = [] if visit.page.locator("html").get_attribute("lang") == language else ["it has another language"]
            found += list(faults(visit))
            world.that(f"{name} ({language}) is accessible and fits", not found, "; ".join(found[:4]))
            if world.pictures is not None:
                photograph(visit, world.pictures / language, name)


def screens(visit, name):
    holder = CardHolder(visit, name)
    visit.goto("/issuer")
    yield visit.on("issuer-welcome")
    visit.goto("/wallet")
    yield visit.on("wallet-owner")
    holder.makes_a_passkey()
    holder.enters_the_issuer()
    holder.enters_the_wallet()
    visit.goto("/wallet/add")
    yield visit.on("wallet-add")
    token = holder.adds()
    yield visit.on("wallet-step-up")
    visit.page.locator("details summary").first.click()
    yield "wallet-step-up-links"
    holder.goes_to_the_issuer()
    yield visit.on("issuer-question")
    request = visit.path
    holder.agrees()
    yield visit.on("wallet-active", patience=20_000)
    visit.goto(request)
    yield visit.on("issuer-approved")
    visit.goto("/issuer")
    yield visit.on("issuer-cards")
    visit.goto(holder.mailed_link())
    yield visit.on("issuer-suspend")
    holder.presses("suspend it")
    yield visit.on("issuer-suspended")
    visit.goto(token)
    yield visit.on("wallet-suspended")
    holder.adds("mastercard", temper="refuses")
    holder.goes_to_the_issuer()
    holder.agrees()
    yield visit.on("issuer-refused", patience=20_000)
    visit.page.locator("#answer").click()
    visit.on("wallet-step-up", "wallet-unanswered")
    visit.goto("/wallet")
    yield visit.on("wallet-cards")
    visit.goto("/issuer/a2a?a2apayload=x")
    yield visit.on("issuer-bad-link")
    visit.goto("/issuer/suspend?token=x")
    yield visit.on("issuer-suspend-dead")
