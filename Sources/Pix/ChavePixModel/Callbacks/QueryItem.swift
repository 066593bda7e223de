import ChaveBase

/// One `name=value` pair of a query or a fragment.
public struct QueryItem: Hashable, Sendable {
    /// The part before `=`, with its escapes decoded.
    public var name: String
    /// The part after `=`, with its escapes decoded; empty without a `=`.
    public var value: String

    /// A pair; both texts are without escapes.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Splits a query, given without its `?`, into pairs in their order; `nil` when one of its escapes is broken.
    static func items(_ query: ArraySlice<UInt8>) -> [QueryItem]? {
        var items: [QueryItem] = []
        for part in query.split(separator: UInt8(ascii: "&")) {
            let name = part.prefix { $0 != UInt8(ascii: "=") }
            guard let decodedName = PercentEncoding.decode(bytes: name, plusIsSpace: true),
                let decodedValue = PercentEncoding.decode(bytes: part.dropFirst(name.count + 1), plusIsSpace: true)
            else { return nil }
            items.append(QueryItem(name: decodedName, value: decodedValue))
        }
        return items
    }
}

extension CallbackURL {
    /// The URL with these parameters, percent-encoded, after the parameters that it already has.
    public func appending(_ items: [QueryItem]) -> String {
        guard !items.isEmpty else { return text }
        let query = items.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
            .joined(separator: "&")
        guard text.utf8.contains(UInt8(ascii: "?")) else { return "\(text)?\(query)" }
        return text.hasSuffix("?") || text.hasSuffix("&") ? text + query : "\(text)&\(query)"
    }
}
