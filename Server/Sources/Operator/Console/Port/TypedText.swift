/// A text that a user typed or pasted into a field, without outer blanks, and no longer than any id or key.
///
/// The longest texts are a merchant's external ids: 255 characters, of at most four bytes each.
public struct TypedText: Hashable, Sendable {
    /// The greatest length in characters, as a page's field counts them.
    public static let longest = 255
    public let text: String

    /// Makes a text; `nil` when it is empty or too long.
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
