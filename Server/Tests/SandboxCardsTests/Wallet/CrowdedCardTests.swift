import ChaveBase
import Testing
import TokenActivationCore

@testable import SandboxCards

/// However often strangers add a card, it stays readable, and what they leave behind has an end.
@Suite struct CrowdedCardTests {
    private func listed(_ test: TestCards, _ network: CardNetwork = .visa) async throws -> [NetworkToken] {
        try await test.provider(network).tokens(ofCard: try await test.card(network).panReferenceID)
    }

    private func takenOut(_ test: TestCards) async throws -> WalletToken {
        let token = try await test.added(.visa)
        return try await test.cards.remove(token.id, ofWalletAccount: TestCards.account)
    }

    @Test func oneAccountLeavesRoomForOthersAndAllOfThemHaveAnEnd() async throws {
        try await TestCards.with { test in
            for number in 0..<10 {
                for _ in 0..<5 { _ = try await test.added(.visa, account: "wallet-account-\(number)") }
                await #expect(throws: WalletRefusal.tooManyTokens) {
                    try await test.added(.visa, account: "wallet-account-\(number)")
                }
            }
            await #expect(throws: WalletRefusal.tooManyTokens) { try await test.added(.visa, account: "another") }
            #expect(try await listed(test).count == 50)
            #expect(try await test.added(.mastercard, account: "another").state == .inactive, "of each card")
        }
    }

    @Test(arguments: CardNetwork.allCases)
    func whatWasTakenOutIsNotListed(_ network: CardNetwork) async throws {
        try await TestCards.with { test in
            let first = try await test.added(network)
            let second = try await test.added(network)
            try await test.cards.remove(first.id, ofWalletAccount: TestCards.account)
            #expect(try await listed(test, network).map(\.id) == [second.id])
            #expect(try await test.provider(network).token(first.reference)?.state == .deactivated, "asked by its name")
        }
    }

    @Test func whatWasTakenOutIsForgottenAfterADay() async throws {
        try await TestCards.with { test in
            let first = try await test.added(.visa)
            _ = try await test.provider(.visa).approve(first.order("yes"))
            try await test.cards.remove(first.id, ofWalletAccount: TestCards.account)
            test.time.advance(seconds: 86_399)
            let second = try await test.added(.visa)
            #expect(second.payload.deviceIndex == "2")
            #expect(try await test.cards.token(first.id, ofWalletAccount: TestCards.account)?.state == .deactivated)
            test.time.advance(seconds: 1)
            #expect(try await test.added(.visa).payload.deviceIndex == "3")
            #expect(try await test.cards.token(first.id, ofWalletAccount: TestCards.account) == nil)
            #expect(try await test.provider(.visa).token(first.reference) == nil)
            #expect(try await listed(test).count == 2)
        }
    }

    @Test func onlyTheNewestHundredOfThoseAreKept() async throws {
        try await TestCards.with { test in
            var ids: [String] = []
            for _ in 0..<103 { ids.append(try await takenOut(test).id) }
            _ = try await test.added(.visa)
            let known = try await test.cards.tokens(ofWalletAccount: TestCards.account).map(\.id)
            #expect(known.count == 101)
            #expect(Set(ids.prefix(3)).isDisjoint(with: known) && Set(ids.dropFirst(3)).isSubset(of: known))
        }
    }
}
