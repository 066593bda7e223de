import ChaveBase
public import ChaveWire
import Hashing
public import SignInModel

/// A request that its client pushed beforehand (RFC 9126).
struct PushedRequest: SignInRecord, Hashable {
    static let kind = "pushed_request"

    /// The digest of the reference; the server does not store the reference itself.
    var digest: Digest
    var request: AuthorizationRequest
    var deadline: Timestamp

    var tenant: TenantID { request.tenant }
    var recordID: String { digest.text }
    var indexes: [RecordIndex] { [] }
    var expiresAt: Timestamp? { deadline }

    var content: JSONObject {
        var content = request.content
        content.set("deadline", deadline)
        return content
    }

    init(digest: Digest, request: AuthorizationRequest, deadline: Timestamp) {
        self.digest = digest
        self.request = request
        self.deadline = deadline
    }

    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: PushedRequest.kind, content: content)
        digest = try Digest(recordID: recordID, kind: PushedRequest.kind)
        request = try AuthorizationRequest(tenant: tenant, content: reader)
        deadline = try reader.time("deadline")
    }
}

extension SignIn {
    static let referencePrefix = "urn:ietf:params:oauth:request_uri:"

    static let pushPath = "/v2/par"

    /// Answers `/v2/par`: checks a request as the authorization endpoint does, and stores it for a minute.
    ///
    /// `proofs` are the values of `DPoP`. A proof binds the request's code to its key (RFC 9449, section 10.1).
    ///
    /// - Returns: the body of the answer with status 201: `request_uri` and `expires_in`.
    public func pushRequest(
        _ parameters: OAuthParameters,
        authorization: String?,
        proofs: [String] = [],
        tenant: TenantID?
    ) async throws -> JSONObject {
        let client = try await authenticatedClient(parameters, authorization: authorization, tenant: tenant)
        let redirectURI = try SignIn.registeredRedirect(parameters, of: client)
        let request = try AuthorizationRequest(
            parameters,
            client: client,
            redirectURI: redirectURI,
            provenKey: try await pushedKey(proofs, client: client, tenant: tenant),
            looked: try await lookedUp(parameters, client: client)
        )
        let reference = SignIn.referencePrefix + world.newSecret()
        var change = RecordChange()
        change.insert(
            PushedRequest(
                digest: Digest(ofText: reference),
                request: request,
                deadline: world.deadlineNow().adding(seconds: policy.pushedRequestSeconds)
            )
        )
        guard try await records.commit(change) == .committed else { throw SignInFault.contended }
        var answer = JSONObject()
        answer["request_uri"] = .string(reference)
        answer["expires_in"] = JSONValue(policy.pushedRequestSeconds)
        return answer
    }

    private func pushedKey(_ proofs: [String], client: OIDCClient, tenant: TenantID?) async throws -> String? {
        guard !proofs.isEmpty else { return nil }
        let use = DPoPProof.Use(method: "POST", address: address(SignIn.pushPath, tenant: tenant), accessToken: nil)
        return try await verifiedProofKey(proofs, use, tenant: client.tenant)
    }

    /// Reads a pushed request of the same client, and spends it.
    func takePushedRequest(_ reference: String, client: OIDCClient) async throws -> AuthorizationRequest {
        let refusal = OAuthError(
            .invalidRequestURI,
            "It is unknown, used or expired; push it anew.",
            field: "request_uri"
        )
        let id = Digest(ofText: reference).text
        guard let loaded = try await records.find(PushedRequest.self, id, of: client.tenant),
            loaded.record.request.client == client.id,
            RedirectURI.isRegistered(loaded.record.request.redirectURI, among: client.redirectURIs)
        else { throw refusal }
        var change = RecordChange()
        change.remove(loaded)
        guard try await records.commit(change) == .committed, world.deadlineNow() < loaded.record.deadline else {
            throw refusal
        }
        return loaded.record.request
    }
}
