import ChavePixModel
import GRDB
import TokenActivationCore

extension Activation {
    /// In the order of the statements' columns.
    init(columns row: [DatabaseValue]) throws {
        var columns = ColumnReader("activation", row)
        let id = try columns.text()
        let version = try columns.integer()
        let holder = CardHolder(tenant: try columns.blobText(), user: try columns.blobText())
        let client = try columns.blobText()
        let card = try columns.blobText()
        let network = try columns.required(CardNetwork(rawValue: try columns.text()))
        let token = TokenKey(network: network, id: try columns.blobText())
        let particulars = try Particulars(columns: &columns)
        let name = try columns.required(ActivationState.Name(rawValue: try columns.text()))
        let state = try columns.required(ActivationState(name: name, detail: try columns.optionalText()))
        let tokenState = try columns.optionalText().map { try columns.required(TokenState(rawValue: $0)) }
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
    var columns: [DatabaseValue] {
        [
            id.databaseValue, version.databaseValue, holder.tenant.utf8Blob, holder.user.utf8Blob, client.utf8Blob,
            card.utf8Blob, token.network.rawValue.databaseValue, token.id.utf8Blob,
        ] + particulars.columns
            + [
                state.name.rawValue.databaseValue, state.detail.column, (tokenState?.rawValue).column,
                stepUpOpenedAt.column, createdAt.microseconds.databaseValue, updatedAt.microseconds.databaseValue,
                heldUntil.column, wakeAt.column,
            ]
    }

    /// What a change may change.
    var changes: [DatabaseValue] {
        [
            state.name.rawValue.databaseValue, state.detail.column, (tokenState?.rawValue).column,
            updatedAt.microseconds.databaseValue, heldUntil.column, wakeAt.column,
        ]
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

    fileprivate var columns: [DatabaseValue] {
        [
            cardName.utf8Blob, lastFour.utf8Blob, requestorID.blobColumn, walletName.blobColumn, deviceID.blobColumn,
            deviceIndex?.databaseValue ?? .null, deviceName.blobColumn,
        ]
    }
}

extension PendingNotice {
    /// In the order of the statements' columns.
    init(columns row: [DatabaseValue]) throws {
        var columns = ColumnReader("notice", row)
        self.init(
            activation: try columns.text(),
            version: try columns.integer(),
            createdAt: try columns.time(),
            dueAt: try columns.time()
        )
    }
}

extension TokenKey {
    var values: [DatabaseValue] { [network.rawValue.databaseValue, id.utf8Blob] }
}

extension String? {
    fileprivate var column: DatabaseValue { self?.databaseValue ?? .null }
    fileprivate var blobColumn: DatabaseValue { self?.utf8Blob ?? .null }
}

extension Timestamp? {
    fileprivate var column: DatabaseValue { self?.microseconds.databaseValue ?? .null }
}
