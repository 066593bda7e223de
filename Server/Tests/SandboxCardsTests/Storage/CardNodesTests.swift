import ChaveBase
import Foundation
import PostgresClient
import PostgresTestSupport
import SQLPort
import SQLiteWriter
import StoreTestSupport
import Testing
import TokenActivationCore
import TokenNetworks

@testable import SandboxCards

/// Two nodes over one PostgreSQL, whichever engine the other suites run on.
@Suite struct CardNodesTests {
    /// Two sandboxes with connections of their own, and a pool beside them.
    private static func withTwo(
        _ body: (_ first: SandboxCards, _ second: SandboxCards, PostgresPool) async throws -> Void
    ) async throws {
        try await SharedServer.withPool("a test of two nodes' cards") { pool async throws in
            let (time, options) = (SandboxTime(), SandboxCards.Options(issuer: "padaria-aurora"))
            // Both at once: one makes the tables, and the other finds them.
            async let one = SandboxCards(over: PostgresPool(pool.settings), options: options, world: time.world)
            async let other = SandboxCards(over: PostgresPool(pool.settings), options: options, world: time.world)
            let (first, second) = (try await one, try await other)
            do {
                try await body(first, second, pool)
                #expect(try await SandboxCards.verdict(over: pool).isSound)
            } catch {
                await first.close()
                await second.close()
                throw error
            }
            await first.close()
            await second.close()
        }
    }

    /// How many rows each table has.
    private static func rows(_ pool: PostgresPool) async throws -> [String: Int64] {
        try await PostgresTurns(ofCardsOver: pool).snapshot { try CardsVerdict.rows($0) }
    }

    private static func add(_ network: CardNetwork, at cards: SandboxCards) async throws -> WalletToken {
        let card = try #require(try await cards.issue(to: TestCards.ana).first { $0.network == network })
        return try await cards.add(
            card: card.panReferenceID,
            deviceName: "Ana's phone",
            temper: .prompt,
            walletAccountID: TestCards.account
        )
    }

    @Test(arguments: [CardNetwork.visa, .mastercard])
    func aCardThatOneGaveOutIsActivatedThroughTheOther(_ network: CardNetwork) async throws {
        try await Self.withTwo { first, second, _ in
            let token = try await Self.add(network, at: first)
            #expect(try await second.register.card(token.payload.panReferenceID ?? "")?.holder == TestCards.ana)
            let provider = try TestCards.provider(network, of: second)
            #expect(try await provider.approve(token.order()) == .active)
            #expect(try await first.token(token.id, ofWalletAccount: TestCards.account)?.state == .active)
            let again = try TestCards.provider(network, of: first)
            #expect(try await again.approve(token.order()) == .active, "the same order is known to both")
            try await first.remove(token.id, ofWalletAccount: TestCards.account)
            #expect(try await provider.token(token.reference)?.state == .deactivated)
        }
    }

    @Test func firstLooksAtBothIssueTwoCardsInAll() async throws {
        try await Self.withTwo { first, second, pool in
            let looks = try await withThrowingTaskGroup(of: [IssuedCard].self) { group in
                for number in 0..<20 {
                    let cards = number.isMultiple(of: 2) ? first : second
                    group.addTask { try await cards.register.cards(of: TestCards.ana) }
                }
                var looks: Set<[IssuedCard]> = []
                for try await cards in group { looks.insert(cards) }
                return looks
            }
            #expect(looks.count == 1 && looks.first?.count == 2)
            #expect(try await Self.rows(pool)[StoredCards.cards] == 2)
        }
    }

    @Test func ofTwoOrdersUnderOneIDAtBothOneIsCarriedOut() async throws {
        try await Self.withTwo { first, second, pool in
            let token = try await Self.add(.visa, at: first)
            async let yes = TestCards.provider(.visa, of: first).approve(token.order())
            async let no = TestCards.provider(.visa, of: second).decline(token.order())
            let outcomes = [try? await yes, try? await no].map { $0 != nil }
            #expect(outcomes.count { $0 } == 1, "the other one is told that the id was used")
            #expect(try await Self.rows(pool)[StoredCards.orders] == 1)
        }
    }

