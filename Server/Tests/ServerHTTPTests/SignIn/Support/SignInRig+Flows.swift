import ChaveBase
import ChaveWire
import SignInCore
import SignInModel
import Testing

@testable import HTTPKernel

extension SignInRig {
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    // MARK: The tenant's own server

    static let person: JSONValue = [
        "external_id": "ana", "email": "ana@example.com", "user_name": "ana", "display_name": "Ana Souza",
        "binding_token_delivery_method": "email",
    ]

    func client(_ method: String = "none", of token: String? = nil) async throws -> Reply {
        try await done(
            .post(
                "/v0/oidc/clients",
                [
                    "name": "Caixa", "redirect_uris": [.string(SignInRig.redirectURI)],
                    "token_endpoint_auth_method": .string(method), "id_token_signed_response_alg": "ES256",
                ]
            ).bearer(token ?? apiToken)
        )
    }

    func clientID(_ method: String = "none") async throws -> String {
        try #require(try await client(method)["client_id"]?.string)
    }

    // MARK: A device

    /// A person with a device that is registered by the mailed link.
    func phone(_ name: String = "ana", form: AddressForm = .belowTenant) async throws -> PhoneInHand {
        var person = try #require(SignInRig.person.object)
        person["external_id"] = .string(name)
        _ = try await manage(.post(form.path("/v1/manage/users", home), .object(person)))
        var phone = PhoneInHand()
        let bound = try await done(.post(form.path("/v2/credentials", home), try await binding(phone)))
        #expect(bound.status == 201)
        try phone.take(bound.json)
        return phone
    }

    /// What a device sends once the browser was sent back to its app.
    func binding(_ phone: PhoneInHand) async throws -> JSONValue {
        let link = String(mail.link.dropFirst(TestServer.baseURL.count))
        let redirect = try await done(.get(link))
        #expect(redirect.status == 303)
        let address = try #require(redirect.header("Location"))
        let beginning = "\(SignInRig.app)/register?token="
        #expect(address.hasPrefix(beginning))
        let token = String(address.dropFirst(beginning.count))
        return ["token": .string(token), "csr": .string(try await phone.request()), "device_name": "Telefone da Ana"]
    }

    /// Both calls of a sign-in without a browser; the code.
    func code(
        _ phone: PhoneInHand,
        _ client: String,
        scope: String = "openid profile email offline_access",
        form: AddressForm = .belowTenant
    ) async throws -> String {
        let path = form.path("/v2/authorize-challenge", home)
        let first = try await send(
            .form(
                path,
                [
                    "client_id": client, "redirect_uri": SignInRig.redirectURI, "response_type": "code", "scope": scope,
                    "state": "s", "nonce": "n", "code_challenge": SignInRig.challenge,
                    "code_challenge_method": "S256",
                ]
            )
        )
        expectSignInRefusal(first, 403, .insufficientAuthorization)
        let session = try ProofSession(first)
        let claims = session.claims(
            "sign-in",
            at: TestServer.baseURL + path,
            now: clock.now,
            [
                "client_id": client, "redirect_uri": SignInRig.redirectURI, "scope": scope, "state": "s", "nonce": "n",
                "code_challenge": SignInRig.challenge,
            ]
        )
        let second = try await done(
            .form(
                path,
                ["client_id": client, "auth_session": session.id, "assertion": try phone.proof(claims)]
            )
        )
        #expect(second["state"]?.string == "s")
        #expect(second["iss"]?.string == "\(TestServer.baseURL)/t/\(home.text)")
        return try #require(second["authorization_code"]?.string)
    }

    func exchange(_ code: String, _ client: String, form: AddressForm = .belowTenant) -> Call {
        .form(
            form.path("/v2/token", home),
            [
                "grant_type": "authorization_code", "code": code, "client_id": client,
                "redirect_uri": SignInRig.redirectURI, "code_verifier": SignInRig.verifier,
            ]
        )
    }

    // MARK: A second device

    /// Both calls that begin an extension.
    func extend(_ phone: PhoneInHand, _ client: String, form: AddressForm = .belowTenant) async throws -> Reply {
        let path = form.path("/v2/extensions", home)
        let first = try await send(.form(path, ["client_id": client]))
        expectSignInRefusal(first, 403, .insufficientAuthorization)
        let session = try ProofSession(first)
        let address = TestServer.baseURL + path
        let claims = session.claims("extension", at: address, now: clock.now, ["client_id": client])
        return try await done(
            .form(path, ["client_id": client, "auth_session": session.id, "assertion": try phone.proof(claims)])
        )
    }

    func claim(_ code: String, by phone: PhoneInHand, form: AddressForm = .belowTenant) async throws -> Call {
        .post(
            form.path("/v2/extension-claims", home),
            [
                "tenant_id": .string(home.text), "code": .string(code), "csr": .string(try await phone.request()),
                "device_name": "Tablet",
            ]
        )
    }
}
