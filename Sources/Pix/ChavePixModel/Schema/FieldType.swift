/// The type of a field.
public indirect enum FieldType: Hashable, Sendable {
    /// A string; `longest` counts Unicode scalars, as JSON Schema does, and is `nil` when the format limits the length.
    case text(longest: Int?, TextFormat)
    /// A string in which the regular expression finds itself, with a number of characters in this range.
    ///
    /// It is for interfaces that others define by patterns; a ``TextFormat`` says more. On iOS
    /// only the number of characters is checked, for servers alone have such interfaces.
    case matching(pattern: String, count: ClosedRange<Int>)
    /// One of these values; the second part tells how to compare.
    case enumeration([String], EnumerationMatching)
    /// `true` or `false`.
    case boolean
    /// `true` and nothing else.
    case onlyTrue
    /// A JSON number without fraction, within inclusive bounds.
    case integer(ClosedRange<Int64>)
    /// A JSON number within inclusive bounds; `nil` is no bound.
    case decimal(minimum: Int64?, maximum: Int64?)
    /// An amount to pay: number or string, above zero.
    case amount
    /// An amount in an answer: a string with two decimals.
    case money
    /// A number of bytes in this range, as base64url without padding.
    case bytes(ClosedRange<Int>)
    /// WebAuthn's `authenticatorAttachment`; `SchemaContext` tells whether `cross-platform` is allowed.
    case authenticatorAttachment
    /// An object with its own table.
    case object(Schema)
    /// A list with a number of values in this range, or a single value in its place when that is allowed.
    case array(FieldType, count: ClosedRange<Int>, takesSingleValue: Bool)
    /// An object of strings.
    case map(count: Int, longestName: Int, longestValue: Int)
    /// Changes to such an object: a string sets a member, `null` or an empty string removes it.
    case mapChanges(count: Int, longestName: Int, longestValue: Int)
    /// The UUID of an object, or the object itself.
    case reference(Schema)
    /// An object whose table depends on the text of a sibling.
    case variant(by: String, [Variant])
    /// Any object, stored unchanged.
    case anyObject
    /// Any value, stored unchanged.
    case any

    /// The comparison of a value with the list.
    public enum EnumerationMatching: Hashable, Sendable {
        /// Character by character.
        case exact
        /// The case of ASCII letters does not matter; the list has upper-case values.
        case anyCase
        /// For responses: the list has the known values, and more may be added.
        case open
    }

    /// A table, and the value that chooses it.
    public struct Variant: Hashable, Sendable {
        /// The value of the sibling.
        public let value: String
        /// The table that the value chooses.
        public let schema: Schema

        /// A value and its table.
        public init(_ value: String, _ schema: Schema) {
            self.value = value
            self.schema = schema
        }
    }

    /// A string whose format limits its length.
    public static func text(_ format: TextFormat) -> FieldType { .text(longest: nil, format) }
    /// A string of at least one character, without control characters.
    public static func text(longest: Int) -> FieldType { .text(longest: longest, .plain) }
    /// One of these values, compared character by character.
    public static func enumeration(_ values: [String]) -> FieldType { .enumeration(values, .exact) }
    /// A UUID in its canonical form.
    public static let uuid = FieldType.text(longest: nil, .uuid)
    /// A moment in UTC, as RFC 3339 writes it.
    public static let timestamp = FieldType.text(longest: nil, .timestamp)
    /// A merchant's notes: at most 50 names of 40 characters, with values of 500.
    public static let metadata = FieldType.map(count: 50, longestName: 40, longestValue: 500)
    /// Changes to a merchant's notes: as many notes may be removed as added.
    public static let metadataChanges = FieldType.mapChanges(count: 100, longestName: 40, longestValue: 500)
}

extension FieldType {
    /// The value to send, in words that follow "Send".
    public var advice: String {
        switch self {
        case .text(.some(let longest), .plain): "a string of 1 to \(longest) characters without control characters"
        case .text(.some(let longest), let format): "\(format.advice), at most \(longest) characters"
        case .text(nil, let format): format.advice
        case .enumeration(let values, .anyCase): "one of \(values.joined(separator: ", ")), in any case"
        case .enumeration(let values, _): values.count == 1 ? values[0] : "one of \(values.joined(separator: ", "))"
        case .matching(let pattern, let count):
            "a string of \(count.lowerBound) to \(count.upperBound) characters that fits \(pattern)"
        case .boolean: "true or false"
        case .onlyTrue: "true"
        case .integer(let range): FieldType.advice(range)
        case .decimal(let minimum, let maximum): FieldType.advice(minimum, maximum)
        case .amount:
            "an amount above zero as a number or a string, with 1 to 12 digits and at most two decimals, such as 19.99"
        case .money: "an amount as a string with two decimals, such as \"19.99\""
        case .bytes(let count): "\(count.lowerBound) to \(count.upperBound) bytes as base64url without padding"
        case .authenticatorAttachment: "platform, or cross-platform where the enrollment's platform is BROWSER"
        case .object(let schema): "an object with \(schema.fields.prefix(4).map(\.name).joined(separator: ", "))"
        case .array(let element, let count, _):
            "an array of \(count.lowerBound) to \(count.upperBound) elements, each \(element.advice)"
        case .map(let count, let name, let value):
            "an object of at most \(count) strings: names of 1 to \(name) characters, values of at most \(value)"
        case .mapChanges(let count, let name, let value):
            "an object of at most \(count) members: names of 1 to \(name) characters, each with a string of at most "
                + "\(value), or with null or an empty string, which removes it"
        case .reference(let schema): "a UUID, or an object with \(schema.fields.map(\.name).joined(separator: ", "))"
        case .variant(let name, _): "an object that fits \(name)"
        case .anyObject: "an object"
        case .any: "any value"
        }
    }

    private static func advice(_ range: ClosedRange<Int64>) -> String {
        range.upperBound == .max
            ? "a whole number from \(range.lowerBound)"
            : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    }

    private static func advice(_ minimum: Int64?, _ maximum: Int64?) -> String {
        switch (minimum, maximum) {
        case (.some(let minimum), .some(let maximum)): "a number from \(minimum) to \(maximum)"
        case (.some(let minimum), nil): "a number from \(minimum)"
        case (nil, .some(let maximum)): "a number up to \(maximum)"
        case (nil, nil): "a number"
        }
    }
}
