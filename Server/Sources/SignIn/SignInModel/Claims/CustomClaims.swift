import ChaveBase
package import ChaveWire

/// The claims of a tenant's own server about a person: at most 20 claims and 4 KiB as JSON.
public enum CustomClaims {
    public static let most = 20
    public static let mostBytes = 4_096
    private static let field = "claims"
    /// The integers that every JSON reader represents exactly (RFC 8259, section 6).
    private static let exact: ClosedRange<Int64> = -9_007_199_254_740_991...9_007_199_254_740_991

    /// Demands that each value is a text, a number, true or false, or a list of texts.
    package static func check(_ claims: JSONObject) throws(OAuthError) {
        guard claims.count <= most else { throw TextRule.refusal(field, "must have at most \(most) claims") }
        for (name, value) in claims.members {
            try ClaimName.check(name, field)
            guard isTaken(value) else {
                throw TextRule.refusal(
                    field,
                    "must have texts, numbers, true or false, or lists of texts, all without control characters"
                )
            }
        }
        guard JSONValue.object(claims).encoded().count <= mostBytes else {
            throw TextRule.refusal(field, "must have at most \(mostBytes) bytes as JSON")
        }
    }

    private static func isTaken(_ value: JSONValue) -> Bool {
        switch value {
        case .string(let text): return isText(text)
        case .bool: return true
        case .number(let number):
            if let whole = number.int64 { return exact.contains(whole) }
            // A 64-bit binary floating-point number keeps this many digits.
            return number.text.utf8.count <= 16 && number.text != "-0" && number.double != nil
        case .array(let elements): return elements.allSatisfy { $0.string.map(isText) ?? false }
        case .object, .null: return false
        }
    }

    private static func isText(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}
