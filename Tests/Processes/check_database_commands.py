"""All commands for a server with its data in PostgreSQL, as its operator runs them in a terminal.

    check_database_commands.py <chave>

Two nodes outside the sandbox, each with a directory of its own, over a PostgreSQL that this starts; they serve as a role that
may read and write tables and make none.
"""

import base64
import collections
import contextlib
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import urllib.request

from checks import Checks
from outcomes import one_line, shown, wrong_argument
from postgres import Postgres
from server import Server, free_port
from stored import schemas

WORD = "a-word-that-nobody-may-read"
PARTS = ["--console", "--sign-in", "--public-url", "https://pay.example", "--sign-in-url", "https://id.example"]


class Node(Server):
    """A server outside the sandbox, with its own directory."""

    def __init__(self, program, folder, name, address):
        home = pathlib.Path(folder) / name
        home.mkdir()
        super().__init__(program, home)
        self.address = address

    def spawn(self):
        command = [self.program, "serve", "--port", str(self.port), "--data", str(self.data), "--bind", "127.0.0.1"]
        command += ["--trusted-proxy", "127.0.0.1", "--drain-delay-seconds", "0"]
        command += [*PARTS, "--sendmail", "/bin/true", "--mail-from", "id@pay.example"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                env={**self.environment, "CHAVE_DATABASE": self.address},
            )

    def command(self, *arguments, address=None, **more):
        """A command beside it, told of the database by the variable."""
        variables = {"CHAVE_DATA": str(self.data), "CHAVE_DATABASE": address or self.address, **more}
        return self.run(*arguments, environment=variables)

    def doctor(self, address=None, **more):
        return self.command("doctor", "--port", free_port(), *PARTS, address=address, **more)

    def refused(self):
        """The message of a node that does not start."""
        before = len(self.said())
        self.spawn()
        code = self.process.wait(60)
        return code, self.said()[before:]


@contextlib.contextmanager
def taken_away(path):
    kept = path.with_suffix(".kept")
    path.rename(kept)
    try:
        yield
    finally:
        kept.rename(path)


def steps(done):
    return [line.removeprefix("applied ") for line in done.stdout.splitlines() if line.startswith("applied ")]


def check_nothing_there(checks, node):
    done = node.doctor()
    checks.that("doctor is content before there is anything", done.returncode == 0, shown(done))
    for command in (("db", "check"), ("keys", "list"), ("keys", "operator"), ("tenants", "list"),
                    ("open-finance", "show")):
        done = node.command(*command)
        named = one_line(done, "PostgreSQL at 127.0.0.1")
        checks.that(f"{' '.join(command)} says that nothing is there", done.returncode == 1 and named, shown(done))


def check_migrate(checks, node):
    """Only one of two simultaneous migrations takes each step."""
    running = [
        subprocess.Popen(
            [node.program, "db", "migrate", "--data", str(node.data), "--database", node.address],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=node.environment,
        )
        for _ in range(2)
    ]
    done = [subprocess.CompletedProcess(p.args, p.wait(60), *[f.read() for f in (p.stdout, p.stderr)]) for p in running]
    checks.that("two migrations at once both end well", {each.returncode for each in done} == {0}, shown(done[0]))
    taken = collections.Counter(step for each in done for step in steps(each))
    checks.that("and each step is taken once", "payments 0001_payments" in taken and set(taken.values()) == {1}, taken)
    again = node.command("db", "migrate")
    checks.that("a third finds nothing to do", again.returncode == 0 and not steps(again), shown(again))


def check_made(checks, node):
    """An organisation, its key and app, a tenant and its token; the merchant's key and the tenant's token."""
    done = node.command("organisations", "create", "Loja", "--json")
    checks.that("an organisation is made", done.returncode == 0, shown(done))
    organisation = json.loads(done.stdout)["id"]
    done = node.command("keys", "create", "--organisation", organisation, "--json")
    checks.that("and its key", done.returncode == 0, shown(done))
    key = json.loads(done.stdout)
    done = node.command(
        "apps", "add", "--organisation", organisation, "--platform", "IOS", "--app-id", "ABCDE12345.br.com.loja",
        "--callback-url", "https://loja.example/volta",
    )
    checks.that("and its app", done.returncode == 0, shown(done))
    done = node.command("apps", "list", "--json")
    checks.that("which is listed", [app["organisation"] for app in json.loads(done.stdout)] == [organisation])
    done = node.command("tenants", "add", "padaria", "--name", "Padaria")
    checks.that("a tenant is made", done.returncode == 0, shown(done))
    done = node.command("tenants", "token", "padaria")
    checks.that("and its token", done.returncode == 0 and done.stdout.strip(), shown(done))
    return key, done.stdout.strip()


