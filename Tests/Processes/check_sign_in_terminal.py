"""Signs in on terminals as people would: each is a device, numbers are typed, other programs read the results.

    check_sign_in_terminal.py <chave>

With CHAVE_PICTURES=write it writes the output of two terminals into docs/sign-in-terminals.md; otherwise it compares
that document with the present output.
"""

import json
import os
import pathlib
import shutil
import sys
import tempfile

from checks import Checks
from outcomes import wrong_argument
from server import Server
from sign_in_administration import Administration
from sign_in_desk import Desk
from sign_in_devices import Devices
from sign_in_tokens import Tokens

COMMANDS = [
    "device sign-in",
    "device extend",
    "device import",
    "device approve",
    "device keys",
    "device keys list",
    "device keys delete",
    "device keys export-chain",
    "users",
    "users add",
    "users list",
    "users show",
    "users set",
    "users events",
    "users suspend",
    "users activate",
    "users delete",
    "users recover",
    "users devices",
    "users revoke",
    "clients",
    "clients add",
    "clients list",
    "clients remove",
    "resource-servers",
    "resource-servers add",
    "resource-servers list",
    "resource-servers remove",
    "scopes",
    "scopes list",
    "scopes set",
    "scopes remove",
    "profile",
    "profile show",
    "profile set",
    "tenants",
    "tenants add",
    "tenants list",
    "tenants token",
    "tenants roots",
]


class SignInOnTerminals(Administration, Devices, Tokens, Desk):
    def help(self):
        for command in COMMANDS:
            done = self.server.run(*command.split(), "--help")
            widest = max((len(line) for line in done.stdout.splitlines() if not line.startswith("USAGE")), default=0)
            good = done.returncode == 0 and f"USAGE: chave {command}" in done.stdout and not done.stderr
            self.expect(f"'{command} --help' says how it is used", done, good and 0 < widest <= 100)

    def nothing_there(self):
        server = self.server
        for command in (("users", "list"), ("clients", "list"), ("device", "sign-in", "--yes")):
            self.fails(
                f"{' '.join(command)} without a sandbox", server.beside(*command), "chave serve --sandbox", "--data"
            )
        self.fails("tenants of no data", server.beside("tenants", "list"), "no sign-in", "--data")
        self.checks.that("commands that look leave nothing behind", not server.data.exists())
        for command in (
            ("device", "sign-in", "--client-id", "x"),
            ("tenants", "add", "Padaria Aurora", "--name", "x"),
            ("tenants", "roots", "a", "--add", "--retire", "x"),
            ("tenants", "token", "a", "--list", "--revoke", "x"),
            ("users", "set", "ana"),
            ("users", "set", "ana", "--claims", "[1]"),
            ("scopes", "set", "loyalty"),
            ("clients", "add", "x"),
            ("clients", "add", "x", "--redirect-uri", "https://a.example", "--auth", "magic"),
            ("users", "list", "--server", "nonsense"),
            ("device", "keys", "export-chain", "a", "--part", "half"),
            ("demo", "sign-in", "--amount", "1"),
        ):
            done = server.run(*command)
            self.expect(f"{' '.join(command)} is refused", done, wrong_argument(done))

    def demo(self):
        done = self.server.run("demo", "sign-in", "--json", timeout=120)
        self.expect("demo sign-in", done, done.returncode == 0)
        verdicts = json.loads(done.stdout)["verdicts"]
        self.checks.that(
            "every verdict holds", len(verdicts) >= 6 and all(each["holds"] for each in verdicts.values()), verdicts
        )

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
        self.resource_servers(client[0])
        self.people()
        self.wrong_number()
        self.interrupted()
        self.approve()
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
