import ChaveWire

/// The system's answer to a request, unchanged.
struct PasskeyAnswer: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case registration(attestationObject: [UInt8]?)
        case assertion(authenticatorData: [UInt8]?, signature: [UInt8]?, userHandle: [UInt8]?)
    }

    /// The place of the passkey: this device, or another device nearby.
    enum Attachment: Hashable, Sendable {
        case platform, crossPlatform
    }

    let id: [UInt8]
    let clientDataJSON: [UInt8]
    let attachment: Attachment
    let content: Content

    /// Creates an answer; `told` is the passkey's place by the system, `nil` when the system does not say.
    ///
    /// iOS 15 to 16.5 and macOS before 13.5 do not say. The request went only to the platform's own provider, so that
    /// its answer counts as the platform's. iOS 16.0 to 16.5 may have offered another device in the sheet: an assertion
    /// requests immediately available credentials, which Apple documents as a preference. The documentation page of
    /// this module lists these uncertain cases. Refusing them would leave those systems without any ceremony.
    init(id: [UInt8], clientDataJSON: [UInt8], told: Attachment?, content: Content) {
        self.id = id
        self.clientDataJSON = clientDataJSON
        attachment = told ?? .platform
        self.content = content
    }

    /// The new credential; an answer of another kind, without its bytes or from another device is an error.
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
            authenticatorAttachment: PasskeyAnswer.platform,
            transports: ["internal"],
            clientExtensionResults: results
        )
    }

    /// The assertion; an answer of another kind, without its bytes or from another device is an error.
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
            authenticatorAttachment: PasskeyAnswer.platform
        )
    }

    /// WebAuthn's name for an authenticator that is part of the device.
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