    /// Such a text is asked for as it is kept, and nobody has it.
    @Test func aNameWithANULIsNobodys() async throws {
        try await Self.withTwo { first, _, _ in
            let token = try await Self.add(.visa, at: first)
            let reference = token.payload.panReferenceID ?? ""
            #expect(try await first.register.card(reference) != nil)
            for name in ["\u{0}", reference + "\u{0}", "\u{0}" + reference, reference.prefix(3) + "\u{0}"] {
                #expect(try await first.register.card(name) == nil)
                #expect(try await first.token(name, ofWalletAccount: TestCards.account) == nil)
            }
            #expect(try await first.token(token.id, ofWalletAccount: TestCards.account) != nil)
        }
    }

    @Test func aSchemaOfANewerProgramIsLeftAlone() async throws {
        try await SharedServer.withPool("a test of the cards' schema") { pool async throws in
            await #expect(throws: MigrationRefusal.olderSchema(lacking: "0001_cards")) {
                try await SandboxCards.verdict(over: pool)
            }
            try await CardsSchema.all.inPostgres.apply(over: pool)
            try await CardsSchema.all.inPostgres.apply(over: pool)
            #expect(try await Self.rows(pool).values.allSatisfy { $0 == 0 })
            let newer = PostgresStatement(StoredSteps.addingToCards("0002_more"))
            _ = try await pool.run(PostgresBatch(.writes, [newer]))
            await #expect(throws: MigrationRefusal.self) { try await CardsSchema.all.inPostgres.apply(over: pool) }
            await #expect(throws: MigrationRefusal.self) { try await SandboxCards.verdict(over: pool) }
        }
    }

    @Test(arguments: SchemaQuestion.allCases)
    func theTablesAreThoseOfAFile(_ question: SchemaQuestion) async throws {
        let directory = FileManager.default.temporaryDirectory.path + "/cards-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let options = SandboxCards.Options(issuer: "padaria-aurora")
        let inFile = try SandboxCards(directory: directory, options: options, world: SandboxTime().world)
        let expected = try await question.answers(of: inFile.store, schema: nil)
        await inFile.close()
        #expect(expected.count >= (question == .steps ? 1 : 2))
        try await SharedServer.withPool("a test of the cards' tables") { pool async throws in
            try await CardsSchema.all.inPostgres.apply(over: pool)
            let inPostgres = PostgresTurns<CardsTurn>(ofCardsOver: PostgresPool(pool.settings))
            #expect(try await question.answers(of: inPostgres, schema: CardsSchema.all.name) == expected)
            await inPostgres.close()
        }
    }

    @Test(arguments: [
        (StoredCards.settingTokens(state: "SLEEPING"), "1 tokens in a state that no token has"),
        (StoredCards.settingTokens(state: "ACTIVE"), "1 tokens that wait for their holder and are not inactive"),
        (StoredCards.settingTokens(network: "mastercard"), "1 tokens of another network than their card"),
        (StoredCards.settingOrders(network: "mastercard"), "1 operations of another network than their token"),
        (StoredCards.settingCards(lastFour: "12a4"), "2 cards whose last four are not four digits"),
    ])
    func eachDamageIsFound(_ damage: StoredSQL, _ finding: String) async throws {
        try await SharedServer.withPool("a test of damaged cards") { pool async throws in
            let options = SandboxCards.Options(issuer: "padaria-aurora")
            let world = SandboxTime().world
            let cards = try await SandboxCards(over: PostgresPool(pool.settings), options: options, world: world)
            let token = try await Self.add(.visa, at: cards)
            _ = try await TestCards.provider(.visa, of: cards).decline(token.order())
            try await cards.resumeStepUp(token.id, ofWalletAccount: TestCards.account)
            #expect(try await cards.verdict().isSound)
            _ = try await pool.run(PostgresBatch(.writes, [PostgresStatement(damage.postgres)]))
            #expect(try await cards.verdict().faults.contains(finding))
            await cards.close()
        }
    }
}
