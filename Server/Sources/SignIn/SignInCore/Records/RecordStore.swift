public import ChaveBase

/// Where records are kept: sealed bytes with a version, found by key or by blind index.
///
/// One contract for every back end: `RecordStoreConformance`. Reads see everything that was committed before they began.
public protocol RecordStore: Sendable {
    func record(_ key: RecordKey) async throws(RecordStoreFault) -> StoredRecord?

    /// Those that an index leads to, by key, at most `limit`, after `last` where it is given.
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

    /// All or nothing; returns when it is durable.
    func commit(_ writes: [RecordWrite]) async throws(RecordStoreFault) -> CommitOutcome

    /// Throws away records whose time was up at `time`, at most `limit`; how many.
    func removeExpired(at time: Timestamp, limit: Int) async throws(RecordStoreFault) -> Int

    /// Throws away a tenant's first records of a kind, by id, where there are more than `keeping`; at most `limit`; how many.
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
    /// 1 for the first, one more with each change.
    public var version: Int64
    public var bytes: [UInt8]

    public init(key: RecordKey, version: Int64, bytes: [UInt8]) {
        self.key = key
        self.version = version
        self.bytes = bytes
    }
}

/// What an index becomes in a database: a digest that only the server's key makes.
public struct BlindIndex: Hashable, Sendable {
    public var kind: String
    public var name: String
    /// 32 bytes, which stand for the value and, unless it is global, for the tenant.
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
    /// There must be none with this key.
    case insert(RecordKey, RecordBody)
    /// There must be one of this version, which the write makes one higher.
    case replace(RecordKey, version: Int64, RecordBody)
    case remove(RecordKey, version: Int64)
    /// Writes nothing; there must be one of this version.
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
    /// A record is there that should not be, or is not of the version that was read: read again and decide anew.
    case conflict
    /// Another record has the value of a unique index.
    case taken(index: String)
}

/// The database failed; nothing of the call was stored.
public struct RecordStoreFault: Error, Sendable {
    public let underlying: any Error

    public init(underlying: any Error) { self.underlying = underlying }
}
