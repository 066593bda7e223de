import ChaveWire

/// The endpoints of a bank's authorization server (OpenID Connect Discovery 1.0; RFC 8414; RFC 8705, section 5).
struct Discovery: Hashable, Sendable {
    let issuer: String
    let authorization: String
    let jwks: String
    let token: String
    let pushedAuthorization: String
    let registration: String
    /// The endpoints that demand a client certificate and have no address of their own for it.
    let withoutAlias: [String]

    /// The endpoints with their names.
    var endpoints: [(name: String, address: String)] {
        [
            ("authorization_endpoint", authorization), ("jwks_uri", jwks), ("token_endpoint", token),
            ("pushed_authorization_request_endpoint", pushedAuthorization), ("registration_endpoint", registration),
        ]
    }

    /// Reads a discovery document.
    ///
    /// Of the endpoints that demand a client certificate, the alias counts where there is one. Unknown members are
    /// ignored: many banks have more. The page for holders of a development's bank is on this machine, without TLS.
    init(parsing bytes: [UInt8], issuer: String, isDevelopment: Bool) throws(ExchangeProblem) {
        guard let document = try? JSONValue(parsing: bytes) else { throw ExchangeProblem("the document is no JSON") }
        guard let told = document["issuer"]?.string, told.utf8.elementsEqual(issuer.utf8) else {
            throw ExchangeProblem("the document's issuer is not \(issuer), which the directory names")
        }
        let aliases = document["mtls_endpoint_aliases"]
        var withoutAlias: [String] = []
        func endpoint(_ name: String, isMutual: Bool) throws(ExchangeProblem) -> String {
            let alias = isMutual ? aliases?[name]?.string : nil
            if isMutual, alias == nil { withoutAlias.append(name) }
            guard let address = alias ?? document[name]?.string, BankAddress(address) != nil else {
                throw ExchangeProblem("\(name) is no HTTPS address")
            }
            return address
        }
        guard let authorization = document["authorization_endpoint"]?.string,
            BankAddress(authorization) != nil || (isDevelopment && authorization.hasPrefix("http://localhost:"))
        else { throw ExchangeProblem("authorization_endpoint is no HTTPS address") }
        self.issuer = issuer
        self.authorization = authorization
        jwks = try endpoint("jwks_uri", isMutual: false)
        token = try endpoint("token_endpoint", isMutual: true)
        pushedAuthorization = try endpoint("pushed_authorization_request_endpoint", isMutual: true)
        registration = try endpoint("registration_endpoint", isMutual: true)
        self.withoutAlias = withoutAlias
    }
}
