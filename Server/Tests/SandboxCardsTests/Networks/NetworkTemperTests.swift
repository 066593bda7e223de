import Testing
import TokenActivationCore

@testable import SandboxCards

/// Each behaviour of a network, as an issuer sees it through its adapter.
@Suite struct NetworkTemperTests {
    private enum Seen: Hashable {
        case state(TokenState)
        case fault(TokenServiceFault)
    }

    private func seen(_ order: () async throws(TokenServiceFault) -> TokenState) async -> Seen {
        do throws(TokenServiceFault) {
            return .state(try await order())
        } catch {
            return .fault(error)
        }
    }

    /// The first approval, what the token is then, the same approval again, the milliseconds that were slept in all.
    private func expected(_ temper: NetworkTemper) -> (first: Seen, between: TokenState, again: Seen, slept: [Int]) {
        switch temper {
        case .prompt: (.state(.active), .active, .state(.active), [])
        case .slow: (.state(.active), .active, .state(.active), [4_000, 4_000])
        case .timesOutAfter: (.fault(.unknownOutcome), .active, .state(.active), [8_000])
        case .timesOutBefore: (.fault(.unknownOutcome), .inactive, .state(.active), [8_000])
        case .refuses:
            (.fault(.refused(code: "riskDecision")), .inactive, .fault(.refused(code: "riskDecision")), [])
        case .isDown: (.fault(.unavailable), .inactive, .fault(.unavailable), [])
        }
    }

    @Test(arguments: NetworkTemper.allCases, CardNetwork.allCases)
    func anApprovalMeetsTheTemper(_ temper: NetworkTemper, _ network: CardNetwork) async throws {
        try await TestCards.with { test in
            let token = try await test.added(network, temper)
            let provider = try test.provider(network)
            let expected = expected(temper)
            #expect(
                await seen { () throws(TokenServiceFault) in try await provider.approve(token.order()) }
                    == expected.first
            )
            // Whatever was answered, a look tells the truth.
            #expect(try await provider.token(token.reference)?.state == expected.between)
            #expect(
                await seen { () throws(TokenServiceFault) in try await provider.approve(token.order()) }
                    == expected.again
            )
            #expect(test.time.sleeps == expected.slept)
            #expect(try await test.cards.verdict().isSound)
        }
    }

    @Test(arguments: NetworkTemper.allCases, CardNetwork.allCases)
    func aRefusalOfTheHolderMeetsOnlyWhatIsSlowOrDown(_ temper: NetworkTemper, _ network: CardNetwork) async throws {
        try await TestCards.with { test in
            let token = try await test.added(network, temper)
            let provider = try test.provider(network)
            let answer = await seen { () throws(TokenServiceFault) in try await provider.decline(token.order()) }
            #expect(answer == (temper == .isDown ? .fault(.unavailable) : .state(.inactive)))
            #expect(try await (provider.token(token.reference)?.stepUpOpenedAt == nil) == (temper != .isDown))
            #expect(test.time.sleeps == (temper == .slow ? [4_000] : []))
        }
    }

    @Test(arguments: CardNetwork.allCases)
    func whoIsSlowerThanItsCallerWaitsDidNothing(_ network: CardNetwork) async throws {
        try await TestCards.with({ $0.slowMilliseconds = 8_000 }) { test in
            let token = try await test.added(network, .slow)
            let provider = try test.provider(network)
            await #expect(throws: TokenServiceFault.unknownOutcome) { try await provider.approve(token.order()) }
            #expect(try await provider.token(token.reference)?.state == .inactive)
        }
    }

    @Test(arguments: CardNetwork.allCases)
    func ofAHundredApprovalsOneAnswerIsLost(_ network: CardNetwork) async throws {
        try await TestCards.with { test in
            let token = try await test.added(network, .timesOutAfter)
            let provider = try test.provider(network)
            let counts = await withTaskGroup(of: Seen.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        await seen { () throws(TokenServiceFault) in try await provider.approve(token.order()) }
                    }
                }
                var counts: [Seen: Int] = [:]
                for await one in group { counts[one, default: 0] += 1 }
                return counts
            }
            #expect(counts == [.fault(.unknownOutcome): 1, .state(.active): 99])
            #expect(try await SandboxCards.rowCount("network_operation", of: test) == 1)
        }
    }

    @Test func whoIsGoneBeforeItIsSentHasAskedForNothing() async throws {
        try await TestCards.with { test in
            let token = try await test.added(.visa, .slow)
            let provider = try test.provider(.visa)
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await seen { () throws(TokenServiceFault) in try await provider.approve(token.order()) }
            }
            #expect(await task.value == .fault(.unavailable))
            #expect(test.time.sleeps.isEmpty)
        }
    }

    @Test func whoGoesAwayWhileTheNetworkIsSlowDoesNotKnow() async throws {
        try await TestCards.with { test in
            let token = try await test.added(.visa, .slow)
            let provider = try test.provider(.visa)
            test.time.onSleep { withUnsafeCurrentTask { $0?.cancel() } }
            let task = Task {
                await seen { () throws(TokenServiceFault) in try await provider.approve(token.order()) }
            }
            #expect(await task.value == .fault(.unknownOutcome))
            #expect(try await provider.token(token.reference)?.state == .inactive)
        }
    }
}
