import ChaveBase
import ChavePixModel
import ChaveTesting
import ChaveTransport
import Testing

@testable import ChavePix

/// Policies are the app's: whatever it writes into one, nothing traps, hammers or waits for ever.
@Suite struct PolicyTests {
    private static let extremes: [Int64] = [.min, -1, 0, 1, .max]

    @Test(arguments: extremes, extremes) func aWaitKeepsToItsRanges(_ interval: Int64, _ limit: Int64) {
        let made = PollPolicy.Wait(intervalMilliseconds: interval, limitMilliseconds: limit)
        var changed = PollPolicy().payment
        changed.intervalMilliseconds = interval
        changed.limitMilliseconds = limit
        #expect(made == changed)
        #expect((10...3_600_000).contains(made.intervalMilliseconds))
        #expect((0...86_400_000).contains(made.limitMilliseconds))
    }

    @Test(arguments: extremes) func aHeldAnswerIsHeldForAtMostThirtySeconds(_ seconds: Int64) {
        var changed = PollPolicy()
        changed.preferredWaitSeconds = seconds
        #expect(changed == PollPolicy(preferredWaitSeconds: seconds))
        #expect((0...30).contains(changed.preferredWaitSeconds))
    }

    @Test(arguments: extremes) func aRetryPolicyKeepsToItsRanges(_ value: Int64) {
        var changed = RetryPolicy()
        changed.maximumRetries = Int(value)
        changed.firstDelayMilliseconds = value
        changed.longestDelayMilliseconds = value
        changed.longestRetryAfterMilliseconds = value
        let made = RetryPolicy(
            maximumRetries: Int(value),
            firstDelayMilliseconds: value,
            longestDelayMilliseconds: value,
            longestRetryAfterMilliseconds: value
        )
        #expect(made == changed)
        #expect((0...10).contains(made.maximumRetries))
        for retry in [Int.min, 0, 1, 17, Int.max] {
            for asked: Int64? in [nil, 0, .max] {
                for jitter: Double in [0, 0.999] {
                    let pause = made.delayMilliseconds(retry: retry, retryAfterMilliseconds: asked, jitter: jitter)
                    #expect(pause >= 0 && pause <= 5_400_000)
                }
            }
        }
    }

    @Test(arguments: extremes) func aCallsTimeoutKeepsToItsRange(_ timeout: Int64) async throws {
        var rig = try Rig()
        rig.configuration.callTimeoutMilliseconds = timeout
        #expect((1...86_400_000).contains(rig.configuration.callTimeoutMilliseconds))
        _ = try await rig.client().institutions()
        #expect(rig.server.requests.last?.timeoutMilliseconds == rig.configuration.callTimeoutMilliseconds)
    }

    private static let waits: [(interval: Int64, limit: Int64)] = [
        (.max, .max), (.max, .min), (.min, .min), (0, 0), (.max, 1),
    ]

    @Test(arguments: waits) func aWaitByAnExtremePolicyEnds(_ interval: Int64, _ limit: Int64) async throws {
        var rig = try Rig()
        let wait = PollPolicy.Wait(intervalMilliseconds: interval, limitMilliseconds: limit)
        rig.configuration.polling = PollPolicy(
            registrationOptions: wait,
            enrollment: wait,
            payment: wait,
            unknownOutcome: wait,
            preferredWaitSeconds: interval
        )
        rig.server.state.withLock { $0.asksBeforeOptions = 10_000 }
        let client = rig.client()
        let created = try await client.createEnrollment(try Rig.newEnrollment())
        await expectFailure(.timedOut) { _ = try await client.registrationOptions(created.id) }
        #expect(rig.clock.elapsedMilliseconds <= 86_400_000)
    }

    @Test func anIntervalBelowZeroAsksNoFasterThanTheShortest() async throws {
        var rig = try Rig()
        let wait = PollPolicy.Wait(intervalMilliseconds: .min, limitMilliseconds: 1_000)
        rig.configuration.polling.enrollment = wait
        rig.server.state.withLock { $0.readsBeforeEnd = nil }
        let client = rig.client()
        let created = try await client.createEnrollment(try Rig.newEnrollment())
        let credential = try await client.makeCredential(try await client.registrationOptions(created.id))
        await expectFailure(.timedOut) { _ = try await client.confirmEnrollment(created.id, credential) }
        #expect(rig.server.requests(.get, "/enrollments/\(created.id.text)/").count <= 101)
    }
}
