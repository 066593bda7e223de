"""Uses the command line as a new user would: a server in the background, a device beside it, keys, and what goes wrong.

    check_command_line.py <chave>
"""

import json
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from ceremonies import Ceremonies
from checks import Checks
from device_days import later_payments
from diagnoses import backups_without_a_place, wrong_answers, wrong_words
from doctoring import doctor
from outcomes import one_line, shown, wrong_argument
from people_who_refuse import at_the_bank, at_the_pin, codes_are_listed
from person import PIN, PIN_ANSWERS, on_terminal
from pins import Pins
from server import Server, free_port
from terminal_words import amounts, columns, nouns
from wallet import API

COMMANDS = [
    "",
    "serve",
    "demo",
    "device",
    "device enroll",
    "device pay",
    "device cancel",
    "device pin",
    "device pin reset",
    "device list",
    "device forget",
    "organisations",
    "organisations create",
    "organisations list",
    "organisations show",
    "organisations set",
    "payments",
    "payments list",
    "payments show",
    "payments cancel",
    "enrollments",
    "enrollments list",
    "enrollments show",
    "customers",
    "customers list",
    "customers show",
    "keys",
    "keys create",
    "keys list",
    "keys revoke",
    "db",
    "db migrate",
    "db check",
    "load",
    "doctor",
    "report",
    "report payments",
    "webhooks",
    "webhooks listen",
    "webhooks deliveries",
    "webauthn",
    "webauthn verify",
    "webauthn inspect",
    "webauthn create",
    "webauthn get",
]


