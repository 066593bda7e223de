/// Looks at HTML as a browser does: which elements there are, and whether each is closed.
struct Markup {
    private(set) var names: [String] = []
    private(set) var faults: [String] = []

    init(_ html: String) {
        var open: [String] = []
        for tag in html.unicodeScalars.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
            let isEnd = tag.first == "/"
            let name = String(
                tag.dropFirst(isEnd ? 1 : 0).prefix { $0.properties.isAlphabetic || $0.properties.numericType != nil }
            )
            guard tag.contains(">"), !name.isEmpty else {
                faults.append("a stray bracket before \(String(tag).prefix(20))")
                continue
            }
            if !isEnd {
                names.append(name)
                open.append(name)
            } else if open.popLast() != name {
                faults.append("</\(name)> closes something else")
            }
        }
        if !open.isEmpty { faults.append("never closed: \(open)") }
    }
}
