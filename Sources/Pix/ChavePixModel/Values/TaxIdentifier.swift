import ChaveBase

/// A Brazilian taxpayer's number: CPF for a person, CNPJ for a legal entity, with verified check digits.
///
/// The description is masked, so that the number cannot slip into a log; `text` is the number itself.
public struct TaxIdentifier: Hashable, Sendable {
    /// The kind of taxpayer.
    public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
        /// A person's number: 11 digits.
        case cpf = "CPF"
        /// A legal entity's number: 14 characters.
        case cnpj = "CNPJ"
    }

    /// The kind of this number.
    public let kind: Kind
    /// The number: 11 digits (CPF), or 14 characters, the first twelve of which may be capital letters (CNPJ, since
    /// July 2026).
    public let text: String

    /// A number; `nil` unless `text` has no punctuation, has correct check digits, and is not one repeated digit.
    public init?(_ text: String) {
        let characters = Array(text.utf8)
        switch characters.count {
        case 11: kind = .cpf
        case 14: kind = .cnpj
        default: return nil
        }
        let root = characters.dropLast(2)
        guard characters.suffix(2).allSatisfy(isDigit),
            root.allSatisfy({ isDigit($0) || (characters.count == 14 && isUppercase($0)) }),
            Set(characters).count > 1
        else { return nil }
        // A letter counts as its ASCII code minus 48, so that digits keep their value.
        let values = characters.map { Int($0) - 48 }
        let checked = TaxIdentifier.withCheckDigits(Array(values.dropLast(2)), longestWeight: kind == .cpf ? 11 : 9)
        guard checked == values else { return nil }
        self.text = text
    }

    /// Like `init(_:)`, for text that a person typed: points, hyphens, slashes and spaces are dropped.
    public init?(punctuated text: String) {
        guard text.utf8.count <= 32 else { return nil }
        let separators: Set<Character> = [".", "-", "/", " "]
        self.init(String(text.filter { !separators.contains($0) }))
    }

    /// Two characters, six stars, two characters: `23******00`; the length is the same for both kinds.
    public var masked: String { "\(text.prefix(2))******\(text.suffix(2))" }

    /// Appends both check digits; weights rise from 2 at the right and, for a CNPJ, start again after 9.
    private static func withCheckDigits(_ root: [Int], longestWeight: Int) -> [Int] {
        var values = root
        for _ in 0..<2 {
            let sum = values.reversed().enumerated().reduce(0) { sum, item in
                sum + item.element * (2 + item.offset % (longestWeight - 1))
            }
            let rest = sum % 11
            values.append(rest < 2 ? 0 : 11 - rest)
        }
        return values
    }
}

extension TaxIdentifier: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { masked }
    public var debugDescription: String { masked }
    public var customMirror: Mirror { Mirror(self, children: ["masked": masked]) }
}

extension TaxIdentifier: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let identifier = TaxIdentifier(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "Send a CPF or a CNPJ.")
        }
        self = identifier
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
