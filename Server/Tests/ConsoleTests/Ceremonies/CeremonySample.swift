import ChaveBase
import ChavePixModel
import ChaveWire
import Console

/// A ceremony that holds, in parts, so that a test can break one of them; its key is the one whose secret is 1.
struct CeremonySample {
    var clientData: String
    var data: [UInt8]
    /// Of a registration.
    var format = "none"
    /// Of an authentication.
    var signature = "MEUCIBw9hczgRXjmJgh1MTNTjFLIjTTa_ve_FRAzz5tfBNmpAiEA6Qp0Vi-BkMgZdidIRJs1Ht-AoBqDrkfEa-9kHFu-4QU"
    var storedCounter: Int64 = 3
    var refusal: String?
    /// Members of the request that are set in the end.
    var members: [String: JSONValue] = [:]
    private let isRegistration: Bool

    static let challenge = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
    private static let id = Array(UInt8(100)..<132)

    private init(_ type: String, _ data: [UInt8], isRegistration: Bool) {
        clientData =
            "{\"type\":\"\(type)\",\"challenge\":\"\(CeremonySample.challenge)\","
            + "\"origin\":\"https://example.org\",\"crossOrigin\":false}"
        self.data = data
        self.isRegistration = isRegistration
    }

    static func registration() throws -> CeremonySample {
        let attested = try [UInt8](repeating: 0, count: 16) + [0, 32] + id + key.encoded()
        return CeremonySample("webauthn.create", try head(flags: 0x45) + attested, isRegistration: true)
    }

    static func authentication() throws -> CeremonySample {
        CeremonySample("webauthn.get", try head(flags: 0x05), isRegistration: false)
    }

    /// SHA-256 of `example.org`, flags, and the counter 7.
    private static func head(flags: UInt8) throws -> [UInt8] {
        try Base64URL.decode("v6vDdDKViwYzYNOtZGHJxHNa5_jt1GWSpeDwFFKy5LU") + [flags, 0, 0, 0, 7]
    }

    private static var key: COSEKey {
        get throws {
            .ec2(
                algorithm: .es256,
                curve: .p256,
                x: try Base64URL.decode("axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY"),
                y: try Base64URL.decode("T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU")
            )
        }
    }

    var attestationObject: [UInt8] {
        AttestationObject(format: format, statement: .map([]), authenticatorData: data).encoded()
    }

    func request(attestationObject: [UInt8]? = nil) throws -> JSONValue {
        var object = JSONObject()
        object["ceremony"] = isRegistration ? "registration" : "authentication"
        object["rpId"] = "example.org"
        object["origins"] = ["https://example.org"]
        object["challenge"] = .string(CeremonySample.challenge)
        object["userVerification"] = "required"
        var response: [(String, [UInt8])] = [("clientDataJSON", Array(clientData.utf8))]
        if isRegistration {
            object["algorithms"] = [-7, -257]
            response.append(("attestationObject", attestationObject ?? self.attestationObject))
        } else {
            object["allowedCredentials"] = [.string(Base64URL.encode(CeremonySample.id))]
            object["stored"] = [
                "publicKey": .string(Base64URL.encode(try CeremonySample.key.encoded())),
                "signCount": JSONValue(storedCounter), "backupEligible": false, "backupState": false,
                "userHandle": "dXNlci0x",
            ]
            response += [("authenticatorData", data), ("signature", try Base64URL.decode(signature))]
        }
        var members = JSONObject()
        for (name, bytes) in response { members[name] = .string(Base64URL.encode(bytes)) }
        if !isRegistration { members["userHandle"] = "dXNlci0x" }
        object["credential"] = [
            "id": .string(Base64URL.encode(CeremonySample.id)), "rawId": .string(Base64URL.encode(CeremonySample.id)),
            "type": "public-key", "response": .object(members),
        ]
        for (name, value) in self.members { object[name] = value }
        return .object(object)
    }

    func ceremony() throws -> Ceremony {
        Ceremony(at: Timestamp(microseconds: 1_800_000_000_000_000), request: try request(), refusal: refusal)
    }
}
