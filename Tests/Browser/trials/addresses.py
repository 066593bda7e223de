"""Links and addresses: no link is broken, and each page has one address."""

from trial import trial
from trials.looks import violations
from visit import LANGUAGES
from words import AT_ONCE, bank

PAGES = ["/", "/shop", "/shop/banks", "/shop/devices", "/shop/orders"]


@trial()
def no_link_leads_nowhere(world):
    with world.enrolled_visit("en") as visit:
        places = [*PAGES, f"/shop/enrollments/{visit.enrollment}", f"/bank/{world.institutions[bank(AT_ONCE)]}"]
        links = set()
        # The sandbox's mails are shown to a browser that opened a link of the server.
        visit.opens_the_keys()
        for place in places:
            visit.goto(place)
            visit.page.wait_for_selector("main[data-screen]")
            links |= set(visit.page.locator("a[href]").evaluate_all("all => all.map(link => link.href)"))
        dead = {}
        for link in sorted(link.partition("#")[0] for link in links):
            assert link.startswith(f"{world.base_url}/"), f"a link to another host: {link}"
            status = visit.context.request.get(link).status
            if status >= 400:
                dead[link] = status
        assert len(links) > len(places) and not dead, f"of {len(links)} links {dead}"


@trial()
def another_name_of_this_machine_leads_to_the_one_that_passkeys_belong_to(world):
    with world.visit("en") as visit:
        visit.expect("another host")
        visit.expect_refusals()
        for path in ("/", "/shop", "/shop/callback?state=x"):
            visit.page.goto(world.base_url.replace("localhost", "127.0.0.1") + path)
            visit.page.wait_for_selector("main[data-screen]")
            assert visit.page.url.startswith(f"{world.base_url}/"), visit.page.url


@trial()
def an_address_of_nothing_says_so_in_words(world):
    with world.enrolled_visit("en") as visit:
        visit.expect_refusals()
        for path in ("/shop/nothing", "/shop/orders/x", "/shop/enrollments/x/y/z", "/bank/nobody", "/bank"):
            visit.goto(path)
            visit.on("problem")
            assert visit.page.locator("html").get_attribute("lang") == "en", path


@trial(language=LANGUAGES)
def an_address_outside_of_every_site_is_a_page_for_a_person_and_json_for_a_program(world, language):
    with world.visit_without_authenticator(language) as visit:
        visit.expect_refusals()
        for path in ("/nope", "/shopping", "/payments/br/nope/"):
            visit.goto(path)
            visit.on("problem")
            assert visit.page.locator("html").get_attribute("lang") == language, path
            found = violations(visit.page)
            assert not found, f"{path}: {'; '.join(found[:4])}"
            visit.page.get_by_role("main").get_by_role("link").click()
            visit.on("start")
        answer = visit.context.request.get("/nope", headers={"Accept": "*/*"})
        assert answer.status == 404 and answer.json()[0]["code"] == "not_found", answer.text()


@trial()
def a_page_that_only_takes_forms_is_not_opened_by_its_address(world):
    """Reloading after a form, or pasting its address, shows words as well."""
    with world.enrolled_visit("en") as visit:
        for path in ("/shop/person", "/shop/leave", "/shop/enrollments"):
            status = visit.context.request.get(path).status
            assert status in (303, 404, 405), f"{path} answers {status}"
