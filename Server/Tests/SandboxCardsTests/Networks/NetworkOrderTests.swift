import Testing
import TokenActivationCore

@testable import SandboxCards

/// Orders of an issuer, through both adapters.
@Suite struct NetworkOrderTests {
    @Test(arguments: CardNetwork.allCases)
    func aHundredApprovalsAreOneActivation(_ network: CardNetwork) async throws {
        try await TestCards.with { test in
            let token = try await test.added(network)
            let provider = try test.provider(network)
            let states = try await withThrowingTaskGroup(of: TokenState.self) { group in
                for number in 0..<100 {
                    group.addTask { try await provider.approve(token.order("operation-\(number % 2)")) }
                }
                var states: [TokenState] = []
                for try await state in group { states.append(state) }
                return states
            }
            #expect(states == Array(repeating: .active, count: 100))
            #expect(try await SandboxCards.rowCount("network_operation", of: test) == 2)
        }
    }

    @Test(arguments: CardNetwork.allCases)
    func theSameOperationIsTheSameAndAnotherUnderItsIDIsRefused(_ network: CardNetwork) async throws {
        try await TestCards.with { test in
            let token = try await test.added(network)
            let other = try await test.added(network, device: "Ana's watch")
            let provider = try test.provider(network)
            #expect(try await provider.approve(token.order()) == .active)
            #expect(try await provider.approve(token.order()) == .active)
            for attempt in [
                { try await provider.suspend(token.order()) }, { try await provider.approve(other.order()) },
            ] {
                await #expect(throws: TokenServiceFault.refused(code: "operationMismatch")) { try await attempt() }
            }
            #expect(try await provider.token(token.reference)?.state == .active)
            #expect(try await provider.token(other.reference)?.state == .inactive)
            // Another thing happened since: the same again does not undo it, and tells of it.
            _ = try await provider.suspend(token.order("operation-2"))
            #expect(try await provider.approve(token.order()) == .suspended)
        }
    }

    @Test(arguments: CardNetwork.allCases)
    func aRefusedOperationStaysRefused(_ network: CardNetwork) async throws {
        try await TestCards.with { test in
            let token = try await test.added(network)
            let provider = try test.provider(network)
            _ = try await provider.decline(token.order("no"))
            await #expect(throws: TokenServiceFault.refused(code: "stepUpClosed")) {
                try await provider.approve(token.order("yes"))
            }
            try await test.cards.resumeStepUp(token.id, ofWalletAccount: TestCards.account)
            await #expect(throws: TokenServiceFault.refused(code: "stepUpClosed")) {
                try await provider.approve(token.order("yes"))
            }
            #expect(try await provider.approve(token.order("yes-again")) == .active)
        }
    }

    @Test(arguments: CardNetwork.allCases)
    func anotherDeviceIsRefused(_ network: CardNetwork) async throws {
        try await TestCards.with { test in
            let token = try await test.added(network)
            let provider = try test.provider(network)
            var order = token.order()
            order.deviceID = "another"
            await #expect(throws: TokenServiceFault.refused(code: "deviceMismatch")) {
                try await provider.approve(order)
            }
            guard network == .visa else { return }
            for index in [nil, 0, 2, Int64.max] as [Int64?] {
                order = token.order()
                order.deviceIndex = index
                await #expect(throws: TokenServiceFault.refused(code: "deviceMismatch")) {
                    try await provider.approve(order)
                }
            }
            #expect(try await provider.token(token.reference)?.state == .inactive)
        }
    }

    @Test(arguments: CardNetwork.allCases)
    func aTokenOfAnotherWalletOrNoneIsUnknown(_ network: CardNetwork) async throws {
        try await TestCards.with { test in
            let token = try await test.added(network)
            let provider = try test.provider(network)
            let other = TokenReference(id: token.id, requestorID: "40000000000")
            #expect(try await provider.token(other) == nil)
            #expect(try await provider.token(TokenReference(id: "DNITHE1", requestorID: nil)) == nil)
            #expect(try await provider.token(TokenReference(id: token.id, requestorID: nil))?.id == token.id)
            var order = token.order()
            order.token = TokenReference(id: "DNITHE1", requestorID: token.payload.tokenRequestorID)
            await #expect(throws: TokenServiceFault.refused(code: "tokenNotFound")) {
                try await provider.approve(order)
            }
            #expect(try await provider.tokens(ofCard: "V-1").isEmpty)
        }
    }

    @Test func oneNetworkKnowsNothingOfTheOther() async throws {
        try await TestCards.with { test in
            let token = try await test.added(.visa)
            let other = try test.provider(.mastercard)
            #expect(try await other.token(TokenReference(id: token.id, requestorID: nil)) == nil)
            #expect(try await other.tokens(ofCard: token.payload.panReferenceID ?? "").isEmpty)
            await #expect(throws: TokenServiceFault.refused(code: "tokenNotFound")) {
                try await other.approve(token.order())
            }
        }
    }

    @Test(arguments: CardNetwork.allCases)
    func theTokensOfACardAreListedTheNewestFirst(_ network: CardNetwork) async throws {
        try await TestCards.with { test in
            let first = try await test.added(network)
            let second = try await test.added(network, .isDown, device: "Ana's watch")
            let listed = try await test.provider(network).tokens(ofCard: first.payload.panReferenceID ?? "")
            #expect(listed.map(\.id) == [second.id, first.id])
        }
    }

    @Test(arguments: CardNetwork.allCases)
    func eachStateThatHasNoPlaceForAnOrderIsNamed(_ network: CardNetwork) async throws {
        try await TestCards.with { test in
            let token = try await test.added(network)
            let provider = try test.provider(network)
            await #expect(throws: TokenServiceFault.refused(code: "tokenInactive")) {
                try await provider.suspend(token.order("1"))
            }
            _ = try await provider.approve(token.order("2"))
            await #expect(throws: TokenServiceFault.refused(code: "tokenActive")) {
                try await provider.decline(token.order("3"))
            }
            _ = try await provider.suspend(token.order("4"))
            await #expect(throws: TokenServiceFault.refused(code: "tokenSuspended")) {
                try await provider.approve(token.order("5"))
            }
            try await test.cards.remove(token.id, ofWalletAccount: TestCards.account)
            await #expect(throws: TokenServiceFault.refused(code: "tokenDeactivated")) {
                try await provider.approve(token.order("6"))
            }
        }
    }
}
