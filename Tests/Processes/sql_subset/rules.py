"""The portable part of SQL as rules, which report the problems of a statement or a catalogue.

A rule gives the names of what breaks it: for a statement one word, for a catalogue the objects.
"""

import re

from .sources import HOLE

# Tables of the Payments API that name a row's owner.
OWNED = (
    "api_key", "token_family", "customer", "customer_name", "bank_account", "enrollment", "credential", "payment_intent",
    "audit_entry", "audit_anchor", "event", "webhook_endpoint", "webhook_choice", "webhook_delivery", "webhook_attempt",
    "app", "app_callback",
)
OWNED_TABLE = re.compile(rf'"payments"\."({"|".join(OWNED)}|{HOLE})"')
# A row's own organisation, given by the caller; two rows with the same one do not show which it is.
OWNER = re.compile(r'"organisation" (= |IN \()[$?]|INSERT INTO "payments"\."\w+" ?\( ?"organisation"')
CHANGES_TABLES = re.compile(r"(CREATE|ALTER|DROP|VACUUM|LOCK)\b")
ROW_LOCK = re.compile(r"\bFOR (NO KEY UPDATE|UPDATE|KEY SHARE|SHARE)\b")


def words(pattern):
    compiled = re.compile(pattern, re.I)
    return lambda sql: bool(compiled.search(sql))


def is_unowned(sql):
    """Asks or changes rows of all organisations; a condition that is put in is looked at where it is written or sent."""
    if CHANGES_TABLES.match(sql) or not OWNED_TABLE.search(sql):
        return False
    after = re.split(r"\b(?:FROM|INTO|UPDATE)\b", sql, maxsplit=1)[-1]
    return not OWNER.search(sql) and not re.search(rf"(WHERE|AND|\() ?{HOLE}", after)


def locks_unowned(sql):
    """Locks rows of more than one organisation, which may be in more than one place."""
    return bool(ROW_LOCK.search(sql)) and not re.search(r'"(organisation|tenant|ispb)" = [$?]', sql)


def changes_twice(sql):
    """Changes one table at two places of a statement."""
    changed = re.findall(r'(?:INSERT INTO|UPDATE|DELETE FROM) ("\w+"\."\w+")', sql)
    return len(changed) != len(set(changed))


STATEMENT_RULES = {
    "notices": words(r"\b(UN)?LISTEN\b|\bNOTIFY\b|pg_notify"),
    "advisory locks": words(r"pg_(try_)?advisory"),
    "temporary tables": words(r"\bTEMP(ORARY)?\b|\bUNLOGGED\b|pg_temp"),
    "session state": words(
        r"^SET (?!LOCAL|TRANSACTION)|set_config\([^)]*, false\)"
        r"|^(PREPARE|EXECUTE|DEALLOCATE|DISCARD|RESET|DECLARE|FETCH)\b"
    ),
    "sequences": words(
        r"\b(nextval|currval|lastval|setval)\b|\bSEQUENCE\b|GENERATED (ALWAYS|BY DEFAULT) AS IDENTITY|SERIAL\b"
    ),
    "deferrable constraints": words(r"\bDEFERR(ABLE|ED)\b|SET CONSTRAINTS"),
    "programs in the database": words(r"\bCREATE (OR REPLACE )?(FUNCTION|PROCEDURE|TRIGGER|RULE)\b|^(CALL|DO)\b"),
    "table locks": words(r"\bLOCK TABLE\b|^LOCK\b"),
    "housekeeping": words(r"^(VACUUM|ANALYZE|REINDEX|CLUSTER|CHECKPOINT)\b"),
    "the catalogue": words(r"pg_catalog|pg_class|pg_tables|information_schema|to_reg(class|namespace)"),
    "bulk": words(r"^COPY\b"),
    "all organisations": is_unowned,
    "row locks of all organisations": locks_unowned,
    "one table twice": changes_twice,
}

TYPES = {"bigint", "text", "bytea", "boolean", "uuid"}
OWNERS = ("organisation", "tenant")


def unowned_keys(catalogue):
    return [key.name for key in catalogue.keys if key.columns[0] not in OWNERS]


def unowned_references(catalogue):
    return [each.name for each in catalogue.references if each.columns[0] not in OWNERS]


