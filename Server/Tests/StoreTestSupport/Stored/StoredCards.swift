/// The sandbox's cards and tokens at rest.
package enum StoredCards {
    /// How the store calls its rows where it counts them.
    package static let (holders, cards, tokens, orders) = ("card_holder", "card", "token", "network_operation")

    // MARK: Damage

    package static func settingTokens(state: String) -> StoredSQL {
        text { #"UPDATE \#($0)"token" SET "state" = '\#(state)'"# }
    }

    package static func settingTokens(temper: String) -> StoredSQL {
        text { #"UPDATE \#($0)"token" SET "temper" = '\#(temper)'"# }
    }

    package static func settingTokens(network: String) -> StoredSQL {
        text { #"UPDATE \#($0)"token" SET "network" = '\#(network)'"# }
    }

    /// What a network was asked to do is another network's.
    package static func settingOrders(network: String) -> StoredSQL {
        text { #"UPDATE \#($0)"network_operation" SET "network" = '\#(network)'"# }
    }

    package static func settingCards(lastFour: String) -> StoredSQL {
        text { #"UPDATE \#($0)"card" SET "last_four" = '\#(lastFour)'"# }
    }

    /// Tokens point to no card; in files alone.
    package static let losingCards = StoredSQL(
        sqlite: #"PRAGMA foreign_keys = OFF; DELETE FROM "card"; PRAGMA foreign_keys = ON"#,
        postgres: StoredSQL.missing
    )

    private static func text(_ words: (_ before: String) -> String) -> StoredSQL { StoredSQL(in: "cards", words) }
}
