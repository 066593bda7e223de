/// Token activations at rest, with their audit and what belongs to them.
package enum StoredActivations {
    /// How a check calls what belongs to an activation, in the order in which it looks.
    package static let belongings = ["idempotency_key", "notice", "suspension_link"]

    // MARK: Damage to activations

    package static let losingActivations = text { #"DELETE FROM \#($0)"activation""# }

    /// No activation can be read: its details are none.
    package static let garblingAllDetails = text { #"UPDATE \#($0)"activation" SET "detail" = 'nonsense'"# }

    /// One activation cannot be read: its details are none.
    package static func garblingDetails(of activation: String) -> StoredSQL {
        text { #"UPDATE \#($0)"activation" SET "detail" = 'nonsense' WHERE "id" = '\#(activation)'"# }
    }

    /// No activation can be read: its network is none.
    package static let garblingAllNetworks = text { #"UPDATE \#($0)"activation" SET "network" = 'nonsense'"# }

    // MARK: Damage to the audit, whose entries have numbers in their chain

    package static func changingOutcome(ofEntry number: Int) -> StoredSQL {
        text { #"UPDATE \#($0)"audit_entry" SET "outcome" = 'ACTIVE' WHERE "sequence" = \#(number)"# }
    }

    package static func blankingHash(ofEntry number: Int) -> StoredSQL {
        StoredSQL(
            sqlite: #"UPDATE "audit_entry" SET "hash" = zeroblob(32) WHERE "sequence" = \#(number)"#,
            postgres: """
                UPDATE "token_activations"."audit_entry" SET "hash" = decode(repeat('00', 32), 'hex')
                WHERE "sequence" = \(number)
                """
        )
    }

    package static func losingEntry(_ number: Int) -> StoredSQL {
        text { #"DELETE FROM \#($0)"audit_entry" WHERE "sequence" = \#(number)"# }
    }

    package static func movingEntry(_ number: Int, toChainOfCard card: String) -> StoredSQL {
        changingChain(to: "card/\(card)", where: #" WHERE "sequence" = \#(number)"#)
    }

    /// Every entry is in a chain of nothing.
    package static let garblingAllChains = changingChain(to: "nonsense", where: "")

    private static func changingChain(to chain: String, where condition: String) -> StoredSQL {
        StoredSQL(
            sqlite: #"UPDATE "audit_entry" SET "chain" = CAST('\#(chain)' AS BLOB)\#(condition)"#,
            postgres: #"UPDATE "token_activations"."audit_entry" SET "chain" = '\#(chain)'\#(condition)"#
        )
    }

    package static func garblingAction(ofEntry number: Int) -> StoredSQL {
        text { #"UPDATE \#($0)"audit_entry" SET "action" = 'nonsense' WHERE "sequence" = \#(number)"# }
    }

    /// Nothing can be added to the audit any more.
    package static let losingTheAudit = text { #"DROP TABLE \#($0)"audit_entry""# }

    private static func text(_ words: (_ before: String) -> String) -> StoredSQL {
        StoredSQL(in: "token_activations", words)
    }
}
