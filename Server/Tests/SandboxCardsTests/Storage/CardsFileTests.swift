import ChaveBase
import Foundation
import GRDB
import SQLiteWriter
import StoreTestSupport
import Testing
import TokenActivationCore

@testable import SandboxCards

/// The file, from one program to the next.
@Suite struct CardsFileTests {
    @Test func theFileIsItsOwnersAlone() async throws {
        try await TestCards.with { test in
            #expect(SandboxCards.exists(in: test.directory))
            #expect(!SandboxCards.exists(in: test.directory + "/nowhere"))
            let path = "\(test.directory)/\(SandboxCards.fileName)"
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func aFileThatIsNotInUseIsExamined() async throws {
        let test = try await TestCards()
        _ = try await test.added(.visa)
        await test.cards.close()
        #expect(try await SandboxCards.verdict(in: test.directory).isSound)
        #expect(
            try await SandboxCards.rows(in: test.directory)
                == [StoredCards.holders: 1, StoredCards.cards: 2, StoredCards.tokens: 1, StoredCards.orders: 0]
        )
        try await SandboxCards.migrate(in: test.directory)
        await test.remove()
    }

    @Test func anOlderFileIsBroughtUpToDateAndNotBefore() async throws {
        let directory = FileManager.default.temporaryDirectory.path + "/cards-\(UUID().uuidString)"
        try CardsFile.prepare(CardsFile.path(in: directory))
        await #expect(throws: MigrationRefusal.olderSchema(lacking: "0001_cards")) {
            try await SandboxCards.verdict(in: directory)
        }
        try await SandboxCards.migrate(in: directory)
        #expect(try await SandboxCards.verdict(in: directory).isSound)
        try FileManager.default.removeItem(atPath: directory)
    }

    @Test(arguments: [
        (StoredCards.settingTokens(state: "SLEEPING"), "1 tokens in a state that no token has"),
        (StoredCards.settingTokens(state: "ACTIVE"), "1 tokens that wait for their holder and are not inactive"),
        (StoredCards.settingTokens(network: "mastercard"), "1 tokens of another network than their card"),
        (StoredCards.settingOrders(network: "mastercard"), "1 operations of another network than their token"),
        (StoredCards.settingCards(lastFour: "12a4"), "2 cards whose last four are not four digits"),
        (StoredCards.losingCards, "row 1 of token refers to nothing"),
    ])
    func eachDamageIsFound(_ damage: StoredSQL, _ finding: String) async throws {
        try await TestCards.with { test in
            let token = try await test.added(.visa)
            _ = try await test.provider(.visa).decline(token.order())
            try await test.cards.resumeStepUp(token.id, ofWalletAccount: TestCards.account)
            #expect(try await test.cards.verdict().isSound)
            await test.cards.close()
            let queue = try DatabaseQueue(path: CardsFile.path(in: test.directory))
            try await queue.writeWithoutTransaction { try $0.execute(sql: damage.sqlite) }
            try queue.close()
            #expect(try await SandboxCards.verdict(in: test.directory).faults.contains(finding))
        }
    }
}
