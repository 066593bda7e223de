import ChaveBase
import ChaveWebAuthn
import ChaveWire

/// Reads the client's answer; an error names the wrong member and its fault.
///
/// Members that the specification does not name are allowed, because browsers add some.
enum CredentialReader {
    static func registration(_ json: JSONValue) throws(Unreadable) -> RegistrationResponse {
        do {
            return try RegistrationResponse(json: json)
        } catch {
            throw unreadable(error, json, other: "signature", "of an authentication; set ceremony to 'authentication'")
        }
    }

    static func authentication(_ json: JSONValue) throws(Unreadable) -> AuthenticationResponse {
        do {
            return try AuthenticationResponse(json: json)
        } catch {
            let hint = "of a registration; set ceremony to 'registration'"
            throw unreadable(error, json, other: "attestationObject", hint)
        }
    }

    /// The error for a fault; it includes `hint` when the answer has `other`, a member of the other ceremony's answer.
    private static func unreadable(
        _ error: WireError,
        _ json: JSONValue,
        other: String,
        _ hint: String
    ) -> Unreadable {
        switch error {
        case .missing(let field):
            let isOther = json["response"]?[other] != nil
            return Unreadable("\(path(field)) is missing.\(isOther ? " This is the answer \(hint)." : "")")
        case .invalid(let field): return Unreadable(invalid(field, json))
        case .truncated, .trailingBytes, .limitExceeded, .duplicate, .notCanonical:
            return Unreadable("credential cannot be read: \(error.sentence)")
        }
    }

    private static func invalid(_ field: String, _ json: JSONValue) -> String {
        if field == "credential" || field == "response" { return "\(path(field)) must be an object." }
        let member = ["id", "rawId", "type"].contains(field) ? json[field] : json["response"]?[field]
        guard let text = member?.string else { return "\(path(field)) must be a text." }
        return "\(path(field)) is not base64url without padding.\(Base64URLHint.about(text))"
    }

    private static func path(_ field: String) -> String {
        switch field {
        case "credential": "credential"
        case "id", "rawId", "type", "response": "credential.\(field)"
        default: "credential.response.\(field)"
        }
    }
}
