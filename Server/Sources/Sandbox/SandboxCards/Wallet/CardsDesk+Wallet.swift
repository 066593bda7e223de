import ChaveBase
import SQLPort
import TokenActivationCore

extension CardsDesk {
    /// Who has no account of their own yet makes one with each cookie: in all there is an end too.
    private static let mostTokensOfCard = 50
    private static let mostTokensOfAccount = 5
    private static let mostOffers = 200

    func offers() throws -> [CardOffer] {
        let sql = """
            SELECT c."pan_reference", c."name", c."last_four", c."network", h."display_name"
            FROM "card" c JOIN "card_holder" h ON h."tenant" = c."tenant" AND h."user" = c."user"
            ORDER BY c."position" DESC LIMIT ?1
            """
        return try database.rows(sql, [Self.mostOffers]).map { row in
            var columns = ColumnReader(row, table: "card")
            return CardOffer(
                panReferenceID: try columns.text(),
                cardName: try columns.text(),
                lastFour: try columns.text(),
                network: try columns.word(),
                holderName: try columns.optionalText()
            )
        }
    }

    func add(_ panReferenceID: String, device: String, temper: NetworkTemper, account: String) throws -> WalletToken {
        guard let card = try card(panReferenceID), let wallet = SandboxWallets.requestor(at: card.network) else {
            throw WalletRefusal.cardNotFound
        }
        try removeTokensTakenOut(ofCard: panReferenceID)
        let known = try livingTokens(ofCard: panReferenceID)
        let own = known.count { $0.walletAccountID.utf8.elementsEqual(account.utf8) }
        guard known.count < Self.mostTokensOfCard, own < Self.mostTokensOfAccount else {
            throw WalletRefusal.tooManyTokens
        }
        let token = TokenRecord(
            id: newTokenReference(card.network),
            network: card.network,
            requestorID: wallet.id,
            panReferenceID: panReferenceID,
            walletAccountID: account,
            deviceID: try deviceID(device, account, card.network),
            deviceIndex: card.network == .visa ? try nextDeviceIndex(panReferenceID, account) : nil,
            deviceName: device,
            temper: temper,
            life: .inactive(stepUpOpenedAt: stepUpNow),
            addedAt: now,
            changedAt: now
        )
        try insert(token)
        return WalletToken(token, of: card)
    }

    /// `nil` when it is another account's.
    func token(_ id: String, ofWalletAccount account: String) throws -> TokenRecord? {
        guard let token = try token(id), token.walletAccountID.utf8.elementsEqual(account.utf8) else { return nil }
        return token
    }

    func walletToken(_ token: TokenRecord) throws -> WalletToken {
        guard let card = try card(token.panReferenceID) else {
            throw SQLFault(table: "token", column: "pan_reference")
        }
        return WalletToken(token, of: card)
    }

    /// Counts on from the last in this account, also where that was taken out.
    private func nextDeviceIndex(_ panReferenceID: String, _ account: String) throws -> Int64 {
        let known = try tokens(ofWalletAccount: account).filter { $0.panReferenceID == panReferenceID }
        return min(known.compactMap(\.deviceIndex).max() ?? 0, 999_999_998) + 1
    }

    /// A device of the same name in the same account is the same device.
    private func deviceID(_ name: String, _ account: String, _ network: CardNetwork) throws -> String {
        let known = try tokens(ofWalletAccount: account).first { $0.deviceName == name && $0.network == network }
        if let known { return known.deviceID }
        return switch network {
        case .visa: hex(24)
        case .mastercard: hex(48)
        }
    }

    /// As each network forms its references to a token.
    private func newTokenReference(_ network: CardNetwork) -> String {
        switch network {
        case .visa: "DNITHE\(digits(26))"
        case .mastercard: "SBXTUR\(hex(42))"
        }
    }
}
