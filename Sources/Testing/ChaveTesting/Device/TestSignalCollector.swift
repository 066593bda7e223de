public import ChaveBase
public import ChavePix
public import ChavePixModel
import ChaveWire

/// Risk signals of a telephone that never changes, complete for the platform that it says it is.
public final class TestSignalCollector: SignalCollector {
    private struct State {
        var grantsLocation = true
        var failure: PixError?
        var change: @Sendable (inout RiskSignals) -> Void = { _ in }
        var collections = 0
        var permissionRequests = 0
    }

    /// What enrollments made with it say they are.
    public let platform: DevicePlatform
    private let state = Locked(State())

    /// A device of that platform: a telephone in São Paulo.
    public init(platform: DevicePlatform = .ios) { self.platform = platform }

    /// How often signals were collected.
    public var collections: Int { state.withLock { $0.collections } }

    /// How often the person was asked for their location.
    public var permissionRequests: Int { state.withLock { $0.permissionRequests } }

    /// What the person answers when they are asked for their location.
    public func setGrantsLocation(_ isGranted: Bool) { state.withLock { $0.grantsLocation = isGranted } }

    /// From now on collecting throws this, until it is called with `nil`.
    public func fail(_ failure: PixError?) { state.withLock { $0.failure = failure } }

    /// What is different about the signals from now on: a rooted device, a place.
    public func change(_ change: @escaping @Sendable (inout RiskSignals) -> Void) {
        state.withLock { $0.change = change }
    }

    /// Answers as ``setGrantsLocation(_:)`` has it.
    public func requestPermission() async -> Bool {
        state.withLock { state in
            state.permissionRequests += 1
            return state.grantsLocation
        }
    }

    /// The same signals each time, but for what ``change(_:)`` does to them.
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
