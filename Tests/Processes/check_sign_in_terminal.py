"""Signs in on terminals as people would: two of them are two devices, the numbers are typed, and other programs read what comes of it.

    check_sign_in_terminal.py <chave>

With CHAVE_PICTURES=write it writes what the two terminals showed into docs/sign-in-terminals.md; else it compares that with what
they show now.
"""

import base64
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

from joserfc import jwk, jwt

import chains
import qr_reading
from checks import Checks
from outcomes import one_line, shown, wrong_argument
from person import PIN
from server import Server, free_port
from terminals import Terminal
from terminals_document import TerminalsDocument, named

DIGITS = r"(\d{3}) (\d{3}) (\d{3})"
ASKS_PIN = r"PIN, or nothing to refuse:"
COMMANDS = [
    "device sign-in", "device extend", "device import", "device keys", "device keys list", "device keys delete",
    "device keys export-chain", "users", "users add", "users list", "users show", "users suspend", "users activate",
    "users delete", "users recover", "users devices", "users revoke", "clients", "clients add", "clients list",
    "clients remove", "profile", "profile show", "profile set", "tenants", "tenants add", "tenants list", "tenants token",
    "tenants roots",
]


class SignInOnTerminals:
    def __init__(self, checks, server):
        self.checks, self.server = checks, server
        self.first = self.terminal("first terminal", "first")
        self.second = self.terminal("second terminal", "second")
        self.third = self.terminal("third terminal", "rotating")
        self.user = None

    def terminal(self, name, directory):
        return Terminal(name, self.environment(directory))

    def environment(self, directory):
        server = self.server
        return {
            **server.environment,
            "CHAVE_DATA": str(server.data),
            "CHAVE_BASE_URL": server.base_url,
            "CHAVE_DEVICE_DIR": str(server.folder / directory),
            "TERM": "xterm-256color",
        }

    def beside(self, directory, *arguments, **more):
        """A command without a terminal on one of the devices."""
        more["environment"] = {"CHAVE_DEVICE_DIR": str(self.server.folder / directory), **(more.get("environment") or {})}
        return self.server.beside(*arguments, **more)

    def expect(self, what, done, holds):
        return self.checks.that(what, holds, shown(done))

    def fails(self, what, done, *parts):
        self.expect(what, done, done.returncode == 1 and one_line(done, *parts))

    def ends(self, what, terminal, code):
        found = terminal.end()
        self.checks.that(what, found == code, f"exit {found}: {terminal.screen()[-600:]!r}")

    def newest_link(self):
        with urllib.request.urlopen(f"{self.server.base_url}/outbox") as answer:
            page = html.unescape(answer.read().decode())
        return re.search(r"http://[^\s\"'<>]+/bind\?token=[\w-]{43}", page)[0]

    # What is said before anything is there.

    def help(self):
        for command in COMMANDS:
            done = self.server.run(*command.split(), "--help")
            widest = max((len(line) for line in done.stdout.splitlines() if not line.startswith("USAGE")), default=0)
            good = done.returncode == 0 and f"USAGE: chave {command}" in done.stdout and not done.stderr
            self.expect(f"'{command} --help' says how it is used", done, good and 0 < widest <= 100)

    def nothing_there(self):
        server = self.server
        for command in (("users", "list"), ("clients", "list"), ("device", "sign-in", "--yes")):
            self.fails(f"{' '.join(command)} without a sandbox", server.beside(*command), "chave serve --sandbox", "--data")
        self.fails("tenants of no data", server.beside("tenants", "list"), "no sign-in", "--data")
        self.checks.that("commands that look leave nothing behind", not server.data.exists())
        for command in (
            ("device", "sign-in", "--client-id", "x"), ("tenants", "add", "Padaria Aurora", "--name", "x"),
            ("tenants", "roots", "a", "--add", "--retire", "x"), ("tenants", "token", "a", "--list", "--revoke", "x"),
            ("clients", "add", "x"), ("clients", "add", "x", "--redirect-uri", "https://a.example", "--auth", "magic"),
            ("users", "list", "--server", "nonsense"), ("device", "keys", "export-chain", "a", "--part", "half"),
            ("demo", "sign-in", "--amount", "1"),
        ):
            done = server.run(*command)
            self.expect(f"{' '.join(command)} is refused", done, wrong_argument(done))

    def tenants(self):
        """On a directory that no server has used, and then beside one."""
        data = self.server.folder / "tenants"
        token = self.server.run("tenants", "add", "loja", "--name", "Loja", "--data", data, "--json")
        made = json.loads(token.stdout)
        self.checks.that("a tenant has a root", made["tenant_id"] == "loja" and len(made["roots"]) == 1, made)
        done = self.server.run("tenants", "add", "loja", "--name", "Loja", "--data", data)
        self.fails("a tenant twice", done, "there is a tenant")
        issued = json.loads(self.server.run("tenants", "token", "loja", "--data", data, "--json").stdout)
        self.checks.that("a token is shown once", issued["token"].startswith("chave_st_"), issued["id"])
        listed = self.server.run("tenants", "token", "loja", "--list", "--data", data)
        self.expect("and listed without itself", listed, issued["id"] in listed.stdout and issued["token"] not in listed.stdout)
        done = self.server.run("tenants", "token", "loja", "--revoke", issued["id"], "--data", data)
        self.expect("a token is revoked", done, done.returncode == 0)
        self.fails("and only once", self.server.run("tenants", "token", "loja", "--revoke", issued["id"], "--data", data), "no such")
        roots = json.loads(self.server.run("tenants", "roots", "loja", "--add", "--data", data, "--json").stdout)
        self.checks.that("a second root", len(roots) == 2 and roots[0] == made["roots"][0], roots)
        self.fails("no third", self.server.run("tenants", "roots", "loja", "--add", "--data", data), "at most two")
        done = self.server.run("tenants", "roots", "loja", "--retire", roots[0], "--yes", "--data", data, "--json")
        self.expect("the old root is retired", done, json.loads(done.stdout) == roots[1:])
        self.fails("the newest stays", self.server.run("tenants", "roots", "loja", "--retire", roots[1], "--yes", "--data", data), "newest")
        self.fails("roots of nobody", self.server.run("tenants", "roots", "nobody", "--data", data), "no such tenant")
        listed = json.loads(self.server.run("tenants", "list", "--data", data, "--json").stdout)
        self.checks.that("tenants list", [each["tenant_id"] for each in listed] == ["loja"], listed)

    # The administrator.

    def add_user(self):
        server = self.server
        done = server.beside("users", "add", "ana", "--email", "ana@example.com", "--display-name", "Ana Souza", "--json")
        self.expect("users add", done, done.returncode == 0)
        self.user = json.loads(done.stdout)["internal_id"]
        self.fails("the same external id", server.beside("users", "add", "ana", "--email", "a@example.com"), "external_id")
        self.fails("no mail address", server.beside("users", "add", "b", "--email", "b"), "email")
        for name in ("ana", self.user):
            done = server.beside("users", "show", name)
            self.expect(f"users show {name[:8]}", done, "Ana Souza" in done.stdout)
        self.fails("an unknown user", server.beside("users", "show", "nobody"), "no such user")
        done = server.beside("users", "devices", "ana")
        self.expect("no devices yet", done, done.returncode == 0 and "mailed link" in done.stderr)
        done = server.beside("users", "list", environment={"CHAVE_SIGNIN_TOKEN": "chave_st_" + "A" * 43})
        self.fails("a wrong token", done, "CHAVE_SIGNIN_TOKEN")
        self.fails("no server there", server.beside("users", "list", "--server", f"http://localhost:{free_port()}"), "no server")

    def clients(self):
        server = self.server
        redirect = "https://loja.example/callback"
        done = server.beside("clients", "add", "Loja", "--redirect-uri", redirect, "--json")
        client = json.loads(done.stdout)
        self.checks.that("a confidential client has a secret", client["client_secret"].startswith("chave_cs_"))
        done = server.beside("clients", "add", "App", "--redirect-uri", "com.example.app:/callback", "--auth", "none")
        self.expect("a custom scheme is a risk", done, "risk:" in done.stderr and "client_secret" not in done.stdout)
        public = re.search(r"client_id:\s+(\S+)", done.stdout)[1]
        done = server.beside("doctor", "--port", free_port())
        self.expect("doctor names it", done, done.returncode == 0 and "com.example.app:/callback" in done.stdout)
        self.fails("http elsewhere", server.beside("clients", "add", "x", "--redirect-uri", "http://a.example/"), "https")
        done = server.beside("clients", "remove", public)
        self.expect("clients remove", done, done.returncode == 0)
        listed = json.loads(server.beside("clients", "list", "--json").stdout)
        self.checks.that("clients list", public not in [each["client_id"] for each in listed] and client["client_id"] in
                         [each["client_id"] for each in listed], listed)
        return client, redirect

    # Two terminals.

    def register(self):
        self.fails("no credential yet", self.beside("first", "device", "sign-in", "--yes"), "no such credential")
        self.fails("a link that is none", self.beside("first", "device", "sign-in", "--yes", "--register", "abc"), "--register")
        wrong = self.newest_link()[:-43] + "A" * 43
        self.fails("a wrong link", self.beside("first", "device", "sign-in", "--yes", "--register", wrong), "link")
        without = self.detached("first", "device", "sign-in")
        self.fails("signing in without a terminal", without, "terminal", "--yes")
        link = self.newest_link()
        first = self.first.run(self.server.program, "device", "sign-in", "--register", link, shown=f"chave device sign-in --register '{link}'")
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

    def detached(self, directory, *arguments):
        return subprocess.run(
            [self.server.program, *arguments],
            env=self.environment(directory),
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            timeout=60,
        )

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
        folder = self.server.folder
        code = self.offer("--qr-file", folder / "code.png", shown="chave device extend --qr-file code.png")
        self.checks.that("zbar reads the PNG", qr_reading.read(folder / "code.png") == code)
        self.checks.that("nobody else may", (folder / "code.png").stat().st_mode & 0o077 == 0)
        self.checks.that("zbar reads the terminal", self.drawn(light_on_dark=False) == code)
        self.first.until(r"within 8\d s")
        number = self.claim(code)
        offered = self.choices()
        self.checks.that("the second device's number is one of three", number in offered and len(set(offered)) == 3, offered)
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
        self.expect("users devices shows who let in whom", done, len(lines) == 2 and lines[1].startswith("  ") and "tablet" in lines[1])

    def drawn(self, light_on_dark):
        """What zbar reads of the last code that the first terminal shows."""
        lines = self.first.screen().splitlines()
        block = [line for line in lines if re.fullmatch(r"[█▀▄ ]+", line) and set(line) != {" "}]
        size = 29  # Version 1, with its quiet zone; spaces at the end of a line are not kept.
        dark = qr_reading.terminal_modules([line.ljust(size) for line in block[-15:]])
        rows = [[1 - module for module in row] for row in dark] if light_on_dark else dark
        zone = [[0] * size] * 4
        return qr_reading.read_modules(zone + rows + zone, self.server.folder)

    def wrong_number(self):
        """What a person picks wrongly lets nobody in, and a new code replaces the old one in its place."""
        svg = self.server.folder / "code.svg"
        code = self.offer("--plain", "--qr-file", svg)
        self.checks.that("zbar reads the plain terminal", self.drawn(light_on_dark=True) == code)
        rows = qr_reading.svg_modules(svg.read_text())
        self.checks.that("zbar reads the SVG", qr_reading.read_modules(rows, self.server.folder) == code)
        number = self.claim(code, name="stranger")
        wrong = next(each for each in self.choices("stranger") if each != number)
        self.first.until("Type the number")
        self.first.type("hello")
        self.first.until("It is one of")
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
        self.checks.that("a new code stands in the place of the old one", len(drawn) == 1 and fresh in drawn[0].replace(" ", ""), drawn)
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

    def piped(self):
        """Without a terminal for its output it writes lines."""
        out = self.server.folder / "lines.txt"
        command = f"exec '{self.server.program}' device extend --yes --json > '{out}'"
        self.first.run("sh", "-c", command, shown="chave device extend --yes --json > lines.txt")
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline and not (out.exists() and out.read_text().endswith("\n")):
            time.sleep(0.05)
        begun = json.loads(out.read_text().splitlines()[0])
        self.checks.that("a JSON line for the code", begun["status"] == "started" and len(begun["code"]) == 9, begun["status"])
        self.first.ctrl_c()
        self.ends("Ctrl-C ends that too", self.first, 130)
        statuses = [json.loads(line)["status"] for line in out.read_text().splitlines()]
        self.checks.that("the last line says how it ended", statuses == ["started", "aborted"], statuses)
        for text in ("12345678", "1234567890", "12345678a"):
            self.fails(f"import {text}", self.beside("third", "device", "import", "--yes", text), "nine digits")

    # What the credentials are.

    def certificates(self):
        for directory, count in (("first", 2), ("second", 3)):
            listed = json.loads(self.beside(directory, "device", "keys", "list", "--json").stdout)
            handle = listed[0]["handle"]
            self.checks.that(f"{directory}: keys list", [each["state"] for each in listed] == ["active"], listed)
            parts = {
                part: self.beside(directory, "device", "keys", "export-chain", handle, "--part", part).stdout
                for part in ("all", "own", "above", "root")
            }
            self.checks.that(f"{directory}: {count} certificates", parts["all"].count("BEGIN CERTIFICATE") == count)
            self.checks.that(f"{directory}: the parts are the whole", parts["own"] + parts["above"] + parts["root"] == parts["all"])
            holds, said = chains.by_openssl(self.server.folder, parts)
            self.checks.that(f"{directory}: openssl verifies the chain", holds, said)
            wrong = list(chains.problems(parts["all"]))
            self.checks.that(f"{directory}: each certificate holds by itself", not wrong, wrong)
        # What these programs accept, they also refuse: a chain with a certificate left out.
        holds, said = chains.by_openssl(self.server.folder, {**parts, "above": ""})
        self.checks.that("openssl refuses a chain with a gap", not holds, said)
        self.checks.that("and so does the other program", any(chains.problems(parts["own"] + parts["root"])))
        self.fails("a chain of nobody", self.beside("first", "device", "keys", "export-chain", "nobody"), "no such credential")
        files = [path.read_bytes() for path in (self.server.folder / "first").rglob("*") if path.is_file()]
        self.checks.that("no certificate lies open on the disk", all(b"BEGIN CERTIFICATE" not in each for each in files))

    def confidential(self, client, redirect):
        options = ("--client-id", client["client_id"], "--redirect-uri", redirect)
        done = self.beside("first", "device", "sign-in", "--yes", "--json", *options)
        self.expect("a confidential client gets a code", done, done.returncode == 0)
        answer = json.loads(done.stdout)
        basic = base64.b64encode(f"{client['client_id']}:{client['client_secret']}".encode()).decode()
        form = {
            "grant_type": "authorization_code", "code": answer["authorization_code"], "redirect_uri": redirect,
            "code_verifier": answer["code_verifier"],
        }
        tokens = self.post("/v2/token", form, basic)
        claims = self.verified(tokens["id_token"], client["client_id"])
        self.checks.that("its server has the person's ID token", claims["sub"] == self.user, claims)
        try:
            self.post("/v2/token", form, basic)
            self.checks.that("a code counts once", False)
        except urllib.error.HTTPError as error:
            self.checks.that("a code counts once", error.code == 400, error.code)
        done = self.beside("first", "device", "sign-in", "--yes", "--json")
        public = json.loads(done.stdout)
        claims = self.verified(public["id_token"], json.loads((self.server.data / "sandbox-sign-in.json").read_text())["client_id"])
        self.checks.that("a public client's ID token holds", claims["sub"] == self.user == public["subject"], claims)

    def post(self, path, form, basic):
        request = urllib.request.Request(
            self.server.base_url + path,
            data=urllib.parse.urlencode(form).encode(),
            headers={"Authorization": f"Basic {basic}", "Content-Type": "application/x-www-form-urlencoded"},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def verified(self, token, audience):
        """The claims by another program's judgement, by the keys that discovery names."""
        issuer = f"{self.server.base_url}/t/padaria-aurora"
        with urllib.request.urlopen(f"{issuer}/.well-known/openid-configuration") as answer:
            document = json.load(answer)
        with urllib.request.urlopen(document["jwks_uri"]) as answer:
            keys = jwk.KeySet.import_key_set(json.load(answer))
        claims = jwt.decode(token, keys, algorithms=["ES256"]).claims
        registry = jwt.JWTClaimsRegistry(
            iss={"essential": True, "value": issuer}, aud={"essential": True, "value": audience}, exp={"essential": True}
        )
        registry.validate(claims)
        return claims

    # How it ends.

    def states(self):
        server = self.server
        done = server.beside("users", "suspend", "ana")
        self.expect("users suspend", done, "SUSPENDED" in done.stdout)
        self.fails("a suspended user", self.beside("first", "device", "sign-in", "--yes"), "suspended")
        done = self.beside("first", "device", "keys", "list")
        self.expect("and its device shows it", done, "userSuspended" in done.stdout)
        server.beside("users", "activate", "ana")
        done = self.beside("first", "device", "sign-in", "--yes")
        self.expect("users activate", done, done.returncode == 0)
        tablet = next(each for each in json.loads(server.beside("users", "devices", "ana", "--json").stdout) if "parent_id" in each)
        self.fails("an unknown device", server.beside("users", "revoke", "ana", "nothing"), "no such device")
        done = server.beside("users", "revoke", "ana", tablet["credential_id"])
        self.expect("users revoke", done, done.returncode == 0)
        self.fails("a revoked device", self.beside("second", "device", "sign-in", "--yes"), "revoked")
        done = self.beside("second", "device", "keys", "list")
        self.expect("and it shows it", done, "deviceDeleted" in done.stdout)

    def delete(self):
        self.fails("deleting without a terminal", self.detached("second", "device", "keys", "delete", "padaria-aurora"), "--yes")
        self.second.run(self.server.program, "device", "keys", "delete", "padaria-aurora")
        self.second.until("Type yes")
        self.second.type("no")
        self.ends("no deletes nothing", self.second, 1)
        self.second.run(self.server.program, "device", "keys", "delete", "padaria-aurora")
        self.second.until("Type yes")
        self.second.type("yes")
        self.ends("yes deletes", self.second, 0)
        self.fails("and only once", self.beside("second", "device", "keys", "delete", "padaria-aurora", "--yes"), "no such credential")
        listed = json.loads(self.beside("second", "device", "keys", "list", "--json").stdout)
        self.checks.that("nothing is left", listed == [], listed)

    def recover(self):
        self.fails("recovering nobody", self.server.beside("users", "recover", "nobody"), "no such user")
        done = self.server.beside("users", "recover", "ana")
        self.expect("users recover", done, done.returncode == 0)
        done = self.beside("third", "device", "sign-in", "--yes", "--register", self.newest_link())
        self.expect("a new device signs in", done, done.returncode == 0 and self.user in done.stdout)
        self.fails("the old one no more", self.beside("first", "device", "sign-in", "--yes"), "revoked")
        done = self.server.beside("users", "delete", "ana", "--yes")
        self.expect("users delete", done, "DELETED" in done.stdout)
        self.fails("whoever was deleted", self.beside("third", "device", "sign-in", "--yes"), "no longer exists")

    def demo(self):
        done = self.server.run("demo", "sign-in", "--json", timeout=120)
        self.expect("demo sign-in", done, done.returncode == 0)
        verdicts = json.loads(done.stdout)["verdicts"]
        self.checks.that("every verdict holds", len(verdicts) >= 6 and all(each["holds"] for each in verdicts.values()), verdicts)

    def run(self):
        self.help()
        self.nothing_there()
        self.tenants()
        self.server.start()
        self.add_user()
        self.register()
        self.extend()
        self.begin_rotation()
        client = self.clients()
        self.wrong_number()
        self.interrupted()
        self.piped()
        self.certificates()
        self.confidential(*client)
        self.states()
        self.delete()
        self.recover()
        self.demo()
        self.rotation()
        for terminal in (self.first, self.second, self.third):
            terminal.close()


def main():
    for program in ("zbarimg", "openssl"):
        if shutil.which(program) is None:
            sys.exit(f"{program} is not there: scripts/setup test")
    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="chave-sign-in-") as folder:
        server = Server(pathlib.Path(sys.argv[1]).resolve(), folder)
        try:
            SignInOnTerminals(checks, server).run()
        finally:
            server.end()
    checks.finish()


if __name__ == "__main__":
    os.environ.pop("CHAVE_DEVICE_GESTURE", None)
    main()
