import ChaveBase

/// A store that can list all its records, of every kind.
public protocol ResealableRecordStore: RecordStore {
    /// All records by tenant, kind and id, at most `limit`, after `last` where it is given.
    func everyRecord(after last: RecordKey?, limit: Int) async throws(RecordStoreFault) -> [StoredRecord]

    /// Replaces the bytes of records that still have the named version, and increments each version.
    ///
    /// Indexes and ends stay. A record with another version stays as it is. The result is the number of written
    /// records.
    func rewrite(_ records: [StoredRecord]) async throws(RecordStoreFault) -> Int
}

/// Seals records of an older secret again, in portions: while the server runs, and after an interruption.
public struct RecordResealing: Sendable {
    /// The result of one step.
    public struct Portion: Hashable, Sendable {
        /// The place where the next step begins; `nil` after the last record.
        public var last: RecordKey?
        public var seen = 0
        /// How many of them an older secret had sealed, whatever the step did with them.
        ///
        /// An older secret may be removed once a walk over all records finds none.
        public var older = 0
        public var resealed = 0
        /// The records that no secret opens, because they are damaged or their secret is gone; they stay as they are.
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

    /// Seals the next records after `last`, at most `limit`; a concurrent write of one of them is not overwritten.
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

    /// Walks once through all records.
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

    /// The record with bytes for the next version, named by the version that they replace.
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
