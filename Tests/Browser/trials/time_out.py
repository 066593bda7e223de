"""Deadlines that pass, on a server whose clock is moved forward, so that no test waits fifteen minutes."""

import contextlib
import pathlib

from faults.clock import Clock
from gallery import held
from server import Server
from shopper import Shopper
from trial import trial
from trials.failures_at_the_bank import says_what_to_do
from wallet import API

# The approval has 15 minutes, and the bank stops 10 s earlier; the passkey and a payment's confirmation have 5.
APPROVAL, CEREMONY = 16 * 60, 6 * 60


@contextlib.contextmanager
def with_a_clock(world):
    """Another server for this world, for as long as the trials of this file last."""
    clock = Clock(world.folder)
    assert clock.library is not None, "libfaketime is not installed: scripts/setup test"
    folder = pathlib.Path(world.folder, "with-a-clock")
    folder.mkdir(exist_ok=True)
    server = Server(world.program, folder, surroundings=clock.surroundings)
    usual = world.base_url, world.merchant, world.server, world.cookies
    try:
        server.start()
        world.base_url, world.server, world.cookies = server.base_url, server, {}
        world.merchant = API.merchant(server.base_url, server.keys)
        yield clock
    finally:
        world.base_url, world.merchant, world.server, world.cookies = usual
        server.end()
        clock.tidy()


@trial()
def what_nobody_finishes_in_time_says_so(world):
    with with_a_clock(world) as clock, world.visit("en") as visit:
        visit.expect_refusals()
        shopper = Shopper(visit)
        shopper.enrolls()
        with held(visit):  # whoever is faster than the page's own look
            order = shopper.buys("coffee")
            clock.jump(CEREMONY)
            shopper.presses_pay()
        # Before the server's own look at the clock the page comes back as it was, and then looks again by itself.
        visit.on("order-failed", patience=30_000)
        assert visit.reason == "consent_expired", visit.reason
        says_what_to_do(visit)
        assert world.intent(order)["status"] == "FAILED"

        shopper.goes_to_the_banks()
        enrollment = shopper.chooses(1)
        bank = visit.page.url.removeprefix(world.base_url)
        clock.jump(APPROVAL)
        visit.goto(bank)
        visit.on("problem")
        says_what_to_do(visit)
        visit.goto(f"/shop/enrollments/{enrollment}")
        visit.on("enrollment-failed", "shop-person", patience=30_000)
        if visit.screen == "shop-person":
            shopper.enters()
            visit.goto(f"/shop/enrollments/{enrollment}")
            visit.on("enrollment-failed", patience=30_000)
        assert visit.reason == "expired", visit.reason
        says_what_to_do(visit)


@trial()
def a_passkey_that_comes_too_late_says_so(world):
    with with_a_clock(world) as clock, world.visit("en") as visit:
        visit.expect_refusals()
        shopper = Shopper(visit)
        shopper.comes_to_the_passkey()
        with held(visit):
            visit.page.reload()
            visit.on("enrollment-register")
            clock.jump(CEREMONY)
            visit.page.locator("#register").click()
            visit.on("enrollment-checking", "enrollment-failed")
        visit.on("enrollment-failed", patience=30_000)
        assert visit.reason == "expired", visit.reason
        says_what_to_do(visit)
