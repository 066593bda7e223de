import ChaveWire

/// What the system gave for a request, as it gave it.
struct PasskeyAnswer: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case registration(attestationObject: [UInt8]?)
        case assertion(authenticatorData: [UInt8]?, signature: [UInt8]?, userHandle: [UInt8]?)
    }

    /// Where the passkey is: on this device, or on another one that was near.
    enum Attachment: String, Hashable, Sendable {
        case platform
        case crossPlatform = "cross-platform"
    }

    let id: [UInt8]
    let clientDataJSON: [UInt8]
    /// `nil` on systems that do not tell.
    let attachment: Attachment?
    let content: Content

    /// The new credential; an answer of another kind, or one without its bytes, is an error.
    func created(reportingProperties: Bool) throws(DeviceKeyError) -> CreatedCredential {
        guard case .registration(let attestationObject?) = content, !attestationObject.isEmpty else {
            throw PasskeyAnswer.unexpected
        }
        var results = JSONObject()
        if reportingProperties { results["credProps"] = ["rk": true] }
        return CreatedCredential(
            id: id,
            attestationObject: attestationObject,
            clientDataJSON: clientDataJSON,
            authenticatorAttachment: attachment?.rawValue,
            transports: transports,
            clientExtensionResults: results
        )
    }

    /// The assertion; an answer of another kind, or one without its bytes, is an error.
    func asserted() throws(DeviceKeyError) -> CredentialAssertion {
        guard case .assertion(let authenticatorData?, let signature?, let userHandle) = content,
            !authenticatorData.isEmpty, !signature.isEmpty
        else { throw PasskeyAnswer.unexpected }
        return CredentialAssertion(
            id: id,
            authenticatorData: authenticatorData,
            clientDataJSON: clientDataJSON,
            signature: signature,
            userHandle: userHandle.flatMap { $0.isEmpty ? nil : $0 },
            authenticatorAttachment: attachment?.rawValue
        )
    }

    private var transports: [String] {
        switch attachment {
        case .platform: ["internal"]
        case .crossPlatform: ["hybrid"]
        case nil: []
        }
    }

    private static let unexpected = DeviceKeyError(
        .notAllowed,
        "the system answered with something that is no such passkey; try again"
    )
}
