extension ServerRequest {
    /// Whether the caller names HTML among the types that it accepts, as a person's browser does.
    package var namesHTML: Bool {
        HeaderList.elements(of: list("accept") ?? "").contains { type in
            type.prefix { $0 != ";" }.trimmingSpaces().lowercased() == "text/html"
        }
    }
}

/// The media types that a caller accepts (RFC 9110, section 12.5.1).
struct Acceptance: Sendable {
    /// One media range, such as `text/*;q=0.5`.
    private struct Range {
        let type: Substring
        let subtype: Substring
        let isRefused: Bool

        /// Reads a media range; `nil` when the text is not one.
        init?(_ text: Substring) {
            let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { $0.trimmingSpaces() }
            let names = parts[0].split(separator: "/", omittingEmptySubsequences: false)
            guard names.count == 2, names.allSatisfy({ !$0.isEmpty }), names[0] != "*" || names[1] == "*" else {
                return nil
            }
            (type, subtype) = (names[0], names[1])
            let weight = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }?.dropFirst(2)
            isRefused = weight.flatMap { Double($0) } == 0
        }

        /// How closely the range names the type: 2 for the type itself, 0 for any type; `nil` when the range does not
        /// match.
        func closeness(to wanted: [Substring]) -> Int? {
            if type == "*" { return 0 }
            guard type.lowercased() == wanted[0] else { return nil }
            if subtype == "*" { return 1 }
            return subtype.lowercased() == wanted[1] ? 2 : nil
        }
    }

    private let ranges: [Range]

    init(of request: ServerRequest) { self.init(request.list("accept")) }

    /// Reads an `Accept` header; without a header or a valid media range, every type is accepted.
    init(_ header: String?) {
        ranges = (header ?? "").split(separator: ",").compactMap { Range($0) }
    }

    /// Whether the caller accepts `mediaType`; the closest matching range decides.
    func takes(_ mediaType: String) -> Bool {
        if ranges.isEmpty { return true }
        let wanted = mediaType.split(separator: ";")[0].split(separator: "/")
        guard wanted.count == 2 else { return true }
        let named = ranges.compactMap { range in range.closeness(to: wanted).map { (range: range, closeness: $0) } }
        guard let closest = named.map(\.closeness).max() else { return false }
        return named.contains { $0.closeness == closest && !$0.range.isRefused }
    }
}
