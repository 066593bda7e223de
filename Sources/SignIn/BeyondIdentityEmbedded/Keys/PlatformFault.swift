/// An error of Apple's frameworks as its domain and number: all that is needed of it, and fit for a log.
///
/// What it means is told by a table that names no framework, `DeviceKeyError(_:)`, and tested where there is none.
struct PlatformFault: Error, Hashable, Sendable {
    let domain: String
    let code: Int

    /// `LAErrorDomain`.
    static let localAuthentication = "com.apple.LocalAuthentication"
    /// `NSOSStatusErrorDomain`: the Keychain and what stands on it.
    static let osStatus = "NSOSStatusErrorDomain"
    /// `TKErrorDomain`: the token that the Secure Enclave is to the system.
    static let cryptoTokenKit = "CryptoTokenKit"

    /// The app ended the prompt itself (`LAError.appCancel`).
    static let cancelled = PlatformFault(domain: localAuthentication, code: -9)
    /// The person was not verified, and no error says why (`LAError.authenticationFailed`).
    static let notVerified = PlatformFault(domain: localAuthentication, code: -1)
    /// The device has no code (`LAError.passcodeNotSet`).
    static let noPasscode = PlatformFault(domain: localAuthentication, code: -5)
    /// The system makes no access control of this kind (`errSecUnimplemented`).
    static let noAccessControl = PlatformFault(domain: osStatus, code: -4)
}