def listed(node, key):
    """How a node answers the merchant."""
    basic = base64.b64encode(f"{key['secret_id']}:{key['secret_password']}".encode()).decode()
    request = urllib.request.Request(f"http://127.0.0.1:{node.port}/payments/br/customers/")
    request.add_header("Authorization", f"Basic {basic}")
    request.add_header("X-Forwarded-Proto", "https")
    with urllib.request.urlopen(request, timeout=20) as answer:
        return answer.status


def check_beside(checks, node):
    """Commands that work beside a node, and work that PostgreSQL does itself."""
    done = node.command("db", "check", "--json")
    checks.that("all of it is sound", done.returncode == 0 and json.loads(done.stdout)["sound"], shown(done))
    window = ("--from", "2026-01-01", "--to", "2027-01-01")
    done = node.command("report", "payments", *window, "--json")
    checks.that("a report is made", done.returncode == 0 and json.loads(done.stdout)["lines"] == [], shown(done))
    done = node.command("reconcile", *window)
    checks.that("there is no bank to compare with", done.returncode == 1 and one_line(done, "no sandbox bank"), shown(done))
    done = node.command("open-finance", "show", "--json")
    checks.that("there is no registration at a bank", done.returncode == 0 and json.loads(done.stdout) == [], shown(done))
    done = node.command("db", "backup", str(node.folder / "copy"), address=node.address.replace("@", f":{WORD}@"))
    said = done.stderr
    checks.that("a backup says how PostgreSQL is copied", done.returncode == 1 and "pg_dump" in said, shown(done))
    checks.that("and repeats no password", WORD not in done.stdout + said and not (node.folder / "copy").exists())
    done = node.command("keys", "rotate-id-tokens", "--json")
    checks.that("keys of ID tokens are rotated", json.loads(done.stdout) == {"tenants": ["padaria"]}, shown(done))


def check_where(checks, node):
    """A flag, a variable and the file say where the database is."""
    done = node.run("keys", "list", "--data", node.data, "--database", node.address, "--json")
    checks.that("a flag says where it is", len(json.loads(done.stdout)) == 1, shown(done))
    file = node.folder / "chave.json"
    file.write_text(json.dumps({"data": str(node.data), "database": node.address}))
    file.chmod(0o600)
    done = node.run("keys", "list", "--config", file, "--json")
    checks.that("a file does", len(json.loads(done.stdout)) == 1, shown(done))
    done = node.run("keys", "list", "--database", node.address.replace("@", f":{WORD}@"))
    checks.that("a password is no flag", wrong_argument(done) and WORD not in done.stderr, shown(done))


def check_keys(checks, one, other):
    """A node serves with the files that the others have, and with no others."""
    code, said = other.refused()
    checks.that("a node without keys does not start", code == 1 and "keys/field.json is missing" in said, said)
    checks.that("and makes none", not (other.data / "keys" / "field.json").exists())
    shutil.copytree(one.data / "keys", other.data / "keys", dirs_exist_ok=True)
    other.start()
    checks.that("with a copy of them it serves", other.status("/readyz") == 200)
    done = one.command("keys", "rotate-sign-in")
    checks.that("sign-in's key stays while nodes serve", done.returncode == 1 and "These nodes serve" in done.stderr, shown(done))
    done = one.doctor()
    checks.that("doctor sees both", done.returncode == 0 and "2 nodes alive" in done.stdout, shown(done))
    checks.that("a node ends in order", other.stop() == 0)
    for name, arguments in (("token.json", ["rotate-signing"]), ("operator.json", ["operator", "--new"])):
        done = one.command("keys", *arguments)
        checks.that(f"keys {' '.join(arguments)} works", done.returncode == 0, shown(done))
        code, said = other.refused()
        named = f"keys/{name} is not the one" in said
        checks.that(f"a node with the older {name} does not start", code == 1 and named, said)
        done = other.doctor()
        checks.that("as its doctor says", done.returncode == 1 and f"keys/{name} is not the one" in done.stdout, shown(done))
        shutil.copy(one.data / "keys" / name, other.data / "keys" / name)
    other.start()
    checks.that("with the newer ones it does", other.status("/readyz") == 200)


