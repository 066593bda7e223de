import ChaveBase
import Testing

@testable import TokenActivationCore

/// Three refusals within a day lock a card for a day after the last.
@Suite struct CardLockTests {
    static let hour: Int64 = 3_600
    private static let lock = CardLock(policy: ActivationPolicy(baseURL: "https://issuer.example", clients: []))

    private static func end(_ hours: [Int64], at hour: Int64) -> Int64? {
        lock.end(hours.map { Timestamp(seconds: $0 * Self.hour) }, at: Timestamp(seconds: hour * Self.hour))
            .map { $0.seconds / Self.hour }
    }

    @Test func twoRefusalsLockNothing() {
        #expect(Self.end([], at: 1) == nil)
        #expect(Self.end([1], at: 1) == nil)
        #expect(Self.end([1, 1], at: 1) == nil)
    }

    @Test func threeWithinADayLockForADayAfterTheLast() {
        #expect(Self.end([1, 2, 3], at: 3) == 27)
        #expect(Self.end([1, 2, 3], at: 26) == 27)
        #expect(Self.end([1, 2, 3], at: 27) == nil)
        #expect(Self.end([1, 2, 24], at: 47) == 48, "the first is a day old by then, and counts all the same")
    }

    @Test func threeOverMoreThanADayLockNothing() {
        #expect(Self.end([1, 2, 25], at: 25) == nil)
        #expect(Self.end([1, 12, 25, 26], at: 26) == 50, "three of the four are within a day")
    }

    @Test func aFourthProlongs() { #expect(Self.end([1, 2, 3, 20], at: 30) == 44) }

    @Test func nothingOlderThanTheHorizonMatters() {
        let now = Timestamp(seconds: 100 * Self.hour)
        #expect(Self.lock.horizon(at: now) == Timestamp(seconds: 52 * Self.hour))
        #expect(Self.end([51, 52, 53], at: 100) == nil)
    }

    @Test func aClockAtItsEndsTrapsNothing() {
        let ends = [Timestamp(microseconds: .min), Timestamp(microseconds: .min), Timestamp(microseconds: .max)]
        #expect(Self.lock.end(ends, at: Timestamp(microseconds: .max)) == nil)
        #expect(Self.lock.horizon(at: Timestamp(microseconds: .min)) == Timestamp(microseconds: .min))
    }
}
