extension App2AppTokenActivationPayload: Decodable {
    /// Reads the JSON with a decoder, as the public guide does.
    ///
    /// A whole number becomes its text, and `null` counts as missing. A decoder does not show the written text. It has
    /// already chosen one of two equal keys. It has also lost the text of `1.50`, so a number with a fraction is
    /// refused. ``init(base64:)`` reads the text itself, and refuses equal keys too; prefer it for links.
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
