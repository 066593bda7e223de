import ChaveDeviceKeys

extension DeviceKeyError {
    /// Maps an error of Apple's frameworks to its meaning for a key and to a remedy.
    ///
    /// An error that is not in the table keeps its domain and number, so that a developer can look it up.
    init(_ fault: PlatformFault) {
        self =
            switch fault.domain {
            case PlatformFault.localAuthentication: DeviceKeyError.ofLocalAuthentication(fault)
            case PlatformFault.osStatus: DeviceKeyError.ofKeychain(fault)
            case PlatformFault.cryptoTokenKit: DeviceKeyError.ofToken(fault)
            default: DeviceKeyError.unlisted(fault)
            }
    }

    /// Errors of LocalAuthentication.
    ///
    /// https://developer.apple.com/documentation/localauthentication/laerror-swift.struct/code
    private static func ofLocalAuthentication(_ fault: PlatformFault) -> DeviceKeyError {
        switch fault.code {
        case -2, -3: .personSaidNo  // userCancel, userFallback
        case -1:  // authenticationFailed
            DeviceKeyError(.notAllowed, "the person was not recognised; ask once more")
        case -4: .promptInterrupted  // systemCancel
        case -9, -10: DeviceKeyError(.userCancelled, "the prompt was ended by the app")  // appCancel, invalidContext
        case -5: .deviceWithoutLock  // passcodeNotSet
        case -8:  // biometryLockout
            DeviceKeyError(
                .lockedOut,
                "finger or face failed too often: lock the device and unlock it with its code, then try again"
            )
        case -6, -7, -11, -12, -13:  // biometry, watch or keyboard not there, not set up or not connected
            DeviceKeyError(
                .notSupported,
                "neither finger nor face can be used (LAError \(fault.code)): set them up, or let the app use them, in the "
                    + "device's settings"
            )
        case -1004: .keychainLocked  // notInteractive
        default: unlisted(fault)
        }
    }

    /// The Keychain's results: their meaning for a key, and otherwise their meaning for any Keychain item.
    ///
    /// https://developer.apple.com/documentation/security/security-framework-result-codes
    private static func ofKeychain(_ fault: PlatformFault) -> DeviceKeyError {
        switch fault.code {
        case -128: .personSaidNo  // errSecUserCanceled
        case -25293: DeviceKeyError(.notAllowed, "the person was not recognised; ask once more")  // errSecAuthFailed
        case -25300, -26275: .keyIsGone  // errSecItemNotFound, errSecDecode
        case -4:  // errSecUnimplemented
            DeviceKeyError(.notSupported, "this device cannot guard a key by finger, face or code")
        default: Int32(exactly: fault.code).flatMap(KeychainStatus.listed) ?? unlisted(fault)
        }
    }

    /// Errors of CryptoTokenKit: to the system, the Secure Enclave is one of its tokens.
    ///
    /// https://developer.apple.com/documentation/cryptotokenkit/tkerror-swift.struct/code
    private static func ofToken(_ fault: PlatformFault) -> DeviceKeyError {
        switch fault.code {
        case -4: .personSaidNo  // canceledByUser
        case -5, -9:  // authenticationFailed, authenticationNeeded
            DeviceKeyError(.notAllowed, "the person was not recognised; ask once more")
        case -6, -7: .keyIsGone  // objectNotFound, tokenNotFound
        default: unlisted(fault)
        }
    }

    private static func unlisted(_ fault: PlatformFault) -> DeviceKeyError {
        DeviceKeyError(
            .store,
            "the Secure Enclave did not do it (\(fault.domain) \(fault.code)); try again, and register anew if that stays"
        )
    }

    private static let personSaidNo = DeviceKeyError(.userCancelled, "the person said no or did not answer")
    private static let keyIsGone = DeviceKeyError(
        .noCredential,
        "the Secure Enclave no longer has this key, as after the device's code was removed; register anew"
    )
    private static let deviceWithoutLock = DeviceKeyError(
        .noDeviceLock,
        "this device has no lock; set a code in its settings first"
    )
    private static let keychainLocked = DeviceKeyError(
        .storeLocked,
        "the device is locked and its Keychain with it; unlock it, then try again"
    )
    private static let promptInterrupted = DeviceKeyError(
        .interrupted,
        "the system closed the prompt, as for a call or another app; ask again when the app is in front"
    )
}
