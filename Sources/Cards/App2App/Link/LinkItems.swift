import ChaveBase

/// The items of a link's query, each at most once.
struct LinkItems {
    private var values: [String: String] = [:]

    /// Reads the items, and compares their decoded names, so that an escape cannot make a second name.
    init(_ query: Substring?) throws(TokenActivationLinkRefusal) {
        for piece in (query ?? "").split(separator: "&") {
            let sides = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = sides.first.flatMap({ PercentEncoding.decode($0) }),
                let value = PercentEncoding.decode(sides.count == 2 ? sides[1] : "")
            else { throw .malformedEscape }
            guard values.updateValue(value, forKey: name) == nil else { throw .duplicateItem }
        }
    }

    /// The value of an item; `nil` when it is missing or empty.
    subscript(name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
}
