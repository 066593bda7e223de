import SignInModel

/// The file that sign-in's database needs once it has records: the key that sealed them.
struct SignInInventory {
    let secrets: SecretFiles
    let store: any TendedRecordStore

    /// - Throws: ``SecretFiles/Problem``, which names the file and the next step.
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
        // One damaged record is a finding of `chave db check`; if no record opens, the key is another one.
        guard records.contains(where: vault.opens) else {
            throw SecretFiles.Problem.foreign(secrets.signInKeyPath)
        }
    }

    /// The records that the key does not open, by kind; the call reads all records.
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
            "sign-in: \(Counted.of(count, "record")) of kind \(kind) cannot be opened: damaged, or sealed with another key"
        }
    }
}
