"""Every screen: what axe finds, whether it fits, and its pictures."""

from axe_playwright_python.sync_playwright import Axe

from gallery import SCREENS, every_screen
from pictures import photograph
from trial import trial
from visit import DESKTOP, LANGUAGES, PHONE

SERIOUS = ("serious", "critical")
# The screen that a phone of 1280 pixels shows at a zoom of 400 % (WCAG 2.1, 1.4.10).
NARROW = {"width": 320, "height": 640}
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def violations(page):
    """What axe-core calls serious or critical: the rule, and the first element that breaks it."""
    found = Axe().run(page).response
    assert found["testEngine"]["name"] == "axe-core" and len(found["passes"]) > 3, "axe has looked at nothing"
    return [
        f"{item['id']} ({item['impact']}) at {' '.join(map(str, item['nodes'][0]['target']))}"
        for item in found["violations"]
        if item["impact"] in SERIOUS
    ]


# In one language the one way round, in the other the other: each screen is looked at in all four.
LOOKS = {
    "en": [("desktop", DESKTOP, "light"), ("phone", PHONE, "dark")],
    "pt-BR": [("desktop", DESKTOP, "dark"), ("phone", PHONE, "light")],
}


def faults(visit):
    page = visit.page
    for width, size, scheme in LOOKS[visit.language]:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        yield from (f"{width}, {scheme}: {found}" for found in violations(page))
    page.set_viewport_size(NARROW)
    wider = page.evaluate(OVERFLOW)
    if wider > 0:
        yield f"{wider} pixels wider than a window of 320"
    page.set_viewport_size(DESKTOP)
    page.emulate_media(color_scheme="light")


@trial(language=LANGUAGES)
def every_screen_is_accessible_and_fits(world, language):
    with world.visit(language) as visit:
        visit.expect_refusals()
        seen = set()
        for name in every_screen(visit):
            seen.add(visit.screen)
            found = [f"{visit.screen} has another language"] if lost(visit) else []
            found += faults(visit)
            world.that(f"{name} ({language}) is accessible and fits", not found, "; ".join(found[:4]))
            if world.pictures is not None:
                photograph(visit, world.pictures / language, name)
    missing = SCREENS - seen
    assert not missing, f"never came by {sorted(missing)}"


def lost(visit):
    return visit.page.locator("html").get_attribute("lang") != visit.language


@trial(width=[320, 390, 1280])
def the_reference_of_the_api_is_accessible(world, width):
    with world.visit_without_authenticator("en", viewport={"width": width, "height": 800}) as visit:
        visit.goto("/payments/docs")
        found = violations(visit.page)
        assert not found, "; ".join(found[:4])
