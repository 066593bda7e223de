import ChaveBase
import ChavePixModel
import ChaveTesting
import ChaveTransport
import ChaveWire
import Testing

@testable import ChavePix

@Suite(.timeLimit(.minutes(5))) struct LocationSignalTests {
    private let phone = FakePhone()
    private var board: LocationBoard { phone.system.location }

    private func collect(_ system: NativeSystem) async throws -> RiskSignals {
        let tenure = try #require(CalendarDate(iso: "2024-11-26"))
        return try await NativeSignals(system: system, language: nil).collect(deviceID: "d", accountTenure: tenure)
    }

    @Test func aFreshPlaceIsSentAndNotLookedForAgain() async throws {
        let searches = Locked(0)
        board.allow()
        board.end(.place())
        var system = phone.system
        system.locate = { searches.withLock { $0 += 1 } }
        let signals = try await collect(system)
        #expect(signals.geolocation?.type == .fine)
        #expect(signals.isMockGPS == false)
        #expect(searches.withLock { $0 } == 0)
        #expect(throws: Never.self) { try signals.check(platform: .ios) }
    }

    @Test func anOldPlaceIsNotSentAndANewOneIsWaitedFor() async throws {
        let board = board
        board.allow()
        board.end(.place { $0.takenAt = TestClock.start - 600_000_000 })
        var system = phone.system
        system.locate = { board.end(.place { $0.latitude = 1.5 }) }
        #expect(try await collect(system).geolocation?.latitude?.text == "1.5")
    }

    @Test func aPlaceThatIsNotFoundInTimeIsLeftOut() async throws {
        board.allow()
        var system = phone.system
        system.sleep = { _ in }
        let signals = try await collect(system)
        #expect(signals.geolocation == nil)
        #expect(signals.isMockGPS == nil)
    }

    @Test func anOldPlaceIsNotSentWhenNoNewOneIsFound() async throws {
        let board = board
        board.allow()
        board.end(.place { $0.takenAt = TestClock.start - 600_000_000 })
        var system = phone.system
        system.locate = { board.end(nil) }
        #expect(try await collect(system).geolocation == nil)
    }

    @Test func withoutPermissionNothingIsLookedFor() async throws {
        let searches = Locked(0)
        var system = phone.system
        system.locate = { searches.withLock { $0 += 1 } }
        #expect(try await collect(system).geolocation == nil)
        #expect(searches.withLock { $0 } == 0)
    }
}
