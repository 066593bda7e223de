/// The meaning of the Keychain's statuses, with advice for each.
///
/// The numbers are those of Security's result codes
/// (https://developer.apple.com/documentation/security/security-framework-result-codes).
package enum KeychainStatus {
    static let success: Int32 = 0
    static let duplicateItem: Int32 = -25_299
    static let itemNotFound: Int32 = -25_300
    private static let notAvailable: Int32 = -25_291
    private static let interactionNotAllowed: Int32 = -25_308
    private static let missingEntitlement: Int32 = -34_018

    /// The error for a status that is neither success nor absence; it contains the number, never the item.
    static func error(_ status: Int32) -> DeviceKeyError {
        listed(status) ?? DeviceKeyError(.store, "the Keychain answered with status \(status)")
    }

    /// The error for a status with specific advice; `nil` for any other status.
    package static func listed(_ status: Int32) -> DeviceKeyError? {
        switch status {
        case interactionNotAllowed:
            DeviceKeyError(.storeLocked, "the device is locked (status \(status)): unlock it and try again")
        case missingEntitlement:
            DeviceKeyError(
                .store,
                "the app has no place in the Keychain (status \(status)): sign it; a Mac app needs Keychain Sharing"
            )
        case notAvailable:
            DeviceKeyError(.store, "there is no Keychain (status \(status)): the device has not been unlocked yet")
        default: nil
        }
    }
}
