"""Payments on later days: chosen in the shop, confirmed once, let come at the bank, cancelled in the shop."""

from playwright.sync_api import expect

from shopper import Shopper
from trial import trial
from visit import LANGUAGES, PHONE


def states(visit):
    return [row.get_attribute("data-charge") for row in visit.page.locator("tr[data-charge]").all()]


@trial(language=LANGUAGES)
def a_person_pays_every_month_and_cancels_what_is_left(world, language):
    """One confirmation; the first day is let come at the bank, the others are cancelled."""
    with world.enrolled_visit(language) as visit:
        shopper = Shopper(visit)
        order = shopper.chooses_days("coffee", "every month", months=3)
        shopper.presses_pay()
        visit.on("order-scheduled")
        assert world.intent(order)["status"] == "SCHEDULED", world.intent(order)["status"]
        assert states(visit) == ["PENDING"] * 3, states(visit)

        shopper.holder.enters()
        shopper.holder.lets_a_day_come()
        visit.goto(f"/shop/orders/{order}")
        expect(visit.page.locator('tr[data-charge="SUCCEEDED"]')).to_have_count(1)

        shopper.cancels_what_is_left(order)
        visit.on("order-paid")
        assert sorted(states(visit)) == ["FAILED", "FAILED", "SUCCEEDED"], states(visit)
        assert world.intent(order)["status"] == "SUCCEEDED", world.intent(order)["status"]


@trial()
def a_day_is_chosen_on_a_phone_and_cancelled(world):
    with world.enrolled_visit("en", viewport=PHONE) as visit:
        shopper = Shopper(visit)
        order = shopper.chooses_days("coffee", "on a day")
        shopper.presses_pay()
        visit.on("order-scheduled")
        visit.goto("/shop/orders")
        row = visit.page.locator("tr", has=visit.page.locator(f'a[href$="/shop/orders/{order}"]'))
        expect(row).to_contain_text("Scheduled")
        shopper.cancels_what_is_left(order)
        visit.on("order-canceled")
        assert world.intent(order)["status"] == "CANCELED", world.intent(order)["status"]
