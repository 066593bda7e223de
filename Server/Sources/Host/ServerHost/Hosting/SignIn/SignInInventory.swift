import SignInCore

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
                wayOut: "Restore it from the backup: without it nobody that sign-in knows can sign in again."
            )
        }
        let vault = keys.vault
        // One damaged record is a finding of `chave db check`; that none opens means another key.
        guard records.contains(where: vault.opens) else {
            throw SecretFiles.Problem.foreign(secrets.signInKeyPath)
        }
    }

    /// Records that the key does not open, by kind; reads them all.
    func unreadable() async throws -> [String] {
        guard let vault = try secrets.storedSignInKeys()?.vault else { return [] }
        var (last, counts): (RecordKey?, [String: Int]) = (nil, [:])
        while true {
            let records = try await store.everyRecord(after: last, limit: 500)
            for record in records where !vault.opens(record) { counts[record.key.kind, default: 0] += 1 }
            guard let end = records.last?.key else { break }
            last = end
        }
        return counts.sorted { $0.key < $1.key }.map { kind, count in
            "sign-in: \(count) records of kind \(kind) cannot be opened: damaged, or sealed with another key"
        }
    }
}
