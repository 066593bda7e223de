import ChaveBase
import Testing
import TokenActivationCore

@testable import SandboxCards

/// What a wallet does with its tokens.
@Suite struct WalletTests {
    @Test(arguments: CardNetwork.allCases)
    func anAddedCardIsATokenThatWaits(_ network: CardNetwork) async throws {
        try await TestCards.with { test in
            test.time.jump(seconds: 60)
            let card = try await test.card(network)
            let token = try await test.added(network)
            #expect(token.state == .inactive)
            #expect(token.addedAt == test.time.now)
            #expect(token.stepUpOpenedAt == test.time.now.adding(seconds: 60), "by the clock of deadlines")
            #expect(token.lastFour == card.lastFour && token.cardName == card.name)
            #expect(token.walletName == "Carteira Jacarandá" && token.deviceName == "Ana's phone")
            #expect(token.payload.panReferenceID == card.panReferenceID)
            #expect(token.payload.tokenReferenceID == token.id)
            #expect(token.payload.tokenRequestorID == SandboxWallets.requestor(at: network)?.id)
            #expect(token.payload.walletAccountID == TestCards.account)
            #expect(token.payload.deviceIndex == (network == .visa ? "1" : nil))
            let known = try await test.provider(network).token(token.reference)
            #expect(known?.deviceID == token.payload.deviceID && known?.deviceIndex == (network == .visa ? 1 : nil))
            #expect(known?.stepUpOpenedAt == token.stepUpOpenedAt && known?.deviceName == "Ana's phone")
            #expect(try await test.cards.token(token.id, ofWalletAccount: TestCards.account) == token)
        }
    }

