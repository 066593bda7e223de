import ChaveBase
import ChaveWire
import SignInModel

/// The scopes that a person has granted to a client, so that the page does not ask each time.
struct BrowserConsent: SignInRecord, Hashable {
    static let kind = "browser_consent"

    var tenant: TenantID
    var user: String
    var client: String
    var scope: Scope
    var givenAt: Timestamp

    var recordID: String { BrowserConsent.id(user: user, client: client) }
    var indexes: [RecordIndex] { [BrowserConsent.index(user: user)] }
    var expiresAt: Timestamp? { nil }

    static func id(user: String, client: String) -> String { "\(user)/\(client)" }
    static func index(user: String) -> RecordIndex { RecordIndex("user", user) }

    var content: JSONObject {
        var content = JSONObject()
        content.set("user", user)
        content.set("client", client)
        content.set("scope", scope.text)
        content.set("given_at", givenAt)
        return content
    }
}

extension BrowserConsent {
    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: BrowserConsent.kind, content: content)
        self.init(
            tenant: tenant,
            user: try reader.text("user"),
            client: try reader.text("client"),
            scope: Scope(granted: try reader.text("scope")),
            givenAt: try reader.time("given_at")
        )
    }
}

extension SignIn {
    /// Whether the person has agreed to all that the request asks; always `false` where it demands the question again.
    ///
    /// The result is also `false` where another app could have sent the request. Such a client has no secret, and any
    /// app on a device may take its address (RFC 8252, section 8.6).
    func hasConsented(_ user: String, to request: AuthorizationRequest) async throws -> Bool {
        guard !request.prompts.contains(.consent), try await isKnownApp(of: request) else { return false }
        return try await hasAgreedBefore(user, to: request)
    }

    /// Whether the person has agreed to the request's scopes before, even where the request demands the question again.
    func hasAgreedBefore(_ user: String, to request: AuthorizationRequest) async throws -> Bool {
        let id = BrowserConsent.id(user: user, client: request.client)
        let given = try await records.find(BrowserConsent.self, id, of: request.tenant)?.record.scope
        return given.map(request.scope.isSubset) ?? false
    }

    /// Whether the client has a secret, an `https` address, or an address of this server that it registered exactly.
    ///
    /// A program that listens at this server's own address gets this server's cookies anyway. An address that was
    /// registered without a port belongs to any app (RFC 8252, section 7.3), wherever a request sends it.
    private func isKnownApp(of request: AuthorizationRequest) async throws -> Bool {
        if request.redirectURI.hasPrefix("https://") { return true }
        guard let client = try await records.find(OIDCClient.self, request.client, of: request.tenant)?.record else {
            return false
        }
        let isOwn = request.redirectURI.utf8.starts(with: "\(policy.baseURL)/".utf8)
        return !client.isPublic || (isOwn && client.redirectURIs.contains(request.redirectURI))
    }

    /// Adds the request's scopes to those that the person has granted before.
    func recordConsent(
        _ user: String,
        to request: AuthorizationRequest,
        in change: inout RecordChange
    ) async throws {
        let id = BrowserConsent.id(user: user, client: request.client)
        guard var known = try await records.find(BrowserConsent.self, id, of: request.tenant) else {
            change.insert(
                BrowserConsent(
                    tenant: request.tenant,
                    user: user,
                    client: request.client,
                    scope: request.scope,
                    givenAt: world.now()
                )
            )
            return
        }
        known.record.scope = known.record.scope.joined(with: request.scope)
        known.record.givenAt = world.now()
        change.replace(known)
    }
}
