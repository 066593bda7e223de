import ChavePixModel
import PostgresClient
import TokenActivationCore

extension Activation {
    /// In the order of the statements' columns.
    init(row: [PostgresValue]) throws(PostgresError) {
        var columns = ActivationColumns(row)
        let (id, version) = (try columns.text(), try columns.integer())
        let holder = CardHolder(tenant: try columns.blobText(), user: try columns.blobText())
        let (client, card) = (try columns.blobText(), try columns.blobText())
        let network = try columns.required(CardNetwork(rawValue: try columns.text()), "the network")
        let token = TokenKey(network: network, id: try columns.blobText())
        let particulars = try Particulars(columns: &columns)
        let name = try columns.required(ActivationState.Name(rawValue: try columns.text()), "the state")
        let state = try columns.required(ActivationState(name: name, detail: try columns.optionalText()), "the detail")
        var tokenState: TokenState?
        if let text = try columns.optionalText() {
            tokenState = try columns.required(TokenState(rawValue: text), "the token's state")
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
            tokenState: tokenState,
            stepUpOpenedAt: try columns.optionalTime(),
            createdAt: try columns.time(),
            updatedAt: try columns.time(),
            heldUntil: try columns.optionalTime(),
            wakeAt: try columns.optionalTime()
        )
    }

    /// The same, as the first version is stored.
    var values: [PostgresValue] {
        [
            .text(id), .integer(version), .bytes(holder.tenant.utf8Bytes), .bytes(holder.user.utf8Bytes),
            .bytes(client.utf8Bytes), .bytes(card.utf8Bytes), .text(token.network.rawValue), .bytes(token.id.utf8Bytes),
        ] + particulars.values
            + [
                .text(state.name.rawValue), state.detail.value, (tokenState?.rawValue).value, stepUpOpenedAt.value,
                .integer(createdAt.microseconds), .integer(updatedAt.microseconds), heldUntil.value, wakeAt.value,
            ]
    }

    /// What a change may change.
    var changes: [PostgresValue] {
        [
            .text(state.name.rawValue), state.detail.value, (tokenState?.rawValue).value,
            .integer(updatedAt.microseconds), heldUntil.value, wakeAt.value,
        ]
    }
}

extension Activation.Particulars {
    fileprivate init(columns: inout ActivationColumns) throws(PostgresError) {
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

    fileprivate var values: [PostgresValue] {
        [
            .bytes(cardName.utf8Bytes), .bytes(lastFour.utf8Bytes), requestorID.bytes, walletName.bytes, deviceID.bytes,
            deviceIndex.map { .integer($0) } ?? .null, deviceName.bytes,
        ]
    }
}

extension PendingNotice {
    /// In the order of the statements' columns.
    init(row: [PostgresValue]) throws(PostgresError) {
        var columns = ActivationColumns(row)
        self.init(
            activation: try columns.text(),
            version: try columns.integer(),
            createdAt: try columns.time(),
            dueAt: try columns.time()
        )
    }
}

extension IdempotencyClaim {
    /// In the order of the statements' columns.
    init(row: [PostgresValue]) throws(PostgresError) {
        var columns = ActivationColumns(row)
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
    /// In the order of the statements' columns.
    init(row: [PostgresValue]) throws(PostgresError) {
        var columns = ActivationColumns(row)
        self.init(digest: try columns.digest(), activation: try columns.text(), expiresAt: try columns.time())
    }
}

extension ActivationAuditEntry {
    /// In the order of the statements' columns; the hash is what it must be, whatever was stored.
    init(_ chain: ActivationAuditChain, row: [PostgresValue]) throws(PostgresError) {
        var columns = ActivationColumns(row)
        let (sequence, at, actor) = (try columns.integer(), try columns.time(), try columns.blobText())
        let fact = ActivationAuditFact(
            chain: chain,
            at: at,
            actor: actor,
            action: try columns.required(ActivationAuditFact.Action(rawValue: try columns.text()), "the action"),
            outcome: try columns.text(),
            activation: try columns.optionalText(),
            content: try columns.optionalDigest()
        )
        self.init(fact, sequence: sequence, previous: try columns.digest())
    }

    var values: [PostgresValue] {
        [
            .bytes(fact.chain.text.utf8Bytes), .integer(sequence), .integer(fact.at.microseconds),
            .bytes(fact.actor.utf8Bytes), .text(fact.action.rawValue), .text(fact.outcome), fact.activation.value,
            fact.content.map { .bytes($0.bytes) } ?? .null, .bytes(previous.bytes), .bytes(hash.bytes),
        ]
    }
}

extension String? {
    fileprivate var value: PostgresValue { map { .text($0) } ?? .null }
    fileprivate var bytes: PostgresValue { map { .bytes($0.utf8Bytes) } ?? .null }
}

extension Timestamp? {
    fileprivate var value: PostgresValue { map { .integer($0.microseconds) } ?? .null }
}
