import ChaveBase
import SQLPort
public import TokenActivationCore

extension SQLTokenActivationStore {
    /// The time limit of a check on a full database.
    private static let longestCheck = Duration.seconds(6 * 60 * 60)

    /// Checks references, rows and audit chains, and describes each problem in a sentence; empty when there is none.
    ///
    /// The check reads one snapshot, while other calls go on.
    public func check() async throws(ActivationStoreFault) -> [String] {
        try await failing { () async throws(SQLFailure) in
            try await batches.snapshot(within: Self.longestCheck) { snapshot in
                let found =
                    try snapshot.damage().map(\.description) + snapshot.orphans() + snapshot.unreadableActivations()
                    + snapshot.brokenAudit()
                return found.map { "token activations: \($0)" }
            }
        }
    }
}

extension SQLSnapshot {
    fileprivate func orphans() throws -> [String] {
        try ActivationStatement.orphans.compactMap { table, counting in
            guard let row = try rows(SQLStatement(counting)).first else { return nil }
            var columns = ColumnReader(row, table: table)
            let count = try columns.integer()
            return count > 0 ? "\(count) rows of \(table) refer to nothing" : nil
        }
    }

    fileprivate func unreadableActivations() throws -> [String] {
        var found: [String] = []
        try forEachRow(SQLStatement(ActivationStatement.every)) { row in
            do {
                _ = try Activation(row: row)
            } catch is SQLFault {
                var columns = ColumnReader(row, table: "activation")
                found.append("activation \(try columns.text()) cannot be read")
            }
        }
        return found
    }

    fileprivate func brokenAudit() throws -> [String] {
        var found: [String] = []
        var last: (chain: ActivationAuditChain, sequence: Int64, hash: Digest)?
        try forEachRow(SQLStatement(ActivationStatement.everyAudit)) { row in
            guard let stored = try? StoredAuditEntry(chainAnd: row) else {
                found.append("an entry of the audit cannot be read")
                return
            }
            let (entry, chain) = (stored.entry, stored.entry.fact.chain)
            let before = last.flatMap { $0.chain == chain ? (sequence: $0.sequence, hash: $0.hash) : nil }
            if let fault = entry.fault(stored: stored.storedHash, after: before) {
                found.append("audit, entry \(entry.sequence) of chain \(chain.start.text): \(fault)")
            }
            last = (chain, entry.sequence, stored.storedHash)
        }
        return found
    }
}
