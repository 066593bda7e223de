public import ChaveBase
import ChavePixModel
public import SignInModel
import Synchronization

/// Records in memory, with the whole contract of a database: versions, unique indexes, all or nothing.
public final class MemoryRecordStore: ResealableRecordStore {
    private struct Closed: Error {}
    private struct Tables {
        var rows: [Place: Row] = [:]
        var isClosed = false
    }
    private let tables = Mutex(Tables())

    public init() {}

    /// From now on each call fails, as of a database that is gone.
    public func close() { tables.withLock { $0.isClosed = true } }

    /// The opposite, with everything that was there.
    public func reopen() { tables.withLock { $0.isClosed = false } }

    /// What lies at rest: for a test that looks into it, or puts bytes in another's place.
    public var contents: [StoredRecord] { tables.withLock { $0.rows.map { $0.value.stored(at: $0.key) } } }

    /// Changes bytes at rest, as another hand would; nothing where there is no such record.
    public func tamper(with key: RecordKey, _ change: (inout [UInt8]) -> Void) {
        tables.withLock { tables in
            guard var row = tables.rows[Place(key)] else { return }
            change(&row.body.bytes)
            tables.rows[Place(key)] = row
        }
    }

    public func record(_ key: RecordKey) async throws(RecordStoreFault) -> StoredRecord? {
        let place = Place(key)
        return try open { rows in rows[place]?.stored(at: place) }
    }

    public func records(
        _ index: BlindIndex,
        after last: RecordKey?,
        limit: Int
    ) async throws(RecordStoreFault) -> [StoredRecord] {
        let last = last.map { Place($0) }
        return try sorted(limit) { place, row in
            place.kind == Array(index.kind.utf8) && row.has(index) && last.map { $0 < place } ?? true
        }
    }

    public func records(
        of tenant: String,
        kind: String,
        after last: String?,
        limit: Int
    ) async throws(RecordStoreFault) -> [StoredRecord] {
        let (tenant, kind, last) = (Array(tenant.utf8), Array(kind.utf8), last.map { Array($0.utf8) })
        return try sorted(limit) { place, _ in
            place.tenant == tenant && place.kind == kind
                && last.map { $0.lexicographicallyPrecedes(place.id) } ?? true
        }
    }

    public func commit(_ writes: [RecordWrite]) async throws(RecordStoreFault) -> CommitOutcome {
        guard !writes.isEmpty else { return .committed }
        return try open { rows in
            var next = rows
            for write in writes {
                if let refusal = MemoryRecordStore.apply(write, to: &next) { return refusal }
            }
            rows = next
            return .committed
        }
    }

    public func removeExpired(at time: Timestamp, limit: Int) async throws(RecordStoreFault) -> Int {
        try open { rows in
            let over = rows.compactMap { place, row in row.body.expiresAt.map { (place: place, at: $0) } }
                .filter { $0.at <= time }
                .sorted { $0.at < $1.at }
                .prefix(max(0, limit))
            for row in over { rows[row.place] = nil }
            return over.count
        }
    }

    public func removeOldest(
        of tenant: String,
        kind: String,
        keeping: Int,
        limit: Int
    ) async throws(RecordStoreFault) -> Int {
        let (tenant, kind) = (Array(tenant.utf8), Array(kind.utf8))
        return try open { rows in
            let all = rows.keys.filter { $0.tenant == tenant && $0.kind == kind }.sorted()
            let over = all.dropLast(max(0, keeping)).prefix(max(0, limit))
            for place in over { rows[place] = nil }
            return over.count
        }
    }

    public func everyRecord(after last: RecordKey?, limit: Int) async throws(RecordStoreFault) -> [StoredRecord] {
        let last = last.map { Place($0) }
        return try sorted(limit) { place, _ in last.map { $0 < place } ?? true }
    }

    public func rewrite(_ records: [StoredRecord]) async throws(RecordStoreFault) -> Int {
        try open { rows in
            var count = 0
            for record in records where rows[Place(record.key)]?.version == record.version {
                rows[Place(record.key)]?.body.bytes = record.bytes
                rows[Place(record.key)]?.version += 1
                count += 1
            }
            return count
        }
    }

    private func open<Answer: Sendable>(
        _ body: (inout [Place: Row]) -> Answer
    ) throws(RecordStoreFault) -> Answer {
        let answer = tables.withLock { tables in tables.isClosed ? nil : body(&tables.rows) }
        guard let answer else { throw RecordStoreFault(underlying: Closed()) }
        return answer
    }

    private func sorted(
        _ limit: Int,
        _ isWanted: (Place, Row) -> Bool
    ) throws(RecordStoreFault) -> [StoredRecord] {
        try open { rows in
            rows.filter { isWanted($0.key, $0.value) }
                .sorted { $0.key < $1.key }
                .prefix(max(0, limit))
                .map { $0.value.stored(at: $0.key) }
        }
    }

    private static func apply(_ write: RecordWrite, to rows: inout [Place: Row]) -> CommitOutcome? {
        switch write {
        case .insert(let key, let body):
            guard rows[Place(key)] == nil else { return .conflict }
            return put(Row(version: 1, body: body), at: Place(key), in: &rows)
        case .replace(let key, let version, let body):
            guard rows[Place(key)]?.version == version else { return .conflict }
            return put(Row(version: version + 1, body: body), at: Place(key), in: &rows)
        case .remove(let key, let version):
            guard rows[Place(key)]?.version == version else { return .conflict }
            rows[Place(key)] = nil
            return nil
        case .require(let key, let version):
            return rows[Place(key)]?.version == version ? nil : .conflict
        }
    }

    private static func put(_ row: Row, at place: Place, in rows: inout [Place: Row]) -> CommitOutcome? {
        for index in row.body.indexes where index.isUnique {
            let isTaken = rows.contains { $0.key != place && $0.key.kind == place.kind && $0.value.has(index) }
            if isTaken { return .taken(index: index.name) }
        }
        rows[place] = row
        return nil
    }
}

/// A key by its bytes, as a database compares texts; Swift takes two spellings of `é` for one.
private struct Place: Hashable, Comparable {
    var tenant: [UInt8]
    var kind: [UInt8]
    var id: [UInt8]

    init(_ key: RecordKey) {
        tenant = Array(key.tenant.utf8)
        kind = Array(key.kind.utf8)
        id = Array(key.id.utf8)
    }

    var key: RecordKey {
        RecordKey(
            tenant: String(decoding: tenant, as: UTF8.self),
            kind: String(decoding: kind, as: UTF8.self),
            id: String(decoding: id, as: UTF8.self)
        )
    }

    static func < (lhs: Place, rhs: Place) -> Bool {
        for (left, right) in [(lhs.tenant, rhs.tenant), (lhs.kind, rhs.kind), (lhs.id, rhs.id)] where left != right {
            return left.lexicographicallyPrecedes(right)
        }
        return false
    }
}

private struct Row {
    var version: Int64
    var body: RecordBody

    func stored(at place: Place) -> StoredRecord {
        StoredRecord(key: place.key, version: version, bytes: body.bytes)
    }

    func has(_ index: BlindIndex) -> Bool {
        body.indexes.contains { $0.name == index.name && $0.digest == index.digest }
    }
}
