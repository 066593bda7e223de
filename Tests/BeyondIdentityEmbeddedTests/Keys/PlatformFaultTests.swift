import ChaveDeviceKeys
import Testing

@testable import BeyondIdentityEmbedded

struct PlatformFaultTests {
    struct Row: Sendable {
        let domain: String
        let code: Int
        let means: DeviceKeyError.Code
        /// A word of the way out.
        let remedy: String
    }

    static let rows: [Row] = [
        (PlatformFault.localAuthentication, -1, .notAllowed, "once more"),
        (PlatformFault.localAuthentication, -2, .userCancelled, "said no"),
        (PlatformFault.localAuthentication, -3, .userCancelled, "said no"),
        (PlatformFault.localAuthentication, -4, .interrupted, "in front"),
        (PlatformFault.localAuthentication, -5, .noDeviceLock, "set a code"),
        (PlatformFault.localAuthentication, -6, .notSupported, "settings"),
        (PlatformFault.localAuthentication, -7, .notSupported, "settings"),
        (PlatformFault.localAuthentication, -8, .lockedOut, "unlock it with its code"),
        (PlatformFault.localAuthentication, -9, .userCancelled, "by the app"),
        (PlatformFault.localAuthentication, -10, .userCancelled, "by the app"),
        (PlatformFault.localAuthentication, -11, .notSupported, "settings"),
        (PlatformFault.localAuthentication, -1004, .storeLocked, "unlock it"),
        (PlatformFault.localAuthentication, -9999, .store, "com.apple.LocalAuthentication -9999"),
        (PlatformFault.osStatus, -128, .userCancelled, "said no"),
        (PlatformFault.osStatus, -25293, .notAllowed, "once more"),
        (PlatformFault.osStatus, -25300, .noCredential, "register anew"),
        (PlatformFault.osStatus, -25308, .storeLocked, "unlock it"),
        (PlatformFault.osStatus, -25291, .store, "not been unlocked"),
        (PlatformFault.osStatus, -34018, .store, "sign it"),
        (PlatformFault.osStatus, -4, .notSupported, "cannot guard"),
        (PlatformFault.osStatus, .max, .store, "NSOSStatusErrorDomain"),
        (PlatformFault.osStatus, -50, .store, "NSOSStatusErrorDomain -50"),
        (PlatformFault.cryptoTokenKit, -4, .userCancelled, "said no"),
        (PlatformFault.cryptoTokenKit, -5, .notAllowed, "once more"),
        (PlatformFault.cryptoTokenKit, -6, .noCredential, "register anew"),
        (PlatformFault.cryptoTokenKit, -3, .store, "register anew if that stays"),
        ("CryptoKit.CryptoKitError", 3, .store, "CryptoKit.CryptoKitError 3"),
    ].map(Row.init)

    @Test(arguments: rows)
    func eachErrorHasItsMeaningAndAWayOut(_ row: Row) {
        let error = DeviceKeyError(PlatformFault(domain: row.domain, code: row.code))
        #expect(error.code == row.means)
        #expect(error.message.contains(row.remedy), "\(error.message)")
    }

    /// The Keychain's advice is the same whoever met the status.
    @Test(arguments: [-25291, -25308, -34018] as [Int32])
    func whatTheKeychainSaysIsSaidOnce(_ status: Int32) throws {
        let fault = PlatformFault(domain: PlatformFault.osStatus, code: Int(status))
        let expected = try #require(KeychainStatus.listed(status))
        #expect(DeviceKeyError(fault).code == expected.code)
        #expect(DeviceKeyError(fault).message == expected.message)
    }

    /// What an app is told, each with a code of its own.
    @Test(arguments: [
        (-2, SignInError.Code.userCancelled), (-4, .interrupted), (-5, .noDeviceLock), (-8, .lockedOut),
        (-1004, .deviceLocked), (-1, .deviceKeys),
    ])
    func anAppTellsThemApart(_ code: Int, _ expected: SignInError.Code) {
        let fault = PlatformFault(domain: PlatformFault.localAuthentication, code: code)
        #expect(SignInError(DeviceKeyError(fault)).code == expected)
    }
}
