"""The shop beside the commands of a terminal, which act as the same merchant or as one of their own."""

from playwright.sync_api import expect

from shopper import Shopper
from trial import trial


def ran(server, *arguments):
    done = server.beside(*arguments)
    assert done.returncode == 0, f"{arguments}: {done.stderr[-400:]}"
    return done


@trial()
def a_device_and_load_on_a_terminal_spoil_no_shop(world):
    """The person is greeted by name, and has the device's account alone; no order is there."""
    with world.elsewhere() as other:
        ran(other.server, "device", "enroll", "--yes")
        ran(other.server, "load", "--rate", 4, "--duration", 1, "--warm-up", 0, "--devices", 4)
        with other.visit("en") as visit:
            shopper = Shopper(visit)
            shopper.enters()
            expect(visit.page.get_by_role("main")).to_contain_text(f"Hello, {shopper.name}.")
            visit.goto("/shop/devices")
            visit.on("shop-devices")
            expect(visit.page.get_by_role("row")).to_have_count(2)  # with the row of the names
            visit.goto("/shop/orders")
            visit.on("shop-orders")
            expect(visit.page.get_by_role("main")).to_contain_text("Nothing was bought yet.")
            shopper.enrolls()
            shopper.pays("coffee")
