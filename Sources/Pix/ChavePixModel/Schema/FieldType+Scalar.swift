import ChaveBase
import ChaveWire

extension FieldType {
    /// Whether this type, which has neither length nor parts, accepts `json`.
    func acceptsScalar(_ json: JSONValue, in context: SchemaContext) -> Bool {
        switch self {
        case .enumeration(let values, let matching): json.string.map { FieldType.has(values, $0, matching) } ?? false
        case .matching(let pattern, let count): FieldType.fits(json.string, pattern, count)
        case .boolean: json.bool != nil
        case .onlyTrue: json.bool == true
        case .integer(let range): json.number?.int64.map(range.contains) ?? false
        case .decimal(let minimum, let maximum): FieldType.isWithin(json.number, minimum, maximum)
        case .amount: (try? Money(decoding: json)) != nil
        case .money: json.string.map { FieldType.isMoney($0) } ?? false
        case .authenticatorAttachment: FieldType.isAttachment(json.string, in: context)
        case .anyObject: json.object != nil
        case .any: true
        case .text, .bytes, .object, .array, .map, .mapChanges, .reference, .variant: false
        }
    }

    private static func has(_ values: [String], _ text: String, _ matching: EnumerationMatching) -> Bool {
        switch matching {
        case .open: !text.isEmpty
        case .exact: values.contains(where: text.hasSameBytes)
        case .anyCase: values.contains(where: asciiUppercased(text).hasSameBytes)
        }
    }

    /// Whether a text has the number of characters and fits the pattern; an anchor in the pattern is the pattern's own.
    private static func fits(_ text: String?, _ pattern: String, _ count: ClosedRange<Int>) -> Bool {
        guard let text, count.contains(text.unicodeScalars.count) else { return false }
        #if os(iOS)
            // Regex is there from iOS 16; only interfaces of servers have patterns.
            return true
        #else
            return (try? Regex(pattern)).map { text.firstMatch(of: $0) != nil } ?? false
        #endif
    }

    /// Whether a measurement is within the bounds; binary comparison is enough, because it is not money.
    private static func isWithin(_ number: JSONNumber?, _ minimum: Int64?, _ maximum: Int64?) -> Bool {
        guard let number, number.text.utf8.count <= longestNumber, let value = number.double else { return false }
        return (minimum.map { value >= Double($0) } ?? true) && (maximum.map { value <= Double($0) } ?? true)
    }

    private static func isMoney(_ text: String) -> Bool {
        Money(decimal: text)?.decimal.hasSameBytes(as: text) ?? false
    }

    private static func isAttachment(_ text: String?, in context: SchemaContext) -> Bool {
        switch text {
        case "platform": true
        case "cross-platform": context.allowsCrossPlatform
        default: false
        }
    }

    /// The maximum length of a measurement's text; no measurement needs more.
    private static let longestNumber = 40
}

extension JSONValue {
    func isText(of format: TextFormat, in context: SchemaContext) -> Bool {
        string.map { format.accepts($0, in: context) } ?? false
    }
}
