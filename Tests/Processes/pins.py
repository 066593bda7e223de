"""The PIN of a device on a terminal: chosen, mistyped, refused, locked and reset, on devices of their own."""

import json

from outcomes import one_line, shown
from person import PIN, PIN_ANSWERS, on_terminal
from terminals import Terminal
from wallet import API

ASKS_PIN = r"PIN, or nothing to refuse:"


class Pins:
    def __init__(self, line):
        self.line, self.server, self.checks = line, line.server, line.checks

    def environment(self, name):
        return {**self.line.environment(), "CHAVE_DEVICE_DIR": str(self.server.folder / name)}

    def types(self, name, *command):
        """A terminal on which the device of that name runs a command."""
        return Terminal(name, self.environment(name)).run(self.server.program, *command)

    def ends(self, what, terminal, code):
        found = terminal.end()
        self.checks.that(what, found == code, f"exit {found}: {terminal.screen()[-600:]!r}")
        terminal.close()

    def chooses(self, terminal, first, second):
        terminal.until("Choose one of 4")
        terminal.type(first)
        terminal.until("Once more")
        terminal.type(second)

    # The choice, which begins when the bank has approved.

    def mistyped(self):
        terminal = self.types("mistyped", "device", "enroll")
        self.chooses(terminal, "1111", "2222")
        terminal.until("differ")
        self.chooses(terminal, "1", "1")
        terminal.until("too short")
        self.chooses(terminal, PIN, PIN)
        terminal.until(ASKS_PIN)
        terminal.type(PIN)
        terminal.until("enrolled")
        self.ends("a PIN that was mistyped is chosen again, and the device is enrolled", terminal, 0)

    def mistyped_for_ever(self):
        terminal = self.types("clumsy", "device", "enroll")
        for second in ("1", "2", "3"):
            self.chooses(terminal, PIN, second)
        terminal.until("no PIN was chosen in 3 tries")
        self.ends("which is asked three times at most", terminal, 1)

    # The lock, and the way out of it.

    def payments(self):
        return API.merchant(self.server.base_url, self.server.keys).get("/payment-intents/").json["count"]

    def enrollments(self, name):
        done = self.server.beside("device", "list", "--json", environment=self.environment(name))
        return [item["status"] for item in json.loads(done.stdout)]

    def asked(self, name, answers, *command):
        return on_terminal([self.server.program, *command], self.environment(name), answers, timeout=60)

    def expect(self, what, done, holds):
        self.checks.that(what, holds, f"{shown(done)} {done.terminal[-300:]!r}")

    def wrong_until_locked(self):
        done = self.asked("locked", PIN_ANSWERS, "device", "enroll")
        self.expect("another device enrolls", done, done.returncode == 0)
        before = self.payments()
        done = self.asked("locked", [("PIN, or nothing to refuse:", "")], "device", "pay", "--amount", "2")
        self.expect("nothing typed at the PIN pays nothing", done, done.returncode == 2 and "R$ 2.00" in done.terminal)
        done = self.asked("locked", [("PIN, or nothing to refuse:", "0000")], "device", "pay", "--amount", "2")
        tries = "7 tries left" in done.terminal and "1 try left" in done.terminal and "1 tries" not in done.terminal
        self.expect("a wrong PIN is asked again in place, with the tries left", done, tries)
        self.expect("until it is locked", done, done.returncode == 1 and one_line(done, "chave device pin reset"))
        for command in (("pay", "--amount", "2"), ("enroll",)):
            done = self.asked("locked", [], "device", *command)
            told = one_line(done, "locked", "chave device pin reset") and not done.terminal
            self.expect(f"a locked PIN ends device {command[0]} before it asks", done, done.returncode == 1 and told)
        self.checks.that("none of these made a payment", self.payments() == before, self.payments())
        self.checks.that("nor an enrollment", self.enrollments("locked") == ["SUCCEEDED"], self.enrollments("locked"))

    def reset(self):
        alone = {"environment": self.environment("locked"), "prefix": ["setsid", "-w"]}
        done = self.server.beside("device", "pin", "reset", **alone)
        self.expect("a reset is asked about", WithoutTerminal(done), done.returncode == 1 and one_line(done, "--yes"))
        done = self.asked("locked", [("Type yes:", "no")], "device", "pin", "reset")
        self.expect("no resets nothing", done, done.returncode == 2 and "1 key with it" in done.terminal)
        done = self.asked("locked", [], "device", "pay", "--amount", "2")
        self.expect("the lock is still there", done, done.returncode == 1 and "locked" in done.stderr)
        done = self.asked("locked", [("Type yes:", "yes")], "device", "pin", "reset")
        self.expect("yes does, and says what to do", done, done.returncode == 0 and "device forget" in done.stderr)
        done = self.server.beside("device", "pay", "--amount", "2", "--yes", environment=self.environment("locked"))
        self.expect("no key is left to pay with", WithoutTerminal(done), done.returncode == 1)
        done = self.server.beside("device", "forget", "--all", environment=self.environment("locked"))
        self.expect("the enrollment can be ended without it", WithoutTerminal(done), done.returncode == 0)
        for command in (("enroll",), ("pay", "--amount", "2")):
            done = self.asked("locked", PIN_ANSWERS, "device", *command)
            self.expect(f"device {command[0]} works with another PIN", done, done.returncode == 0)
        done = self.server.beside("device", "pin", "reset", "--yes", "--json", environment=self.environment("nobody"))
        self.expect("a reset of nothing", WithoutTerminal(done), json.loads(done.stdout) == {"keys_removed": 0})

    def run(self):
        self.mistyped()
        self.mistyped_for_ever()
        self.wrong_until_locked()
        self.reset()


class WithoutTerminal:
    """The result of a command that had no terminal."""

    def __init__(self, done):
        self.returncode, self.stdout, self.stderr, self.terminal = done.returncode, done.stdout, done.stderr, ""
