/// A sample's labels, in the order of their names.
struct Labels: Hashable, Comparable {
    struct Label: Hashable {
        var name: String
        var value: String
    }

    private(set) var labels: [Label]

    init(_ pairs: [(String, String)]) {
        labels = pairs.map { Label(name: Labels.name($0.0), value: $0.1) }.sorted { $0.name < $1.name }
    }

    /// The labels with every value replaced by `other`, for sets above the limit.
    var folded: Labels {
        var folded = self
        for place in folded.labels.indices { folded.labels[place].value = "other" }
        return folded
    }

    func with(_ name: String, _ value: String) -> Labels {
        var more = self
        more.labels.append(Label(name: name, value: value))
        return more
    }

    /// A valid name in the format: a character that is not a letter, digit or underscore becomes an underscore.
    static func name(_ text: String) -> String {
        func isAllowed(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        // This server's names are valid and are used at each request, so this check returns early.
        if let first = text.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first),
            text.utf8.allSatisfy(isAllowed)
        {
            return text
        }
        let name = String(decoding: text.utf8.map { isAllowed($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
        return name.first?.isNumber == false ? name : "_\(name)"
    }

    static func < (lhs: Labels, rhs: Labels) -> Bool {
        lhs.labels.lexicographicallyPrecedes(rhs.labels) { ($0.name, $0.value) < ($1.name, $1.value) }
    }
}
