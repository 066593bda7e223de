"""Plays the issuer's app on a terminal: links of the sandbox's wallet, typed answers, and all that must be refused.

    check_card_terminal.py <chave>
"""

import json
import os
import pathlib
import re
import shlex
import sys
import tempfile

from card_activations import Activations
from card_links import HostileLinks
from checks import Checks
from outcomes import wrong_argument
from server import Server
from sign_in_desk import Desk

COMMANDS = ["card", "card activate", "card list", "card suspend"]


class CardsOnTerminals(HostileLinks, Activations, Desk):
    def help(self):
        for command in COMMANDS:
            done = self.server.run(*command.split(), "--help")
            widest = max((len(line) for line in done.stdout.splitlines() if not line.startswith("USAGE")), default=0)
            good = done.returncode == 0 and f"USAGE: chave {command}" in done.stdout and not done.stderr
            self.expect(f"'{command} --help' says how it is used", done, good and 0 < widest <= 100)

    def wrong_arguments(self):
        for command in (
            ("card", "activate"),
            ("card", "activate", "x", "--network", "amex"),
            ("card", "activate", "x", "--launch", "bank-app"),
            ("card", "activate", "x", "--launch", "bank-app://token activation/a2a"),
            ("card", "activate", "x", "--server", "nonsense"),
            ("card", "activate", "x", "--client-id", "y"),
            ("card", "suspend", "x"),
            ("card", "suspend"),
            ("card", "list", "x"),
            ("demo", "card", "--institution", "x"),
        ):
            done = self.server.run(*command)
            self.expect(f"{' '.join(command)} is refused", done, wrong_argument(done))

    def nothing_there(self):
        for command in (("card", "list", "--yes"), ("card", "suspend", "0193a1b2-0000-7000-8000-000000000000", "--yes")):
            done = self.server.beside(*command)
            self.fails(f"{' '.join(command)} without a sandbox", done, "chave serve --sandbox", "--data")
        self.checks.that("commands that look leave nothing behind", not self.server.data.exists())

    def examples(self):
        """Each example of the help does what it says, with a link and an id of this sandbox in the place of theirs."""
        ran = 0
        for command in COMMANDS[1:]:
            text = self.server.run(*command.split(), "--help").stdout
            for line in re.findall(r"^\s*(?:Example: )?chave (card .*)$", text, re.M):
                words = shlex.split(line)
                if "activate" in words:
                    words[2:3] = [self.wallet.adds(self.visa).link]
                if "suspend" in words:
                    words[2:3] = [self.activated]
                done = self.beside("first", *words, "--yes")
                ran += self.expect(f"chave {line}", done, done.returncode == 0 and done.stdout)
        self.checks.that("the help has examples", ran >= 5, ran)

    def demo(self):
        done = self.server.run("demo", "card", "--json", timeout=180)
        self.expect("demo card", done, done.returncode == 0)
        verdicts = json.loads(done.stdout)["verdicts"]
        self.checks.that(
            "every verdict holds", len(verdicts) >= 8 and all(each["holds"] for each in verdicts.values()), verdicts
        )

    def run(self):
        self.help()
        self.wrong_arguments()
        self.nothing_there()
        self.hostile_links()
        self.server.start()
        self.holders()
        self.broken_payloads()
        self.activate()
        self.decline()
        self.interrupted()
        self.other_names()
        self.bare()
        self.without_a_terminal()
        self.only_in_a_sandbox()
        self.others_card()
        self.tempers()
        self.suspend()
        self.examples()
        self.demo()
        for terminal in (self.first, self.second, self.third):
            terminal.close()


def main():
    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="chave-card-") as folder:
        server = Server(pathlib.Path(sys.argv[1]).resolve(), folder)
        try:
            CardsOnTerminals(checks, server).run()
        finally:
            server.end()
    checks.finish()


if __name__ == "__main__":
    os.environ.pop("CHAVE_DEVICE_GESTURE", None)
    main()
