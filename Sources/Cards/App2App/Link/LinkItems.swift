import ChaveBase

/// The items of a link's query, each at most once.
struct LinkItems {
    private var values: [String: String] = [:]

    /// Names are compared as they read decoded, so that an escape makes no second name of one.
    init(_ query: Substring?) throws(TokenActivationLinkRefusal) {
        for piece in (query ?? "").split(separator: "&") {
            let sides = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = sides.first.flatMap({ PercentEncoding.decode($0) }),
                let value = PercentEncoding.decode(sides.count == 2 ? sides[1] : "")
            else { throw .malformedEscape }
            guard values.updateValue(value, forKey: name) == nil else { throw .duplicateItem }
        }
    }

    /// `nil` where there is none, or an empty one.
    subscript(name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
}
