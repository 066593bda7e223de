/// What a browser sends: queries, forms and cookies.
///
/// Of a name that stands twice, the first counts.
package enum PageFields {
    /// `application/x-www-form-urlencoded`; what is not decodable is left out.
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

    /// RFC 6265, section 4.2.
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
