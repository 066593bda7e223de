import ChavePixModel

/// What only the main actor can read of a device.
struct DeviceReadings: Hashable, Sendable {
    /// `nil` on a system that has none, and on a phone that was not unlocked since it started.
    var vendorIdentifier: String?
    var osVersion: String
    var screen: RiskSignals.ScreenDimensions
    /// From 0 to 1.
    var brightness: Double?
    var isCharging: Bool?
}
