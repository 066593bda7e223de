import ChaveBase
import ChaveJOSE
public import ChaveWire
import Hashing
public import SignInModel

/// The changes to a client; `nil` leaves a value as it is.
public struct ClientPatch: Hashable, Sendable {
    public var name: String?
    public var redirectURIs: [String]?
    public var postLogoutRedirectURIs: [String]?
    /// The new address; `.some(nil)` removes the address.
    public var backChannelLogoutURI: String??
    public var requiresLogoutSession: Bool?
    public var tokenAuthentication: OIDCClient.TokenAuthentication?
    public var jwks: JSONValue?

    public init() {}
}

extension SignIn {
    public static var longestSecretOverlapSeconds: Int64 { 30 * 86_400 }

    /// Changes a client, by the same rules as its registration.
    ///
    /// A removed address leads no browser back from then on. Tokens stay valid. A public client stays public, and no
    /// other client becomes public: existing tokens keep the rules under which they were made.
    public func changeClient(_ id: String, _ patch: ClientPatch, of tenant: TenantID) async throws -> RegisteredClient {
        let fresh = newClientSecret()
        return try await records.changing {
            var client = try await knownClient(id, of: tenant)
            let (before, draft) = (client.record, ClientDraft(client.record, patch))
            guard (draft.tokenAuthentication == .none) == before.isPublic else {
                throw TextRule.refusal(
                    "token_endpoint_auth_method",
                    "cannot change from or to none: register another client"
                )
            }
            let checked = try checked(draft)
            client.record.take(draft, checked)
            let needsSecret = draft.tokenAuthentication.hasSecret && before.secretDigest == nil
            if needsSecret { client.record.secretDigest = Digest(ofText: fresh) }
            if !draft.tokenAuthentication.hasSecret {
                client.record.secretDigest = nil
                client.record.formerSecret = nil
            }
            var change = RecordChange()
            if client.record != before {
                change.replace(client)
                note(.clientChanged, tenant, client: id, in: &change)
            }
            let secret = needsSecret ? fresh : nil
            return (change, RegisteredClient(client: client.record, secret: secret, risks: checked.risks))
        }
    }

    /// Makes a new secret; the previous secret counts for `overlapSeconds` more.
    ///
    /// While a former secret still counts, a rotation replaces the newer of the two secrets. A caller that lost the
    /// answer can therefore rotate again, without harm to users of the former secret.
    public func rotateSecret(
        ofClient id: String,
        overlapSeconds: Int64,
        of tenant: TenantID
    ) async throws -> RegisteredClient {
        guard (0...SignIn.longestSecretOverlapSeconds).contains(overlapSeconds) else {
            throw TextRule.refusal("overlap_seconds", "must be 0 to \(SignIn.longestSecretOverlapSeconds)")
        }
        let secret = newClientSecret()
        return try await records.changing {
            var client = try await clientWithSecret(id, of: tenant)
            let now = world.deadlineNow()
            let counting = client.record.formerSecret.flatMap { now < $0.endsAt ? $0.digest : nil }
            let former = counting ?? client.record.secretDigest
            client.record.formerSecret = former.flatMap { digest in
                overlapSeconds == 0 ? nil : .init(digest: digest, endsAt: now.adding(seconds: overlapSeconds))
            }
            client.record.secretDigest = Digest(ofText: secret)
            var change = RecordChange()
            change.replace(client)
            note(.clientChanged, tenant, client: id, in: &change)
            return (change, RegisteredClient(client: client.record, secret: secret, risks: []))
        }
    }

    /// Ends the former secret at once; a client without a former secret is no error.
    public func endFormerSecret(ofClient id: String, of tenant: TenantID) async throws {
        try await records.changing {
            var client = try await knownClient(id, of: tenant)
            var change = RecordChange()
            guard client.record.formerSecret != nil else { return (change, ()) }
            client.record.formerSecret = nil
            change.replace(client)
            note(.clientChanged, tenant, client: id, in: &change)
            return (change, ())
        }
    }

    private func clientWithSecret(_ id: String, of tenant: TenantID) async throws -> Loaded<OIDCClient> {
        let client = try await knownClient(id, of: tenant)
        guard client.record.tokenAuthentication.hasSecret else {
            throw OAuthError(
                .conflict,
                "The client has no secret: it is public, or proves itself by keys.",
                status: 409
            )
        }
        return client
    }
}

extension ClientDraft {
    /// The client's present values with the changes of `patch`.
    fileprivate init(_ client: OIDCClient, _ patch: ClientPatch) {
        self.init(
            name: patch.name ?? client.name,
            redirectURIs: patch.redirectURIs ?? client.redirectURIs,
            tokenAuthentication: patch.tokenAuthentication ?? client.tokenAuthentication,
            idTokenAlgorithm: client.idTokenAlgorithm,
            requiresDPoP: client.requiresDPoP
        )
        postLogoutRedirectURIs = patch.postLogoutRedirectURIs ?? client.postLogoutRedirectURIs
        backChannelLogoutURI = patch.backChannelLogoutURI ?? client.backChannelLogoutURI
        requiresLogoutSession = patch.requiresLogoutSession ?? client.requiresLogoutSession
        // Keys that are not sent stay, unless the client now authenticates in another way.
        jwks = patch.jwks ?? (tokenAuthentication == .privateKeyJWT ? client.keys?.json : nil)
    }
}
