extension PasskeyRegistrationRequest {
    /// Creates the request for these options, or throws the reason why a passkey cannot meet them.
    ///
    /// Some requirements are not refused: a passkey always meets one of them (discoverable), and the standard lets an
    /// authenticator ignore others (attestation, timeout, extensions).
    init(_ options: CredentialCreationOptions) throws(DeviceKeyError) {
        relyingPartyID = try PasskeyScope.relyingPartyID(options.relyingPartyID, field: "rp.id")
        challenge = try PasskeyScope.challenge(options.challenge)
        userID = options.userID
        guard (1...64).contains(userID.count) else {
            throw DeviceKeyError(.invalidOptions, "user.id must have 1 to 64 bytes", field: "user.id")
        }
        userName = options.userName.isEmpty ? options.userDisplayName : options.userName
        guard options.algorithms.isEmpty || options.algorithms.contains(PasskeyScope.es256) else {
            throw DeviceKeyError(
                .notSupported,
                "passkeys sign with ES256 only: pubKeyCredParams must offer -7",
                field: "pubKeyCredParams"
            )
        }
        guard options.authenticatorAttachment != "cross-platform" else {
            throw DeviceKeyError(
                .notSupported,
                "this device makes its own passkeys: authenticatorAttachment must not ask for a security key",
                field: "authenticatorSelection.authenticatorAttachment"
            )
        }
        verification = PasskeyVerification(option: options.userVerification)
        excluded = options.excludedCredentials
    }
}

extension PasskeyAssertionRequest {
    /// Creates the request for these options.
    ///
    /// The system does not reveal its passkeys without asking the person. The request therefore contains the fallback
    /// ids in addition to the allowed ids. The person is asked once, and chooses when this device holds several of
    /// them.
    init(_ options: CredentialRequestOptions) throws(DeviceKeyError) {
        relyingPartyID = try PasskeyScope.relyingPartyID(options.relyingPartyID, field: "rpId")
        challenge = try PasskeyScope.challenge(options.challenge)
        verification = PasskeyVerification(option: options.userVerification)
        guard !options.allowedCredentials.isEmpty else {
            // Each discoverable credential is allowed, and every passkey is discoverable: a list would only restrict
            // them.
            allowed = []
            return
        }
        var known: Set<[UInt8]> = []
        allowed = (options.allowedCredentials + options.fallbackCredentials).filter { known.insert($0).inserted }
    }
}

/// The checks of both kinds of request.
enum PasskeyScope {
    static let es256: Int64 = -7

    /// Checks that the id is a domain, in the form in which the system looks it up in the app's entitlement.
    static func relyingPartyID(_ id: String?, field: String) throws(DeviceKeyError) -> String {
        guard let id, !id.isEmpty else {
            throw DeviceKeyError(.invalidOptions, "\(field) is missing: a passkey belongs to a domain", field: field)
        }
        let isDomain = id.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "-"), UInt8(ascii: "."): true
            default: false
            }
        }
        guard isDomain else {
            throw DeviceKeyError(
                .invalidOptions,
                "\(field) must be a domain in small letters, without scheme, port or path",
                field: field
            )
        }
        return id
    }

    static func challenge(_ challenge: [UInt8]) throws(DeviceKeyError) -> [UInt8] {
        guard !challenge.isEmpty else {
            throw DeviceKeyError(.invalidOptions, "challenge is empty", field: "challenge")
        }
        return challenge
    }
}
