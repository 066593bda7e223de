"""Checks that every statement for PostgreSQL stays within the SQL that other databases with its protocol support too.

    check_sql_subset.py <chave>

The script reads all texts of the sources (sql_subset.sources), the statements that a server sends in a run, and the
tables that it made. Each sent statement must be one of those texts, so that the reading misses none. No statement may
occur twice in the sources, except those that each database has in its own version (sql_subset.own_words).
"""

import pathlib
import re
import sys
import tempfile
import time
import uuid

import scaling_table
from checks import Checks
from postgres import Postgres
from server import Server
from sql_subset import catalogue, own_words, rules, sent, sources
from sql_subset.exceptions import CITUS, COCKROACH, EXCEPTIONS, YUGABYTE
from wallet import API, Device
from workload import COMPANY

DOCUMENT = pathlib.Path(__file__).resolve().parent.parent.parent / "docs" / "scaling.md"
DATABASES = (CITUS, YUGABYTE, COCKROACH)


class Held:
    """The violations of the rules, and the exceptions that cover them."""

    def __init__(self):
        self.used, self.open = set(), []

    def look(self, rule, what):
        covering = [each for each in EXCEPTIONS if each.covers(rule, what)]
        self.used |= {(each.name, rule) for each in covering}
        if not covering:
            self.open.append(f"{rule}: {what[:300]}")


