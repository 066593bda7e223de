import ChaveBase

/// The writes of one commit, all or nothing.
public struct RecordChange: Sendable {
    private enum Step: Sendable {
        case insert(any SignInRecord)
        case replace(any SignInRecord, version: Int64)
        case remove(RecordKey, version: Int64)
        case require(RecordKey, version: Int64)
    }

    private var steps: [Step] = []

    public init() {}

    public mutating func insert(_ record: some SignInRecord) { steps.append(.insert(record)) }

    /// Stores the record in `loaded`, if it is unchanged since it was read.
    public mutating func replace(_ loaded: Loaded<some SignInRecord>) {
        steps.append(.replace(loaded.record, version: loaded.version))
    }

    public mutating func remove<Record: SignInRecord>(_ loaded: Loaded<Record>) {
        steps.append(.remove(loaded.record.key, version: loaded.version))
    }

    /// Demands an unchanged record, and makes concurrent commits that read the same record decide again.
    ///
    /// Use this for a commit that stores, or counts, other records that depend on this one. Two commits that only
    /// require the same record do not notice each other.
    public mutating func touch(_ loaded: Loaded<some SignInRecord>) { replace(loaded) }

    /// Demands that the record is unchanged since it was read.
    public mutating func require<Record: SignInRecord>(_ loaded: Loaded<Record>) {
        steps.append(.require(loaded.record.key, version: loaded.version))
    }

    package func writes(_ vault: RecordVault, randomBytes: (Int) -> [UInt8]) throws(SignInFault) -> [RecordWrite] {
        var writes: [RecordWrite] = []
        for step in steps {
            switch step {
            case .insert(let record):
                writes.append(.insert(record.key, try record.body(vault, 1, randomBytes)))
            case .replace(let record, let version):
                let body = try record.body(vault, version + 1, randomBytes)
                writes.append(.replace(record.key, version: version, body))
            case .remove(let key, let version): writes.append(.remove(key, version: version))
            case .require(let key, let version): writes.append(.require(key, version: version))
            }
        }
        return writes
    }
}

extension SignInRecord {
    package var key: RecordKey { RecordKey(tenant: tenant.text, kind: Self.kind, id: recordID) }

    fileprivate func body(
        _ vault: RecordVault,
        _ version: Int64,
        _ randomBytes: (Int) -> [UInt8]
    ) throws(SignInFault) -> RecordBody {
        RecordBody(
            bytes: try vault.seal(content, as: key, version: version, randomBytes: randomBytes),
            indexes: indexes.map { vault.index($0, kind: Self.kind, tenant: tenant) },
            expiresAt: expiresAt
        )
    }
}
