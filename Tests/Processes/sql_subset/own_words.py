"""The statements that each database has in its own version, with the reasons; all others exist once, for both. The
check finds texts that name one database, by their file and name. An unused entry is an error too.
"""

import re

from .sources import STORES, files_of, literals, squeezed

# Why, and where.
OWN_WORDS = {
    "claims: nodes claim at once, pass by what another one holds (`SKIP LOCKED`) and write down who holds what; a file has one "
    "process, which holds in memory or in a column": {
        "PaymentsStores/Webhooks/ClaimStatement.swift": (
            "anyDue", "due", "dueEndpoints", "holdEndpoints", "planOnce", "release", "take"),
        "PaymentsStores/Webhooks/AttemptStatement.swift": ("ofHeld",),
        "PaymentsStores/Work/WorkStatement.swift": ("due", "release", "stranded"),
    },
    "pruning: nodes prune at once and pass by what another one has in hand": {
        "PaymentsStores/Webhooks/Pruning.swift": ("attempts", "deliveries", "events"),
        "PaymentsStores/Writing/IdempotencyStatement.swift": ("prune",),
        "SignInStores/RecordStatement.swift": ("removeExpired", "removeOldest"),
    },
    "locks, which a file's one writer does not need": {
        "CardsStores/ActivationStatement.swift": ("hold", "letGo"),
        "PaymentsStores/Schema/PaymentsSchema.swift": ("lock",),
        "PaymentsStores/Work/SQLPaymentsStore+Anchors.swift": ("silence",),
        "PaymentsStores/Writing/AccessStatement.swift": ("holdOrganisation",),
        "PaymentsStores/Writing/CustomerStatement.swift": ("holdWhole",),
        "PaymentsStores/Writing/RoomStatement.swift": ("holdCustomer", "holdEnrollment", "holdFamily"),
    },
    "deliveries of a commit: a file makes their ids by a function of this program, PostgreSQL in SQL": {
        "PaymentsStores/Writing/TrailStatement.swift": ("addDeliveries", "addEventWithDeliveries"),
    },
    "sets of ids in one value": {
        "PaymentsStores/Reading/EnrollmentReading.swift": ("several",),
        "PaymentsStores/Reading/PaymentIntentReading.swift": ("several",),
        "PaymentsStores/Webhooks/DeliveryStatement.swift": ("resending",),
    },
    "lists of several selections: SQLite merges what is in order, PostgreSQL is told to cut each": {
        "PaymentsStores/Console/OperatorReading.swift": ("merged",),
        "PaymentsStores/Console/OperatorSearch.swift": ("statement",),
        "PaymentsStores/Reading/ListQuery+Statements.swift": ("rows",),
    },
    "JSON in a column, which each database reads in its own words": {
        "PaymentsStores/Writing/PaymentIntentStatement.swift": ("annotate",),
    },
    "statistics: a file counts by the last number, PostgreSQL by its own estimate": {
        "PaymentsStores/Tending/SQLPaymentsStore+Tending.swift": ("auditLength",),
    },
    "references, which SQLite checks by itself": {
        "CardsStores/ActivationStatement.swift": ("orphans",),
    },
    "changes that other nodes are told of": {
        "PostgresNodes/Changes/ToldChanges.swift": ("init",),
    },
    "triggers, and tables that PostgreSQL alone needs": {
        "CardsStores/ActivationSchema.swift": ("all",),
        "PaymentsStores/Schema/PaymentsSchema.swift": ("all",),
        "SignInStores/RecordSchema.swift": ("all",),
    },
}

OF_ONE_DATABASE = re.compile(r"\bsqlite: |\bpostgres: nil|\bSQLText\.lock\(|\bofSQLite: |\bofPostgres: ")
# A member of a type; what is declared within one is part of it.
MEMBER = re.compile(r"^    (?:(?:private|fileprivate|public|package|static) )*(?:(?:let|var|func) (\w+)|(init)\b)", re.M)
TARGETS = (*STORES, "PostgresNodes", "SandboxBank", "SandboxCards")


def listed():
    return {(file, name) for places in OWN_WORDS.values() for file, names in places.items() for name in names}


def of_text(text):
    """The members of a file that name one database."""
    for match in OF_ONE_DATABASE.finditer(text):
        before = [member[1] or member[2] for member in MEMBER.finditer(text, 0, match.start())]
        yield before[-1] if before else ""


def files():
    for target in TARGETS:
        yield from files_of(target)


def found():
    return {(place, name) for place, file in files() for name in of_text(file.read_text())}


def said_twice(texts):
    """Statements that stand at two places, as `place, place: statement`; `texts` are places and texts of Swift's."""
    places = {}
    for place, text in texts:
        for line, literal in literals(text):
            sql = squeezed(literal)
            if re.match(r"(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH) ", sql) and re.search(r'"\w+"', sql):
                places.setdefault(sql, []).append(f"{place}:{line}")
    return [f"{', '.join(where)}: {sql[:120]}" for sql, where in sorted(places.items()) if len(where) > 1]


def repeated():
    return said_twice((place, file.read_text()) for place, file in files())
