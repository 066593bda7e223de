/// Audit entries and anchors never change and are never deleted; events never change.
///
/// Each database has its own form of a trigger.
extension PaymentsSchema {
    private static let rules = [
        (table: "audit_entry", name: "audit_entry_stays", operation: "UPDATE"),
        ("audit_entry", "audit_entry_remains", "DELETE"), ("audit_anchor", "audit_anchor_stays", "UPDATE"),
        ("audit_anchor", "audit_anchor_remains", "DELETE"), ("event", "event_stays", "UPDATE"),
    ]

    static let triggersOfSQLite = rules.map { table, name, operation in
        """
        CREATE TRIGGER "\(name)" BEFORE \(operation) ON "\(table)"
        BEGIN SELECT RAISE(ABORT, 'rows of \(table) never change'); END
        """
    }

    static let triggersOfPostgres =
        [
            """
            CREATE FUNCTION "refuse_change"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'rows of "%" never change', TG_TABLE_NAME; END
            $$
            """
        ]
        + rules.map { table, name, operation in
            """
            CREATE TRIGGER "\(name)" BEFORE \(operation) ON "\(table)"
                FOR EACH ROW EXECUTE FUNCTION "refuse_change"()
            """
        }
}
