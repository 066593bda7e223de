import ChaveBase

/// The origin of a page, as browsers write it (RFC 6454, section 6.1).
///
/// The port is left out for this machine's own address literals: redirect addresses may vary it there too.
package struct PageOrigin: Hashable {
    package let text: String

    /// The origin of a registered address; `nil` for an app's own scheme.
    package init?(ofAddress address: String) {
        guard let uri = try? PlainURI(address), uri.scheme == "https" || uri.scheme == "http", let host = uri.host
        else {
            return nil
        }
        let usual = uri.scheme == "https" ? 443 : 80
        let isOwn = uri.scheme == "http" && (host == "127.0.0.1" || host == "[::1]")
        let port = uri.port.flatMap { $0 == usual || isOwn ? nil : ":\($0)" } ?? ""
        text = "\(uri.scheme)://\(host)\(port)"
    }

    /// The origin in a browser's `Origin` header; `nil` for `null` and for any text with more than an origin.
    package init?(sent origin: String) {
        guard origin.utf8.count <= 300, let uri = try? PlainURI(origin), uri.path.isEmpty, uri.query == nil,
            let known = PageOrigin(ofAddress: origin)
        else { return nil }
        self = known
    }
}
