import Foundation
import GRDB
import SQLiteWriter
import Testing
import TokenActivationCore

@testable import SandboxCards

/// The file, from one program to the next.
@Suite struct CardsFileTests {
    @Test func aRestartKeepsAll() async throws {
        let test = try TestCards()
        let card = try await test.card(.visa)
        let waiting = try await test.added(.visa, .timesOutBefore)
        let active = try await test.added(.mastercard)
        _ = try await test.provider(.mastercard).approve(active.order())
        try await test.cards.setBlocked(true, card: card.panReferenceID)
        let reopened = try await test.reopened()
        let register = reopened.cards.register
        #expect(try await register.card(card.panReferenceID)?.isBlocked == true)
        #expect(try await register.cards(of: TestCards.ana).count == 2)
        #expect(try await reopened.cards.token(waiting.id, ofWalletAccount: TestCards.account) == waiting)
        #expect(try await reopened.provider(.mastercard).token(active.reference)?.state == .active)
        #expect(try await reopened.provider(.mastercard).approve(active.order()) == .active)
        await reopened.remove()
    }

    @Test func aLostAnswerIsLostOnceAcrossARestart() async throws {
        let test = try TestCards()
        let token = try await test.added(.visa, .timesOutAfter)
        await #expect(throws: TokenServiceFault.unknownOutcome) {
            try await test.provider(.visa).approve(token.order())
        }
        let reopened = try await test.reopened()
        #expect(try await reopened.provider(.visa).approve(token.order()) == .active)
        await reopened.remove()
    }

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
        let test = try TestCards()
        _ = try await test.added(.visa)
        await test.cards.close()
        #expect(try await SandboxCards.verdict(in: test.directory).isSound)
        #expect(
            try await SandboxCards.rows(in: test.directory)
                == ["card_holder": 1, "card": 2, "token": 1, "network_operation": 0]
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
        (#"UPDATE "token" SET "state" = 'SLEEPING'"#, "1 tokens in a state that no token has"),
        (#"UPDATE "token" SET "state" = 'ACTIVE'"#, "1 tokens that wait for their holder and are not inactive"),
        (#"UPDATE "token" SET "network" = 'mastercard'"#, "1 tokens of another network than their card"),
        (
            #"UPDATE "network_operation" SET "network" = 'mastercard'"#,
            "1 operations of another network than their token"
        ),
        (#"UPDATE "card" SET "last_four" = '12a4'"#, "2 cards whose last four are not four digits"),
        (#"PRAGMA foreign_keys = OFF; DELETE FROM "card"; PRAGMA foreign_keys = ON"#, "1 rows point to nothing"),
    ])
    func eachDamageIsFound(_ damage: String, _ finding: String) async throws {
        try await TestCards.with { test in
            let token = try await test.added(.visa)
            _ = try await test.provider(.visa).decline(token.order())
            try await test.cards.resumeStepUp(token.id, ofWalletAccount: TestCards.account)
            #expect(try await test.cards.verdict().isSound)
            await test.cards.close()
            let queue = try DatabaseQueue(path: CardsFile.path(in: test.directory))
            try await queue.writeWithoutTransaction { try $0.execute(sql: damage) }
            try queue.close()
            #expect(try await SandboxCards.verdict(in: test.directory).faults.contains(finding))
        }
    }

    @Test func aRowThatTheSandboxDidNotWriteIsAFaultAndNoTrap() async throws {
        for damage in [
            #"UPDATE "token" SET "state" = 'SLEEPING'"#, #"UPDATE "token" SET "state" = 'ACTIVE'"#,
            #"UPDATE "token" SET "temper" = 'kind'"#, #"UPDATE "token" SET "network" = 'other'"#,
        ] {
            try await TestCards.with { test in
                let token = try await test.added(.visa)
                try await test.cards.writer.write { try $0.execute(sql: damage) }
                await #expect(throws: CardsFileFault.self) {
                    try await test.cards.token(token.id, ofWalletAccount: TestCards.account)
                }
                await #expect(throws: TokenServiceFault.unavailable) {
                    try await test.provider(.visa).token(token.reference)
                }
            }
        }
    }
}
