/// The system's error number for a failed passkey request.
struct PasskeyFault: Error, Hashable, Sendable {
    let domain: String
    let code: Int

    init(domain: String, code: Int) {
        self.domain = domain
        self.code = code
    }

    /// No window was available for the system's sheet; a number of our own.
    static let noWindow = PasskeyFault(domain: "chave", code: 1)

    /// The domain of `ASAuthorizationError`.
    static let authorization = "com.apple.AuthenticationServices.AuthorizationError"
    /// Older systems report an excluded passkey in one of WebKit's domains.
    static let webKit = ["WKErrorDomain", "WebKitErrorDomain"]
}

extension PasskeyFault {
    /// The fault as an error for the caller, with advice.
    ///
    /// The codes are those of `ASAuthorizationError.Code`
    /// (https://developer.apple.com/documentation/authenticationservices/asauthorizationerror-swift.struct/code).
    func error(asking request: PasskeyRequest) -> DeviceKeyError {
        if self == .noWindow { return PasskeyFault.needsWindow }
        if PasskeyFault.webKit.contains(domain), code == 8 { return PasskeyFault.excluded }
        guard domain == PasskeyFault.authorization else { return unexplained }
        switch code {
        case 1000: return PasskeyFault.unknown
        case 1001: return PasskeyFault.cancelled(request)
        case 1002: return DeviceKeyError(.notAllowed, "the system took the answer for invalid (1002); try again")
        case 1003: return DeviceKeyError(.notAllowed, "the system did not handle the request (1003); try again")
        case 1004: return PasskeyFault.notAssociated(request)
        case 1005: return PasskeyFault.notInteractive
        case 1006: return PasskeyFault.excluded
        case 1010: return PasskeyFault.notConfigured
        default: return unexplained
        }
    }

    private var unexplained: DeviceKeyError {
        DeviceKeyError(.notAllowed, "the system gave no passkey (\(domain) \(code)); try again")
    }

    /// One number covers both cases: the system does not tell an app whether a passkey exists.
    private static func cancelled(_ request: PasskeyRequest) -> DeviceKeyError {
        switch request {
        case .registration:
            DeviceKeyError(.userCancelled, "the person said no or went away (1001)")
        case .assertion:
            DeviceKeyError(.userCancelled, "the person said no, or this device has no such passkey (1001)")
        }
    }

    private static func notAssociated(_ request: PasskeyRequest) -> DeviceKeyError {
        let domain = request.relyingPartyID
        return DeviceKeyError(
            .notAssociated,
            "the app is not associated with the domain: \(domain) (1004): the entitlement Associated Domains must hold"
                + " webcredentials:\(domain), and https://\(domain)/.well-known/apple-app-site-association must name the"
                + " app with its team; after a change install the app anew"
        )
    }

    private static let unknown = DeviceKeyError(
        .notAllowed,
        "the system does not say why there is no passkey (1000): the device needs a code and its passwords switched on"
    )

    private static let notInteractive = DeviceKeyError(
        .notAllowed,
        "the system could not ask the person (1005): call while the app is in front"
    )

    private static let excluded = DeviceKeyError(
        .credentialExcluded,
        "this device already holds a passkey of the list (1006): sign in with it",
        field: "excludeCredentials"
    )

    private static let notConfigured = DeviceKeyError(
        .noDeviceLock,
        "the device is not set up for passkeys (1010): it needs a code and its passwords switched on"
    )

    private static let needsWindow = DeviceKeyError(
        .notAllowed,
        "there is no window to ask in: call while the app is in front, or give ApplePasskeys its window"
    )
}
