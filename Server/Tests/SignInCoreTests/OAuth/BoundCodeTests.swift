import ChaveBase
import ChaveJOSE
import ChaveWire
import SignInModel
import Testing

@testable import SignInCore

/// Codes that are bound to a key from the beginning (RFC 9449, section 10).
@Suite struct BoundCodeTests {
    private static let pushAddress: JSONValue = "https://chave.example/t/sandbox/v2/par"
    private static let key = Result { try SigningKey.generate(.es256) }
    private static let other = Result { try SigningKey.generate(.es256) }

    private func push(_ rig: OAuthRig, _ changes: [String: String?], proofs: [String]) async throws -> String {
        let answer = try await rig.signIn.pushRequest(
            try OAuthRig.form(OAuthRig.authorization("app", changes)),
            authorization: nil,
            proofs: proofs,
            tenant: rig.tenant
        )
        return try #require(answer["request_uri"]?.string)
    }

    /// A code by a request that was pushed.
    private func code(_ rig: OAuthRig, _ changes: [String: String?] = [:], proofs: [String]) async throws -> String {
        let reference = try await push(rig, changes, proofs: proofs)
        let opening = try await rig.signIn.openAuthorization(
            OAuthRig.pairs(["client_id": "app", "request_uri": reference]),
            tenant: rig.tenant
        )
        guard case .proceed(let request) = opening else {
            Issue.record("refused: \(opening)")
            return ""
        }
        let user = SignedInUser(
            id: OAuthRig.user,
            credential: OAuthRig.credential,
            authenticatedAt: rig.world.now,
            methods: ["pop", "user"]
        )
        return try #require(OAuthRig.query(try await rig.signIn.grantCode(for: request, user: user))["code"])
    }

    /// The code is good for the key alone, and a try without it spends nothing.
    private func expectBound(_ code: String, _ rig: OAuthRig) async throws {
        let (key, other) = (try Self.key.get(), try Self.other.get())
        #expect(try await refusal { try await rig.exchange(code) }.code == .invalidGrant)
        let stolen = try await refusal { try await rig.exchange(code, proof: rig.possession(by: other)) }
        #expect(stolen.code == .invalidGrant)
        #expect(try await rig.exchange(code, proof: rig.possession(by: key)).tokenType == "DPoP")
    }

    @Test func aCodeIsBoundToTheKeyThatTheRequestNamed() async throws {
        let rig = try await OAuthRig()
        let thumbprint = try Self.key.get().publicKey.thumbprint
        try await expectBound(try await rig.code("app", ["dpop_jkt": thumbprint]), rig)
        try await expectBound(try await code(rig, ["dpop_jkt": thumbprint], proofs: []), rig)
    }

    @Test func aCodeIsBoundToTheKeyThatThePushedRequestProved() async throws {
        let rig = try await OAuthRig()
        let key = try Self.key.get()
        let proof = try rig.possession(by: key, ["htu": Self.pushAddress])
        try await expectBound(try await code(rig, proofs: [proof]), rig)
        let both = try rig.possession(by: key, ["htu": Self.pushAddress])
        try await expectBound(try await code(rig, ["dpop_jkt": key.publicKey.thumbprint], proofs: [both]), rig)
    }

    @Test func aPushedRequestWhoseProofDoesNotHoldIsNotTaken() async throws {
        let rig = try await OAuthRig()
        let (key, other) = (try Self.key.get(), try Self.other.get())
        let proof = try rig.possession(by: key, ["htu": Self.pushAddress])
        let mismatch = try await refusal {
            try await push(rig, ["dpop_jkt": other.publicKey.thumbprint], proofs: [proof])
        }
        #expect(mismatch.code == .invalidDPoPProof && mismatch.field == "dpop_jkt")
        #expect(try await refusal { try await push(rig, [:], proofs: [proof]) } == DPoPRefusal.replayed.error)
        let elsewhere = try rig.possession(by: key)
        #expect(try await refusal { try await push(rig, [:], proofs: [elsewhere]) } == DPoPRefusal.wrongAddress.error)
        let two = try (0..<2).map { _ in try rig.possession(by: key, ["htu": Self.pushAddress]) }
        #expect(try await refusal { try await push(rig, [:], proofs: two) } == DPoPRefusal.moreThanOne.error)
    }

    @Test(arguments: ["x", OAuthRig.challenge + "=", String(OAuthRig.challenge.dropLast())])
    func aThumbprintThatIsNoneIsRefused(_ text: String) async throws {
        let rig = try await OAuthRig()
        let error = try await refusal { try await push(rig, ["dpop_jkt": text], proofs: []) }
        #expect(error.code == .invalidRequest && error.field == "dpop_jkt")
    }

    /// Without a browser too; the device's own proof repeats what was asked for.
    @Test func aSignInByADeviceMayBeBoundToAKey() async throws {
        let rig = try await ChallengeRig()
        let thumbprint = try Self.key.get().publicKey.thumbprint
        let without = try await rig.begin(.signIn, ["dpop_jkt": thumbprint])
        let silent = try rig.proof(rig.claims(without))
        #expect(try await refusal { try await rig.finish(without.id, silent) } == ProofRefusal.wrongProofKey.error)
        let session = try await rig.begin(.signIn, ["dpop_jkt": thumbprint])
        let proof = try rig.proof(rig.claims(session, .signIn, ["dpop_jkt": .string(thumbprint)]))
        let answer = try await rig.finish(session.id, proof)
        #expect(try await refusal { try await rig.tokens(answer.authorizationCode) }.code == .invalidGrant)
    }
}
