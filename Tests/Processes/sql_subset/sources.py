"""The statements in the server's sources: every text that contains SQL."""

import dataclasses
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent / "Server" / "Sources"


def files_of(target):
    """The Swift files of a target, wherever it stands; each with its path from the target on."""
    (folder,) = ROOT.glob(f"*/{target}")
    return [(str(file.relative_to(folder.parent)), file) for file in sorted(folder.rglob("*.swift"))]


# The targets that send statements to PostgreSQL.
TARGETS = ("PostgresClient", "PostgresNodes", "SQLPort", "SandboxBank", "SandboxCards")
# Stores whose statements the port puts into PostgreSQL's words, with the schema that it names before their tables.
STORES = {"PaymentsStores": "payments", "SignInStores": "signin", "CardsStores": "token_activations"}
# Targets for SQLite alone.
ELSEWHERE = {"BankFile.swift", "CardsFile.swift", "SQLiteConnection+SQL.swift", "SchemaText.swift"}

HOLE = "\N{OBJECT REPLACEMENT CHARACTER}"  # an interpolation of Swift
BEGINNING = re.compile(
    r"(SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|ALTER|DROP|TRUNCATE|LOCK|VACUUM|ANALYZE|BEGIN|COMMIT|ROLLBACK|SET|CALL|DO"
    r"|COPY|LISTEN|UNLISTEN|NOTIFY|PREPARE|DECLARE|DISCARD|EXPLAIN|SAVEPOINT)\b(?![(:])"
)
INSIDE = re.compile(r'\b(FROM|WHERE|JOIN|ORDER BY|FOR UPDATE|FOR SHARE|AND|OR|LIMIT|VALUES|SET)\b|"\w+" (=|IN|IS|<|>)')


@dataclasses.dataclass(frozen=True)
class Text:
    """A text of the sources, with one space for each gap and `HOLE` for what is put in."""

    place: str
    sql: str

    @property
    def is_statement(self):
        return bool(BEGINNING.match(self.sql))

    @property
    def pattern(self):
        """The pattern of every statement made from this text; a text of holes only would match anything."""
        parts = [re.escape(part) for part in re.split(f" ?{HOLE} ?", self.sql)]
        return re.compile(" ?.*?".join(parts) + r"\Z", re.S)

    @property
    def is_telling(self):
        return len(self.sql.replace(HOLE, "")) >= (12 if self.is_statement else 20)


def squeezed(sql):
    return re.sub(r"\s+", " ", sql).strip()


def literals(text):
    """Each string literal of Swift with the line that it begins at; what is interpolated is a hole."""
    position, opening = 0, re.compile(r'(#*)("""|")')
    while position < len(text):
        if text.startswith("//", position):
            end = text.find("\n", position)
            position = len(text) if end < 0 else end
            continue
        match = opening.match(text, position)
        if not match:
            position += 1
            continue
        content, end = _content(text, match.end(), match[1], match[2])
        yield text.count("\n", 0, position) + 1, content
        position = end


def _content(text, position, hashes, quote):
    parts = []
    while position < len(text) and not text.startswith(quote + hashes, position):
        if text.startswith("\\" + hashes + "(", position):
            position = _after_brackets(text, position + 1 + len(hashes))
            parts.append(HOLE)
        elif not hashes and text[position] == "\\":
            parts.append({"n": "\n"}.get(text[position + 1], text[position + 1]))
            position += 2
        else:
            parts.append(text[position])
            position += 1
    return "".join(parts), position + len(quote) + len(hashes)


def _after_brackets(text, position):
    depth = 0
    while position < len(text):
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        position += 1
        if depth == 0:
            return position
    raise AssertionError("a bracket of an interpolation is not closed")


def read():
    """All texts with SQL in them, in PostgreSQL's words."""
    found = []
    for target in (*TARGETS, *STORES):
        tables = named_tables(target)
        for place, file in files_of(target):
            if file.name in ELSEWHERE:
                continue
            for line, content in literals(file.read_text()):
                for sql in split(content) if "Migration" in file.name else [content]:
                    sql = without_comments(sql)
                    if target.startswith("Sandbox") or target in STORES:
                        sql = re.sub(r"\?(\d)", r"$\1", sql)
                        sql = in_postgres(sql) if is_schema(file) else sql
                    if target == "PostgresNodes":
                        # Of whichever schema.
                        sql = re.sub(r'\b(FROM|INTO) "told_change"', rf'\1 "{HOLE}"."told_change"', sql)
                        sql = re.sub(r"\?(\d)", r"$\1", sql)
                    if target in STORES and not is_schema(file):
                        sql = with_schema(sql, STORES[target], tables)
                    text = Text(f"{place}:{line}", sql)
                    if text.is_statement or INSIDE.search(text.sql):
                        found.append(text)
    return found


def is_schema(file):
    return "Schema" in file.name


def named_tables(target):
    """The tables that a target's schema makes."""
    files = [file.read_text() for _, file in files_of(target) if is_schema(file)]
    return {name for text in files for name in re.findall(r'CREATE TABLE "(\w+)"', text)} | {"schema_migration"}


def with_schema(sql, schema, tables):
    """A statement with the schema before its tables and without SQLite's hints, as `SQLPort/Statements/PostgresText.swift`
    writes it."""
    sql = re.sub(r' ?INDEXED BY ("\w+"|"\N{OBJECT REPLACEMENT CHARACTER}")', "", sql)
    # Tables may be put in, too.
    return re.sub(
        rf'(?<!DISTINCT )\b(FROM|JOIN|INTO|UPDATE) "({"|".join(sorted(tables))}|{HOLE})"', rf'\1 "{schema}"."\2"', sql,
    )


def in_postgres(sql):
    """A statement of a schema in PostgreSQL's words, as `SQLPort/Schema/SchemaText.swift` writes it."""
    sql = re.sub(r"\s*WITHOUT ROWID$", "", sql)
    parts = re.split(r"""("[^"]*"|'[^']*')""", sql)
    for place in range(0, len(parts), 2):
        part = re.sub(r"\bINTEGER(?= NOT NULL PRIMARY KEY)", "BIGINT GENERATED ALWAYS AS IDENTITY", parts[place])
        part = re.sub(r"\bAUTOINCREMENT\b", "", part)
        part = re.sub(r"\bINTEGER\b", "BIGINT", part)
        part = re.sub(r"\bBLOB\b", "BYTEA", part)
        parts[place] = re.sub(r"\bTEXT\b", 'TEXT COLLATE "C"', part)
    return "".join(parts)


def without_comments(sql):
    return squeezed(re.sub(r"^\s*--.*$", "", sql, flags=re.M))


def split(content):
    """A migration's text has an empty line between two statements."""
    return [part for part in re.split(r"\n\s*\n", content) if part.strip()]
