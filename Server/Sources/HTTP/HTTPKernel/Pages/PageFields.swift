/// Decodes a browser's queries, forms and cookies.
///
/// The first of two fields with the same name counts.
package enum PageFields {
    /// Decodes `application/x-www-form-urlencoded`; parts that cannot be decoded are left out.
    package static func decode(_ text: String) -> [String: String] {
        var fields: [String: String] = [:]
        for part in text.split(separator: "&").prefix(100) {
            guard let item = try? QueryParameters(String(part)), let name = item.names.first, fields[name] == nil else {
                continue
            }
            fields[name] = item[name]
        }
        return fields
    }

    /// Decodes a `Cookie` header (RFC 6265, section 4.2).
    package static func cookies(_ header: String) -> [String: String] {
        var cookies: [String: String] = [:]
        for part in header.split(separator: ";").prefix(100) {
            let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pieces.count == 2 else { continue }
            let name = pieces[0].trimmingSpaces()
            if cookies[name] == nil { cookies[name] = pieces[1].trimmingSpaces() }
        }
        return cookies
    }
}
