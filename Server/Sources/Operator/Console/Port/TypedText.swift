/// What somebody typed or pasted into a field: without the blanks round it, and not longer than any id or key.
///
/// The longest are a merchant's external ids: 255 characters, of at most four bytes each.
public struct TypedText: Hashable, Sendable {
    /// In characters, as a page's field counts them.
    public static let longest = 255
    public let text: String

    /// `nil` when nothing is left, or too much.
    public init?(_ typed: String) {
        let scalars = Array(typed.unicodeScalars)
        let isBlank: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace || $0.value < 0x20 }
        guard let first = scalars.firstIndex(where: { !isBlank($0) }),
            let last = scalars.lastIndex(where: { !isBlank($0) })
        else { return nil }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[first...last])
        self.text = String(text)
        guard self.text.utf8.count <= 4 * TypedText.longest else { return nil }
    }
}
