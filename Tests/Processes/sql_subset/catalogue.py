"""The content of a database's schemas of the server, from its own catalogue."""

import dataclasses

SCHEMAS = "n.nspname NOT IN ('pg_catalog', 'information_schema', 'public', 'pg_toast') AND n.nspname NOT LIKE 'pg_temp%'"


@dataclasses.dataclass(frozen=True)
class Columns:
    name: str
    columns: tuple


class Catalogue:
    def __init__(self, postgres, schemas=SCHEMAS):
        self._ask, self._schemas = postgres.ask, schemas
        self.keys = self._columns("pg_index", "i.indexrelid::regclass", "i.indrelid", "i.indkey", "i.indisunique")
        self.references = self._columns("pg_constraint", "i.conname", "i.conrelid", "i.conkey", "i.contype = 'f'")
        tables = f"FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND {schemas}"
        keyless = "AND NOT EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary)"
        self.tables = self._names(f"SELECT n.nspname || '.' || c.relname {tables}")
        self.without_key = self._names(f"SELECT n.nspname || '.' || c.relname {tables} {keyless}")
        self.numbered = self._of_columns("a.attidentity <> '' OR pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval%'")
        self.collated = self._of_columns("o.collname NOT IN ('C', 'default')")
        self.types = [tuple(row) for row in self._ask(
            f"SELECT n.nspname || '.' || c.relname || '.' || a.attname, format_type(a.atttypid, NULL) {self._of('true')}")]
        self.deferrable = self._names(
            "SELECT o.conname FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid"
            f" JOIN pg_namespace n ON n.oid = c.relnamespace WHERE o.condeferrable AND {schemas}")
        self.triggers = self._names(
            "SELECT n.nspname || '.' || t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
            f" JOIN pg_namespace n ON n.oid = c.relnamespace WHERE NOT t.tgisinternal AND {schemas}")
        self.functions = self._names(
            "SELECT n.nspname || '.' || p.proname FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace"
            f" WHERE {schemas}")

    def _names(self, sql):
        return sorted(row[0] for row in self._ask(sql))

    def _of(self, condition):
        return (
            "FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r'"
            " JOIN pg_namespace n ON n.oid = c.relnamespace LEFT JOIN pg_collation o ON o.oid = a.attcollation"
            " LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum"
            f" WHERE a.attnum > 0 AND NOT a.attisdropped AND {self._schemas} AND ({condition})"
        )

    def _of_columns(self, condition):
        return self._names(f"SELECT n.nspname || '.' || c.relname || '.' || a.attname {self._of(condition)}")

    def _columns(self, table, name, owner, numbers, condition):
        rows = self._ask(
            f"SELECT n.nspname || '.' || c.relname || ' ' || ({name})::text, string_agg(a.attname, ',' ORDER BY k.place)"
            f" FROM {table} i JOIN pg_class c ON c.oid = {owner} JOIN pg_namespace n ON n.oid = c.relnamespace"
            f" CROSS JOIN LATERAL unnest({numbers}::int2[]) WITH ORDINALITY AS k (number, place)"
            f" JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number WHERE {condition} AND {self._schemas}"
            " GROUP BY 1 ORDER BY 1"
        )
        return [Columns(name.split(" ")[0] + " " + name.split(" ")[1].split(".")[-1], tuple(columns.split(",")))
                for name, columns in rows]
