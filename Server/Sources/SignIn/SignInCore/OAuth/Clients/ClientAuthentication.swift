import ChaveBase
import ChaveWire
package import SignInModel

/// A client's way of authenticating at an endpoint (RFC 6749, section 2.3; RFC 7521, section 4.2).
struct ClientAuthentication: Hashable, Redacted {
    var method: OIDCClient.TokenAuthentication
    var id: String
    var secret: String?

    /// Reads the header's value and the form; refuses two ways at once.
    init(_ parameters: OAuthParameters, authorization: String?) throws(OAuthError) {
        if parameters["client_assertion"] != nil || parameters["client_assertion_type"] != nil {
            try self.init(asserted: parameters, authorization: authorization)
        } else if let authorization {
            let (id, secret) = try ClientAuthentication.basic(authorization)
            guard parameters["client_secret"] == nil, parameters["client_id"] ?? id == id else {
                throw OAuthError(
                    .invalidRequest,
                    "The client names itself in the header and in the form; do one of the two.",
                    field: "client_secret"
                )
            }
            self.init(method: .basic, id: id, secret: secret)
        } else if let secret = parameters["client_secret"] {
            self.init(method: .post, id: try parameters.required("client_id"), secret: secret)
        } else {
            self.init(method: .none, id: try parameters.required("client_id"), secret: nil)
        }
    }

    private init(asserted parameters: OAuthParameters, authorization: String?) throws(OAuthError) {
        guard authorization == nil, parameters["client_secret"] == nil else {
            throw OAuthError(
                .invalidRequest,
                "The client proves itself by an assertion and by a secret; do one of the two.",
                field: "client_assertion"
            )
        }
        guard try parameters.required("client_assertion_type") == ClientAssertion.type else {
            throw OAuthError(
                .invalidRequest,
                "The type of the assertion is not \(ClientAssertion.type).",
                field: "client_assertion_type"
            )
        }
        let text = try parameters.required("client_assertion")
        guard let id = ClientAssertion.claimedClient(text), parameters["client_id"] ?? id == id else {
            throw ClientAuthentication.refusal
        }
        self.init(method: .privateKeyJWT, id: id, secret: nil)
    }

    private init(method: OIDCClient.TokenAuthentication, id: String, secret: String?) {
        self.method = method
        self.id = id
        self.secret = secret
    }

    /// Id and secret are form-encoded before they are joined (RFC 6749, section 2.3.1).
    private static func basic(_ header: String) throws(OAuthError) -> (String, String) {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, String(parts[0]).lowercased() == "basic",
            let bytes = Base64.decode(String(parts[1])), bytes.count <= 2_048,
            let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let id = formDecoded(bytes[..<colon]), let secret = formDecoded(bytes[(colon + 1)...]), !id.isEmpty
        else { throw refusal }
        return (id, secret)
    }

    /// The client that a header names, not verified; `nil` where the header is no HTTP Basic with an id.
    ///
    /// The id is decoded as for a lookup, so that other spellings of one id are one client.
    static func claimedID(_ header: String) -> String? { try? basic(header).0 }

    private static func formDecoded(_ bytes: ArraySlice<UInt8>) -> String? {
        var decoded: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(hexadecimal), let low = rest.popFirst().flatMap(hexadecimal)
                else { return nil }
                decoded.append(high << 4 | low)
            default: decoded.append(byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    /// One answer for an unknown client, a wrong secret and a wrong method.
    static let refusal = OAuthError(
        .invalidClient,
        "The client is unknown, its secret or signature is wrong, or it registered another way to prove itself.",
        status: 401
    )
}

extension SignIn {
    /// The client that a request claims to be by secret or signature, for counting failures; `nil` without such a
    /// claim.
    package static func claimedClient(_ parameters: OAuthParameters, authorization: String?) -> String? {
        if let text = parameters["client_assertion"] { return ClientAssertion.claimedClient(text) }
        if let id = authorization.flatMap(ClientAuthentication.claimedID) { return id }
        return parameters["client_secret"] == nil ? nil : parameters["client_id"]
    }

    /// The client that a form and a header authenticate.
    func authenticatedClient(
        _ parameters: OAuthParameters,
        authorization: String?,
        tenant: TenantID?
    ) async throws -> OIDCClient {
        let claimed = try ClientAuthentication(parameters, authorization: authorization)
        let loaded = try await records.find(OIDCClient.self, by: OIDCClient.index(id: claimed.id), of: nil)
        let client = loaded?.record
        if claimed.method == .privateKeyJWT {
            return try await proven(client, by: try parameters.required("client_assertion"), tenant: tenant)
        }
        let isSecretRight = OIDCClient.accepts(claimed.secret ?? "", of: client, at: world.deadlineNow())
        guard let client, tenant == nil || client.tenant == tenant, claimed.method == client.tokenAuthentication,
            client.isPublic || isSecretRight
        else { throw ClientAuthentication.refusal }
        return client
    }
}