CATALOGUE_RULES = {
    "organisation first in keys": unowned_keys,
    "organisation first in references": unowned_references,
    "a primary key": lambda catalogue: catalogue.without_key,
    "sequences": lambda catalogue: catalogue.numbered,
    "deferrable constraints": lambda catalogue: catalogue.deferrable,
    "programs in the database": lambda catalogue: catalogue.triggers + catalogue.functions,
    "simple types": lambda catalogue: [name for name, kind in catalogue.types if kind not in TYPES],
    "order by bytes": lambda catalogue: catalogue.collated,
}

# For each rule statements that it has to find.
BAD_STATEMENTS = {
    "notices": ['SELECT pg_notify($1, $2)', "LISTEN changes", "NOTIFY changes"],
    "advisory locks": ["SELECT pg_advisory_xact_lock($1)", "SELECT pg_try_advisory_lock(1)"],
    "temporary tables": ['CREATE TEMP TABLE "found" ("id" TEXT)', 'CREATE UNLOGGED TABLE "found" ("id" TEXT)'],
    "session state": ["SET search_path TO bank", "SELECT set_config($1, $2, false)", "DISCARD ALL"],
    "sequences": ["SELECT nextval('payment')", 'CREATE TABLE "a" ("n" BIGINT GENERATED ALWAYS AS IDENTITY)'],
    "deferrable constraints": ["SET CONSTRAINTS ALL DEFERRED", 'ALTER TABLE "a" ADD UNIQUE ("n") DEFERRABLE'],
    "programs in the database": [
        "CREATE OR REPLACE FUNCTION f() RETURNS TRIGGER", "CREATE TRIGGER t BEFORE UPDATE", "CALL f()",
    ],
    "table locks": ['LOCK TABLE "payments"."event" IN SHARE MODE', "LOCK a"],
    "housekeeping": ["VACUUM (SKIP_LOCKED) a", "ANALYZE"],
    "the catalogue": ['SELECT 1 FROM "pg_catalog"."pg_class"', "SELECT to_regclass($1)"],
    "bulk": ["COPY a FROM STDIN"],
    "all organisations": [
        'SELECT "body" FROM "payments"."payment_intent" WHERE "id" = $1',
        'UPDATE "payments"."event" SET "at" = $1',
    ],
    "row locks of all organisations": ['SELECT 1 FROM "payments"."customer" WHERE "id" = $1 FOR UPDATE'],
    "one table twice": [
        'WITH "a" AS (UPDATE "payments"."app" SET "body" = $1), "b" AS (DELETE FROM "payments"."app") SELECT 1'
    ],
}
# Statements that make a catalogue, and the names that the rule has to find in it.
BAD_TABLES = {
    "organisation first in keys": (
        ['CREATE TABLE "bad"."key" ("id" TEXT COLLATE "C" PRIMARY KEY, "organisation" BIGINT)'],
        ["bad.key key_pkey"],
    ),
    "organisation first in references": (
        ['CREATE TABLE "bad"."reference" ("organisation" BIGINT PRIMARY KEY, "id" TEXT COLLATE "C" REFERENCES "bad"."key")'],
        ["bad.reference reference_id_fkey"],
    ),
    "a primary key": (['CREATE TABLE "bad"."heap" ("organisation" BIGINT)'], ["bad.heap"]),
    "sequences": (
        [
            'CREATE TABLE "bad"."number" ("organisation" BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, "n" BIGSERIAL)',
        ],
        ["bad.number.organisation", "bad.number.n"],
    ),
    "deferrable constraints": (
        ['CREATE TABLE "bad"."late" ("organisation" BIGINT PRIMARY KEY, UNIQUE ("organisation") DEFERRABLE)'],
        ["late_organisation_key"],
    ),
    "programs in the database": (
        [
            'CREATE FUNCTION "bad"."program"() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
            'CREATE TRIGGER "pull" BEFORE UPDATE ON "bad"."late" FOR EACH ROW EXECUTE FUNCTION "bad"."program"()',
        ],
        ["bad.program", "bad.pull"],
    ),
    "simple types": (
        ['CREATE TABLE "bad"."type" ("organisation" BIGINT PRIMARY KEY, "at" TIMESTAMPTZ)'],
        ["bad.type.at"],
    ),
    "order by bytes": (
        ['CREATE TABLE "bad"."order" ("organisation" TEXT COLLATE "ucs_basic" PRIMARY KEY)'],
        ["bad.order.organisation"],
    ),
}


def breaks(sql):
    """The names of the rules that a statement breaks."""
    return [name for name, is_broken in STATEMENT_RULES.items() if is_broken(sql)]
