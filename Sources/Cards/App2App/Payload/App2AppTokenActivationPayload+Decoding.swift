import ChaveBase
import ChaveWire

extension App2AppTokenActivationPayload {
    /// Reads the payload of a link: Base64 of JSON.
    ///
    /// Both alphabets are accepted, with or without padding, and with spaces in place of `+`. A number becomes its
    /// text, and `null` counts as missing. Foundation's decoders are not used, because they accept the first or the
    /// last of two equal keys.
    /// - Throws: one of the refusals that begin with `payload`.
    public init(base64 text: String) throws(TokenActivationLinkRefusal) {
        // Base64 uses four characters for three bytes, and up to three more characters for the last bytes.
        guard text.utf8.count <= TokenActivationRules.longestPayload / 3 * 4 + 8 else { throw .payloadTooLong }
        let bytes = try Self.bytes(ofBase64: text)
        guard bytes.count <= TokenActivationRules.longestPayload else { throw .payloadTooLong }
        try self.init(json: bytes)
    }

    /// Decodes Base64 as wallets write it into links.
    ///
    /// The alphabet is standard or URL-safe, but not both in one text. Padding is correct or absent. A space stands for
    /// a `+`, because a form decoder may have replaced it.
    private static func bytes(ofBase64 text: String) throws(TokenActivationLinkRefusal) -> [UInt8] {
        let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        let digits = text.utf8.dropLast(padding)
        let isStandard = digits.contains { "+/ ".utf8.contains($0) }
        let isURLSafe = digits.contains { "-_".utf8.contains($0) }
        guard padding <= 2, padding == 0 || text.utf8.count.isMultiple(of: 4), !(isStandard && isURLSafe) else {
            throw .payloadNotBase64
        }
        let plain = digits.map { digit in
            switch digit {
            case UInt8(ascii: "+"), UInt8(ascii: " "): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: digit
            }
        }
        do throws(WireError) {
            return try Base64URL.decode(digits: plain)
        } catch {
            // Another text for the same bytes would be a different link for the same request.
            if case .notCanonical = error { throw .payloadNotCanonical }
            throw .payloadNotBase64
        }
    }

    /// Reads the JSON itself.
    init(json bytes: [UInt8]) throws(TokenActivationLinkRefusal) {
        self.init()
        for (name, value) in try PayloadJSON.members(bytes).members {
            guard let place = Self.fields.first(where: { $0.name == name })?.place else {
                otherFields[name] = value.written
                continue
            }
            switch value {
            case .string, .number: self[keyPath: place] = value.written
            case .null: break
            case .bool, .array, .object: throw .payloadWrongType
            }
        }
    }
}
