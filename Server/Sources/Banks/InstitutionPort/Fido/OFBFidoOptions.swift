public import ChaveBase
public import ChavePixModel
public import ChaveWire

/// Body of `fido-registration-options` (without a consent) and of `fido-sign-options` (with one).
public struct OFBFidoOptionsRequest: InstitutionMessage {
    /// The initiator's relying party id.
    public var rp: String
    public var platform: DevicePlatform
    public var consentID: String?

    public init(rp: String, platform: DevicePlatform, consentID: String?) {
        self.rp = rp
        self.platform = platform
        self.consentID = consentID
    }

    public init(json: JSONValue) throws(InstitutionMessageError) {
        let data = try MessageReader(data: json)
        rp = try data.string("rp", limit: 253)
        platform = try data.choice("platform", of: DevicePlatform.self)
        consentID = try data.optionalString("consentId", limit: 256)
    }

    public var json: JSONValue {
        var data = MessageWriter()
        data.set("rp", rp)
        data.set("platform", platform.rawValue)
        data.set("consentId", consentID)
        return data.envelope
    }
}

/// Answer of `fido-registration-options`.
public struct OFBRegistrationOptions: InstitutionMessage {
    /// The WebAuthn creation options as the bank wrote them, without the enrollment's id.
    public var options: JSONObject
    public var enrollmentID: String

    public init(options: JSONObject, enrollmentID: String) {
        self.options = options
        self.enrollmentID = enrollmentID
    }

    public init(json: JSONValue) throws(InstitutionMessageError) {
        let data = try MessageReader(data: json)
        enrollmentID = try data.string("enrollmentId", limit: 256)
        guard !(try data.bytes("challenge").isEmpty) else { throw data.invalid("challenge") }
        _ = try data.object("rp").string("id", limit: 253)
        _ = try data.object("user").string("id", limit: 256)
        _ = try data.objects("pubKeyCredParams")
        var options = json["data"]?.object ?? JSONObject()
        options["enrollmentId"] = nil
        self.options = options
    }

    public var json: JSONValue {
        var data = MessageWriter()
        data.set("enrollmentId", enrollmentID)
        for (name, value) in options.members { data[name] = value }
        return data.envelope
    }

    public func json(answeredAt: Timestamp) -> JSONValue {
        var data = MessageWriter()
        data.set("enrollmentId", enrollmentID)
        for (name, value) in options.members { data[name] = value }
        return data.envelope(
            link: "/open-banking/enrollments/v2/enrollments/\(enrollmentID)/fido-registration-options",
            answeredAt: answeredAt
        )
    }
}

/// Answer of `fido-sign-options`.
public struct OFBSignOptions: InstitutionMessage {
    public var challenge: [UInt8]
    public var timeoutMilliseconds: Int
    /// `nil` stands for the initiator's own.
    public var rpID: String?
    public var allowCredentials: [[UInt8]]
    public var userVerification: String

    public init(
        challenge: [UInt8],
        timeoutMilliseconds: Int,
        rpID: String?,
        allowCredentials: [[UInt8]],
        userVerification: String
    ) {
        self.challenge = challenge
        self.timeoutMilliseconds = timeoutMilliseconds
        self.rpID = rpID
        self.allowCredentials = allowCredentials
        self.userVerification = userVerification
    }

    public init(json: JSONValue) throws(InstitutionMessageError) {
        let data = try MessageReader(data: json)
        challenge = try data.bytes("challenge")
        guard !challenge.isEmpty else { throw data.invalid("challenge") }
        timeoutMilliseconds = data.has("timeout") ? try data.integer("timeout") : 300_000
        rpID = try data.optionalString("rpId", limit: 253)
        allowCredentials = []
        for credential in try data.optionalObjects("allowCredentials") {
            allowCredentials.append(try credential.bytes("id"))
        }
        userVerification = try data.optionalString("userVerification", limit: 16) ?? "preferred"
    }

    public var json: JSONValue {
        var data = MessageWriter()
        data.set("challenge", challenge)
        data["timeout"] = JSONValue(timeoutMilliseconds)
        data.set("rpId", rpID)
        data["allowCredentials"] = .array(
            allowCredentials.map { ["id": .string(Base64URL.encode($0)), "type": "public-key"] }
        )
        data.set("userVerification", userVerification)
        return data.envelope
    }
}
