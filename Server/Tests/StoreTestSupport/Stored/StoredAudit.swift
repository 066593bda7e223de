/// The audit of payments at rest: entries in a chain for each object, and anchors over all of them.
///
/// Nothing changes an entry or an anchor while the tables' own guards stand: a test that does opens them first.
package enum StoredAudit {
    /// How the store calls its entries where it counts them.
    package static let entries = "audit_entry"

    /// What an entry says.
    package enum EntryField: String, CaseIterable, Sendable {
        case actor, action, at
        case content = "content_digest"
        case previous, hash
    }

    /// What an anchor says.
    package enum AnchorField: String, CaseIterable, Sendable {
        case at, entries, number
        case content = "content_digest"
        case previous, hash
    }

    // MARK: Guards

    /// Takes the guards of entries away; in files alone.
    static let openingEntries = #"DROP TRIGGER "audit_entry_stays"; DROP TRIGGER "audit_entry_remains";"#

    /// Takes all guards away; in files alone.
    package static let opening =
        openingEntries + #"DROP TRIGGER "audit_anchor_stays"; DROP TRIGGER "audit_anchor_remains";"#

    /// A change of entries, with the guards of a file's entries taken away before.
    static func opened(_ change: StoredSQL) -> StoredSQL {
        StoredSQL(sqlite: openingEntries + change.sqlite, postgres: change.postgres)
    }

    // MARK: Damage to entries

    /// That field of the entries of a version becomes another; in files alone.
    package static func changing(_ field: EntryField, ofVersion version: Int) -> String {
        let value =
            switch field {
            case .at: #""at" + 1"#
            case .actor, .action: #""\#(field.rawValue)" || 'x'"#
            case .content, .previous, .hash: "zeroblob(32)"
            }
        return #"UPDATE "audit_entry" SET "\#(field.rawValue)" = \#(value) WHERE "version" = \#(version)"#
    }

    /// The entries of two versions change places; in files alone.
    package static func swappingEntries(ofVersions one: Int, _ other: Int) -> String {
        """
        UPDATE "audit_entry" SET "version" = 90 WHERE "version" = \(one);
        UPDATE "audit_entry" SET "version" = \(one) WHERE "version" = \(other);
        UPDATE "audit_entry" SET "version" = \(other) WHERE "version" = 90;
        """
    }

    package static func losingEntries(ofVersion version: Int) -> StoredSQL {
        .ofPayments { #"DELETE FROM \#($0)"audit_entry" WHERE "version" = \#(version)"# }
    }

    package static func losingEntries(afterVersion version: Int) -> StoredSQL {
        .ofPayments { #"DELETE FROM \#($0)"audit_entry" WHERE "version" > \#(version)"# }
    }

    static let losingEntriesOfEnrollments = StoredSQL.ofPayments {
        #"DELETE FROM \#($0)"audit_entry" WHERE "object_kind" = 'enrollment'"#
    }

    static func renamingActor(ofVersion version: Int) -> StoredSQL {
        .ofPayments { #"UPDATE \#($0)"audit_entry" SET "actor" = 'somebody' WHERE "version" = \#(version)"# }
    }

    /// The entries of a version follow nothing any more.
    static func blankingPrevious(ofVersion version: Int) -> StoredSQL {
        StoredSQL(
            sqlite: #"UPDATE "audit_entry" SET "previous" = zeroblob(32) WHERE "version" = \#(version)"#,
            postgres: """
                UPDATE "payments"."audit_entry" SET "previous" = decode(repeat('00', 32), 'hex')
                WHERE "version" = \(version)
                """
        )
    }

    // MARK: Damage that the guards refuse

    package static let renamingActions = StoredSQL.ofPayments { #"UPDATE \#($0)"audit_entry" SET "action" = 'x'"# }
    package static let redatingEntries = StoredSQL.ofPayments { #"UPDATE \#($0)"audit_entry" SET "at" = 0"# }
    package static let losingAllEntries = StoredSQL.ofPayments { #"DELETE FROM \#($0)"audit_entry""# }
    package static let redatingAnchors = StoredSQL.ofPayments { #"UPDATE \#($0)"audit_anchor" SET "at" = 0"# }
    package static let losingAllAnchors = StoredSQL.ofPayments { #"DELETE FROM \#($0)"audit_anchor""# }

    // MARK: Damage to anchors

    /// That field of the anchors with a number becomes another; in files alone.
    package static func changing(_ field: AnchorField, ofAnchor number: Int) -> String {
        let value =
            switch field {
            case .at, .entries, .number: #""\#(field.rawValue)" + 5"#
            case .content, .previous, .hash: "zeroblob(32)"
            }
        return #"UPDATE "audit_anchor" SET "\#(field.rawValue)" = \#(value) WHERE "number" = \#(number)"#
    }

    package static func losingAnchor(_ number: Int) -> StoredSQL {
        .ofPayments { #"DELETE FROM \#($0)"audit_anchor" WHERE "number" = \#(number)"# }
    }

    // MARK: Questions and locks; in PostgreSQL alone

    /// The hashes of all entries, in the order in which they stand.
    package static let hashesInOrder = #"SELECT "hash" FROM "payments"."audit_entry" ORDER BY "position""#

    /// Locks entries as a commit does that adds one.
    package static let lockingEntriesAsACommit = #"LOCK TABLE "payments"."audit_entry" IN ROW EXCLUSIVE MODE"#
}
