extension App2AppTokenActivationPayload {
    /// Reads what stands in a link: Base64 of JSON.
    ///
    /// Both alphabets, padded or not, and with spaces that had been `+`. A number stands for its text, `null` for what is
    /// missing. Foundation's decoders are not used: they take the first, or the last, of two equal keys.
    /// - Throws: one of the refusals that begin with `payload`.
    public init(base64 text: String) throws(TokenActivationLinkRefusal) {
        // Four characters for three bytes, and up to three more for the last ones.
        guard text.utf8.count <= TokenActivationRules.longestPayload / 3 * 4 + 8 else { throw .payloadTooLong }
        let bytes = try Base64Text.decoded(text)
        guard bytes.count <= TokenActivationRules.longestPayload else { throw .payloadTooLong }
        try self.init(json: bytes)
    }

    /// Reads the JSON itself.
    init(json bytes: [UInt8]) throws(TokenActivationLinkRefusal) {
        var members: [String: JSONMember]
        do throws(JSONRefusal) {
            members = try JSONMembers.read(bytes)
        } catch {
            throw TokenActivationLinkRefusal(error)
        }
        self.init()
        for (name, place) in Self.fields {
            guard let member = members.removeValue(forKey: name) else { continue }
            switch member {
            case .text(let text), .number(let text): self[keyPath: place] = text
            case .null: break
            case .flag, .nested: throw .payloadWrongType
            }
        }
        otherFields = members.compactMapValues(\.written)
    }
}

extension TokenActivationLinkRefusal {
    fileprivate init(_ refusal: JSONRefusal) {
        switch refusal {
        case .notUTF8: self = .payloadNotUTF8
        case .malformed: self = .payloadNotJSON
        case .tooDeep: self = .payloadTooDeep
        case .duplicateKey: self = .payloadDuplicateKey
        case .notAnObject: self = .payloadNotAnObject
        }
    }
}
