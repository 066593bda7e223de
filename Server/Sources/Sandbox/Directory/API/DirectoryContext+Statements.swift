import ChaveBase
import ChaveJOSE
import ChaveWire
import HTTPKernel
import OpenFinanceCertificates
import OpenFinanceWire

extension DirectoryContext {
    /// Answers `client_credentials` by the certificate alone, whose software statement is the client.
    func token() throws -> ServerAnswer {
        let caller = try caller
        guard case .bytes(let body) = call.request.body,
            call.request.mediaType == "application/x-www-form-urlencoded",
            let form = try? QueryParameters(String(decoding: body, as: UTF8.self))
        else { throw OAuthRefusal.invalidRequest("Send application/x-www-form-urlencoded, each field once.") }
        guard form["grant_type"] == "client_credentials" else {
            throw OAuthRefusal("unsupported_grant_type", "Send client_credentials as grant_type.")
        }
        guard form["client_id"] == caller.software, try statement(caller.software) != nil else {
            throw OAuthRefusal.invalidClient("Send the software statement's id of the certificate as client_id.")
        }
        return .json([
            "access_token": .string(api.tokens.issue(to: caller, at: now)),
            "token_type": "Bearer",
            "expires_in": JSONValue(DirectoryTokens.lifeSeconds),
            "scope": "directory:software",
        ])
    }

    /// The software statement of the caller as a signed token.
    func assertion() throws -> ServerAnswer {
        let caller = try caller
        guard let token = call.request.bearer, api.tokens.isValid(token, of: caller, at: now)
        else { throw OAuthRefusal("invalid_token", "Get a token at /token by the same certificate.", status: 401) }
        guard let found = try statement(caller.software), found.software.id == parameter("software"),
            found.organisation.id == parameter("organisation")
        else { throw OAuthRefusal("access_denied", "Ask for the statement of your own certificate.", status: 403) }
        let address = try api.folder.state().address
        let claims = found.software.claims(found.organisation, address, at: now)
        let assertion = try api.folder.statementKey().sign(claims.encoded(), type: "JWT")
        return ServerAnswer(status: 200, headers: [("Content-Type", "application/jwt")], body: Array(assertion.utf8))
    }

    private func statement(_ id: String) throws -> (organisation: Organisation, software: SoftwareStatement)? {
        guard let found = try api.folder.state().software(id),
            found.organisation.id == certificate?.organisation
        else { return nil }
        return found
    }
}

extension SoftwareStatement {
    /// The claims of the software statement's assertion, with the names of Open Finance Brasil's directory.
    func claims(_ organisation: Organisation, _ address: DirectoryAddress, at now: Timestamp) -> JSONValue {
        [
            "iss": "Open Banking Brasil sandbox SSA issuer",
            "iat": JSONValue(now.seconds),
            "software_mode": "Live",
            "software_environment": "development",
            "software_id": .string(id),
            "software_client_id": .string(id),
            "software_client_name": .string(clientName),
            "software_version": "1.00",
            "software_redirect_uris": .array(redirectURIs.map(JSONValue.string)),
            "software_origin_uris": .array(originURIs.map(JSONValue.string)),
            "software_api_webhook_uris": .array(webhookURIs.map(JSONValue.string)),
            "software_roles": [.string(organisation.role)],
            "software_statement_roles": [
                [
                    "role": .string(organisation.role), "authorisation_domain": "Open Banking",
                    "status": "Active",
                ]
            ],
            "software_jwks_uri": .string(address.keys(of: organisation.id, id)),
            "org_id": .string(organisation.id),
            "org_name": .string(organisation.name),
            "org_number": .string(organisation.registrationNumber),
            "org_status": "Active",
            "org_jwks_uri": .string(address.keys(of: organisation.id)),
            "organisation_competent_authority_claims": [],
        ]
    }
}
