import ChavePixModel

/// The values of a device with an app in the foreground, from which the signals are read.
struct NativeSystem: Sendable {
    var platform: DevicePlatform
    /// Whether the platform has an identifier of its own, which the signals then require.
    var hasVendorIdentifier: Bool
    var bundleIdentifier: String?
    var readings: ReadingsBoard
    /// Asks the main actor for new readings and does not wait for them.
    var refresh: @Sendable () -> Void
    var secondsFromGMT: @Sendable () -> Int
    /// The person's languages in the order of preference.
    var languages: @Sendable () -> [String]
    var isRooted: @Sendable () -> Bool
    /// The time in microseconds since 1970.
    var bootedAt: @Sendable () -> Int64?
    /// The time in microseconds since 1970.
    var now: @Sendable () -> Int64
    /// Whether a call is in progress; may block, and is `nil` when unknown.
    var isCallInProgress: @Sendable () -> Bool?
    var isEmulated: Bool?
    var location: LocationBoard
    /// Asks the main actor to look for the place and does not wait for it.
    var locate: @Sendable () -> Void
    /// The verdict on app and device, for the other signals.
    var integrity: (@Sendable (RiskSignals) async -> RiskSignals.Integrity?)?
    var sleep: @Sendable (_ milliseconds: Int64) async throws -> Void
}
