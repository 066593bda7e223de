import ChaveDeviceKeys
import ChavePixModel

extension PixClient {
    /// Whether what the authenticator gave is of this device, as a bank wants it of an app: the system must say so.
    ///
    /// Systems that do not say where a passkey is can be brought to a version that does.
    func requireAttachment(_ told: String?) throws(PixError) {
        guard configuration.signalCollector.platform.isNative, told == nil else { return }
        throw PixError(authenticator: PixClient.untoldAttachment)
    }

    private static let untoldAttachment = DeviceKeyError(
        .notSupported,
        "the system does not say that the passkey is on this device: update it, iOS 16.6 and macOS 13.5 do"
    )
}
