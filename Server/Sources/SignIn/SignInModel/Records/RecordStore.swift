public import ChaveBase

/// Stores records: sealed bytes with a version, found by key or by blind index.
///
/// `RecordStoreConformance` is the one contract for every back end. A read sees everything that was committed before it
/// began.
public protocol RecordStore: Sendable {
    func record(_ key: RecordKey) async throws(RecordStoreFault) -> StoredRecord?

    /// The records of an index, by key, at most `limit`, after `last` where it is given.
    func records(
        _ index: BlindIndex,
        after last: RecordKey?,
        limit: Int
    ) async throws(RecordStoreFault) -> [StoredRecord]

    /// A tenant's records of a kind by id, at most `limit`, after the id `last` where it is given.
    func records(
        of tenant: String,
        kind: String,
        after last: String?,
        limit: Int
    ) async throws(RecordStoreFault) -> [StoredRecord]

    /// Commits all writes or none; returns when they are durable.
    func commit(_ writes: [RecordWrite]) async throws(RecordStoreFault) -> CommitOutcome

    /// Removes records whose end was reached at `time`, at most `limit`, and returns their number.
    func removeExpired(at time: Timestamp, limit: Int) async throws(RecordStoreFault) -> Int

    /// Removes a tenant's first records of a kind by id, beyond the newest `keeping`, at most `limit`; returns their
    /// number.
    func removeOldest(
        of tenant: String,
        kind: String,
        keeping: Int,
        limit: Int
    ) async throws(RecordStoreFault) -> Int
}

public struct RecordKey: Hashable, Sendable {
    public var tenant: String
    public var kind: String
    public var id: String

    public init(tenant: String, kind: String, id: String) {
        self.tenant = tenant
        self.kind = kind
        self.id = id
    }
}

public struct StoredRecord: Hashable, Sendable {
    public var key: RecordKey
    /// The version: 1 at first, one more with each change.
    public var version: Int64
    public var bytes: [UInt8]

    public init(key: RecordKey, version: Int64, bytes: [UInt8]) {
        self.key = key
        self.version = version
        self.bytes = bytes
    }
}

/// The database's form of an index: a digest that only the server's key makes.
public struct BlindIndex: Hashable, Sendable {
    public var kind: String
    public var name: String
    /// The 32 bytes of the value and, unless the index is global, the tenant.
    public var digest: [UInt8]
    public var isUnique: Bool

    public init(kind: String, name: String, digest: [UInt8], isUnique: Bool) {
        self.kind = kind
        self.name = name
        self.digest = digest
        self.isUnique = isUnique
    }
}

/// One step of a commit.
public enum RecordWrite: Hashable, Sendable {
    /// Inserts a record; the key must be free.
    case insert(RecordKey, RecordBody)
    /// Replaces a record that must have this version; the write increments the version.
    case replace(RecordKey, version: Int64, RecordBody)
    case remove(RecordKey, version: Int64)
    /// Writes nothing; the record must have this version.
    case require(RecordKey, version: Int64)
}

public struct RecordBody: Hashable, Sendable {
    public var bytes: [UInt8]
    public var indexes: [BlindIndex]
    public var expiresAt: Timestamp?

    public init(bytes: [UInt8], indexes: [BlindIndex], expiresAt: Timestamp?) {
        self.bytes = bytes
        self.indexes = indexes
        self.expiresAt = expiresAt
    }
}

public enum CommitOutcome: Hashable, Sendable {
    case committed
    /// A record exists that must not exist, or has another version than the one read: read and decide again.
    case conflict
    /// Another record has the value of a unique index.
    case taken(index: String)
}

/// The database failed; a failed commit may be stored all the same where its outcome is unknown.
public struct RecordStoreFault: Error, Sendable {
    public let underlying: any Error

    public init(underlying: any Error) { self.underlying = underlying }
}
