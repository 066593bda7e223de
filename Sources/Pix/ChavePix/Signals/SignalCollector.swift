public import ChaveBase
public import ChavePixModel

/// What reads the device's risk signals.
///
/// It never invents a value: an optional signal that cannot be had within two seconds is left out.
public protocol SignalCollector: Sendable {
    /// What enrollments made on this device say they are.
    var platform: DevicePlatform { get }

    /// The device's identifier: stable per app and device, 64 lower-case hex characters.
    ///
    /// `kept` is one that the client derived from a value beside its keys, for platforms without an identifier of their
    /// own.
    ///
    /// - Throws: `.configuration` while the platform does not tell its identifier; another one in its place would make the
    ///   device a stranger to the bank.
    func deviceID(kept: String) async throws(PixError) -> String

    /// Everything but the identifier and the tenure is read now, without the main actor: a blocking call of
    /// `BiometricPixSDK` may hold it.
    func collect(deviceID: String, accountTenure: CalendarDate) async throws(PixError) -> RiskSignals

    /// Asks for the person's location, where the platform has one and they have not answered before.
    ///
    /// False is not fatal: signals then go without a place.
    func requestPermission() async -> Bool
}

extension SignalCollector {
    public func deviceID(kept: String) async throws(PixError) -> String { kept }
}
