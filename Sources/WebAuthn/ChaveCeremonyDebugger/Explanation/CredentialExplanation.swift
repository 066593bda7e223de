import ChaveWire

/// Sentences about the outer members of a client's answer.
enum CredentialExplanation {
    static func type(_ type: String) -> String {
        "credential.type is \(Quoted.text(type)); expected 'public-key', the only type there is. "
            + "Send the answer as toJSON() of the browser's credential gives it."
    }

    static func id(_ id: String, rawID: [UInt8]) -> String {
        "credential.id is \(Quoted.text(id)), and rawId in base64url is \(Quoted.bytes(rawID)); both must be the same. "
            + "Send the answer as toJSON() of the browser's credential gives it."
    }
}
