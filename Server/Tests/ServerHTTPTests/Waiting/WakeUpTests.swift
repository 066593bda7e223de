import ChaveBase
import ChavePixModel
import PaymentsCore
import PaymentsModel
import PaymentsStores
import ServerTestSupport
import Synchronization
import Testing
import Waiting

/// A thousand who wait: each is answered by the change itself, and nobody sleeps through an end state.
struct WakeUpTests {
    /// When the change was stored, and when each answer came, in real time.
    private final class Delays: Sendable {
        private let state = Mutex<(began: [EnrollmentID: ContinuousClock.Instant], delays: [Duration])>(([:], []))

        func changed(_ id: EnrollmentID) { state.withLock { $0.began[id] = .now } }

        func answered(_ id: EnrollmentID) {
            state.withLock { state in
                guard let began = state.began[id] else { return }
                state.delays.append(.now - began)
            }
        }

        /// For people: a slow machine makes no test fail.
        func summary(_ what: String) -> String {
            let sorted = state.withLock { $0.delays }.sorted().map { Int($0 / .microseconds(1)) }
            guard let last = sorted.last else { return "\(what): none" }
            return "\(what): \(sorted.count) answers, median \(sorted[sorted.count / 2]) µs, last \(last) µs"
        }
    }

    private static func id(_ number: Int) -> EnrollmentID {
        EnrollmentID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0000 + UInt64(number))
    }

    /// Enrollments that wait for their holder, beside the one that this server made.
    private static func plant(_ count: Int, in server: TestServer) async throws -> Caller {
        let device = try await TestDevice(server, of: server.shop)
        let made = try await device.create()
        let id = try #require(EnrollmentID(made.id))
        let model = try #require(try await server.store.enrollment(id))
        for number in 0..<count {
            var copy = Enrollment(
                id: WakeUpTests.id(number),
                organisation: model.organisation,
                createdBy: model.createdBy,
                createdAt: model.createdAt,
                customer: model.customer,
                institution: model.institution,
                platform: model.platform,
                name: nil,
                callbackURL: model.callbackURL,
                externalID: nil,
                metadata: nil,
                deviceID: model.deviceID,
                state: model.state
            )
            copy.version = 1
            var change = Change()
            change.writes.append(.enrollment(copy, expected: 0, schedule: .never))
            try await server.store.commit(change)
        }
        return .merchant(organisation: server.shop.organisation, apiKey: server.shop.keyID)
    }

    @Test(arguments: [1, 1_000])
    func aThousandWaitersOnOneObjectOrOnAThousandAreAnsweredByTheChange(_ objects: Int) async throws {
        try await withServer { server in
            let caller = try await WakeUpTests.plant(objects, in: server)
            let payments = server.payments
            let delays = Delays()
            let before = server.clock.now
            try await withThrowingTaskGroup(of: EnrollmentStatus.self) { group in
                for number in 0..<1_000 {
                    let id = WakeUpTests.id(number % objects)
                    group.addTask {
                        let found = try await payments.enrollment(
                            id,
                            for: caller,
                            if: ReadCondition(waitMilliseconds: 30_000),
                            proving: {}
                        ).answer()
                        delays.answered(id)
                        return found.resource.status
                    }
                }
                try await server.untilHeld(1_000)
                for number in 0..<objects {
                    let id = WakeUpTests.id(number)
                    delays.changed(id)
                    _ = try await payments.cancelEnrollment(id, by: caller)
                }
                for try await status in group { #expect(status == .failed) }
            }
            // The server's time stood still: every answer was caused by its change.
            #expect(server.clock.now == before)
            #expect(payments.waitingCount == 0)
            print(delays.summary("1,000 waiters on \(objects) objects, from before the commit to the answer"))
        }
    }

    @Test func aStormOfClientsThatGoAwayLeavesNothingHeld() async throws {
        try await withServer { server in
            let caller = try await WakeUpTests.plant(10, in: server)
            let payments = server.payments
            let tasks = (0..<1_000).map { number in
                Task {
                    try await payments.enrollment(
                        WakeUpTests.id(number % 10),
                        for: caller,
                        if: ReadCondition(waitMilliseconds: 30_000),
                        proving: {}
                    ).answer()
                }
            }
            for (number, task) in tasks.enumerated() where number % 2 == 0 { task.cancel() }
            for number in 0..<10 { _ = try await payments.cancelEnrollment(WakeUpTests.id(number), by: caller) }
            for (number, task) in tasks.enumerated() {
                let outcome = await task.result
                // Whoever went away may be told anything; who waits is answered.
                if number % 2 == 1 { #expect(try outcome.get().resource.status == .failed) }
            }
            #expect(payments.waitingCount == 0)
            #expect(server.alerts.all == [])
        }
    }
}
