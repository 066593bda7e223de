import SQLPort
import SQLiteWriter
import StoreTestSupport
import Testing
import TokenActivationCore

@testable import SandboxCards

/// The issuer's register.
@Suite struct IssuingTests {
    @Test func twoRacingFirstLooksIssueTwoCardsInAll() async throws {
        try await TestCards.with { test in
            let register = test.cards.register
            let looks = try await withThrowingTaskGroup(of: [IssuedCard].self) { group in
                for _ in 0..<20 { group.addTask { try await register.cards(of: TestCards.ana) } }
                var looks: Set<[IssuedCard]> = []
                for try await cards in group { looks.insert(cards) }
                return looks
            }
            #expect(looks.count == 1)
            let cards = try #require(looks.first)
            #expect(cards.map(\.network) == [.visa, .mastercard])
            #expect(try await SandboxCards.rowCount(StoredCards.cards, of: test) == 2)
        }
    }

    @Test func aCardIsAReferenceAndFourDigits() async throws {
        try await TestCards.with { test in
            for card in try await test.cards.issue(to: TestCards.ana) {
                #expect(card.holder == TestCards.ana && !card.isBlocked && !card.name.isEmpty)
                #expect(card.lastFour.utf8.count == 4 && card.lastFour.utf8.allSatisfy { (48...57).contains($0) })
                switch card.network {
                case .visa: #expect(card.panReferenceID.wholeMatch(of: /V-[0-9]{22}/) != nil)
                case .mastercard: #expect(card.panReferenceID.wholeMatch(of: /SBXPAN[0-9a-f]{42}/) != nil)
                }
                #expect(try await test.cards.register.card(card.panReferenceID) == card)
            }
            #expect(try await test.cards.register.card("V-0000000000000000000000") == nil)
            #expect(try await test.cards.register.card("") == nil)
        }
    }

    @Test func eachHolderHasCardsOfTheirOwn() async throws {
        try await TestCards.with { test in
            let bruno = CardHolder(tenant: "padaria-aurora", user: "bruno")
            let hers = try await test.cards.issue(to: TestCards.ana)
            let his = try await test.cards.issue(to: bruno)
            #expect(Set((hers + his).map(\.panReferenceID)).count == 4)
            #expect(his.allSatisfy { $0.holder == bruno })
        }
    }

    @Test func aUserOfAnotherTenantHasNone() async throws {
        try await TestCards.with { test in
            let stranger = CardHolder(tenant: "another", user: "ana")
            let issued = try await test.cards.issue(to: stranger, displayName: "Ana")
            #expect(issued.isEmpty)
            #expect(try await test.cards.register.cards(of: stranger).isEmpty)
            #expect(try await test.cards.offers().isEmpty)
        }
        try await TestCards.with({ $0.issuer = nil }) { test in
            let issued = try await test.cards.issue(to: CardHolder(tenant: "another", user: "ana"))
            #expect(issued.count == 2)
        }
    }

    @Test func aBlockIsSeenAndTakenBack() async throws {
        try await TestCards.with { test in
            let card = try await test.card(.visa)
            #expect(try await test.cards.setBlocked(true, card: card.panReferenceID))
            #expect(try await test.cards.register.card(card.panReferenceID)?.isBlocked == true)
            #expect(try await test.card(.mastercard).isBlocked == false)
            #expect(try await test.cards.setBlocked(false, card: card.panReferenceID))
            #expect(try await test.cards.register.card(card.panReferenceID) == card)
            #expect(try await !test.cards.setBlocked(true, card: "V-0"))
        }
    }

    @Test func offersSayWhoseCardItIsTheLastIssuedFirst() async throws {
        try await TestCards.with { test in
            try await test.cards.issue(to: TestCards.ana, displayName: " Ana \u{202E}\n Souza ")
            try await test.cards.issue(to: CardHolder(tenant: "padaria-aurora", user: "bruno"))
            let offers = try await test.cards.offers()
            #expect(offers.map(\.holderName) == [nil, nil, "Ana Souza", "Ana Souza"])
            #expect(offers.map(\.network) == [.mastercard, .visa, .mastercard, .visa])
            // What is no name leaves the one that there was.
            for name in ["", "4111 1111 1111 1111", String(repeating: "a", count: 65)] {
                try await test.cards.issue(to: TestCards.ana, displayName: name)
            }
            #expect(try await test.cards.offers().last?.holderName == "Ana Souza")
        }
    }

    @Test func aRegisterThatIsClosedKnowsNothing() async throws {
        let test = try await TestCards()
        await test.remove()
        await #expect(throws: CardRegisterFault.self) { try await test.cards.register.card("V-1") }
        await #expect(throws: CardRegisterFault.self) { try await test.cards.register.cards(of: TestCards.ana) }
    }
}

extension SandboxCards {
    /// The rows of a table.
    static func rowCount(_ table: String, of test: TestCards) async throws -> Int64? {
        try await test.cards.store.snapshot { try CardsVerdict.rows($0)[table] }
    }
}
