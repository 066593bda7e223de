import ChaveBase
import ChaveJOSE
import ChaveWire
import Hashing
import SignInModel
import Testing

import enum Crypto.P256

@testable import SignInCore

/// A tenant with a person, a device and clients, and what an app does with them.
struct OAuthRig: Sendable {
    static let redirectURI = "https://app.example/callback"
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    static let secret = "a secret:with+signs%"
    static let user = "0b6f2f6e-0000-4000-8000-000000000001"
    static let credential = "0b6f2f6e-0000-4000-8000-00000000000c"

    let world: TestSignIn
    let tenant: TenantID

    var signIn: SignIn { world.signIn }

    init() async throws {
        world = TestSignIn()
        tenant = try #require(TestSignIn.tenant)
        var change = RecordChange()
        change.insert(Tenant(tenant: tenant, displayName: "Loja Exemplo", createdAt: world.now))
        change.insert(
            User(
                tenant: tenant,
                id: OAuthRig.user,
                externalID: "ana",
                email: "ana@example.com",
                userName: "ana",
                displayName: "Ana",
                createdAt: world.now
            )
        )
        change.insert(
            RecordedCredential(
                tenant: tenant,
                id: OAuthRig.credential,
                user: OAuthRig.user,
                parent: nil,
                depth: 0,
                deviceName: "phone",
                certificate: [1],
                issuers: [],
                keyDigest: Digest(of: [1]),
                createdAt: world.now
            )
        )
        for client in [client("app", .none), client("shop", .basic), client("till", .post)] { change.insert(client) }
        try await commit(change)
    }

    func client(_ id: String, _ method: OIDCClient.TokenAuthentication) -> OIDCClient {
        OIDCClient(
            tenant: tenant,
            id: id,
            name: id,
            redirectURIs: [OAuthRig.redirectURI, "http://127.0.0.1/callback", "com.example.app:/callback"],
            tokenAuthentication: method,
            secretDigest: method == .none ? nil : Digest(ofText: OAuthRig.secret),
            createdAt: world.now
        )
    }

    func commit(_ change: RecordChange) async throws {
        #expect(try await signIn.records.commit(change) == .committed)
    }

    func setUser(_ status: User.Status) async throws {
        var user = try #require(try await signIn.records.find(User.self, OAuthRig.user, of: tenant))
        user.record.status = status
        var change = RecordChange()
        change.replace(user)
        try await commit(change)
    }

    func revokeDevice() async throws {
        var device = try #require(
            try await signIn.records.find(RecordedCredential.self, OAuthRig.credential, of: tenant)
        )
        device.record.status = .revoked
        var change = RecordChange()
        change.replace(device)
        try await commit(change)
    }

    // MARK: Requests

    static func authorization(_ client: String = "app", _ changes: [String: String?] = [:]) -> [String: String] {
        var values: [String: String] = [
            "client_id": client, "redirect_uri": redirectURI, "response_type": "code", "scope": "openid profile",
            "state": "s", "nonce": "n", "code_challenge": challenge, "code_challenge_method": "S256",
        ]
        for (name, value) in changes { values[name] = value }
        return values
    }

    static func pairs(_ values: [String: String]) -> [(name: String, value: String)] {
        values.map { (name: $0.key, value: $0.value) }
    }

    static func form(_ values: [String: String]) throws -> OAuthParameters { try OAuthParameters(pairs(values)) }

    /// A code as a browser brings it back.
    func code(
        _ client: String = "app",
        _ changes: [String: String?] = [:],
        onDevice: Bool = true
    ) async throws -> String {
        let opening = try await signIn.openAuthorization(
            OAuthRig.pairs(OAuthRig.authorization(client, changes)),
            tenant: tenant
        )
        guard case .proceed(let request) = opening else {
            Issue.record("refused: \(opening)")
            return ""
        }
        let user = SignedInUser(
            id: OAuthRig.user,
            credential: onDevice ? OAuthRig.credential : nil,
            authenticatedAt: world.now,
            methods: ["pop", "user"]
        )
        let address = try await signIn.grantCode(for: request, user: user)
        return try #require(OAuthRig.query(address)["code"])
    }

    static func query(_ address: String) -> [String: String] {
        let parts = address.split(separator: "?", maxSplits: 1)
        guard parts.count == 2 else { return [:] }
        var values: [String: String] = [:]
        for pair in parts[1].split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1).map(String.init)
            values[sides[0]] = sides.count == 2 ? sides[1] : ""
        }
        return values
    }

    func exchange(
        _ code: String,
        _ client: String = "app",
        _ changes: [String: String?] = [:],
        proof: String? = nil
    ) async throws -> TokenAnswer {
        var form = [
            "grant_type": "authorization_code", "code": code, "redirect_uri": OAuthRig.redirectURI, "client_id": client,
            "code_verifier": OAuthRig.verifier,
        ]
        if client == "till" { form["client_secret"] = OAuthRig.secret }
        for (name, value) in changes { form[name] = value }
        return try await signIn.token(try OAuthRig.form(form), headers: headers(client, proof), tenant: tenant)
    }

    func refresh(
        _ token: String?,
        _ client: String = "app",
        _ changes: [String: String?] = [:],
        proof: String? = nil
    ) async throws -> TokenAnswer {
        var form = ["grant_type": "refresh_token", "refresh_token": try #require(token), "client_id": client]
        for (name, value) in changes { form[name] = value }
        return try await signIn.token(try OAuthRig.form(form), headers: headers(client, proof), tenant: tenant)
    }

    func information(_ token: String, scheme: String = "Bearer", proof: String? = nil) async throws -> JSONObject {
        try await signIn.userInformation(
            TokenRequestHeaders(authorization: "\(scheme) \(token)", proofs: proof.map { [$0] } ?? []),
            method: "GET",
            tenant: tenant
        )
    }

    func introspect(_ token: String?) async throws -> JSONValue {
        let form = try OAuthRig.form(["token": try #require(token)])
        return .object(try await signIn.introspect(form, authorization: OAuthRig.basic("shop"), tenant: tenant))
    }

    func headers(_ client: String, _ proof: String?) -> TokenRequestHeaders {
        TokenRequestHeaders(
            authorization: client == "shop" ? OAuthRig.basic("shop") : nil,
            proofs: proof.map { [$0] } ?? []
        )
    }

    /// Id and secret form-encoded, then joined, then base64.
    static func basic(_ client: String, _ secret: String = "a+secret%3Awith%2Bsigns%25") -> String {
        "Basic " + Base64.encode("\(client):\(secret)".utf8)
    }
}

/// The error that a call ends with; a call that does not fail is a failure of the test.
func refusal(_ call: () async throws -> some Any) async throws -> OAuthError {
    do {
        _ = try await call()
    } catch let error as OAuthError {
        return error
    }
    Issue.record("it was not refused")
    return OAuthError(.serverError, "it was not refused")
}
