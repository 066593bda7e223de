import ChaveBase
import ChavePixModel
import Testing

@testable import Webhooks

/// W-4 to W-7 as far as they need no endpoint: what follows an attempt.
@Suite struct ScheduleTests {
    private let now = Timestamp(seconds: 1_800_000_000)

    private func step(_ result: AttemptResult, _ failures: Int = 0, chance: Double = 0) -> DeliveryStep {
        DeliverySchedule.step(after: result, failuresBefore: failures, at: now, chance: chance)
    }

    /// W-4: the table as published, and at most a tenth later.
    @Test func everyDelayIsThatOfTheTableWithinItsJitter() {
        let published: [Int64] = [
            5, 5 * 60, 30 * 60, 2 * 3_600, 5 * 3_600, 10 * 3_600, 14 * 3_600, 20 * 3_600, 24 * 3_600,
        ]
        #expect(DeliverySchedule.delays == published)
        let total: Int64 = published.reduce(0, +)
        let expected: Int64 = 272_105  // 75 h 35 min and the first 5 s
        #expect(total == expected)
        for (failures, seconds) in published.enumerated() {
            for percent in 0..<100 {
                let next = step(.failed(.timeout), failures, chance: Double(percent) / 100)
                guard case .again(let at) = next else { Issue.record("\(failures): \(next)"); continue }
                let delay = at.microseconds(since: now)
                let least = seconds * 1_000_000
                #expect(delay >= least)
                #expect(Double(delay) <= Double(least) * 1.1)
            }
        }
        #expect(step(.failed(.timeout), published.count) == .parked)
        #expect(step(.failed(.timeout), -1) == .parked)
    }

    /// W-6 and W-7: what each answer means.
    @Test func everyStatusHasItsMeaning() {
        for status in 100...599 {
            let expected: DeliveryStep =
                switch status {
                case 200...299: .delivered
                case 410: .endpointGone
                default: .again(at: now.adding(seconds: 5))
                }
            #expect(step(.answered(status: status, retryAfter: nil)) == expected, "\(status)")
        }
        for failure in AttemptFailure.allCases {
            #expect(step(.failed(failure)) == .again(at: now.adding(seconds: 5)))
        }
    }

    /// W-5: it puts off, within a day, and never brings forward; a success needs none.
    @Test func retryAfterIsHonouredAndCapped() {
        func asked(_ retryAfter: RetryAfter?, _ failures: Int = 0) -> DeliveryStep {
            step(.answered(status: 503, retryAfter: retryAfter), failures)
        }
        #expect(asked(.seconds(120)) == .again(at: now.adding(seconds: 120)))
        #expect(asked(.seconds(1)) == .again(at: now.adding(seconds: 5)))
        #expect(asked(.seconds(.max)) == .again(at: now.adding(seconds: 86_400)))
        #expect(asked(.date(now.adding(seconds: 90))) == .again(at: now.adding(seconds: 90)))
        #expect(asked(.date(now.adding(seconds: -90))) == .again(at: now.adding(seconds: 5)))
        #expect(asked(.seconds(120), 9) == .parked)
        #expect(step(.answered(status: 200, retryAfter: .seconds(9))) == .delivered)
    }

    /// 429 and 503 speak of the endpoint, within an hour; no other answer does.
    @Test func anEndpointThatAsksForARestIsLeftAlone() {
        func rest(_ status: Int, _ asked: RetryAfter?) -> Timestamp? {
            DeliverySchedule.rest(after: .answered(status: status, retryAfter: asked), at: now)
        }
        for status in [429, 503] {
            #expect(rest(status, .seconds(120)) == now.adding(seconds: 120))
            #expect(rest(status, .date(now.adding(seconds: 90))) == now.adding(seconds: 90))
            #expect(rest(status, .seconds(.max)) == now.adding(seconds: 3_600))
            #expect(rest(status, nil) == nil)
            for past in [RetryAfter.seconds(0), .date(now.adding(seconds: -1))] { #expect(rest(status, past) == nil) }
        }
        for status in [200, 301, 410, 500, 502] { #expect(rest(status, .seconds(120)) == nil) }
        #expect(DeliverySchedule.rest(after: .failed(.timeout), at: now) == nil)
    }

    /// An endpoint is given up after five days of nothing but failures, and not for being quiet.
    @Test func fiveDaysOfFailuresEndAnEndpoint() {
        var health = EndpointHealth.good
        let day: Int64 = 86_400
        for hour in 0..<9 { health = health.after(isSuccess: false, at: now.adding(seconds: Int64(hour) * 3_600)) }
        #expect(!health.isGivenUp(at: now.adding(seconds: 6 * day)))
        health = health.after(isSuccess: false, at: now.adding(seconds: 2 * day))
        #expect(!health.isGivenUp(at: now.adding(seconds: 5 * day).adding(microseconds: -1)))
        #expect(health.isGivenUp(at: now.adding(seconds: 5 * day)))
        #expect(health.after(isSuccess: true, at: now) == .good)
        #expect(!EndpointHealth.good.isGivenUp(at: now.adding(seconds: 99 * day)))
    }
}
