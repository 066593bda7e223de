import PostgresClient
public import TokenActivationCore

extension PostgresTokenActivationStore {
    /// As long as a check may take on a database that is full.
    private static let longestCheck = Duration.seconds(6 * 60 * 60)

    /// What is wrong with its references, its rows and the chains of its audit; empty when it is sound.
    ///
    /// Reads all of it as of one moment while nodes go on. PostgreSQL looks after its own files.
    public func check() async throws(ActivationStoreFault) -> [String] {
        do {
            return try await pool.blockingTransaction(
                .reads,
                opening: PostgresSnapshot.opening,
                within: Self.longestCheck
            ) { session in
                let snapshot = PostgresSnapshot(session)
                let found = try snapshot.activationOrphans() + snapshot.unreadableActivations() + snapshot.brokenAudit()
                return found.map { "token activations: \($0)" }
            }
        } catch {
            throw ActivationStoreFault(underlying: error)
        }
    }
}

extension PostgresSnapshot {
    /// The constraints hold these, but for whoever switched them off.
    fileprivate func activationOrphans() throws -> [String] {
        var found: [String] = []
        for table in ["idempotency_key", "notice", "suspension_link"] {
            try each(ActivationStatement.orphans(table)) { row in
                var columns = ActivationColumns(Array(row))
                let count = try columns.integer()
                if count > 0 { found.append("\(count) rows of \(table) refer to nothing") }
            }
        }
        return found
    }

    fileprivate func unreadableActivations() throws -> [String] {
        var found: [String] = []
        try each(ActivationStatement.every) { row in
            do {
                _ = try Activation(row: Array(row))
            } catch {
                var columns = ActivationColumns(Array(row))
                found.append("activation \(try columns.text()) cannot be read")
            }
        }
        return found
    }

    fileprivate func brokenAudit() throws -> [String] {
        var found: [String] = []
        var last: (chain: ActivationAuditChain, sequence: Int64, hash: ActivationDigest)?
        try each(ActivationStatement.everyAudit) { row in
            guard let stored = StoredEntry(row) else {
                found.append("an entry of the audit cannot be read")
                return
            }
            let (chain, entry) = (stored.entry.fact.chain, stored.entry)
            let before = last.flatMap { $0.chain == chain ? (sequence: $0.sequence, hash: $0.hash) : nil }
            if let fault = entry.fault(stored: stored.hash, after: before) {
                found.append("audit, entry \(entry.sequence) of chain \(chain.start.text): \(fault)")
            }
            last = (chain, entry.sequence, stored.hash)
        }
        return found
    }
}

/// An entry of the audit as its row is, with the hash that stands there.
private struct StoredEntry {
    let entry: ActivationAuditEntry
    let hash: ActivationDigest

    /// Of the chain, the columns of an entry, and the hash; `nil` where they make none.
    init?(_ row: ArraySlice<PostgresValue>) {
        var columns = ActivationColumns(Array(row))
        var end = ActivationColumns(Array(row.suffix(1)))
        guard let text = try? columns.blobText(), let chain = ActivationAuditChain(text: text),
            let entry = try? ActivationAuditEntry(chain, row: Array(row.dropFirst())), let hash = try? end.digest()
        else { return nil }
        self.entry = entry
        self.hash = hash
    }
}
