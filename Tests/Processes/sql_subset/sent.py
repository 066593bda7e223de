"""The statements that a server really sends, from PostgreSQL's own log of a run."""

import re

from .sources import without_comments

# Each entry begins so, with the name that the program gives itself; lines that go on begin with a tab.
PREFIX = "sent by "
OWN_PROGRAMS = ("psql", "pg_isready")


# How a demand is written around a statement, in `SQLPort/Statements/PostgresText.swift`.
DEMANDS = (
    r'WITH "done" AS \( (.*) RETURNING 1 \) SELECT 1 / COUNT\(\*\) FROM "done"',
    r'WITH "held" AS \( (.*) FOR (?:SHARE|NO KEY UPDATE) \) SELECT 1 / COUNT\(\*\) FROM "held"',
    r'SELECT 1 / (?:COUNT\(\*\)|\(CASE WHEN COUNT\(\*\) = 0 THEN 1 ELSE 0 END\)) FROM \( (.*) \) AS "found"',
    r"(SELECT .*) FOR (?:SHARE|NO KEY UPDATE)",
)


def said(sql):
    """The statement as in the sources: without the demand around it, and with only the first of its rows."""
    if sql.startswith("INSERT"):
        return re.sub(r"(VALUES \([^()]*\))(, \([^()]*\))+\Z", r"\1", sql)
    for demand in DEMANDS:
        match = re.fullmatch(demand, sql, re.S)
        if match:
            return match[1]
    return sql


def record(postgres):
    """Makes PostgreSQL log each statement from now on."""
    postgres.ask(f"ALTER SYSTEM SET log_line_prefix = '{PREFIX}%a|'")
    postgres.ask("ALTER SYSTEM SET log_statement = 'all'")
    postgres.ask("SELECT pg_reload_conf()")


def statements(log):
    """Each once, without those of PostgreSQL's own programs."""
    found = set()
    for entry in re.split(rf"^{PREFIX}", log, flags=re.M)[1:]:
        name, _, rest = entry.partition("|")
        match = re.match(r"LOG:  (?:execute [^:]*|statement): (.*)", rest, re.S)
        if match and name not in OWN_PROGRAMS:
            found.add(without_comments(match[1]))
    return found
