"""The PIN of a device on a terminal: chosen, mistyped, refused, locked and reset; each device has a folder of its own."""

from person import PIN
from terminals import Terminal

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

    def run(self):
        self.mistyped()
        self.mistyped_for_ever()
