import ChaveBase
import SQLPort
import TokenActivationCore

extension CardsDesk {
    private static let columns =
        #""pan_reference", "tenant", "user", "network", "name", "last_four", "is_blocked""#

    func card(_ panReferenceID: String) throws -> IssuedCard? {
        try database.row(#"SELECT \#(Self.columns) FROM "card" WHERE "pan_reference" = ?1"#, [panReferenceID])
            .map(Self.card)
    }

    /// The holder's cards in the order of their issue.
    func cards(of holder: CardHolder) throws -> [IssuedCard] {
        let sql = #"SELECT \#(Self.columns) FROM "card" WHERE "tenant" = ?1 AND "user" = ?2 ORDER BY "position""#
        return try database.rows(sql, [holder.tenant, holder.user]).map(Self.card)
    }

    /// The holder's cards; a holder without cards gets one of each product.
    func issuedCards(of holder: CardHolder) throws -> [IssuedCard] {
        let known = try cards(of: holder)
        guard known.isEmpty else { return known }
        try database.run(
            #"INSERT INTO "card_holder" ("tenant", "user") VALUES (?1, ?2) ON CONFLICT DO NOTHING"#,
            [holder.tenant, holder.user]
        )
        for product in CardProduct.all { try issue(product, to: holder) }
        return try cards(of: holder)
    }

    /// Stores the holder's name for the wallet's page.
    func name(_ holder: CardHolder, _ displayName: String) throws {
        try database.run(
            #"UPDATE "card_holder" SET "display_name" = ?3 WHERE "tenant" = ?1 AND "user" = ?2"#,
            [holder.tenant, holder.user, displayName]
        )
    }

    /// Sets or removes a card's block; `false` when there is no such card.
    func setBlocked(_ isBlocked: Bool, _ panReferenceID: String) throws -> Bool {
        let count = try database.count(
            changedBy: #"UPDATE "card" SET "is_blocked" = ?2 WHERE "pan_reference" = ?1"#,
            [panReferenceID, isBlocked ? 1 : 0]
        )
        return count == 1
    }

    private func issue(_ product: CardProduct, to holder: CardHolder) throws {
        try database.run(
            """
            INSERT INTO "card" ("pan_reference", "tenant", "user", "network", "name", "last_four", "issued_at")
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """,
            [
                newReference(product.network), holder.tenant, holder.user, product.network.rawValue, product.name,
                digits(4), now.microseconds,
            ]
        )
    }

    /// Makes a card's reference in the network's format.
    private func newReference(_ network: CardNetwork) -> String {
        switch network {
        case .visa: "V-\(digits(22))"
        case .mastercard: "SBXPAN\(hex(42))"
        }
    }

    private static func card(_ row: SQLRow) throws -> IssuedCard {
        var columns = ColumnReader(row, table: "card")
        return IssuedCard(
            panReferenceID: try columns.text(),
            holder: CardHolder(tenant: try columns.text(), user: try columns.text()),
            network: try columns.word(),
            name: try columns.text(),
            lastFour: try columns.text(),
            isBlocked: try columns.integer() != 0
        )
    }
}

/// A kind of card that the sandbox's issuer gives to each of its holders.
struct CardProduct: Hashable, Sendable {
    let network: CardNetwork
    let name: String

    /// All products in the order of issue.
    static let all = [
        CardProduct(network: .visa, name: "Cartão Aurora Ouro"),
        CardProduct(network: .mastercard, name: "Cartão Aurora Azul"),
    ]
}