class CommandLine:
    def __init__(self, checks, server):
        self.checks, self.server = checks, server

    def expect(self, what, done, holds):
        return self.checks.that(what, holds, shown(done))

    def fails(self, what, done, *parts):
        self.expect(what, done, done.returncode == 1 and one_line(done, *parts))

    def refuses(self, what, done, *parts):
        self.expect(what, done, wrong_argument(done, *parts))

    # Before there is anything.

    def help(self):
        for command in COMMANDS:
            done = self.server.run(*command.split(), "--help")
            widest = max(map(len, done.stdout.splitlines()), default=0)
            usage = f"USAGE: chave {command}".rstrip()
            good = done.returncode == 0 and usage in done.stdout and not done.stderr
            lines = [line for line in done.stdout.splitlines() if not line.startswith("USAGE")]
            self.expect(f"'{command} --help' says how it is used", done, good and widest)
            if any(len(line) > 100 for line in lines):
                self.checks.that(f"'{command} --help' fits a terminal", False, max(lines, key=len))
        done = self.server.run("--version")
        self.expect("--version is a version", done, done.returncode == 0 and done.stdout.strip().count(".") == 2)

    def manual(self):
        folder = self.server.folder / "manual"
        script = pathlib.Path(__file__).parents[2] / "scripts" / "make-manual"
        done = subprocess.run([script, self.server.program, folder], capture_output=True, text=True, timeout=60)
        self.expect("make-manual makes pages and completions", done, done.returncode == 0)
        pages = {file.stem: file.read_text(encoding="ascii") for file in (folder / "man1").iterdir()}
        missing = [name for name in ("-".join(["chave", *command.split()]) for command in COMMANDS) if name not in pages]
        self.checks.that("each command has its page", not missing, missing)
        requests = {line.split()[0] for page in pages.values() for line in page.splitlines() if line.startswith((".", "'"))}
        known = {".TH", ".SH", ".TP", ".B", ".BR", ".nf", ".fi"}
        self.checks.that("no text of the help is taken for a request", requests == known, requests ^ known)
        pay = pages["chave-device-pay"]
        self.checks.that("a page has what the help has", "\\-\\-amount AMOUNT" in pay and "0193\\[u2026]" in pay, pay[:600])
        done = subprocess.run(["bash", "-n", folder / "completions" / "chave"], capture_output=True, text=True, timeout=20)
        self.expect("bash reads its completions", done, done.returncode == 0)
        self.checks.that("each shell has its own", len(list((folder / "completions").iterdir())) == 3)

    def nothing_there(self):
        server = self.server
        self.fails("no server and no data", server.beside("device", "list"), "chave serve --sandbox")
        self.fails("keys of no data", server.beside("keys", "list"), "no data")
        self.fails("a check of no data", server.beside("db", "check"), "no data")
        self.checks.that("commands that look leave nothing behind", not server.data.exists())
        done = server.beside("doctor", "--port", free_port())
        self.expect("doctor finds nothing wrong", done, done.returncode == 0 and "bad" not in done.stdout)
        self.refuses("an unknown command", server.run("bogus"), "bogus")
        self.refuses("an unknown flag", server.run("serve", "--sandbox", "--fast"), "--fast")
        self.refuses("a port that is none", server.run("serve", "--sandbox", "--port", "99999"), "port")
        self.refuses("a port that is no number", server.run("serve", "--sandbox", "--port", "many"), "port")
        self.refuses("a log level that is none", server.run("serve", "--sandbox", "--log-level", "x"), "log-level")
        self.refuses("a server for others without its address", server.run("serve"), "public-url")
        for address in ("nonsense", "ftp://a.example", "https://", "http://pay.example.com", "https://a.example?x=1"):
            self.refuses(f"the public address {address}", server.run("serve", "--public-url", address), "public-url")
        self.refuses("an organisation without a name", server.beside("organisations", "create", " "), "name")
        self.refuses("an enrollment that is no id", server.run("device", "pay", "--amount", "1", "--enrollment", "x"), "id")
        self.refuses("a doctor's port that is none", server.run("doctor", "--port", "99999"), "port")
        self.refuses("a demonstration's port that is none", server.run("demo", "--port", "-1"), "port")
        self.places_that_are_none()

    def places_that_are_none(self):
        """No user, not even root, can create a directory there."""
        server = self.server
        for place in ("/proc/chave", "/dev/null/chave"):
            self.fails(f"serve --data {place}", server.run("serve", "--sandbox", "--data", place), place)
            self.fails(f"demo --data {place}", server.run("demo", "--data", place), place)
            self.fails(f"db migrate --data {place}", server.run("db", "migrate", "--data", place), place)
            done = server.run("doctor", "--data", place, "--port", free_port())
            self.expect(f"doctor --data {place}", done, done.returncode == 1 and "bad  data directory" in done.stdout)
        done = server.run("serve", "--sandbox", "--data", server.folder / "bind", "--bind", "nowhere.invalid")
        self.expect("an address that is none", done, done.returncode == 1 and "--bind" in done.stderr.splitlines()[-1])

    def data_that_is_none(self):
        """A foreign database is reported by name, and not changed."""
        server = self.server
        other = server.folder / "garbage"
        other.mkdir()
        database = other / "payments.sqlite"
        database.write_bytes(b"not a database " * 600)
        for command in (("serve", "--sandbox"), ("db", "check"), ("keys", "list")):
            done = server.run(*command, "--data", other)
            self.fails(f"{' '.join(command)} on a file that is no database", done, str(database), "backup")
        done = server.run("doctor", "--data", other, "--port", free_port())
        self.expect("doctor sees that it is none", done, done.returncode == 1 and str(database) in done.stdout)
        self.checks.that("it is left as it is", database.read_bytes() == b"not a database " * 600)

    def demo_that_cannot_listen(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            done = self.server.run("demo", "--port", taken.getsockname()[1], timeout=60)
            self.fails("a demonstration on a taken port ends", done, "somebody listens on port", "--port")

    # A device.

    def enroll_and_pay(self):
        server = self.server
        done = server.beside("device", "list")
        self.expect("no enrollment yet", done, done.returncode == 0 and "chave device enroll" in done.stderr)
        done = server.beside("device", "list", "--json")
        self.expect("no enrollment yet, as JSON", done, done.returncode == 0 and json.loads(done.stdout) == [])
        self.fails("paying first", server.beside("device", "pay", "--amount", "1", "--yes"), "chave device enroll")
        self.fails(
            "enrolling without a terminal", detached(server, "device", "enroll"), "terminal", "--yes"
        )
        done = on_terminal([server.program, "device", "enroll"], self.environment(), PIN_ANSWERS)
        self.expect("device enroll", done, done.returncode == 0 and "enrolled" in done.stdout)
        self.checks.that("the PIN is never shown", PIN not in done.terminal + done.stdout + done.stderr, done.terminal)
        listed = json.loads(server.beside("device", "list", "--json").stdout)
        self.checks.that("one enrollment stands", [item["status"] for item in listed] == ["SUCCEEDED"], listed)
        server.stop()
        server.start()
        done = on_terminal(
            [server.program, "device", "pay", "--amount", "12.34"], self.environment(), PIN_ANSWERS
        )
        self.expect(
            "device pay after a restart of the server",
            done,
            done.returncode == 0 and "paid" in done.stdout and "12.34" in done.stdout,
        )
        at_the_pin(self, "device", "pay", "--amount", "2")
        at_the_pin(self, "device", "enroll")
        done = server.beside("device", "pay", "--amount", "12.34", "--yes", "--json")
        self.expect("device pay --json", done, done.returncode == 0 and json.loads(done.stdout)["status"] == "SUCCEEDED")
        done = server.beside("device", "list")
        self.expect("device list", done, listed[0]["id"] in done.stdout and "SUCCEEDED" in done.stdout)
        self.merchants_lists(listed[0]["id"])
        return listed[0]["id"]

    # A merchant's lists.

    def merchants_lists(self, enrollment):
        server = self.server
        done = server.beside("payments", "list", "--status", "SUCCEEDED", "--limit", "1")
        lines = done.stdout.splitlines()
        self.expect("payments list", done, done.returncode == 0 and len(lines) == 2 and lines[0].startswith("CREATED"))
        self.checks.that("amounts stand at the end of their column", " 12.34  SUCCEEDED" in lines[1], lines)
        cursor = done.stderr.rpartition("--cursor ")[2].strip()
        rest = json.loads(server.beside("payments", "list", "--cursor", cursor, "--status", "SUCCEEDED", "--json").stdout)
        first = lines[1].split()[1]
        self.checks.that("the next page goes on", first not in [item["id"] for item in rest["results"]], rest)
        done = server.beside("payments", "show", first)
        self.expect("payments show", done, f"\n{'status':<8}" in done.stdout and "charges[0].id" in done.stdout)
        shown = json.loads(server.beside("payments", "show", first, "--json").stdout)
        self.checks.that("payments show --json is the API's answer", shown["id"] == first, shown)
        for word, value in (("--amount", "99.99"), ("--external-id", "nobody"), ("--from", "2999-01-01")):
            done = server.beside("payments", "list", word, value)
            self.expect(f"nothing with {word}", done, done.stdout == "" and "There are none" in done.stderr)
        done = server.beside("payments", "cancel", first)
        self.fails("what is paid is not cancelled", done, "cannot be cancelled")
        done = server.beside("enrollments", "list", "--json")
        self.checks.that("enrollments list", enrollment in [item["id"] for item in json.loads(done.stdout)["results"]])
        done = server.beside("enrollments", "show", enrollment)
        self.expect("enrollments show", done, "SUCCEEDED" in done.stdout and "details.customer" in done.stdout)
        customer = shown["customer"]
        done = server.beside("customers", "list")
        self.expect("customers list", done, customer in done.stdout and "INDIVIDUAL" in done.stdout)
        done = server.beside("customers", "show", customer)
        self.expect("customers show", done, "identifier" in done.stdout)
        self.refuses("a limit that is none", server.beside("payments", "list", "--limit", "0"), "--limit")
        self.refuses("an id that is none", server.beside("customers", "show", "x"), "id")
        self.fails("a status that is none", server.beside("payments", "list", "--status", "PAID"), "Send one of PENDING")

    def environment(self):
        server = self.server
        return {
            **server.environment,
            "CHAVE_DATA": str(server.data),
            "CHAVE_BASE_URL": server.base_url,
            "CHAVE_DEVICE_DIR": str(server.folder / "device"),
        }

    def wrong_payments(self):
        server = self.server
        for amount in ("0", "0.00", "1e3", "12.345", "abc", "", "99999999999999", "+1"):
            done = server.beside("device", "pay", "--yes", "--amount", amount)
            self.refuses(f"the amount {amount!r}", done, "--amount")
        self.refuses("a negative amount", server.beside("device", "pay", "--yes", "--amount", "-1"), "--amount")
        self.refuses("no amount", server.beside("device", "pay", "--yes"), "--amount")
        done = server.beside("device", "pay", "--yes", "--amount", "150.00")
        self.expect("no money", done, done.returncode == 1 and "not enough money" in done.stderr)
        done = server.beside("device", "pay", "--yes", "--amount", "250.00")
        self.expect("a bank that refuses", done, done.returncode == 1 and "FAILED" in done.stderr)
        other = "0193a1b2-0000-7000-8000-000000000000"
        done = server.beside("device", "pay", "--yes", "--amount", "1", "--enrollment", other)
        self.fails("another enrollment", done, "chave device enroll")
        done = server.beside("device", "pay", "--yes", "--amount", "1", "--beneficiary", "x")
        self.refuses("a beneficiary that is no id", done, "--beneficiary")
        done = server.beside("device", "pay", "--yes", "--amount", "1", "--beneficiary", other)
        self.expect("an unknown beneficiary", done, done.returncode == 1 and "beneficiary" in done.stderr)

    def wrong_enrollments(self):
        server = self.server
        for name, said in (("Banco Nenhum", "No bank of the list is named Banco Nenhum"), ("banco", "banks are named banco")):
            done = server.beside("device", "enroll", "--yes", "--institution", name)
            named = done.returncode == 1 and all(part in done.stderr for part in (said, "Banco Ip", "Banco Jabuti"))
            self.expect(f"the institution {name} is an error that names candidates", done, named and not done.stdout)
        self.refuses("a CPF that is none", server.beside("device", "enroll", "--yes", "--cpf", "123"), "--cpf")
        done = server.beside("device", "enroll", "--yes", "--cpf", "39053344705")
        self.refuses("a CPF of nobody here", done, "--manual")
        done = server.beside("device", "list", "--server", f"http://localhost:{free_port()}")
        self.fails("no server there", done, "no server answers", "chave serve --sandbox")
        self.refuses("an address that is none", server.beside("device", "list", "--server", "nonsense"), "--server")
        done = server.beside("device", "list", "--secret-id", "x")
        self.fails("a key without its password", done, "CHAVE_SECRET_PASSWORD")
        done = server.beside("device", "list", "--secret-id", "x", environment={"CHAVE_SECRET_PASSWORD": "y"})
        self.fails("wrong keys", done, "refused the API keys")
        done = server.beside("device", "enroll", "--yes", "--institution", "Banco Jabuti", "--cpf", "87517400444")
        self.expect("another bank and person", done, done.returncode == 0 and "Banco Jabuti" in done.stdout)

    def forget(self, enrollment):
        server = self.server
        self.refuses("forgetting nothing", server.beside("device", "forget"), "--all")
        self.refuses("forgetting what is no id", server.beside("device", "forget", "x"), "id")
        done = server.beside("device", "forget", "0193a1b2-0000-7000-8000-000000000000")
        self.fails("forgetting an unknown one", done, "no such")
        done = server.beside("device", "forget", enrollment)
        self.expect("device forget", done, done.returncode == 0 and "CANCELED" in done.stdout)
        done = server.beside("device", "pay", "--yes", "--amount", "1", "--enrollment", enrollment)
        self.expect("paying with what was forgotten", done, done.returncode == 1 and "paid" not in done.stdout)
        done = server.beside("device", "forget", "--all")
        self.expect("device forget --all", done, done.returncode == 0 and "CANCELED" in done.stdout)
        listed = json.loads(server.beside("device", "list", "--json").stdout)
        self.checks.that("none stands any more", {item["status"] for item in listed} == {"CANCELED", "FAILED"}, listed)

    # Keys.

    def administrators(self, organisation):
        server = self.server
        done = server.beside("keys", "create", "--organisation", organisation, "--administrator", "--json")
        first = json.loads(done.stdout)
        administrator = API.merchant(server.base_url, first)
        second = administrator.post("/api-keys/", {"label": "checkout"}).must(201).json
        keys = {"secret_id": second["id"], "secret_password": second["secret_password"]}
        merchant = API.merchant(server.base_url, keys)
        merchant.get("/customers/").must(200)
        self.checks.that("a standard key sees no keys", merchant.get("/api-keys/").status == 403)
        listed = json.loads(server.beside("keys", "list", "--organisation", organisation, "--json").stdout)
        roles = {item["secret_id"]: item["role"] for item in listed}
        self.checks.that("keys list shows what a key may do", roles[first["secret_id"]] == "ADMINISTRATOR"
                         and roles[second["id"]] == "STANDARD", roles)
        administrator.post(f"/api-keys/{second['id']}/revoke/", {}).must(200)
        status = until(1.0, lambda: merchant.get("/customers/").status, 401)
        self.checks.that("a key that was ended over the API is refused within a second", status == 401, status)

    def keys(self):
        server = self.server
        done = server.beside("keys", "create", "--label", "only", "--json")
        self.expect("a key of the only organisation needs no name of it", done, done.returncode == 0)
        made = json.loads(server.beside("organisations", "create", "Loja Y", "--json").stdout)
        self.organisations(made)
        self.fails("a key of one of two", server.beside("keys", "create"), "2 organisations", "--organisation")
        done = server.beside("keys", "create", "--organisation", made["id"], "--label", "checkout", "--json")
        keys = json.loads(done.stdout)
        merchant = API.merchant(server.base_url, keys)
        status = until(1.0, lambda: merchant.get("/customers/").status, 200)
        self.checks.that("a new key counts within a second", status == 200, status)
        listed = json.loads(server.beside("keys", "list", "--organisation", made["id"], "--json").stdout)
        self.checks.that("keys list shows it", [item["secret_id"] for item in listed] == [keys["secret_id"]], listed)
        self.checks.that("and no password", keys["secret_password"] not in json.dumps(listed))
        tokens = merchant.tokens()
        device = API(server.base_url, f"Bearer {tokens['access']}", "A" * 43)
        device.get("/institutions/").must(200)
        done = server.beside("keys", "revoke", keys["secret_id"])
        self.expect("keys revoke", done, done.returncode == 0)
        status = until(1.0, lambda: merchant.get("/customers/").status, 401)
        self.checks.that("a revoked key is refused within a second", status == 401, status)
        status = until(1.0, lambda: device.get("/institutions/").status, 401)
        self.checks.that("its token is refused within a second", status == 401, status)
        answer = merchant.post("/widget-token/refresh/", {"refresh": tokens["refresh"]}, prefix="/payments/api")
        self.checks.that("a revoked key's refresh token gives no new pair", answer.status == 401, answer.status)
        self.administrators(made["id"])
        unknown = "0193a1b2-0000-7000-8000-000000000000"
        self.fails("a key of no organisation", server.beside("keys", "create", "--organisation", unknown), "no such")
        self.fails("revoking an unknown key", server.beside("keys", "revoke", unknown), "no such key")
        self.refuses("an id that is none", server.beside("keys", "create", "--organisation", "x"), "--organisation")

    def organisations(self, made):
        """A created organisation is listed and shown; its setting is off by default and can be changed."""
        server = self.server
        listed = json.loads(server.beside("organisations", "list", "--json").stdout)
        self.checks.that("organisations list, the oldest first", [item["name"] for item in listed] == ["Loja Exemplo", "Loja Y"], listed)
        self.checks.that("unbound_callbacks of a sandbox's merchant alone", [item["unbound_callbacks"] for item in listed] == [True, False], listed)
        for word, isOn in (("--unbound-callbacks", True), ("--no-unbound-callbacks", False)):
            done = server.beside("organisations", "set", made["id"], word, "--json")
            self.expect(f"organisations set {word}", done, done.returncode == 0 and json.loads(done.stdout)["unbound_callbacks"] is isOn)
            shown = json.loads(server.beside("organisations", "show", made["id"], "--json").stdout)
            self.checks.that(f"organisations show after {word}", shown["unbound_callbacks"] is isOn, shown)
        self.refuses("a change of nothing", server.beside("organisations", "set", made["id"]), "--name")
        unknown = "0193a1b2-0000-7000-8000-000000000000"
        self.fails("an organisation that is none", server.beside("organisations", "show", unknown), "organisations list")

    # The process.

    def others_on_the_same(self):
        server = self.server
        done = server.beside("serve", "--sandbox", "--port", free_port())
        self.fails("a second server on the same data", done, "a server is running on", "--data")
        other = server.folder / "other"
        done = server.beside("serve", "--sandbox", "--port", server.port, "--data", other)
        # The log of the second server stands beside its last line.
        last = done.stderr.strip().splitlines()[-1]
        self.expect("a second server on the same port", done, done.returncode == 1 and "--port" in last)
        self.fails("a check beside the server", server.beside("db", "check"), "a server is running on")
        done = server.beside("doctor", "--port", server.port)
        self.expect("doctor sees that the port is taken", done, done.returncode == 1 and "bad" in done.stdout)
        checks = self.checks
        checks.that("/livez", server.status("/livez") == 200)
        checks.that("/readyz", server.status("/readyz") == 200)

    def ends(self):
        server, checks = self.server, self.checks
        for number in (signal.SIGTERM, signal.SIGINT):
            with socket.create_connection(("127.0.0.1", server.port)) as idle, slow_request(server) as slow:
                time.sleep(0.2)
                slow.end_soon()
                started = time.monotonic()
                try:
                    code = server.stop(number)
                except subprocess.TimeoutExpired:
                    code = "no end"
                took = time.monotonic() - started
                checks.that(f"{number.name} ends it with 0, though a connection is open", code == 0, code)
                checks.that(f"{number.name} ends it within 20 s ({took:.1f} s)", took < 20)
                checks.that(f"{number.name} lets a request under way finish", slow.status() == 200, slow.status())
                idle.close()
            server.start()
        server.stop()
        done = server.beside("db", "check")
        self.expect("db check", done, done.returncode == 0 and done.stdout.startswith("sound"))
        done = server.beside("db", "check", "--json")
        self.expect("db check --json", done, json.loads(done.stdout) == {"sound": True, "findings": []})
        done = server.beside("db", "migrate")
        self.expect("db migrate of what is up to date", done, done.returncode == 0 and "up to date" in done.stdout)
        done = server.beside("doctor", "--port", server.port)
        self.expect("doctor right after", done, done.returncode == 0)
        ctrl_c(self)
        self.lost_files()

    def lost_files(self):
        """The files of a used database are not recreated."""
        server = self.server
        for name in ("keys/field.json", "keys/sign-in.json", "sandbox.json", "bank.sqlite"):
            file, aside = server.data / name, server.folder / "aside"
            file.rename(aside)
            done = server.beside("serve", "--sandbox", "--port", server.port)
            self.fails(f"a server without its {name}", done, str(file), "backup")
            done = server.beside("doctor", "--port", server.port)
            self.expect(f"doctor without {name}", done, done.returncode == 1 and str(file) in done.stdout)
            self.checks.that(f"{name} is not made anew", not file.exists())
            aside.rename(file)
        server.start()
        self.checks.that("with its files back the server is ready", server.status("/readyz") == 200)
        done = server.beside("device", "list")
        self.expect("and knows what it knew", done, done.returncode == 0 and "CANCELED" in done.stdout)
        server.stop()


class slow_request:
    """A POST whose body is sent in two parts, the second after the server was asked to end."""

    def __init__(self, server):
        self.server, self.answer = server, None

    def __enter__(self):
        merchant = API.merchant(self.server.base_url, self.server.keys)
        self.socket = socket.create_connection(("127.0.0.1", self.server.port))
        head = "POST /payments/api/widget-token/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in merchant.headers.items())
        self.socket.sendall((head + "\r\n{").encode())
        return self

    def end_soon(self):
        def rest():
            time.sleep(0.5)
            try:
                self.socket.sendall(b"}")
                self.answer = self.socket.recv(100)
            except OSError as error:
                self.answer = repr(error).encode()

        self.thread = threading.Thread(target=rest)
        self.thread.start()

    def status(self):
        self.thread.join()
        try:
            return int(self.answer.split()[1])
        except (IndexError, ValueError):
            return self.answer

    def __exit__(self, *_):
        self.socket.close()


def ctrl_c(line):
    """Ctrl-C on a terminal, as for a server in the foreground."""
    server = line.server
    command = [server.program, "serve", "--sandbox", "--port", str(server.port), "--data", str(server.data)]
    done = on_terminal(command, line.environment(), [], press_ctrl_c_when=lambda: server.status("/readyz") == 200)
    line.expect("Ctrl-C on a terminal ends it with 0", done, done.returncode == 0)
    line.expect("what it says names the next command", done, "chave device enroll" in done.stderr + done.terminal)


def detached(server, *arguments):
    """In a session without a terminal."""
    line = CommandLine(None, server)
    return subprocess.run(
        [server.program, *arguments],
        env=line.environment(),
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        timeout=60,
    )


def until(seconds, value, wanted):
    deadline = time.monotonic() + seconds
    while (now := value()) != wanted and time.monotonic() < deadline:
        time.sleep(0.05)
    return now


def main():
    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="chave-cli-") as folder:
        server = Server(pathlib.Path(sys.argv[1]).resolve(), folder)
        line = CommandLine(checks, server)
        try:
            line.help()
            line.manual()
            codes_are_listed(line)
            Ceremonies(line).run()
            line.nothing_there()
            wrong_words(line)
            line.data_that_is_none()
            line.demo_that_cannot_listen()
            server.start()
            wrong_answers(line)
            backups_without_a_place(line)
            doctor(line)
            enrollment = line.enroll_and_pay()
            Pins(line).run()
            nouns(line, server.folder / "counted")
            line.wrong_payments()
            amounts(line)
            later_payments(line)
            columns(line)
            line.wrong_enrollments()
            at_the_bank(line)
            line.forget(enrollment)
            line.keys()
            line.others_on_the_same()
            line.ends()
        except BaseException:
            print(server.said()[-3000:])
            raise
        finally:
            server.end()
    checks.finish()


main()
