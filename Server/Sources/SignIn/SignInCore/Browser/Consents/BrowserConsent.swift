import ChaveBase
import ChaveWire

/// What a person has let a client know, so that they are not asked each time.
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
    /// Whether the person has agreed to all that the request asks; never where it wants to be asked for anew.
    ///
    /// Nor where another app could have sent them: one without a secret, at an address that any app of a device may take
    /// (RFC 8252, section 8.6).
    func hasConsented(_ user: String, to request: AuthorizationRequest) async throws -> Bool {
        guard !request.prompts.contains(.consent), try await isKnownApp(of: request) else { return false }
        return try await hasAgreedBefore(user, to: request)
    }

    /// Whether the person has agreed to it once, be it asked for anew or not.
    func hasAgreedBefore(_ user: String, to request: AuthorizationRequest) async throws -> Bool {
        let id = BrowserConsent.id(user: user, client: request.client)
        let given = try await records.find(BrowserConsent.self, id, of: request.tenant)?.record.scope
        return given.map(request.scope.isSubset) ?? false
    }

    /// Whether the client has a secret, or an address of the web, or a page of this very server, registered as it was sent.
    ///
    /// What listens at this server's own address in its place is given this server's cookies anyway. An address registered
    /// without a port is any app's (RFC 8252, section 7.3), wherever a request sends it.
    private func isKnownApp(of request: AuthorizationRequest) async throws -> Bool {
        if request.redirectURI.hasPrefix("https://") { return true }
        guard let client = try await records.find(OIDCClient.self, request.client, of: request.tenant)?.record else {
            return false
        }
        let isOwn = request.redirectURI.utf8.starts(with: "\(policy.baseURL)/".utf8)
        return !client.isPublic || (isOwn && client.redirectURIs.contains(request.redirectURI))
    }

    /// Adds to what the person has agreed to before.
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
