import ChaveWire

/// The endpoints of a bank's authorization server (OpenID Connect Discovery 1.0; RFC 8414; RFC 8705, section 5).
struct Discovery: Hashable, Sendable {
    let issuer: String
    let authorization: String
    let jwks: String
    let token: String
    let pushedAuthorization: String
    let registration: String

    /// Reads a discovery document; `nil` when it is not the issuer's, or lacks an endpoint.
    ///
    /// Of the endpoints that demand a client certificate, the alias counts where there is one. Unknown members are
    /// ignored: many banks have more. The page for holders of a development's bank is on this machine, without TLS.
    init?(parsing bytes: [UInt8], issuer: String, isDevelopment: Bool) {
        guard let document = try? JSONValue(parsing: bytes), let told = document["issuer"]?.string,
            told.utf8.elementsEqual(issuer.utf8)
        else { return nil }
        let aliases = document["mtls_endpoint_aliases"]
        func endpoint(_ name: String, isMutual: Bool) -> String? {
            let alias = isMutual ? aliases?[name]?.string : nil
            guard let address = alias ?? document[name]?.string, BankAddress(address) != nil else { return nil }
            return address
        }
        guard let authorization = document["authorization_endpoint"]?.string,
            BankAddress(authorization) != nil || (isDevelopment && authorization.hasPrefix("http://localhost:")),
            let jwks = endpoint("jwks_uri", isMutual: false),
            let token = endpoint("token_endpoint", isMutual: true),
            let pushed = endpoint("pushed_authorization_request_endpoint", isMutual: true),
            let registration = endpoint("registration_endpoint", isMutual: true)
        else { return nil }
        self.issuer = issuer
        self.authorization = authorization
        self.jwks = jwks
        self.token = token
        pushedAuthorization = pushed
        self.registration = registration
    }
}
