extension App2AppTokenActivationPayload: Decodable {
    /// Reads the JSON by a decoder, as the public guide does.
    ///
    /// A whole number stands for its text, `null` for what is missing. A decoder does not show what was written: of two equal
    /// keys it has chosen one already, and `1.50` has lost its text, so that a number with a fraction is refused.
    /// ``init(base64:)`` reads the text itself and refuses the first too; prefer it for what stands in a link.
    /// - Throws: one of the ``TokenActivationLinkRefusal``s that begin with `payload`.
    public init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: AnyName.self) else {
            throw TokenActivationLinkRefusal.payloadNotAnObject
        }
        self.init()
        var size = 0
        for name in container.allKeys {
            let value = try DecodedMember(container.superDecoder(forKey: name), depth: 1)
            let text = value.text
            size += name.stringValue.utf8.count + (text?.utf8.count ?? 0)
            guard size <= TokenActivationRules.longestPayload else { throw TokenActivationLinkRefusal.payloadTooLong }
            guard let place = Self.fields.first(where: { $0.name == name.stringValue })?.place else {
                otherFields[name.stringValue] = text
                continue
            }
            guard value.isPlain else { throw TokenActivationLinkRefusal.payloadWrongType }
            self[keyPath: place] = text
        }
    }
}
