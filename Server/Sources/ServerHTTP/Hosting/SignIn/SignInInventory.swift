import SignInCore
import StorageSQLite

/// What must stand beside sign-in's database once it holds anything: the key that it was sealed with.
struct SignInInventory {
    let secrets: SecretFiles
    let store: any TendedRecordStore

    /// - Throws: ``SecretFiles/Problem``, which names the file and the way out.
    func requireComplete() async throws {
        let records = try await store.samples()
        guard !records.isEmpty else { return }
        guard let keys = try secrets.storedSignInKeys() else {
            throw SecretFiles.Problem.missing(
                secrets.signInKeyPath,
                wayOut: "Restore it from the backup: without it nobody that signin.sqlite knows can sign in again."
            )
        }
        let vault = keys.vault
        // One damaged record is a finding of `chave db check`; that none opens means another key.
        guard records.contains(where: vault.opens) else {
            throw SecretFiles.Problem.foreign(secrets.signInKeyPath)
        }
    }

    /// Records that the key does not open, by kind; reads them all.
    func unreadable(of store: SQLiteRecordStore) async throws -> [String] {
        guard let vault = try secrets.storedSignInKeys()?.vault else { return [] }
        var (last, counts): (Int64, [String: Int]) = (0, [:])
        while let end = try await look(store, after: last, with: vault, counting: &counts) { last = end }
        return counts.sorted { $0.key < $1.key }.map { kind, count in
            "sign-in: \(count) records of kind \(kind) cannot be opened: damaged, or sealed with another key"
        }
    }

    private func look(
        _ store: SQLiteRecordStore,
        after last: Int64,
        with vault: RecordVault,
        counting counts: inout [String: Int]
    ) async throws -> Int64? {
        let rows = try await store.records(afterRow: last, limit: 500)
        for row in rows where !vault.opens(row.record) { counts[row.record.key.kind, default: 0] += 1 }
        return rows.last?.row
    }
}
