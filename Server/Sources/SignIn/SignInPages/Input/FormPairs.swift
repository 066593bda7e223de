import ChaveBase
import Pages

/// The pairs of a query or a form in their order, each as often as it was sent (WHATWG URL, section 5.1).
enum FormPairs {
    private static let maximumCount = 100

    /// `nil` where the text is not well-formed, because two readers could read it differently, or has over 100 pairs.
    static func decode(_ text: String) -> [(name: String, value: String)]? {
        var pairs: [(name: String, value: String)] = []
        for part in text.split(separator: "&") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pairs.count < maximumCount,
                let name = PercentEncoding.decode(sides[0], plusIsSpace: true),
                let value = PercentEncoding.decode(sides.count == 2 ? sides[1] : "", plusIsSpace: true)
            else { return nil }
            pairs.append((name, value))
        }
        return pairs
    }
}
