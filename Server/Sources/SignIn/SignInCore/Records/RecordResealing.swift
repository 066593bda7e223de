import ChaveBase

/// A store whose records can be gone through, whatever they are.
public protocol ResealableRecordStore: RecordStore {
    /// Every record by tenant, kind and id, at most `limit`, after `last` where it is given.
    func everyRecord(after last: RecordKey?, limit: Int) async throws(RecordStoreFault) -> [StoredRecord]

    /// Puts other bytes in the place of records that are still of the version that is named, each one version higher.
    ///
    /// Their indexes and ends stay. A record that has moved on is left as it is. Returns how many were written.
    func rewrite(_ records: [StoredRecord]) async throws(RecordStoreFault) -> Int
}

/// Seals anew what an older secret sealed, in portions: while the server runs, and going on where one broke off.
public struct RecordResealing: Sendable {
    /// What one step saw and did.
    public struct Portion: Hashable, Sendable {
        /// Where the next one begins; `nil` after the last record.
        public var last: RecordKey?
        public var seen = 0
        /// How many of them an older secret had sealed, whatever became of them.
        ///
        /// A secret may go once a walk from the first record to the last found none.
        public var older = 0
        public var resealed = 0
        /// Those that no secret opens, since they are damaged or theirs is gone; they are left as they are.
        public var unreadable = 0
    }

    private let store: any ResealableRecordStore
    private let vault: RecordVault
    private let randomBytes: @Sendable (Int) -> [UInt8]

    public init(
        store: any ResealableRecordStore,
        vault: RecordVault,
        randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8]
    ) {
        self.store = store
        self.vault = vault
        self.randomBytes = randomBytes
    }

    /// The next records after `last`, at most `limit`; whoever writes one of them meanwhile is not overwritten.
    public func portion(after last: RecordKey?, limit: Int = 200) async throws(SignInFault) -> Portion {
        let records: [StoredRecord]
        var portion = Portion()
        do {
            records = try await store.everyRecord(after: last, limit: limit)
        } catch {
            throw .storage(underlying: error)
        }
        portion.last = records.last?.key
        portion.seen = records.count
        let old = records.filter { !vault.isCurrent($0.bytes) }
        portion.older = old.count
        var renewed: [StoredRecord] = []
        for record in old {
            guard let next = try? resealed(record) else {
                portion.unreadable += 1
                continue
            }
            renewed.append(next)
        }
        do {
            portion.resealed = renewed.isEmpty ? 0 : try await store.rewrite(renewed)
        } catch {
            throw .storage(underlying: error)
        }
        return portion
    }

    /// One walk through all of them.
    public func walk() async throws(SignInFault) -> Portion {
        var sum = Portion()
        while !Task.isCancelled {
            let next = try await portion(after: sum.last)
            sum.seen += next.seen
            sum.older += next.older
            sum.resealed += next.resealed
            sum.unreadable += next.unreadable
            sum.last = next.last
            guard next.last != nil else { break }
        }
        return sum
    }

    /// The bytes for the next version, under the version that they replace.
    private func resealed(_ record: StoredRecord) throws(SignInFault) -> StoredRecord {
        var next = record
        next.bytes = try vault.seal(
            try vault.open(record),
            as: record.key,
            version: record.version + 1,
            randomBytes: randomBytes
        )
        return next
    }
}
