import ChaveBase

/// The names and values of a query or a form, as a server reads them.
enum TestForm {
    /// The fields after the question mark of a URL.
    static func fields(ofQuery url: String) -> [String: String] {
        guard let mark = url.firstIndex(of: "?") else { return [:] }
        return fields(url[url.index(after: mark)...])
    }

    /// The fields of a body of `application/x-www-form-urlencoded`.
    static func fields(ofBody body: [UInt8]?) -> [String: String] {
        fields(String(decoding: body ?? [], as: UTF8.self)[...])
    }

    /// The last value of a duplicate name counts; an undecodable field is left out.
    private static func fields(_ text: Substring) -> [String: String] {
        var fields: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let encoded = pair.prefix { $0 != "=" }
            guard let name = PercentEncoding.decode(encoded, plusIsSpace: true),
                let value = PercentEncoding.decode(pair.dropFirst(encoded.count + 1), plusIsSpace: true)
            else { continue }
            fields[name] = value
        }
        return fields
    }
}
