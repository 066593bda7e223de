import ChaveDeviceKeys

extension SignInError {
    static let notInitialized = SignInError(
        .notInitialized,
        "Call Embedded.initialize before any other function of Embedded."
    )
    static let cancelledCall = SignInError(.cancelled, "The call was cancelled.")
    static let extensionInProgress = SignInError(
        .extensionInProgress,
        "A credential is being extended to another device; wait for its end or call cancelExtendCredentials."
    )
    static let unseenPairing = SignInError(
        .configuration,
        "This device's prompt shows no text, so nobody would see which device is let in: give Embedded.shared.onPairing a "
            + "PairingApproval first, or call extendCredentials(handles:approval:)."
    )
    static let noPairingWindow = SignInError(
        .configuration,
        "There is no window to show the number in: call while the app is in front, or set Embedded.shared.onPairing and "
            + "onMatchNumber."
    )
    static let importRefused = SignInError(.userCancelled, "The person cancelled while the number was shown.")
    static let credentialNotFound = SignInError(.credentialNotFound, "This device holds no such credential.")
    static let damagedCredential = SignInError(
        .credentialInvalid,
        "What this device keeps of the credential has been changed or lost; recover the user or register again, which puts "
            + "another in its place; deleteCredential removes it."
    )

    static let damagedList = SignInError(
        .credentialInvalid,
        "This device's list of credentials has been changed or lost: call deleteAllCredentials, then register again."
    )

    static func unreadable(_ what: String) -> SignInError {
        SignInError(.unreadableAnswer, "The server's answer holds no readable \(what).")
    }

    static func untrusted(_ what: String) -> SignInError { SignInError(.untrustedAnswer, what) }

    /// Turns an error of the device's keys or store into a sign-in error.
    init(_ error: DeviceKeyError) {
        switch error.code {
        case .userCancelled: self.init(.userCancelled, "The person did not agree.")
        case .store: self.init(.configuration, "The device's store cannot be used: \(error.message)")
        case .noCredential: self = .damagedCredential
        case .noDeviceLock:
            self.init(.noDeviceLock, "The device has no lock: set a code in its settings, then try again.")
        case .lockedOut:
            self.init(
                .lockedOut,
                "Finger or face failed too often: lock the device and unlock it with its code, then try again."
            )
        case .interrupted:
            self.init(.interrupted, "The system closed the prompt; ask again when the app is in front.")
        case .storeLocked:
            self.init(.deviceLocked, "The device is locked, and what it keeps too: unlock it, then try again.")
        default: self.init(.deviceKeys, "The device's keys cannot be used: \(error.message)")
        }
    }
}
