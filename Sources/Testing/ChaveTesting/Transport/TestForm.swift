import ChaveBase

/// Names and values of a query or a form, as a server reads them.
enum TestForm {
    /// Behind the question mark of a URL.
    static func fields(ofQuery url: String) -> [String: String] {
        guard let mark = url.firstIndex(of: "?") else { return [:] }
        return fields(url[url.index(after: mark)...])
    }

    /// A body of `application/x-www-form-urlencoded`.
    static func fields(ofBody body: [UInt8]?) -> [String: String] {
        fields(String(decoding: body ?? [], as: UTF8.self)[...])
    }

    /// Of a name that comes twice the last value counts; what cannot be decoded is left out.
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
