import ChaveBase
import SQLPort
public import TokenActivationCore

extension CardsDesk {
    /// A limit over all accounts, because a browser without an account gets a new one with each cookie.
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

    /// The account's token; `nil` when it belongs to another account.
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

    /// The next number after the account's last one, even when that token was removed.
    private func nextDeviceIndex(_ panReferenceID: String, _ account: String) throws -> Int64 {
        let known = try tokens(ofWalletAccount: account).filter { $0.panReferenceID == panReferenceID }
        return min(known.compactMap(\.deviceIndex).max() ?? 0, 999_999_998) + 1
    }

    /// The device's id; a device of the same name in the same account is the same device.
    private func deviceID(_ name: String, _ account: String, _ network: CardNetwork) throws -> String {
        let known = try tokens(ofWalletAccount: account).first { $0.deviceName == name && $0.network == network }
        if let known { return known.deviceID }
        return switch network {
        case .visa: hex(24)
        case .mastercard: hex(48)
        }
    }

    /// Makes a token's reference in the network's format.
    private func newTokenReference(_ network: CardNetwork) -> String {
        switch network {
        case .visa: "DNITHE\(digits(26))"
        case .mastercard: "SBXTUR\(hex(42))"
        }
    }
}

/// A card that the sandbox's wallet may add, as if its holder had typed it in.
public struct CardOffer: Hashable, Sendable {
    public let panReferenceID: String
    /// The product's name.
    public let cardName: String
    public let lastFour: String
    public let network: CardNetwork
    /// The holder's name; `nil` when the issuer received no name.
    public let holderName: String?
}
