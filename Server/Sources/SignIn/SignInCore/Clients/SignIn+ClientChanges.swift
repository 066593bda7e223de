import ChaveBase
import ChaveJOSE
public import ChaveWire
import Hashing

/// What is to change in a client; `nil` leaves a thing as it is.
public struct ClientPatch: Hashable, Sendable {
    public var name: String?
    public var redirectURIs: [String]?
    public var postLogoutRedirectURIs: [String]?
    /// `.some(nil)` takes the address away.
    public var backChannelLogoutURI: String??
    public var requiresLogoutSession: Bool?
    public var tokenAuthentication: OIDCClient.TokenAuthentication?
    public var jwks: JSONValue?

    public init() {}
}

extension SignIn {
    public static var longestSecretOverlapSeconds: Int64 { 30 * 86_400 }

    /// Changes a client, by the rules that it was registered by.
    ///
    /// An address that is not there any more leads nobody back from then on. Tokens go on. Whoever was public stays public,
    /// and nobody else becomes it: tokens that were given keep the rules that they were given under.
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

    /// Makes a new secret; the one before it counts for `overlapSeconds` more.
    ///
    /// While a former secret counts, it is the newer of the two that is replaced: a rotation whose answer was lost is
    /// repeated without harm to whoever still uses the former one.
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

    /// Ends the secret before the last rotation at once; where there is none that is no error.
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
    /// A client as it stands, with what is to change.
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
        // Keys that are not sent stay, unless the client proves itself in another way from now on.
        jwks = patch.jwks ?? (tokenAuthentication == .privateKeyJWT ? client.keys?.json : nil)
    }
}
