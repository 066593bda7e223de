/// An error of Apple's frameworks, reduced to its domain and number, and fit for a log.
///
/// The table in `DeviceKeyError(_:)` gives its meaning. That table uses no Apple framework, and is tested on other
/// platforms too.
struct PlatformFault: Error, Hashable, Sendable {
    let domain: String
    let code: Int

    /// `LAErrorDomain`.
    static let localAuthentication = "com.apple.LocalAuthentication"
    /// `NSOSStatusErrorDomain`: the Keychain and code that uses it.
    static let osStatus = "NSOSStatusErrorDomain"
    /// `TKErrorDomain`: to the system, the Secure Enclave is a token.
    static let cryptoTokenKit = "CryptoTokenKit"

    /// The app ended the prompt itself (`LAError.appCancel`).
    static let cancelled = PlatformFault(domain: localAuthentication, code: -9)
    /// The person was not verified, and no error says why (`LAError.authenticationFailed`).
    static let notVerified = PlatformFault(domain: localAuthentication, code: -1)
    /// The device has no code (`LAError.passcodeNotSet`).
    static let noPasscode = PlatformFault(domain: localAuthentication, code: -5)
    /// The system cannot make this access control (`errSecUnimplemented`).
    static let noAccessControl = PlatformFault(domain: osStatus, code: -4)
}
