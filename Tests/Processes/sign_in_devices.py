"""People's steps with their devices on terminals: typed by hand, one fault at a time."""

import json
import re
import time

import qr_reading
from person import PIN
from terminals_document import TerminalsDocument, named

DIGITS = r"(\d{3}) (\d{3}) (\d{3})"
ASKS_PIN = r"PIN, or nothing to refuse:"


class Devices:
    def register(self):
        self.fails("no credential yet", self.beside("first", "device", "sign-in", "--yes"), "no such credential")
        self.fails(
            "a link that is none", self.beside("first", "device", "sign-in", "--yes", "--register", "abc"), "--register"
        )
        wrong = self.newest_link()[:-43] + "A" * 43
        self.fails("a wrong link", self.beside("first", "device", "sign-in", "--yes", "--register", wrong), "link")
        without = self.detached("first", "device", "sign-in")
        self.fails("signing in without a terminal", without, "terminal", "--yes")
        link = self.newest_link()
        first = self.first.run(
            self.server.program,
            "device",
            "sign-in",
            "--register",
            link,
            shown=f"chave device sign-in --register '{link}'",
        )
        first.until("Choose one of 4")
        first.type(PIN)
        first.until("Once more")
        first.type(PIN)
        first.until(ASKS_PIN)
        first.type(PIN)
        first.until("registered")
        first.until(ASKS_PIN)
        first.type(PIN)
        first.until(f"signed in as {self.user}")
        self.ends("the first device registers and signs in", first, 0)
        self.fails("a link twice", self.beside("third", "device", "sign-in", "--yes", "--register", link), "link")

    def offer(self, *arguments, shown=None):
        """The first device shows a code."""
        self.first.run(self.server.program, "device", "extend", *arguments, shown=shown)
        self.first.until(ASKS_PIN)
        self.first.type(PIN)
        return "".join(self.first.until(DIGITS).groups())

    def claim(self, code, name="tablet", shown=None):
        """The second one types it, and shows its number."""
        self.second.run(self.server.program, "device", "import", "--device-name", name, shown=shown)
        self.second.until("nine digits that the first device shows")
        self.second.type(f"{code[:3]} {code[3:6]}-{code[6:]}")
        return self.prove_and_read()

    def prove_and_read(self):
        if self.second.until(rf"Choose one of 4|{ASKS_PIN}")[0].startswith("Choose"):
            self.second.type(PIN)
            self.second.until("Once more")
            self.second.type(PIN)
            self.second.until(ASKS_PIN)
        self.second.type(PIN)
        return self.second.until(r"number: (\d\d)")[1]

    def choices(self, name="tablet"):
        return self.first.until(rf"calls itself “{name}”[\s\S]*?(\d\d)   (\d\d)   (\d\d)").groups()

    def extend(self):
        self.fails("extending without a terminal", self.detached("first", "device", "extend", "--yes"), "terminal")
        self.third.run(self.server.program, "device", "extend", "--yes")
        self.third.until("no credential")
        self.ends("extending what is not there", self.third, 1)
        folder = self.server.folder
        code = self.offer("--qr-file", folder / "code.png", shown="chave device extend --qr-file code.png")
        self.checks.that("zbar reads the PNG", qr_reading.read(folder / "code.png") == code)
        self.checks.that("nobody else may", (folder / "code.png").stat().st_mode & 0o077 == 0)
        self.checks.that("zbar reads the terminal", self.drawn(light_on_dark=False) == code)
        self.first.until(r"within 8\d s")
        number = self.claim(code)
        offered = self.choices()
        self.checks.that(
            "the second device's number is one of three", number in offered and len(set(offered)) == 3, offered
        )
        self.first.until("Type the number")
        self.first.type(number)
        self.first.until(rf"“tablet”[\s\S]*number {number}[\s\S]*{ASKS_PIN}")
        self.first.type(PIN)
        self.second.until("imported")
        self.ends("the second device has a credential", self.second, 0)
        self.first.until("done")
        self.ends("and the first one says so", self.first, 0)
        self.second.run(self.server.program, "device", "sign-in")
        self.second.until(ASKS_PIN)
        self.second.type(PIN)
        self.second.until(f"signed in as {self.user}")
        self.ends("the second device signs in", self.second, 0)
        TerminalsDocument(self.server).check(self.checks, [self.first, self.second])
        for terminal in (self.first, self.second):
            self.checks.that(f"{terminal.name}: the PIN is never shown", PIN not in named(terminal.screen()))
        done = self.server.beside("users", "devices", "ana")
        lines = done.stdout.splitlines()
        self.expect(
            "users devices shows who let in whom",
            done,
            len(lines) == 2 and lines[1].startswith("  ") and "tablet" in lines[1],
        )

    def drawn(self, light_on_dark):
        """zbar's reading of the last code on the first terminal."""
        lines = self.first.screen().splitlines()
        block = [line for line in lines if re.fullmatch(r"[█▀▄ ]+", line) and set(line) != {" "}]
        size = 29  # Version 1, with its quiet zone; spaces at the end of a line are not kept.
        dark = qr_reading.terminal_modules([line.ljust(size) for line in block[-15:]])
        rows = [[1 - module for module in row] for row in dark] if light_on_dark else dark
        zone = [[0] * size] * 4
        return qr_reading.read_modules(zone + rows + zone, self.server.folder)

    def wrong_number(self):
        """A wrongly picked number admits no device, and a new code replaces the old one in its place."""
        self.first.run(self.server.program, "device", "extend", "--yes", "--handle", "nobody")
        self.first.until("no such credential")
        self.ends("extending a credential of nobody", self.first, 1)
        svg = self.server.folder / "code.svg"
        code = self.offer("--plain", "--qr-file", svg)
        self.checks.that("zbar reads the plain terminal", self.drawn(light_on_dark=True) == code)
        rows = qr_reading.svg_modules(svg.read_text())
        self.checks.that("zbar reads the SVG", qr_reading.read_modules(rows, self.server.folder) == code)
        number = self.claim(code, name="stranger")
        wrong = next(each for each in self.choices("stranger") if each != number)
        self.first.until("Type the number")
        self.first.type("hello")
        # An answer counts only after its question: typed ahead, it is thrown away.
        self.first.until(r"It is one of[\s\S]*Type the number")
        self.first.type(wrong)
        self.second.until("refused")
        self.ends("a wrong number lets nobody in", self.second, 1)
        fresh = "".join(self.first.until(DIGITS).groups())
        self.checks.that("another code is shown", fresh != code)
        self.second.run(self.server.program, "device", "import", code)
        self.second.until(ASKS_PIN)
        self.second.type(PIN)
        self.second.until("wrong, used or too old")
        self.ends("the old code is worth nothing", self.second, 1)
        self.second.run(self.server.program, "device", "import", fresh)
        self.second.until(ASKS_PIN)
        self.second.type(PIN)
        self.second.until(r"number: (\d\d)")
        self.first.until("Type the number")
        self.first.type("")
        self.second.until("refused")
        self.ends("nothing typed refuses", self.second, 1)
        latest = "".join(self.first.until(DIGITS).groups())
        self.first.ctrl_c()
        self.first.until("cancelled")
        self.ends("Ctrl-C ends an extension", self.first, 130)
        done = self.beside("third", "device", "import", "--yes", latest)
        self.fails("and its code, at the server", done, "wrong, used or too old")

    def begin_rotation(self):
        """Another person's device shows a code; it is looked at again when that is over."""
        self.server.beside("users", "add", "bia", "--email", "bia@example.com")
        link = self.newest_link()
        done = self.beside("rotating", "device", "sign-in", "--yes", "--register", link)
        self.expect("another person signs in", done, done.returncode == 0)
        self.third.run(self.server.program, "device", "extend", "--yes")
        self.rotating_code = "".join(self.third.until(DIGITS).groups())

    def rotation(self):
        """After 90 seconds another code stands in the place of the first."""
        fresh = "".join(self.third.until(DIGITS, timeout=110).groups())
        self.third.until(r"within 8\d s")
        lines = self.third.screen().splitlines()
        drawn = [line for line in lines if re.search(DIGITS, line)]
        self.checks.that(
            "a new code stands in the place of the old one",
            len(drawn) == 1 and fresh in drawn[0].replace(" ", ""),
            drawn,
        )
        self.checks.that("and is another one", fresh != self.rotating_code)
        self.checks.that("there is one QR code", sum(line.strip().startswith("█▀▀▀▀▀█ ") for line in lines) == 2, lines)
        self.third.ctrl_c()
        self.third.until("cancelled")
        self.ends("and Ctrl-C ends it", self.third, 130)

    def interrupted(self):
        code = self.offer()
        self.claim(code, name="second thoughts")
        self.second.ctrl_c()
        self.second.until("cancelled")
        self.ends("Ctrl-C ends an import", self.second, 130)
        self.first.ctrl_c()
        self.first.until("cancelled")
        self.ends("Ctrl-C while the number is asked for ends it too", self.first, 130)
        self.first.run(self.server.program, "device", "extend")
        self.first.until(ASKS_PIN)
        self.first.ctrl_c()
        self.ends("Ctrl-C at the PIN ends it", self.first, 130)
        for command in ("sign-in", "extend"):
            self.first.run(self.server.program, "device", command)
            self.first.until(ASKS_PIN)
            self.first.type("")
            self.ends(f"nothing typed at the PIN of {command} is a no", self.first, 2)

    def approve(self):
        """A page of another server gets no proof."""
        address = "https://other.example/t/padaria-aurora/v2/browser-approvals/" + "A" * 43
        self.fails(
            "approving without a terminal", self.detached("first", "device", "approve", address, "--yes"), "terminal"
        )
        for typed in (address, f"{self.server.base_url}/t/padaria-aurora/v2/browser-approvals/short"):
            self.first.run(self.server.program, "device", "approve", typed)
            self.first.until("Expected the address in the QR")
            self.ends(f"approving {typed[:24]}…", self.first, 1)
        self.first.run(
            self.server.program, "device", "approve", address.replace("https://other.example", self.server.base_url)
        )
        self.first.until(ASKS_PIN)
        self.first.type(PIN)
        self.first.until("chave: ")
        self.ends("approving a page that is not there", self.first, 1)

    def piped(self):
        """Without a terminal for its output it writes lines."""
        out = self.server.folder / "lines.txt"
        command = f"exec '{self.server.program}' device extend --yes --json > '{out}'"
        self.first.run("sh", "-c", command, shown="chave device extend --yes --json > lines.txt")
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline and not (out.exists() and out.read_text().endswith("\n")):
            time.sleep(0.05)
        begun = json.loads(out.read_text().splitlines()[0])
        self.checks.that(
            "a JSON line for the code", begun["status"] == "started" and len(begun["code"]) == 9, begun["status"]
        )
        self.first.ctrl_c()
        self.ends("Ctrl-C ends that too", self.first, 130)
        statuses = [json.loads(line)["status"] for line in out.read_text().splitlines()]
        self.checks.that("the last line says how it ended", statuses == ["started", "aborted"], statuses)
        nobody = "http://localhost:1"
        for more, where in ((("--server", nobody), None), ((), {"CHAVE_BASE_URL": nobody})):
            done = self.beside("third", "device", "import", "--yes", "123456789", *more, environment=where)
            self.fails("a server that does not answer is named", done, f"No server answers at {nobody}.", "--server")
        for text in ("12345678", "1234567890", "12345678a"):
            self.fails(f"import {text}", self.beside("third", "device", "import", "--yes", text), "nine digits")

    def delete(self):
        self.fails(
            "deleting without a terminal",
            self.detached("second", "device", "keys", "delete", "padaria-aurora"),
            "--yes",
        )
        self.second.run(self.server.program, "device", "keys", "delete", "padaria-aurora")
        self.second.until("Type yes")
        self.second.type("no")
        self.ends("no deletes nothing, and ends with 2", self.second, 2)
        self.second.run(self.server.program, "device", "keys", "delete", "padaria-aurora")
        self.second.until("Type yes")
        self.second.type("yes")
        self.ends("yes deletes", self.second, 0)
        self.fails(
            "and only once",
            self.beside("second", "device", "keys", "delete", "padaria-aurora", "--yes"),
            "no such credential",
        )
        listed = json.loads(self.beside("second", "device", "keys", "list", "--json").stdout)
        self.checks.that("nothing is left", listed == [], listed)
