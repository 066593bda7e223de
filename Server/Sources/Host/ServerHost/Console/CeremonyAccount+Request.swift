import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsCore
import PaymentsModel

extension CeremonyAccount {
    /// The ceremony as the JSON that `chave webauthn verify` reads.
    var request: JSONValue {
        var object = JSONObject()
        object["ceremony"] = .string(ceremony)
        object["rpId"] = .string(relyingPartyID)
        object["origins"] = .array(origins.map(JSONValue.string))
        object["challenge"] = challenge.json
        object["userVerification"] = .string(userVerification)
        switch answer {
        case .registration(let credential, let algorithms):
            object["algorithms"] = .array(algorithms.map { JSONValue($0) })
            object["credential"] = credential.json
        case .authentication(let assertion, let stored, let allowed):
            object["allowedCredentials"] = allowed.map { .array($0.map(\.json)) }
            object["credential"] = assertion.json
            object["stored"] = stored.json
        }
        return .object(object)
    }

    private var ceremony: String {
        switch answer {
        case .registration: "registration"
        case .authentication: "authentication"
        }
    }
}

extension EnrolledCredential {
    /// The values of a credential that a relying party stores.
    fileprivate var json: JSONValue {
        [
            "publicKey": publicKey.json, "signCount": JSONValue(Int64(signCount)),
            "backupEligible": .bool(backupEligible), "backupState": .bool(backupState), "userHandle": userHandle.json,
        ]
    }
}

extension Octets {
    fileprivate var json: JSONValue { .string(Base64URL.encode(bytes)) }
}
