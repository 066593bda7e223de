import SQLPort
import StoreTestSupport
import Testing
import TokenActivationCore
import TokenNetworks

@testable import SandboxCards

/// What is kept, from one program to the next, wherever it is kept.
@Suite struct CardsStorageTests {
    @Test func aRestartKeepsAll() async throws {
        let test = try await TestCards()
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
        let test = try await TestCards()
        let token = try await test.added(.visa, .timesOutAfter)
        await #expect(throws: TokenServiceFault.unknownOutcome) {
            try await test.provider(.visa).approve(token.order())
        }
        let reopened = try await test.reopened()
        #expect(try await reopened.provider(.visa).approve(token.order()) == .active)
        await reopened.remove()
    }

    @Test func aRowThatTheSandboxDidNotWriteIsAFaultAndNoTrap() async throws {
        for damage in [
            StoredCards.settingTokens(state: "SLEEPING"), StoredCards.settingTokens(state: "ACTIVE"),
            StoredCards.settingTokens(temper: "kind"), StoredCards.settingTokens(network: "other"),
        ] {
            try await TestCards.with { test in
                let token = try await test.added(.visa)
                try await test.damage(damage)
                await #expect(throws: SQLFault.self) {
                    try await test.cards.token(token.id, ofWalletAccount: TestCards.account)
                }
                await #expect(throws: TokenServiceFault.unavailable) {
                    try await test.provider(.visa).token(token.reference)
                }
            }
        }
    }
}