    @Test func whatAWalletSaysHoldsNoCardNumber() async throws {
        try await TestCards.with { test in
            for round in 0..<100 {
                let token = try await test.added(
                    round.isMultiple(of: 2) ? .visa : .mastercard,
                    device: "Phone \(round)",
                    account: "wallet-account-\(round / 10)"
                )
                let texts = [
                    token.payload.panReferenceID, token.payload.tokenRequestorID, token.payload.tokenReferenceID,
                    token.payload.walletAccountID, token.payload.deviceID, token.payload.deviceIndex,
                    token.payload.reasonCode,
                ]
                // Runs of digits that touch no letter, with single separators between: none of a card number's length.
                let run = /[^0-9A-Za-z][0-9](?:[ .\-]?[0-9]){12,18}[^0-9A-Za-z]/
                for text in texts.compactMap({ $0 }) { #expect(" \(text) ".firstMatch(of: run) == nil) }
            }
        }
    }

    @Test func devicesAreCountedAndKeptByTheirNames() async throws {
        try await TestCards.with { test in
            let phone = try await test.added(.visa)
            let watch = try await test.added(.visa, device: "Ana's watch")
            let again = try await test.added(.visa)
            let others = try await test.added(.visa, account: "wallet-account-2")
            #expect([phone, watch, again, others].map(\.payload.deviceIndex) == ["1", "2", "3", "1"])
            #expect(phone.payload.deviceID == again.payload.deviceID)
            #expect(Set([phone, watch, others].map(\.payload.deviceID)).count == 3)
            let listed = try await test.cards.tokens(ofWalletAccount: TestCards.account)
            #expect(listed == [again, watch, phone])
        }
    }

    @Test(arguments: WalletRefusal.allCases)
    func eachFaultIsNamed(_ expected: WalletRefusal) async throws {
        try await TestCards.with { test in
            var card = try await test.card(.visa).panReferenceID
            var device = "Ana's phone"
            var account = TestCards.account
            switch expected {
            case .walletAccountInvalid: account = "wallet account"
            case .deviceNameMissing: device = " \u{200B}\n"
            case .deviceNameTooLong: device = String(repeating: "a", count: 65)
            case .deviceNameHoldsCardNumber: device = "my ٤111-1111/1111.1111"
            case .cardNotFound: card = "V-1"
            case .tooManyTokens:
                for _ in 0..<5 { _ = try await test.added(.visa) }
            case .tokenNotFound:
                await #expect(throws: expected) {
                    try await test.cards.remove("DNITHE1", ofWalletAccount: TestCards.account)
                }
                return
            case .tokenInOtherState:
                let token = try await test.added(.visa)
                try await test.cards.remove(token.id, ofWalletAccount: TestCards.account)
                await #expect(throws: expected) {
                    try await test.cards.resumeStepUp(token.id, ofWalletAccount: TestCards.account)
                }
                return
            }
            await #expect(throws: expected) {
                try await test.cards.add(card: card, deviceName: device, temper: .prompt, walletAccountID: account)
            }
        }
    }

    @Test func aCardThatWasTakenOutMakesRoom() async throws {
        try await TestCards.with { test in
            let first = try await test.added(.visa)
            for _ in 0..<4 { _ = try await test.added(.visa) }
            try await test.cards.remove(first.id, ofWalletAccount: TestCards.account)
            #expect(try await test.added(.visa).state == .inactive)
        }
    }

    @Test func aDeviceNameIsCleaned() throws {
        for (written, cleaned) in [
            ("  Ana's\t\tphone ", "Ana's phone"), ("a\u{0}b", "a b"), ("a\u{202E}b\u{FEFF}", "ab"),
            ("Telefone da Inês 📱", "Telefone da Inês 📱"), ("<b>&\"'", "<b>&\"'"),
            ("Pixel 9 2026-07-14", "Pixel 9 2026-07-14"),
        ] {
            #expect(try FormText(written).text == cleaned)
        }
        #expect(throws: FormText.Refusal.tooLong) { try FormText(String(repeating: " ", count: 2_000)) }
        for name in ["4111 1111 1111 1111", "Telefone4111111111111111", "a\u{0}4111111111111111b"] {
            #expect(throws: FormText.Refusal.holdsCardNumber) { try FormText(name) }
        }
        #expect(try FormText(String(repeating: "é", count: 64)).text.count == 64)
    }

    @Test func anotherAccountSeesAndTouchesNothing() async throws {
        try await TestCards.with { test in
            let token = try await test.added(.visa)
            #expect(try await test.cards.token(token.id, ofWalletAccount: "wallet-account-2") == nil)
            #expect(try await test.cards.tokens(ofWalletAccount: "wallet-account-2").isEmpty)
            await #expect(throws: WalletRefusal.tokenNotFound) {
                try await test.cards.remove(token.id, ofWalletAccount: "wallet-account-2")
            }
            await #expect(throws: WalletRefusal.tokenNotFound) {
                try await test.cards.resumeStepUp(token.id, ofWalletAccount: "wallet-account-2")
            }
            #expect(try await test.cards.token(token.id, ofWalletAccount: TestCards.account) == token)
        }
    }

    @Test func aDeclinedStepUpIsOpenedAnew() async throws {
        try await TestCards.with { test in
            let token = try await test.added(.visa)
            let network = try test.provider(.visa)
            #expect(try await network.decline(token.order("no")) == .inactive)
            #expect(try await network.token(token.reference)?.stepUpOpenedAt == nil)
            test.time.advance(seconds: 30)
            let resumed = try await test.cards.resumeStepUp(token.id, ofWalletAccount: TestCards.account)
            #expect(resumed.stepUpOpenedAt == test.time.now && resumed.changedAt == test.time.now)
            #expect(try await network.approve(token.order("yes")) == .active)
        }
    }

    @Test func aSuspensionIsTakenBack() async throws {
        try await TestCards.with { test in
            let token = try await test.added(.mastercard)
            let network = try test.provider(.mastercard)
            _ = try await network.approve(token.order("yes"))
            #expect(try await network.suspend(token.order("stop")) == .suspended)
            let lifted = try await test.cards.unsuspend(token.id, ofWalletAccount: TestCards.account)
            #expect(lifted.state == .active)
        }
    }

    @Test func accountIDsAreOnesAndNeverTheSame() async throws {
        try await TestCards.with { test in
            let ids = Set((0..<50).map { _ in test.cards.newWalletAccountID() })
            #expect(ids.count == 50 && ids.allSatisfy { $0.utf8.count == 24 && WalletAccountID.isOne($0) })
        }
        for text in ["", "a b", "é", "a/b", String(repeating: "a", count: 65)] { #expect(!WalletAccountID.isOne(text)) }
    }
}
