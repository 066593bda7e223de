public import ChaveBase
public import ChavePixModel

/// The reader of the device's risk signals.
///
/// It never invents a value: an optional signal that is not available within two seconds is left out.
public protocol SignalCollector: Sendable {
    /// The platform of enrollments that are made on this device.
    var platform: DevicePlatform { get }

    /// The device's identifier, stable per app and device: 64 lower-case hex characters.
    ///
    /// `kept` is an identifier that the client derived from a value beside its keys, for platforms without an
    /// identifier of their own.
    ///
    /// - Throws: `.configuration` while the platform does not give its identifier; another identifier would make the
    ///   device a stranger to the bank.
    func deviceID(kept: String) async throws(PixError) -> String

    /// Reads all other signals now, without the main actor, which a blocking call of `BiometricPixSDK` may hold.
    func collect(deviceID: String, accountTenure: CalendarDate) async throws(PixError) -> RiskSignals

    /// Asks for permission to use the person's location, when the platform has one and the person has not answered
    /// before.
    ///
    /// False is not fatal: signals then go without a place.
    func requestPermission() async -> Bool
}

extension SignalCollector {
    public func deviceID(kept: String) async throws(PixError) -> String { kept }
}
