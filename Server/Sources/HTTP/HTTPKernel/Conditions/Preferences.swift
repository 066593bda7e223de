/// What a request asks for beside its answer: the `Prefer` header (RFC 7240, section 2).
///
/// Names count without case, a value may be a token or a quoted string, of a name that stands twice the first counts, and
/// what cannot be read is no preference: nobody is refused for one.
package struct Preferences: Sendable {
    /// No answer is held longer (Payments API, section 3; docs/sign-in.md).
    package static let longestWaitSeconds: Int64 = 30

    private var values: [String: String] = [:]

    /// `fields` are the values of all `Prefer` headers, in order.
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

    /// For how many seconds the answer may be held, at most `limit` (section 4.3); `nil` when that is not asked, or not
    /// with a number.
    package func waitSeconds(atMost limit: Int64) -> Int64? {
        guard let text = values["wait"], !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        // More digits than a number takes are more seconds than anybody waits.
        return min(Int64(text) ?? limit, limit)
    }

    /// The name in lower case and the value; parameters of the preference, after a semicolon, say nothing here.
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
