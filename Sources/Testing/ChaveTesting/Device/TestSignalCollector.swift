public import ChaveBase
public import ChavePix
public import ChavePixModel
import ChaveWire

/// Risk signals of an unchanging phone, complete for its platform.
public final class TestSignalCollector: SignalCollector {
    private struct State {
        var grantsLocation = true
        var failure: PixError?
        var change: @Sendable (inout RiskSignals) -> Void = { _ in }
        var collections = 0
        var permissionRequests = 0
    }

    /// The platform of the enrollments that use this collector.
    public let platform: DevicePlatform
    private let state = Locked(State())

    /// Creates the collector of a phone in São Paulo with this platform.
    public init(platform: DevicePlatform = .ios) { self.platform = platform }

    /// The number of collections.
    public var collections: Int { state.withLock { $0.collections } }

    /// The number of questions to the person for their location.
    public var permissionRequests: Int { state.withLock { $0.permissionRequests } }

    /// Sets the person's answer to the question for their location.
    public func setGrantsLocation(_ isGranted: Bool) { state.withLock { $0.grantsLocation = isGranted } }

    /// Makes every later collection throw this error, until `nil` ends it.
    public func fail(_ failure: PixError?) { state.withLock { $0.failure = failure } }

    /// Sets a change of all later signals: a rooted device, a place.
    public func change(_ change: @escaping @Sendable (inout RiskSignals) -> Void) {
        state.withLock { $0.change = change }
    }

    /// Returns the answer of ``setGrantsLocation(_:)``.
    public func requestPermission() async -> Bool {
        state.withLock { state in
            state.permissionRequests += 1
            return state.grantsLocation
        }
    }

    /// Returns the same signals each time, changed by ``change(_:)``.
    public func collect(deviceID: String, accountTenure: CalendarDate) async throws(PixError) -> RiskSignals {
        let (failure, change) = state.withLock { state in
            state.collections += 1
            return (state.failure, state.change)
        }
        if let failure { throw failure }
        var signals = RiskSignals(
            deviceId: deviceID,
            osVersion: "18.5",
            userTimeZoneOffset: "-03",
            language: "pt",
            screenDimensions: RiskSignals.ScreenDimensions(height: 2_532, width: 1_170),
            accountTenure: accountTenure
        )
        signals.isRootedDevice = false
        signals.screenBrightness = JSONNumber("0.5")
        signals.elapsedTimeSinceBoot = 86_400_000
        signals.isEmulated = true
        change(&signals)
        return signals
    }
}
