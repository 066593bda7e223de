import ChavePixModel

/// What a device with an app in front tells about itself, as the signals may read it.
struct NativeSystem: Sendable {
    var platform: DevicePlatform
    /// Whether the platform has an identifier of its own, which then must be there.
    var hasVendorIdentifier: Bool
    var bundleIdentifier: String?
    var readings: ReadingsBoard
    /// Asks the main actor for new readings and does not wait for them.
    var refresh: @Sendable () -> Void
    var secondsFromGMT: @Sendable () -> Int
    /// The person's languages, the first one first.
    var languages: @Sendable () -> [String]
    var isRooted: @Sendable () -> Bool
    /// Microseconds since 1970.
    var bootedAt: @Sendable () -> Int64?
    /// Microseconds since 1970.
    var now: @Sendable () -> Int64
    /// May block; `nil` where nobody can tell.
    var isCallInProgress: @Sendable () -> Bool?
    var isEmulated: Bool?
    var location: LocationBoard
    /// Asks the main actor to look for the place and does not wait for it.
    var locate: @Sendable () -> Void
    /// What the platform's maker says of app and device, given the other signals.
    var integrity: (@Sendable (RiskSignals) async -> RiskSignals.Integrity?)?
    var sleep: @Sendable (_ milliseconds: Int64) async throws -> Void
}
