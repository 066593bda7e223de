import GRDB
import SQLiteWriter
public import TokenActivationCore

extension SQLiteTokenActivationStore {
    /// What is wrong with the file, its references, its rows and the chains of its audit; empty when it is sound.
    ///
    /// Reads all of it on one snapshot, row by row.
    public func check() async throws(ActivationStoreFault) -> [String] {
        try await asking { database in
            let lines = try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
            let orphans = try database.rows("PRAGMA foreign_key_check", []).map { row in
                let table = String.fromDatabaseValue(row[0]) ?? "?"
                return "row \(Int64.fromDatabaseValue(row[1]) ?? 0) of \(table) refers to nothing"
            }
            let found = lines + orphans + (try database.unreadableActivations()) + (try database.brokenAudit())
            return found.map { "token activations: \($0)" }
        }
    }
}

extension Database {
    fileprivate func unreadableActivations() throws -> [String] {
        var found: [String] = []
        let ids = try String.fetchCursor(self, sql: #"SELECT "id" FROM "activation" ORDER BY "position""#)
        while let id = try ids.next() {
            do {
                _ = try firstRow(ActivationStatement.one, [id.databaseValue]).map(Activation.init(columns:))
            } catch is ColumnReader.Unreadable {
                found.append("activation \(id) cannot be read")
            }
        }
        return found
    }

    fileprivate func brokenAudit() throws -> [String] {
        var found: [String] = []
        let sql = """
            SELECT "chain", "sequence", "at", "actor", "action", "outcome", "activation", "content", "previous", "hash"
            FROM "audit_entry" ORDER BY "chain", "sequence"
            """
        let cursor = try Row.fetchCursor(self, sql: sql)
        var last: (chain: ActivationAuditChain, sequence: Int64, hash: ActivationDigest)?
        while let row = try cursor.next() {
            let values = Array(row.databaseValues)
            guard let chain = ActivationAuditChain(text: String(blob: values[0])),
                let stored = try? StoredAuditEntry(chain, columns: Array(values.dropFirst()))
            else {
                found.append("an entry of the audit cannot be read")
                continue
            }
            let before = last.flatMap { $0.chain == chain ? (sequence: $0.sequence, hash: $0.hash) : nil }
            if let fault = stored.entry.fault(stored: stored.storedHash, after: before) {
                let place = "entry \(stored.entry.sequence) of chain \(chain.start.text)"
                found.append("audit, \(place): \(fault)")
            }
            last = (chain, stored.entry.sequence, stored.storedHash)
        }
        return found
    }
}
