import ChaveWire

/// What the system gave for a request, as it gave it.
struct PasskeyAnswer: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case registration(attestationObject: [UInt8]?)
        case assertion(authenticatorData: [UInt8]?, signature: [UInt8]?, userHandle: [UInt8]?)
    }

    /// Where the passkey is: on this device, or on another one that was near.
    enum Attachment: Hashable, Sendable {
        case platform, crossPlatform
    }

    let id: [UInt8]
    let clientDataJSON: [UInt8]
    /// `nil` where nobody knows: iOS 16.0 to 16.5 and macOS 13.0 to 13.4 offer other devices and do not tell which was taken.
    ///
    /// iOS 15 knows of no other device. An assertion asks for immediately available credentials, which Apple documents as a
    /// preference: no proof that it was this device that signed.
    let attachment: Attachment?
    let content: Content

    /// The new credential, without an attachment where none is known; an answer of another kind, without its bytes or from another device is an error.
    func created(reportingProperties: Bool) throws(DeviceKeyError) -> CreatedCredential {
        guard case .registration(let attestationObject?) = content, !attestationObject.isEmpty else {
            throw PasskeyAnswer.unexpected
        }
        guard attachment != .crossPlatform else { throw PasskeyAnswer.madeElsewhere }
        var results = JSONObject()
        if reportingProperties { results["credProps"] = ["rk": true] }
        return CreatedCredential(
            id: id,
            attestationObject: attestationObject,
            clientDataJSON: clientDataJSON,
            authenticatorAttachment: attachment == .platform ? PasskeyAnswer.platform : nil,
            transports: attachment == .platform ? ["internal"] : [],
            clientExtensionResults: results
        )
    }

    /// The assertion, without an attachment where none is known; an answer of another kind, without its bytes or from another device is an error.
    func asserted() throws(DeviceKeyError) -> CredentialAssertion {
        guard case .assertion(let authenticatorData?, let signature?, let userHandle) = content,
            !authenticatorData.isEmpty, !signature.isEmpty
        else { throw PasskeyAnswer.unexpected }
        guard attachment != .crossPlatform else { throw PasskeyAnswer.signedElsewhere }
        return CredentialAssertion(
            id: id,
            authenticatorData: authenticatorData,
            clientDataJSON: clientDataJSON,
            signature: signature,
            userHandle: userHandle.flatMap { $0.isEmpty ? nil : $0 },
            authenticatorAttachment: attachment == .platform ? PasskeyAnswer.platform : nil
        )
    }

    /// WebAuthn's word for an authenticator that is part of the device.
    private static let platform = "platform"

    private static let unexpected = DeviceKeyError(
        .notAllowed,
        "the system answered with something that is no such passkey; try again"
    )

    private static let madeElsewhere = DeviceKeyError(
        .notAllowed,
        "the passkey was made on another device: try again and save it on this one"
    )

    private static let signedElsewhere = DeviceKeyError(
        .notAllowed,
        "the passkey is on another device: try again and choose one of this device"
    )
}
