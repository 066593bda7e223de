import ChaveBase
import SQLPort
import TokenActivationCore

extension CardsDesk {
    /// The token with that reference; `nil` when the network has none, or it is another wallet's.
    func token(_ reference: TokenReference, at network: CardNetwork) throws -> TokenRecord? {
        guard let token = try token(reference.id), token.network == network else { return nil }
        if let requestor = reference.requestorID, !requestor.utf8.elementsEqual(token.requestorID.utf8) { return nil }
        return token
    }

    /// The card's tokens, newest first, without those that were removed from their wallets.
    func tokens(ofCard panReferenceID: String, at network: CardNetwork) throws -> [TokenRecord] {
        try livingTokens(ofCard: panReferenceID).filter { $0.network == network }
    }

    /// The network's behaviour for this order; the call counts an approval.
    func conduct(_ order: NetworkOrder, at network: CardNetwork) throws -> NetworkTemper.Conduct {
        guard let token = try token(order.token, at: network) else { return .done }
        return token.temper.conduct(approval: order.kind == .approve ? try countApproval(of: token) : nil)
    }

    /// Carries out an order, once for each operation id.
    ///
    /// The same operation again returns the token's present state. Another operation under the same id is refused.
    func carryOut(_ order: NetworkOrder, at network: CardNetwork) throws -> NetworkReply {
        guard var token = try token(order.token, at: network) else { return .refused(.tokenNotFound) }
        if let known = try operation(order.operationID, at: network) {
            guard known.content.utf8.elementsEqual(order.content.utf8) else { return .refused(.operationMismatch) }
            return known.refusal.map { .refused($0) } ?? .done(tokenID: token.id, token.life.state)
        }
        let isDevice = token.deviceID.utf8.elementsEqual(order.deviceID.utf8) && token.deviceIndex == order.deviceIndex
        guard isDevice else { return .refused(.deviceMismatch) }
        do throws(TokenRefusal) {
            _ = try token.life.receiving(order.kind.event, at: stepUpNow)
        } catch {
            let refusal = NetworkRefusal(error)
            try keep(order, at: network, refusal)
            return .refused(refusal)
        }
        try change(&token, order.kind.event)
        try keep(order, at: network, nil)
        return .done(tokenID: token.id, token.life.state)
    }

    private func operation(
        _ id: String,
        at network: CardNetwork
    ) throws -> (content: String, refusal: NetworkRefusal?)? {
        let sql = #"SELECT "content", "refusal" FROM "network_operation" WHERE "network" = ?1 AND "id" = ?2"#
        guard let row = try database.row(sql, [network.rawValue, id]) else { return nil }
        var columns = ColumnReader(row, table: "network_operation")
        let content = try columns.text()
        guard let word = try columns.optionalText() else { return (content, nil) }
        guard let refusal = NetworkRefusal(rawValue: word) else { throw columns.fault("refusal") }
        return (content, refusal)
    }

    private func keep(_ order: NetworkOrder, at network: CardNetwork, _ refusal: NetworkRefusal?) throws {
        try database.run(
            """
            INSERT INTO "network_operation" ("network", "id", "token", "content", "refusal", "made_at")
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """,
            [network.rawValue, order.operationID, order.token.id, order.content, refusal?.rawValue, now.microseconds]
        )
    }
}
