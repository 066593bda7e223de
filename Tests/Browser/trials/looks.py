"""Every screen: what axe finds, whether it fits, and its pictures."""

from axe_playwright_python.sync_playwright import Axe

from gallery import SCREENS, every_screen
from pictures import photograph
from shopper import Shopper
from trial import trial
from visit import DESKTOP, LANGUAGES, PHONE
from words import AT_ONCE

SERIOUS = ("serious", "critical")
# The screen that a phone of 1280 pixels shows at a zoom of 400 % (WCAG 2.1, 1.4.10).
NARROW = {"width": 320, "height": 640}
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
# Controls that are visible only after horizontal scrolling.
OUT_OF_SIGHT = """
() => [...document.querySelectorAll("main a, main button, main summary, main input:not([type=hidden]), main select")].filter(control => {
    const place = control.getBoundingClientRect();
    if (!place.width) return false;
    for (let around = control.parentElement; around; around = around.parentElement) {
        const {left, right} = around.getBoundingClientRect();
        const isCut = getComputedStyle(around).overflowX !== "visible" || around === document.documentElement;
        if (isCut && (place.left < left - 1 || place.right > right + 1)) return true;
    }
    return false;
}).map(control => (control.innerText || control.name).trim().slice(0, 30))
"""


CONTRAST = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
ALL_BUT_CONTRAST = {"rules": {"color-contrast": {"enabled": False}}, "resultTypes": ["violations"]}
EVERYTHING = {"resultTypes": ["violations"]}


def violations(page, options=EVERYTHING):
    """The serious or critical findings of axe-core: the rule, and the first element that breaks it."""
    is_there = page.evaluate("typeof axe !== 'undefined'")  # from another look at the same page
    found = (Axe("") if is_there else Axe()).run(page, options=options).response
    least = 1 if options is CONTRAST else 4
    assert found["testEngine"]["name"] == "axe-core" and len(found["passes"]) >= least, "axe has looked at nothing"
    return [
        f"{item['id']} ({item['impact']}) at {' '.join(map(str, item['nodes'][0]['target']))}"
        for item in found["violations"]
        if item["impact"] in SERIOUS
    ]


# The order is reversed in the second language, so that each screen is checked in all four combinations.
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
        yield from (f"{width}: {name!r} is out of sight" for name in page.evaluate(OUT_OF_SIGHT))
    page.set_viewport_size(NARROW)
    wider = page.evaluate(OVERFLOW)
    if wider > 0:
        yield f"{wider} pixels wider than a window of 320"
    yield from (f"320 pixels: {name!r} is out of sight" for name in page.evaluate(OUT_OF_SIGHT))
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


@trial(scheme=["light", "dark"])
def the_colours_of_the_reference_can_be_read(world, scheme):
    """The page has thousands of elements, so the check runs once: colours do not depend on the width."""
    with world.visit_without_authenticator("en", color_scheme=scheme) as visit:
        visit.goto("/payments/docs")
        found = violations(visit.page, CONTRAST)
        assert not found, "; ".join(found[:4])


@trial(width=[320, 390, 1280])
def the_reference_of_the_api_is_accessible(world, width):
    with world.visit_without_authenticator("en", viewport={"width": width, "height": 800}) as visit:
        visit.goto("/payments/docs")
        found = violations(visit.page, ALL_BUT_CONTRAST)
        assert not found, "; ".join(found[:4])
        wider = visit.page.evaluate(OVERFLOW)
        assert wider <= 0, f"{wider} pixels wider than the window"
        cut = visit.page.evaluate(OUT_OF_SIGHT)
        assert not cut, f"out of sight: {cut[:4]}"


@trial(language=LANGUAGES)
def tables_of_a_phone_are_cards_and_still_tables(world, language):
    with world.enrolled_visit(language) as visit:
        shopper = Shopper(visit)
        shopper.pays("coffee")
        shopper.holder.enters(AT_ONCE)
        for path in ("/shop/devices", "/shop/orders", visit.path):
            visit.goto(path)
            visit.page.wait_for_selector("main[data-screen]")
            wide, narrow = (shape_of_the_last_table(visit, size) for size in (DESKTOP, NARROW))
            assert wide["display"] == "table-row" and narrow["display"] == "block", f"{path}: {wide} {narrow}"
            for name in ("columns", "cells", "rows"):
                assert wide[name] == narrow[name] and wide[name], f"{path}: {name} {wide[name]} and {narrow[name]}"
            assert narrow["labels"] == [name for name in narrow["columns"] if name][: len(narrow["labels"])]


def shape_of_the_last_table(visit, size):
    """The visible text of its first row, and the text that a screen reader speaks."""
    visit.page.set_viewport_size(size)
    table = visit.page.get_by_role("table").last
    cells = table.get_by_role("cell")
    return {
        "rows": table.get_by_role("row").count(),
        "columns": table.get_by_role("columnheader").all_inner_texts(),
        "cells": cells.count(),
        "display": table.locator("tbody tr").first.evaluate("row => getComputedStyle(row).display"),
        "labels": table.locator("tbody tr").first.locator("td").evaluate_all(
            "cells => cells.map(cell => cell.dataset.label).filter(label => label)"
        ),
    }


@trial()
def the_lines_for_a_terminal_are_whole_and_can_be_copied(world):
    with world.visit_without_authenticator("en", viewport=PHONE) as visit:
        visit.opens_the_keys()
        for lines in visit.page.locator("pre").all():
            assert lines.evaluate("pre => pre.scrollWidth <= pre.clientWidth"), "a line is cut off"
        call = visit.page.locator("pre", has_text="curl -u \"$SECRET_ID").text_content()
        # Joined as a shell joins them, it is one command.
        command = " ".join(call.replace("\\\n", " ").split())
        assert command == f'curl -u "$SECRET_ID:$SECRET_PASSWORD" {world.base_url}/payments/br/institutions/', command
        # With arguments that find this server, which has its own folder and port.
        device = visit.page.locator("pre", has_text="chave device enroll").text_content()
        flags = f" --server {world.base_url} --data '{world.server.data}'"
        assert device.split("\n") == [f"chave device enroll{flags}", f"chave device pay --amount 18.90{flags}"], device