def check_rules_can_fail(checks, postgres):
    missed = [f"{rule}: {sql}" for rule, texts in rules.BAD_STATEMENTS.items() for sql in texts
              if rule not in rules.breaks(sql)]
    checks.that(f"each of {len(rules.STATEMENT_RULES)} rules finds what breaks it",
                not missed and set(rules.BAD_STATEMENTS) == set(rules.STATEMENT_RULES), missed)
    postgres.ask("CREATE SCHEMA bad")
    for statements, _ in rules.BAD_TABLES.values():
        for sql in statements:
            postgres.ask(sql)
    bad = catalogue.Catalogue(postgres, "n.nspname = 'bad'")
    missed = {rule: set(names) - set(rules.CATALOGUE_RULES[rule](bad)) for rule, (_, names) in rules.BAD_TABLES.items()}
    missed = {rule: names for rule, names in missed.items() if names}
    checks.that(f"each of {len(rules.CATALOGUE_RULES)} rules about tables finds a table that breaks it",
                not missed and set(rules.BAD_TABLES) == set(rules.CATALOGUE_RULES), missed)
    postgres.ask("DROP SCHEMA bad CASCADE")
    good = ('SELECT "body" FROM "payments"."payment_intent" WHERE "organisation" = $1 AND "id" = $2 FOR UPDATE',
            'INSERT INTO "payments"."app" ("organisation", "id") VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING "id"',
            "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
    wrongly = {sql: rules.breaks(sql) for sql in good if rules.breaks(sql)}
    checks.that("and nothing in what is allowed", not wrongly, wrongly)


def check_reading_of_swift(checks):
    swift = 'let a = #"SELECT \\#(b("x")) FROM "t""# // "SELECT 1"\nlet c = """\n    UPDATE "t"\n    SET "n" = 1\n    """'
    found = [(line, sources.squeezed(text)) for line, text in sources.literals(swift)]
    expected = [(1, f'SELECT {sources.HOLE} FROM "t"'), (2, 'UPDATE "t" SET "n" = 1')]
    checks.that("texts of Swift are read with their holes", found == expected, found)
    text = sources.Text("x", f'SELECT {sources.HOLE} FROM "payments"."app" WHERE "id" = $1')
    log = "sent by psql|LOG:  statement: SELECT 1\nsent by chave|LOG:  execute s1: SELECT\n\t2\n"
    logged = sent.statements(log + "sent by chave|DETAIL:  parameters: $1 = '3'\n")
    checks.that("a log is read without what PostgreSQL's own programs send", logged == {"SELECT 2"}, logged)
    matches = [bool(text.pattern.match(sql)) for sql in (
        'SELECT "a", "b" FROM "payments"."app" WHERE "id" = $1', 'SELECT "a" FROM "payments"."app" WHERE "id" = $1 OR true')]
    checks.that("and match what is made of them, and no more", matches == [True, False], matches)


def check_own_words(checks):
    """No statement occurs twice, except those that each database has in its own version, each with its reason."""
    swift = ('enum A {\n    static let a = text(sqlite: "SELECT 1")\n    private static let b = schema.text(\n'
             '        sqlite: nil, postgres: "SELECT 2")\n    init() { let c = x.text(sqlite: nil) }\n}\n')
    names = list(own_words.of_text(swift))
    checks.that("texts of one database are found by the member that they stand in", names == ["a", "b", "init"], names)
    line = 'let a = #"SELECT "x" FROM "t""#\n'
    twice = own_words.said_twice([("A", line + line), ("B", 'let b = """\n    SELECT "x"\n    FROM "t"\n    """')])
    checks.that("a statement that stands twice is found, however it is broken into lines",
                twice == ['A:1, A:2, B:1: SELECT "x" FROM "t"'], twice)
    found, listed = own_words.found(), own_words.listed()
    checks.that(f"{len(found)} texts are one database's own, each with its reason", found <= listed, sorted(found - listed))
    checks.that("and each that is listed is there", listed <= found, sorted(listed - found))
    repeated = own_words.repeated()
    checks.that("no statement stands twice", not repeated, repeated)


def work(server):
    """As many kinds of statements as a few calls can send."""
    keys = server.keys
    merchant, device = API.merchant(server.base_url, keys), Device(server.base_url, keys)
    device.enroll()
    made = merchant.post("/webhooks/", {"url": "http://127.0.0.1:9/hook"}, uuid.uuid4().hex).must(201).json
    device.pay("1.10", keys["beneficiary"])
    intent = device.api.post("/payment-intents/", device.new_intent("1.20", keys["beneficiary"]),
                             uuid.uuid4().hex).must(201).json
    device.api.post(f"/payment-intents/{intent['id']}/cancel/", {}, uuid.uuid4().hex).must(200)
    merchant.post(f"/webhooks/{made['id']}/test/", {}).must(201)
    merchant.post(f"/webhooks/{made['id']}/rotate-secret/", {}).must(200)
    for path in ("payment-intents", "enrollments", "customers", "bank-accounts", "webhooks", "webhook-deliveries"):
        merchant.everything(f"/{path}/")
    merchant.get(f"/payment-intents/?customer={device.customer}&status=SUCCEEDED").must(200)
    bank = merchant.get("/institutions/").must(200).json["results"][0]["id"]
    account = {"institution": bank, "holder": {"type": "BUSINESS", "information": COMPANY},
               "details": {"country": "BRA", "account_type": "CHECKINGS", "agency": "0001", "number": "1234567"}}
    merchant.post("/bank-accounts/", account, uuid.uuid4().hex).must(201)
    merchant.connection.close()
    device.api.connection.close()


def wait_for_background_work(log, seconds=20):
    """The bank tells the platform of changes after the calls are over; its statements belong to the run."""
    until = time.monotonic() + seconds
    while 'UPDATE "notification" SET "claim"' not in log.read_text(errors="replace"):
        if time.monotonic() > until:
            raise AssertionError(f"the bank has claimed no notification within {seconds} s")
        time.sleep(0.1)


def run(folder, program):
    """The statements that a server sent to PostgreSQL, and the catalogue of its tables."""
    postgres, server = Postgres(folder), Server(program, folder)
    try:
        postgres.start()
        sent.record(postgres)
        server.arguments = ["--database", postgres.url]
        server.start()
        work(server)
        wait_for_background_work(pathlib.Path(folder) / "postgres.log")
        server.stop()
        log = (pathlib.Path(folder) / "postgres.log").read_text(errors="replace")
        return postgres, sent.statements(log), catalogue.Catalogue(postgres)
    except BaseException:
        print(server.said()[-1500:])
        postgres.end()
        raise
    finally:
        server.end()


def check_sent(checks, texts, statements):
    telling = [text for text in texts if text.is_telling]
    exact = {text.sql for text in texts}
    patterns = [text.pattern for text in telling if sources.HOLE in text.sql]
    unread = [sql for sql in statements if not {sql, sent.said(sql)} & exact
              and not any(each.match(sql) or each.match(sent.said(sql)) for each in patterns)]
    checks.that(f"the sources have each of {len(statements)} statements that a server sent", not unread, unread[:3])
    checks.that("which are many", len(statements) > 100, len(statements))


def check_subset(checks, texts, statements, tables):
    held = Held()
    by_pattern = [(text, text.pattern) for text in texts if text.is_telling and sources.HOLE in text.sql]
    places = {text.sql: text.place for text in texts}
    for text in texts:
        for rule in rules.breaks(text.sql):
            held.look(rule, f"{text.place}: {text.sql}")
    for sql in statements:
        broken = rules.breaks(sql)
        if broken:
            core = sent.said(sql)
            place = places.get(sql) or places.get(core) or next(
                (text.place for text, pattern in by_pattern if pattern.match(sql) or pattern.match(core)), "unread")
            for rule in broken:
                held.look(rule, f"{place}: {sql}")
    checks.that(f"{len(texts)} texts and {len(statements)} statements keep to the subset, or are exceptions by name",
                not held.open, "\n    ".join(["", *sorted(set(held.open))]))
    held.open = []
    for rule, find in rules.CATALOGUE_RULES.items():
        for name in find(tables):
            held.look(rule, name)
    checks.that(f"so do {len(tables.tables)} tables with {len(tables.keys)} keys", not held.open, sorted(held.open))
    idle = [f"{each.name}: {rule}" for each in EXCEPTIONS for rule in each.rules if (each.name, rule) not in held.used]
    checks.that("each exception is still needed", not idle, idle)


def check_document(checks, text):
    """The table of docs/scaling.md has exactly these exceptions, with a remark exactly for those that matter."""
    rows = dict(re.findall(r"^\| \*([^*|]+)\* \|(.*)\|$", text, re.M))
    checks.that("docs/scaling.md names each exception", set(rows) == {each.name for each in EXCEPTIONS},
                set(rows) ^ {each.name for each in EXCEPTIONS})
    wrong = []
    for each in EXCEPTIONS:
        cells = [cell.strip() for cell in rows.get(each.name, "").split("|")]
        says = {name for name, cell in zip(DATABASES, cells[-3:]) if cell not in ("", "–")}
        if len(cells) != 4 or says != set(each.matters):
            wrong.append(f"{each.name}: {sorted(says)}, not {sorted(each.matters)}")
    checks.that("and for whom it matters", not wrong, wrong)
    known = re.search(r"\| \| what it is \| Citus \| YugabyteDB \| CockroachDB \|", text)
    checks.that("in this order", known is not None)
    checks.that("its table of capacity is what its numbers come to", scaling_table.shown(text) == scaling_table.rows(text),
                "Tests/Processes/scaling_table.py --write")
    one_more = re.sub(r"^(\| `database-ms`: [^|]*\|) [\d.]+ ms", r"\1 23.4 ms", text, flags=re.M)
    checks.that("and would not be with another number", scaling_table.shown(one_more) != scaling_table.rows(one_more))


def main(program):
    checks = Checks()
    check_reading_of_swift(checks)
    check_own_words(checks)
    texts = sources.read()
    with tempfile.TemporaryDirectory(prefix="chave-sql-subset-") as folder:
        postgres, statements, tables = run(folder, program)
        try:
            check_rules_can_fail(checks, postgres)
        finally:
            postgres.end()
    check_sent(checks, texts, statements)
    check_subset(checks, texts, statements, tables)
    check_document(checks, DOCUMENT.read_text() if DOCUMENT.exists() else "")
    checks.finish()


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve())
