/// The preferences of a request: the `Prefer` header (RFC 7240, section 2).
///
/// Names are case-insensitive. A value is a token or a quoted string. The first of two preferences with the same name
/// counts. An unreadable preference is ignored; the server refuses no request because of it.
package struct Preferences: Sendable {
    /// The longest time that the server holds an answer, in seconds (Payments API, section 3; docs/sign-in.md).
    package static let longestWaitSeconds: Int64 = 30

    private var values: [String: String] = [:]

    /// Reads `fields`, the values of all `Prefer` headers in order.
    package init(_ fields: [String]) {
        for element in HeaderList.elements(of: fields.joined(separator: ",")) {
            guard let (name, value) = Preferences.read(element), values[name] == nil else { continue }
            values[name] = value
        }
    }

    package init(of request: ServerRequest) {
        self.init(request.headers.filter { $0.name == "prefer" }.map(\.value))
    }

    package subscript(name: String) -> String? { values[name] }

    /// How many seconds the server may hold the answer, at most `limit` (section 4.3).
    ///
    /// `nil` when the request has no `wait` preference, or its value is not a number.
    package func waitSeconds(atMost limit: Int64) -> Int64? {
        guard let text = values["wait"], !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        // A number that overflows is larger than any limit.
        return min(Int64(text) ?? limit, limit)
    }

    /// The name in lower case and the value; parameters after a semicolon are ignored.
    private static func read(_ element: Substring) -> (name: String, value: String)? {
        let preference = HeaderList.split(element, at: UInt8(ascii: ";"))[0].trimmingSpaces()
        let name = preference.prefix { $0 != "=" }
        let token = name.trimmingSpaces().lowercased()
        guard !token.isEmpty, token.utf8.allSatisfy(HeaderList.isTokenByte) else { return nil }
        guard name.endIndex < preference.endIndex else { return (token, "") }
        let word = preference[preference.index(after: name.endIndex)...].trimmingSpaces()
        if word.first == "\"" { return HeaderList.unquoted(word).map { (token, $0) } }
        return word.utf8.allSatisfy(HeaderList.isTokenByte) ? (token, word) : nil
    }
}
