"""A holder's steps with a wallet's links on a terminal, and their results at the network."""

import http.server
import json
import re
import threading

from card_links import GOOD
from card_wallet import CardWallet
from outcomes import one_line
from person import PIN
from server import free_port

ASKS_PIN = r"PIN, or nothing to refuse:"
WAITS = "Waits for the issuer"
ASKS = r"Did you just add this card[^\n]*Type yes:"


class Activations:
    def holders(self):
        """Three people with a device each; two of them type their PIN."""
        self.register("ana", self.first)
        self.register("carla", self.third)
        self.server.beside("users", "add", "bia", "--email", "bia@example.com", "--display-name", "Bia Lima")
        done = self.beside("second", "device", "sign-in", "--yes", "--register", self.newest_link())
        self.expect("another holder registers", done, done.returncode == 0)
        done = self.beside("first", "card", "list", "--yes")
        lines = done.stdout.splitlines()
        self.expect(
            "card list shows two cards, one a network",
            done,
            len(lines) == 2 and all(re.fullmatch(r".+, (visa|mastercard) •••• \d{4}", line) for line in lines),
        )
        cards = self.cards("first")
        self.checks.that("and the same ones again", all(card["lastFour"] in done.stdout for card in cards.values()))
        self.visa, self.mastercard = (cards[network]["panReferenceID"] for network in ("visa", "mastercard"))
        self.wallet = CardWallet(self.server.base_url)

    def register(self, name, terminal):
        server = self.server
        server.beside("users", "add", name, "--email", f"{name}@example.com", "--display-name", name.title())
        terminal.run(server.program, "device", "sign-in", "--register", self.newest_link(), shown="chave device sign-in")
        for question in ("Choose one of 4", "Once more", ASKS_PIN, ASKS_PIN):
            terminal.until(question)
            terminal.type(PIN)
        terminal.until("signed in as")
        self.ends(f"{name} registers", terminal, 0)

    def cards(self, person):
        found = json.loads(self.beside(person, "card", "list", "--yes", "--json").stdout)
        return {card["network"]: card for card in found}

    # On the terminal.

    def asks(self, terminal, link, *more):
        """Runs the command until it asks; the person sees card, wallet and device."""
        terminal.run(self.server.program, "card", "activate", *more, link, shown="chave card activate LINK")
        terminal.until(r"Card: [^\n]+•••• \d{4}")
        terminal.until(r"Wallet: Carteira Jacarandá")
        terminal.until(r"Device: phone")
        terminal.until(ASKS)

    def callback(self, terminal, word):
        """The address that would be opened."""
        return terminal.until(rf"callback\s+(http://localhost:\d+/wallet/return/\S+\?stepupresponse={word})\b")[1]

    def activate(self):
        added = self.wallet.adds(self.visa)
        self.checks.that("the network waits", added.state == WAITS, added.state)
        self.asks(self.first, added.link)
        self.first.type("yes")
        self.first.until(rf"Activate •••• \d{{4}} in Carteira Jacarandá[\s\S]*{ASKS_PIN}")
        self.first.type(PIN)
        self.first.until(r"active +•••• \d{4} in Carteira Jacarandá on “phone”")
        self.activated = self.first.until(r"id +([0-9a-f-]{36})")[1]
        callback = self.callback(self.first, "approved")
        self.ends("yes and the PIN activate it", self.first, 0)
        self.checks.that("at the network too", added.state == "Active", added.state)
        meaning = added.goes_back(callback)
        self.checks.that("the wallet believes the callback", "confirmed that it is you" in meaning, meaning)
        again = self.beside("first", "card", "activate", "--yes", "--json", added.link)
        said = json.loads(again.stdout)
        self.expect(
            "the same link again is approved again",
            again,
            again.returncode == 0 and said["outcome"] == "approved" and said["activation_id"] == self.activated,
        )
        self.hides(added)
        done = self.beside("first", "card", "list", "--yes")
        self.expect("card list shows the wallet", done, "ACTIVE  Carteira Jacarandá on “phone”" in done.stdout)

    def decline(self):
        """A refusal counts wherever it is given; the third one of a day locks the card."""
        card = self.cards("rotating")["visa"]["panReferenceID"]
        added = self.wallet.adds(card)
        self.asks(self.third, added.link)
        self.third.type("no")
        callback = self.callback(self.third, "declined")
        self.ends("no ends it with 2", self.third, 2)
        meaning = added.goes_back(callback)
        self.checks.that("the wallet hears no", "it was not you" in meaning, meaning)
        self.checks.that("and nothing is active", added.state == WAITS, added.state)
        added = self.wallet.adds(card)
        self.asks(self.third, added.link)
        self.third.type("yes")
        self.third.until(ASKS_PIN)
        self.third.type("")
        self.callback(self.third, "declined")
        self.ends("nothing typed at the PIN is a no too", self.third, 2)
        self.checks.that("and nothing is active then", added.state == WAITS, added.state)
        added = self.wallet.adds(card)
        self.asks(self.third, added.link, "--bare")
        self.third.type("no")
        self.third.until("none is opened")
        self.ends("bare: a no ends in the app", self.third, 2)
        done, said = self.runs(self.wallet.adds(card).link, person="rotating")
        locked = done.returncode == 1 and said["reason"] == "activations_locked"
        self.expect("three noes lock the card", done, locked)

    def interrupted(self):
        for place in ("the question", "the PIN"):
            added = self.wallet.adds(self.mastercard)
            self.first.run(self.server.program, "card", "activate", added.link, shown="chave card activate LINK")
            self.first.until(ASKS)
            if place == "the PIN":
                self.first.type("yes")
                self.first.until(ASKS_PIN)
            self.first.ctrl_c()
            self.first.until(r"Nothing was activated\. The wallet is to be told failure\.|issuerMobileAppAuthResponse=failure")
            self.ends(f"Ctrl-C at {place} ends it with 130", self.first, 130)
            screen = self.first.screen().rsplit("$ chave", 1)[1]
            self.checks.that("the wallet would hear of a failure", "AuthResponse=failure" in screen, screen)
            self.checks.that("and nothing is active", added.state == WAITS, added.state)

    def hides(self, added):
        """No value of a payload is on the terminal."""
        shown = self.first.screen()
        values = [value for value in added.payload.values() if len(value) > 8]
        # The callback, which is the wallet's own, may name the token.
        shown = re.sub(r"callback +\S+", "", shown).replace(added.link, "")
        self.checks.that("the terminal shows nothing of the payload", not any(value in shown for value in values))
        self.checks.that("and not the PIN", PIN not in re.sub(r"\S*[0-9a-f]{12}\S*|•••• \d{4}|localhost:\d+", "", shown))

    # With --yes, as a script would.

    def runs(self, link, *more, person="first"):
        done = self.beside(person, "card", "activate", "--yes", "--json", *more, link)
        return done, json.loads(done.stdout) if done.stdout else {}

    def other_names(self):
        added = self.wallet.adds(self.mastercard)
        done = self.beside("first", "card", "activate", "--yes", "--network", "visa", added.link)
        refused = done.returncode == 65 and one_line(done, "(callback_missing)")
        self.expect("a link of another network's names", done, refused)
        for more in ((), ("--network", "mastercard")):
            done, said = self.runs(added.link, *more)
            good = done.returncode == 0 and said["callback"].endswith("?issuerMobileAppAuthResponse=approved")
            self.expect(f"Mastercard's names {' '.join(more)}", done, good and said["card"]["network"] == "mastercard")
        moved = self.wallet.adds(self.visa).link.replace("bank-app://token-activation/a2a", "other-app://cards/activate")
        done, said = self.runs(moved, "--launch", "other-app://cards/activate")
        self.expect("another launch address", done, done.returncode == 0 and said["outcome"] == "approved")

    def bare(self):
        done, said = self.runs(self.wallet.adds(self.visa).link, "--bare")
        untouched = "?" not in (said.get("callback") or "?")
        self.expect("bare: a yes opens the callback untouched", done, done.returncode == 0 and untouched)

    def without_a_terminal(self):
        done = self.detached("first", "card", "activate", self.wallet.adds(self.visa).link)
        self.fails("activating without a terminal", done, "terminal", "--yes")

    def only_in_a_sandbox(self):
        """A server outside the sandbox with a page at the wallet's address gets no other request."""
        asked = []

        class Other(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                asked.append(self.path)
                page = b"<!doctype html><title>Wallets</title><main>Leather, and canvas.</main>"
                self.send_response(200)
                self.send_header("Content-Length", str(len(page)))
                self.end_headers()
                self.wfile.write(page)

            do_POST = do_GET

            def log_message(self, *_):
                pass

        other = http.server.HTTPServer(("127.0.0.1", 0), Other)
        threading.Thread(target=other.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{other.server_port}"
        link = ("--callback-scheme", "com.example.wallet", "--server", address, GOOD)
        done = self.beside("first", "card", "activate", "--yes", *link)
        self.fails("--yes against another server", done, "--yes is for sandboxes")
        self.checks.that("which was asked for nothing else", asked == ["/wallet"], asked)
        other.shutdown()
        other.server_close()
        nowhere = f"http://localhost:{free_port()}"
        done = self.beside("first", "card", "activate", "--yes", *link[:2], "--server", nowhere, GOOD)
        self.fails("no server there", done, "no server answers")

    # The results at the issuer's server and the network.

    def others_card(self):
        added = self.wallet.adds(self.visa)
        done, said = self.runs(added.link, person="second")
        good = done.returncode == 1 and said["reason"] == "card_not_found" and said["callback"].endswith("=failure")
        self.expect("another's card does not exist", done, good and "no such card" in done.stderr)
        self.checks.that("and is not shown", "card" not in said, said)
        self.checks.that("nothing is active", added.state == WAITS, added.state)

    def tempers(self):
        for temper, code, outcome, state in (
            ("slow", 0, "approved", "Active"),
            ("times_out_after", 0, "approved", "Active"),
            ("times_out_before", 0, "approved", "Active"),
            ("refuses", 1, "refused_by_network", WAITS),
            ("down", 1, "outcome_unknown", WAITS),
        ):
            added = self.wallet.adds(self.mastercard, temper=temper)
            done, said = self.runs(added.link)
            told = said.get("reason") or said.get("outcome")
            self.expect(f"a network whose temper is {temper}", done, done.returncode == code and told == outcome)
            self.checks.that(f"… and what it holds: {state}", added.state == state, added.state)

    def suspend(self):
        added = self.wallet.adds(self.visa)
        _, said = self.runs(added.link)
        unknown = "0193a1b2-0000-7000-8000-000000000000"
        self.fails("an id of nothing", self.beside("first", "card", "suspend", "--yes", unknown), "activation_not_found")
        done = self.beside("second", "card", "suspend", "--yes", said["activation_id"])
        self.fails("another's activation", done, "activation_not_found")
        self.checks.that("stays as it is", added.state == "Active", added.state)
        done = self.beside("first", "card", "suspend", "--yes", said["activation_id"])
        self.expect("card suspend", done, done.returncode == 0 and "suspended" in done.stdout and "phone" in done.stdout)
        self.checks.that("at the network too", added.state == "Suspended", added.state)
        done, said = self.runs(added.link)
        self.expect("a suspended one is not activated", done, done.returncode == 1 and said["reason"] == "token_suspended")
