import ChaveBase

/// Where a page comes from, as browsers write it (RFC 6454, section 6.1).
///
/// Of this machine's own addresses by their literals the port is left out: redirect addresses may vary it there too.
struct PageOrigin: Hashable {
    let text: String

    /// Of an address that a client registered; `nil` for an app's own scheme.
    init?(ofAddress address: String) {
        guard let uri = try? PlainURI(address), uri.scheme == "https" || uri.scheme == "http", let host = uri.host
        else {
            return nil
        }
        let usual = uri.scheme == "https" ? 443 : 80
        let isOwn = uri.scheme == "http" && (host == "127.0.0.1" || host == "[::1]")
        let port = uri.port.flatMap { $0 == usual || isOwn ? nil : ":\($0)" } ?? ""
        text = "\(uri.scheme)://\(host)\(port)"
    }

    /// As a browser sends it in `Origin`; `nil` for `null` and whatever has more than an origin has.
    init?(sent origin: String) {
        guard origin.utf8.count <= 300, let uri = try? PlainURI(origin), uri.path.isEmpty, uri.query == nil,
            let known = PageOrigin(ofAddress: origin)
        else { return nil }
        self = known
    }
}

extension SignIn {
    /// Whether pages of an origin may read what public clients ask for: one of the tenant is sent back there.
    ///
    /// `tenant` is that of the path; `nil` for the path without one, where it may be any tenant's.
    public func sharesAnswers(with origin: String, tenant: TenantID?) async throws -> Bool {
        guard let origin = PageOrigin(sent: origin) else { return false }
        let index = OIDCClient.index(origin: origin.text, isGlobal: tenant == nil)
        return try await records.find(OIDCClient.self, by: index, of: tenant) != nil
    }
}
