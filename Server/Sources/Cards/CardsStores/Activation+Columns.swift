import ChaveBase
import SQLPort
import TokenActivationCore

extension Activation {
    /// Reads a row in the order of the statements' columns.
    init(row: SQLRow) throws {
        var columns = ColumnReader(row, table: "activation")
        let (id, version) = (try columns.text(), try columns.integer())
        let holder = CardHolder(tenant: try columns.blobText(), user: try columns.blobText())
        let (client, card) = (try columns.blobText(), try columns.blobText())
        let token = TokenKey(network: try columns.word(), id: try columns.blobText())
        let particulars = try Particulars(columns: &columns)
        let name = try columns.word(as: ActivationState.Name.self)
        guard let state = ActivationState(name: name, detail: try columns.optionalText()) else {
            throw columns.fault("detail")
        }
        self.init(
            id: id,
            version: version,
            holder: holder,
            client: client,
            card: card,
            token: token,
            particulars: particulars,
            state: state,
            tokenState: try columns.optionalWord(),
            stepUpOpenedAt: try columns.optionalTime(),
            createdAt: try columns.time(),
            updatedAt: try columns.time(),
            heldUntil: try columns.optionalTime(),
            wakeAt: try columns.optionalTime()
        )
    }

    /// The statement that inserts the first version.
    var insertion: SQLStatement {
        SQLStatement(
            ActivationStatement.insert,
            [
                id, version, holder.tenant.utf8.blob, holder.user.utf8.blob, client.utf8.blob, card.utf8.blob,
                token.network.rawValue, token.id.utf8.blob, particulars.cardName.utf8.blob,
                particulars.lastFour.utf8.blob, particulars.requestorID?.utf8.blob, particulars.walletName?.utf8.blob,
                particulars.deviceID?.utf8.blob, particulars.deviceIndex, particulars.deviceName?.utf8.blob,
                state.name.rawValue, state.detail, tokenState?.rawValue, stepUpOpenedAt?.microseconds,
                createdAt.microseconds, updatedAt.microseconds, heldUntil?.microseconds, wakeAt?.microseconds,
            ]
        )
    }

    /// The statement that stores the columns which a change may change.
    func replacement(of expected: Int64) -> SQLStatement {
        SQLStatement(
            ActivationStatement.replace,
            [
                id, expected, state.name.rawValue, state.detail, tokenState?.rawValue, updatedAt.microseconds,
                heldUntil?.microseconds, wakeAt?.microseconds,
            ]
        )
    }
}

extension Activation.Particulars {
    fileprivate init(columns: inout ColumnReader) throws {
        self.init(
            cardName: try columns.blobText(),
            lastFour: try columns.blobText(),
            requestorID: try columns.optionalBlobText(),
            walletName: try columns.optionalBlobText(),
            deviceID: try columns.optionalBlobText(),
            deviceIndex: try columns.optionalInteger(),
            deviceName: try columns.optionalBlobText()
        )
    }
}

extension PendingNotice {
    init(row: SQLRow) throws {
        var columns = ColumnReader(row, table: "notice")
        self.init(
            activation: try columns.text(),
            version: try columns.integer(),
            createdAt: try columns.time(),
            dueAt: try columns.time()
        )
    }
}

extension IdempotencyClaim {
    init(row: SQLRow) throws {
        var columns = ColumnReader(row, table: "idempotency_key")
        self.init(
            scope: try columns.digest(),
            fingerprint: try columns.digest(),
            activation: try columns.text(),
            createdAt: try columns.time(),
            expiresAt: try columns.time()
        )
    }
}

extension SuspensionLink {
    init(row: SQLRow) throws {
        var columns = ColumnReader(row, table: "suspension_link")
        self.init(digest: try columns.digest(), activation: try columns.text(), expiresAt: try columns.time())
    }
}

/// An audit entry as the table stores it; its stored hash may differ from the correct one.
struct StoredAuditEntry {
    let entry: ActivationAuditEntry
    let storedHash: Digest

    init(_ chain: ActivationAuditChain, row: SQLRow) throws {
        var columns = ColumnReader(row, table: "audit_entry")
        try self.init(chain, columns: &columns)
    }

    /// Reads a row whose first column is the chain.
    init(chainAnd row: SQLRow) throws {
        var columns = ColumnReader(row, table: "audit_entry")
        guard let chain = ActivationAuditChain(text: try columns.blobText()) else { throw columns.fault("chain") }
        try self.init(chain, columns: &columns)
    }

    private init(_ chain: ActivationAuditChain, columns: inout ColumnReader) throws {
        let sequence = try columns.integer()
        let fact = ActivationAuditFact(
            chain: chain,
            at: try columns.time(),
            actor: try columns.blobText(),
            action: try columns.word(),
            outcome: try columns.text(),
            activation: try columns.optionalText(),
            content: try columns.optionalDigest()
        )
        entry = ActivationAuditEntry(fact, sequence: sequence, previous: try columns.digest())
        storedHash = try columns.digest()
    }
}

extension ActivationAuditEntry {
    var insertion: SQLStatement {
        SQLStatement(
            ActivationStatement.addAudit,
            [
                fact.chain.text.utf8.blob, sequence, fact.at.microseconds, fact.actor.utf8.blob, fact.action.rawValue,
                fact.outcome, fact.activation, fact.content?.bytes.blob, previous.bytes.blob, hash.bytes.blob,
            ]
        )
    }
}

extension ColumnReader {
    mutating func blobText() throws -> String { String(decoding: try bytes(), as: UTF8.self) }

    mutating func optionalBlobText() throws -> String? {
        try optionalBytes().map { String(decoding: $0, as: UTF8.self) }
    }

    mutating func digest() throws -> Digest {
        guard let digest = Digest(bytes: try bytes()) else { throw fault() }
        return digest
    }

    mutating func optionalDigest() throws -> Digest? {
        guard let bytes = try optionalBytes() else { return nil }
        guard let digest = Digest(bytes: bytes) else { throw fault() }
        return digest
    }
}