def check_faults(checks, node, postgres):
    """One fault at a time, and doctor's message."""
    def finds(what, done, *parts):
        said = done.stdout + done.stderr
        found = done.returncode == 1 and all(part in said for part in parts) and WORD not in said
        checks.that(f"doctor finds {what}", found, shown(done))

    postgres.ask("CREATE ROLE locked LOGIN PASSWORD 'another'")
    rules = postgres.folder / "data" / "pg_hba.conf"
    rules.write_text("host all locked 127.0.0.1/32 scram-sha-256\n" + rules.read_text())
    postgres.ask("SELECT pg_reload_conf()")
    locked = postgres.owner_url.replace("chave@", f"locked:{WORD}@")
    finds("a wrong password", node.doctor(locked), "does not let this role in", "28P01")
    done = node.command("keys", "list", address=locked)
    checks.that("as other commands do", one_line(done, "does not let this role in") and WORD not in done.stderr, shown(done))
    nowhere = f"postgres://chave@127.0.0.1:{free_port()}/postgres"
    finds("nobody there", node.doctor(nowhere), "cannot be reached")
    finds("no such database", node.doctor(postgres.url.replace("/postgres", "/nowhere")), "3D000")
    with schemas.without_updates_of_intents(postgres, "serving") as table:
        finds("a missing right", node.doctor(), f"may not read and write {table}")
    with schemas.without_step(postgres, "payments", "0001_payments"):
        finds("a schema that is behind", node.doctor(), "lacks 0001_payments", "chave db migrate")
        done = node.command("keys", "list")
        checks.that("and commands refuse it", one_line(done, "lacks 0001_payments"), shown(done))
        code, said = node.refused()
        checks.that("a node that may not bring it up to date says so", code == 1 and "42501" in said, said)
    postgres.ask("ALTER ROLE serving SET default_transaction_isolation = 'serializable'")
    finds("another isolation", node.doctor(CHAVE_DATABASE_STATEMENTS="unnamed"), "default_transaction_isolation must be 'read committed'")
    postgres.ask("ALTER ROLE serving RESET ALL")
    postgres.ask("ALTER ROLE serving CONNECTION LIMIT 7")
    finds("too few connections", node.doctor(), "8 may be wanted and 7 are allowed")
    postgres.ask("ALTER ROLE serving CONNECTION LIMIT -1")
    for name in ("field.json", "token.json", "sign-in.json"):
        with taken_away(node.data / "keys" / name):
            finds(f"that {name} is missing", node.doctor(), f"keys/{name} is missing")
    for part, name in zip(PARTS, ("operator.json", "sign-in.json")):
        others = [each for each in PARTS if each != part]
        with taken_away(node.data / "keys" / name):
            done = node.command("doctor", "--port", free_port(), *others)
            checks.that(f"a server without {part} needs no {name}", done.returncode == 0, shown(done))
    done = node.doctor()
    checks.that("and nothing when all is mended", done.returncode == 0, shown(done))


def main(program):
    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="chave-database-") as folder:
        postgres = Postgres(folder)
        program = pathlib.Path(program).resolve()
        one, other = (Node(program, folder, name, postgres.url) for name in ("one", "other"))
        try:
            postgres.start()
            check_nothing_there(checks, one)
            check_migrate(checks, one)
            schemas.make_serving_role(postgres, "serving")
            for node in (one, other):
                node.address = postgres.owner_url.replace("chave@", "serving@")
            checks.that("the nodes come as the serving role", all("serving@" in node.address for node in (one, other)))
            key, _ = check_made(checks, one)
            one.start()
            checks.that("a node serves as a role that makes no tables", listed(one, key) == 200)
            check_beside(checks, one)
            check_where(checks, one)
            check_keys(checks, one, other)
            checks.that("both nodes know the merchant", [listed(node, key) for node in (one, other)] == [200, 200])
            checks.that("both end in order", [node.stop() for node in (one, other)] == [0, 0])
            done = one.command("keys", "rotate-sign-in", "--json")
            checks.that("then sign-in's records get a new key", done.returncode == 0, shown(done))
            check_faults(checks, one, postgres)
        except BaseException:
            for node in (one, other):
                print(node.said()[-1500:])
            raise
        finally:
            for node in (one, other):
                node.end()
            postgres.end()
    checks.finish()


if __name__ == "__main__":
    main(sys.argv[1])
