import ChavePixModel
import GRDB
import TokenActivationCore

/// An audit entry as it lies in the table: its hash may be another than the one that it must have.
struct StoredAuditEntry {
    var entry: ActivationAuditEntry
    var storedHash: ActivationDigest

    /// In the order of the statements' columns.
    init(_ chain: ActivationAuditChain, columns row: [DatabaseValue]) throws {
        var columns = ColumnReader("audit_entry", row)
        let sequence = try columns.integer()
        let at = try columns.time()
        let actor = try columns.blobText()
        let action = try columns.required(ActivationAuditFact.Action(rawValue: try columns.text()))
        let fact = ActivationAuditFact(
            chain: chain,
            at: at,
            actor: actor,
            action: action,
            outcome: try columns.text(),
            activation: try columns.optionalText(),
            content: try columns.optionalDigest()
        )
        entry = ActivationAuditEntry(fact, sequence: sequence, previous: try columns.digest())
        storedHash = try columns.digest()
    }
}

extension ActivationAuditFact {
    /// Links it to the end of its chain: one writer, so nobody else appends meanwhile.
    func append(in database: Database) throws {
        let chain = chain.text.utf8Blob
        let last = try database.firstRow(ActivationStatement.auditHead, [chain]).map { row in
            var columns = ColumnReader("audit_entry", row)
            return (sequence: try columns.integer(), hash: try columns.digest())
        }
        let entry = ActivationAuditEntry(self, after: last)
        let row: [DatabaseValue] = [
            chain, entry.sequence.databaseValue, at.microseconds.databaseValue, actor.utf8Blob,
            action.rawValue.databaseValue, outcome.databaseValue, activation?.databaseValue ?? .null,
            content?.bytes.blob ?? .null, entry.previous.bytes.blob, entry.hash.bytes.blob,
        ]
        try database.cachedStatement(sql: ActivationStatement.addAudit).execute(arguments: StatementArguments(row))
    }
}
