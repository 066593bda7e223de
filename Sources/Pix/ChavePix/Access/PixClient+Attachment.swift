import ChaveDeviceKeys
import ChavePixModel

extension PixClient {
    /// Whether what the authenticator gave is of this device, as a bank wants it of an app: the authenticator must say so.
    ///
    /// The system's passkeys always do; an authenticator of an app's own may forget it.
    func requireAttachment(_ told: String?) throws(PixError) {
        guard configuration.signalCollector.platform.isNative, told == nil else { return }
        throw PixError(authenticator: PixClient.untoldAttachment)
    }

    private static let untoldAttachment = DeviceKeyError(
        .notSupported,
        "the authenticator does not say that the passkey is on this device: it must set authenticatorAttachment"
    )
}
