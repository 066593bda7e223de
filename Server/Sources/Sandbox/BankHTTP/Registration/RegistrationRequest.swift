import ChaveBase
import ChaveWire
import OpenFinanceCertificates
import OpenFinanceWire

/// The metadata that a client wishes (RFC 7591, section 2), against its software statement.
struct RegistrationRequest {
    let request: JSONObject
    let statement: SoftwareStatementAssertion

    /// The scopes of an initiator (`PAGTO`).
    static let scopes = ["openid", "payments", "recurring-payments", "nrp-consents"]
    static let grants = ["authorization_code", "client_credentials", "refresh_token"]

    private static let mostWebhooks = 5

    /// The members that have one right value; an absent one counts as right.
    private static let fixed: [(name: String, value: JSONValue)] = [
        ("token_endpoint_auth_method", "private_key_jwt"),
        ("token_endpoint_auth_signing_alg", "PS256"),
        ("subject_type", "public"),
        ("id_token_signed_response_alg", "PS256"),
        ("id_token_encrypted_response_alg", "RSA-OAEP"),
        ("id_token_encrypted_response_enc", "A256GCM"),
        ("request_object_signing_alg", "PS256"),
        ("require_signed_request_object", true),
        ("require_pushed_authorization_requests", true),
        ("tls_client_certificate_bound_access_tokens", true),
    ]

    /// The metadata to store, after all checks in order; `softwareKeys` is the address of the software's keys in the
    /// directory.
    func metadata(_ certificate: TransportCertificate, softwareKeys: String) throws(OAuthRefusal) -> JSONObject {
        try requireOwner(certificate)
        try requireKeys(softwareKeys)
        try requireFixedMembers()
        let redirects = try redirectURIs()
        try requireWebhooks()
        var metadata = JSONObject()
        for (name, value) in RegistrationRequest.fixed { metadata[name] = value }
        metadata["redirect_uris"] = .array(redirects.map(JSONValue.string))
        metadata["grant_types"] = .array(
            try list("grant_types", among: RegistrationRequest.grants).map(JSONValue.string)
        )
        metadata["response_types"] = .array(try list("response_types", among: ["code id_token"]).map(JSONValue.string))
        metadata["scope"] = .string(try scope())
        metadata["jwks_uri"] = .string(softwareKeys)
        metadata["webhook_uris"] = .array(statement.texts("software_api_webhook_uris").map(JSONValue.string))
        for name in ["software_id", "org_id", "software_client_name", "software_origin_uris"] {
            metadata[name] = statement.claims[name]
        }
        metadata["client_name"] = statement.claims["software_client_name"]
        return metadata
    }

    // MARK: The steps

    private func requireOwner(_ certificate: TransportCertificate) throws(OAuthRefusal) {
        guard isSame(statement.software, certificate.software), isSame(statement.organisation, certificate.organisation)
        else {
            throw OAuthRefusal(
                "invalid_software_statement",
                "The software_statement is another program's than the certificate's."
            )
        }
        guard statement.texts("software_roles").contains("PAGTO") else {
            throw OAuthRefusal("unapproved_software_statement", "Only initiators (PAGTO) register at this bank.")
        }
    }

    private func requireKeys(_ softwareKeys: String) throws(OAuthRefusal) {
        guard request["jwks"] == nil else {
            throw .metadata("Send jwks_uri in place of jwks: keys come from the directory alone.")
        }
        guard let uri = request["jwks_uri"]?.string, isSame(uri, softwareKeys),
            statement.claims["software_jwks_uri"]?.string.map({ isSame($0, softwareKeys) }) ?? false
        else { throw .metadata("Send the statement's software_jwks_uri as jwks_uri.") }
    }

    private func requireFixedMembers() throws(OAuthRefusal) {
        for (name, value) in RegistrationRequest.fixed {
            guard let claimed = request[name] else { continue }
            guard claimed == value else {
                throw .metadata("Send \(value.string ?? "true") as \(name), or leave it out.")
            }
        }
    }

    private func redirectURIs() throws(OAuthRefusal) -> [String] {
        let allowed = statement.texts("software_redirect_uris")
        guard let elements = request["redirect_uris"]?.array, !elements.isEmpty else {
            throw OAuthRefusal("invalid_redirect_uri", "Send redirect_uris, at least one of the software statement.")
        }
        let uris = elements.compactMap(\.string)
        guard uris.count == elements.count, uris.allSatisfy({ uri in allowed.contains { isSame($0, uri) } }) else {
            throw OAuthRefusal("invalid_redirect_uri", "Send redirect_uris of the software statement alone.")
        }
        return uris
    }

    private func requireWebhooks() throws(OAuthRefusal) {
        let stated = statement.texts("software_api_webhook_uris")
        guard stated.count <= RegistrationRequest.mostWebhooks, stated.allSatisfy(WebhookAddress.isValid) else {
            throw OAuthRefusal(
                "invalid_webhook_uris",
                "Give the software statement at most \(RegistrationRequest.mostWebhooks) webhook_uris: HTTPS and a host name."
            )
        }
        guard let claimed = request["webhook_uris"] else { return }
        let uris = (claimed.array ?? []).compactMap(\.string)
        guard Set(uris) == Set(stated), uris.count == claimed.array?.count else {
            throw OAuthRefusal("invalid_webhook_uris", "Send exactly the software statement's webhook_uris.")
        }
    }

    private func list(_ name: String, among allowed: [String]) throws(OAuthRefusal) -> [String] {
        guard let claimed = request[name] else { return allowed }
        let values = (claimed.array ?? []).compactMap(\.string)
        guard !values.isEmpty, values.count == claimed.array?.count, values.allSatisfy(allowed.contains) else {
            throw .metadata("Send \(name) among \(allowed.joined(separator: ", ")).")
        }
        return values
    }

    private func scope() throws(OAuthRefusal) -> String {
        guard let claimed = request["scope"] else { return RegistrationRequest.scopes.joined(separator: " ") }
        let scopes = (claimed.string ?? "").split(separator: " ").map(String.init)
        guard !scopes.isEmpty, scopes.allSatisfy(RegistrationRequest.scopes.contains) else {
            throw .metadata("Send scope among \(RegistrationRequest.scopes.joined(separator: ", ")).")
        }
        return scopes.joined(separator: " ")
    }
}

extension OAuthRefusal {
    fileprivate static func metadata(_ advice: String) -> OAuthRefusal {
        OAuthRefusal("invalid_client_metadata", advice)
    }
}
