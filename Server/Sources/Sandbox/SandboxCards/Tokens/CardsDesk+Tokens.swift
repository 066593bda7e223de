import ChaveBase
import SQLPort
import TokenActivationCore

extension CardsDesk {
    private static let columns = """
        "id", "network", "requestor", "pan_reference", "wallet_account", "device", "device_index", "device_name",
        "temper", "approvals_asked", "state", "step_up_opened_at", "added_at", "changed_at"
        """

    private static let mostListed = 100
    private static let secondsTakenOut = 86_400

    func token(_ id: String) throws -> TokenRecord? {
        try database.row(#"SELECT \#(Self.columns) FROM "token" WHERE "id" = ?1"#, [id]).map(Self.token)
    }

    /// The card's tokens, newest first, without removed ones, at most 100.
    func livingTokens(ofCard panReferenceID: String) throws -> [TokenRecord] {
        let sql = """
            SELECT \(Self.columns) FROM "token" WHERE "pan_reference" = ?1 AND "state" <> ?2
            ORDER BY "position" DESC LIMIT ?3
            """
        return try database.rows(sql, [panReferenceID, TokenState.deactivated.rawValue, Self.mostListed])
            .map(Self.token)
    }

    /// Deletes removed tokens after a day, and all removed tokens of a card except the newest 100.
    ///
    /// A user can add and remove a card without limit: this function bounds the rows that remain.
    func removeTokensTakenOut(ofCard panReferenceID: String) throws {
        let over = """
            SELECT "id" FROM (
                SELECT "id", "changed_at", row_number() OVER (ORDER BY "changed_at" DESC, "position" DESC) AS "place"
                FROM "token" WHERE "pan_reference" = ?1 AND "state" = ?2
            ) AS "ranked" WHERE "place" > ?3 OR "changed_at" <= ?4
            """
        let ids = try database.rows(
            over,
            [
                panReferenceID, TokenState.deactivated.rawValue, Self.mostListed,
                now.adding(seconds: -Self.secondsTakenOut).microseconds,
            ]
        ).map { row in
            var columns = ColumnReader(row, table: "token")
            return try columns.text()
        }
        for id in ids {
            try database.run(#"DELETE FROM "network_operation" WHERE "token" = ?1"#, [id])
            try database.run(#"DELETE FROM "token" WHERE "id" = ?1"#, [id])
        }
    }

    /// The account's tokens, newest first.
    func tokens(ofWalletAccount account: String) throws -> [TokenRecord] {
        let sql = #"SELECT \#(Self.columns) FROM "token" WHERE "wallet_account" = ?1 ORDER BY "position" DESC"#
        return try database.rows(sql, [account]).map(Self.token)
    }

    func insert(_ token: TokenRecord) throws {
        try database.run(
            """
            INSERT INTO "token" (\(Self.columns))
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
            """,
            [
                token.id, token.network.rawValue, token.requestorID, token.panReferenceID, token.walletAccountID,
                token.deviceID, token.deviceIndex, token.deviceName, token.temper.rawValue, token.approvalsAsked,
                token.life.state.rawValue, token.life.stepUpOpenedAt?.microseconds, token.addedAt.microseconds,
                token.changedAt.microseconds,
            ]
        )
    }

    /// Counts one more request to approve the token, and returns its number, from 1.
    func countApproval(of token: TokenRecord) throws -> Int64 {
        try database.run(#"UPDATE "token" SET "approvals_asked" = "approvals_asked" + 1 WHERE "id" = ?1"#, [token.id])
        return token.approvalsAsked.addingReportingOverflow(1).partialValue
    }

    /// Applies an event to a token; a repeated event changes no row.
    func change(_ token: inout TokenRecord, _ event: TokenEvent) throws {
        let next = try token.life.receiving(event, at: stepUpNow)
        guard next != token.life else { return }
        token.life = next
        token.changedAt = now
        try database.run(
            #"UPDATE "token" SET "state" = ?2, "step_up_opened_at" = ?3, "changed_at" = ?4 WHERE "id" = ?1"#,
            [token.id, next.state.rawValue, next.stepUpOpenedAt?.microseconds, now.microseconds]
        )
    }

    private static func token(_ row: SQLRow) throws -> TokenRecord {
        var columns = ColumnReader(row, table: "token")
        let id = try columns.text()
        let network: CardNetwork = try columns.word()
        let (requestor, panReference, walletAccount) = (try columns.text(), try columns.text(), try columns.text())
        let (device, deviceIndex, deviceName) = (
            try columns.text(), try columns.optionalInteger(), try columns.text()
        )
        let temper: NetworkTemper = try columns.word()
        let approvalsAsked = try columns.integer()
        let state: TokenState = try columns.word()
        guard let life = TokenLife(state: state, stepUpOpenedAt: try columns.optionalTime()) else {
            throw columns.fault("step_up_opened_at")
        }
        return TokenRecord(
            id: id,
            network: network,
            requestorID: requestor,
            panReferenceID: panReference,
            walletAccountID: walletAccount,
            deviceID: device,
            deviceIndex: deviceIndex,
            deviceName: deviceName,
            temper: temper,
            approvalsAsked: approvalsAsked,
            life: life,
            addedAt: try columns.time(),
            changedAt: try columns.time()
        )
    }
}
