"""Pages beside the commands of a terminal: the shop of the same merchant, and the page that a terminal waits for."""

import contextlib
import subprocess

from playwright.sync_api import expect

from shopper import Shopper
from trial import trial
from trials.looks import faults
from visit import LANGUAGES


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


class Terminal:
    """`chave device enroll --manual` in a terminal, up to the bank's page."""

    def __init__(self, server):
        device = server.folder / "device"
        places = {"CHAVE_DATA": server.data, "CHAVE_BASE_URL": server.base_url, "CHAVE_DEVICE_DIR": device}
        self.process = subprocess.Popen(
            [server.program, "device", "enroll", "--manual", "--yes"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**server.environment, **{name: str(place) for name, place in places.items()}},
        )

    @property
    def bank(self):
        """The bank's page that the command asks to open."""
        for line in self.process.stderr:
            if line.startswith("http"):
                return line.strip()
        raise AssertionError(f"it ended with {self.process.wait()}")

    def ends_enrolled(self, pasted=""):
        said, noted = self.process.communicate(pasted, timeout=60)
        assert self.process.returncode == 0 and said.startswith("enrolled with "), f"{said}{noted}"


@contextlib.contextmanager
def waiting(server):
    terminal = Terminal(server)
    try:
        yield terminal
    finally:
        terminal.process.kill()
        terminal.process.wait()
        for pipe in (terminal.process.stdin, terminal.process.stdout, terminal.process.stderr):
            pipe.close()


@trial(language=LANGUAGES)
def a_terminal_gets_the_banks_answer_from_the_page_that_copies_it(world, language):
    with world.elsewhere() as other, waiting(other.server) as terminal, other.visit(language) as visit:
        visit.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=other.base_url)
        holder = Shopper(visit).holder
        visit.page.goto(terminal.bank)
        holder.signs_in()
        holder.allows()
        visit.on("callback")
        expect(visit.page.locator("#handed")).to_be_visible()
        expect(visit.page.locator("#address")).to_have_text(visit.page.url)
        visit.page.get_by_role("button").click()
        expect(visit.page.locator("#copied")).to_have_text({"en": "Copied.", "pt-BR": "Copiado."}[language])
        assert visit.page.evaluate("navigator.clipboard.readText()") == visit.page.url
        terminal.ends_enrolled()
        found = list(faults(visit))
        assert not found, "; ".join(found[:4])


@trial()
def the_address_may_be_pasted_where_no_page_handed_it(world):
    with world.elsewhere() as other, waiting(other.server) as terminal, other.visit("en") as visit:
        holder = Shopper(visit).holder
        visit.page.goto(terminal.bank)
        holder.signs_in()
        terminal.ends_enrolled(pasted=holder.decides_but_stays(allows=True) + "\n")


@trial(language=LANGUAGES)
def an_answer_in_the_fragment_is_shown_and_one_that_nobody_waits_for_is_not_handed(world, language):
    with world.visit_without_authenticator(language) as visit:
        visit.goto("/callback")
        visit.on("callback")
        expect(visit.page.locator("#nothing")).to_be_visible()
        expect(visit.page.locator("#address")).to_be_hidden()
        assert not list(faults(visit))
        visit.goto("/")
        with visit.page.expect_response(lambda answer: answer.request.method == "POST") as posted:
            visit.goto("/callback#state=unknown&code=c&id_token=t")
        assert posted.value.json() == {"handed": False}
        expect(visit.page.locator("#address")).to_have_text(visit.page.url)
        expect(visit.page.locator("#handed")).to_be_hidden()
        expect(visit.page.locator("#nothing")).to_be_hidden()
