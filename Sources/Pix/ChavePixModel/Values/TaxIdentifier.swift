import ChaveBase

/// The number under which Brazil knows a taxpayer: CPF for a person, CNPJ for a legal entity, check digits verified.
///
/// Its description is masked, so that it cannot slip into a log; `text` is the number itself.
public struct TaxIdentifier: Hashable, Sendable {
    /// Whose number it is.
    public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
        /// A person's: 11 digits.
        case cpf = "CPF"
        /// A legal entity's: 14 characters.
        case cnpj = "CNPJ"
    }

    /// A person's number or a legal entity's.
    public let kind: Kind
    /// 11 digits (CPF), or 14 characters of which the first twelve may be capital letters (CNPJ, since July 2026).
    public let text: String

    /// `nil` unless `text` is a number without punctuation whose check digits are right and which is not one digit repeated.
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
        // A letter counts by its ASCII code less 48, so that digits keep their value.
        let values = characters.map { Int($0) - 48 }
        let checked = TaxIdentifier.withCheckDigits(Array(values.dropLast(2)), longestWeight: kind == .cpf ? 11 : 9)
        guard checked == values else { return nil }
        self.text = text
    }

    /// Like `init(_:)`, for what a person typed: points, hyphens, slashes and spaces between are dropped.
    public init?(punctuated text: String) {
        guard text.utf8.count <= 32 else { return nil }
        let separators: Set<Character> = [".", "-", "/", " "]
        self.init(String(text.filter { !separators.contains($0) }))
    }

    /// Two characters, stars, two characters: `23******00`, of the same length for both kinds.
    public var masked: String { "\(text.prefix(2))******\(text.suffix(2))" }

    /// Appends both digits: weights rise from 2 at the right and, for a CNPJ, start again after 9.
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
