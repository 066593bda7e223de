import ChaveBase

/// Names and values as `application/x-www-form-urlencoded`, with all but unreserved characters escaped.
enum FormPairs {
    static func encode(_ pairs: [(String, String)]) -> String {
        pairs.map { "\(PercentEncoding.encode($0.0))=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
    }
}
