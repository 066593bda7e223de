import ChaveBase
import ChaveCredentialChain
import ChaveWire
import SignInModel
import Testing

@testable import SignInCore

/// From the mailed link to tokens, by the certificates themselves.
struct SignInByCertificateTests {
    private static let day: Int64 = 86_400

    @Test func aBoundDeviceSignsInAndSoDoesOneThatItLetIn() async throws {
        let rig = try await ChallengeRig()
        let second = TestDevice()
        let child = try await rig.test.extend(rig.credential, by: rig.device.key, to: second)
        for (key, record) in [(rig.device.key, rig.credential), (second.key, child)] {
            let answer = try await rig.signedIn(by: key, chain: record.chain)
            #expect(answer.state == "s" && answer.issuer == "\(TestSignIn.baseURL)/t/sandbox")
            let tokens = try await rig.tokens(answer.authorizationCode)
            let person = try await rig.signIn.userInformation(
                TokenRequestHeaders(authorization: "Bearer \(tokens.accessToken)", proofs: []),
                method: "GET",
                tenant: TestSignIn.home
            )
            #expect(person["sub"]?.string == record.user)
        }
    }

    /// The tokens end with the device whose key signed, and with no other.
    @Test func aSignInIsThatOfItsDevice() async throws {
        let rig = try await ChallengeRig()
        let second = TestDevice()
        let child = try await rig.test.extend(rig.credential, by: rig.device.key, to: second)
        let tokens = try await rig.tokens(rig.signedIn(by: second.key, chain: child.chain).authorizationCode)
        #expect(try await rig.signIn.liveToken(tokens.accessToken)?.grant.user.credential == child.id)
        try await rig.signIn.revokeDevice(child.id, of: rig.user, TestSignIn.home)
        #expect(try await rig.signIn.liveToken(tokens.accessToken) == nil)
    }

    /// Only whoever has the key is told what became of it.
    @Test func whatBecameOfADeviceIsToldToItsOwnKey() async throws {
        let rig = try await ChallengeRig()
        _ = try await rig.signIn.suspendUser(rig.user, of: TestSignIn.home)
        let told = try await refusal { try await rig.signedIn() }
        #expect(told == CredentialState.userSuspended.refusal)
        let other = try await refusal { try await rig.signedIn(by: TestDevice().key) }
        #expect(other.code == .invalidGrant && other.members["credential_state"] == nil)
    }

    /// A chain that no tenant's root began is like a wrong signature.
    @Test func aChainOfAnotherRootIsNobodys() async throws {
        let rig = try await ChallengeRig()
        let leaf = rig.credential.chain[0]
        let cut = try await refusal { try await rig.signedIn(chain: [leaf, leaf]) }
        #expect(cut.code == .invalidGrant)
    }

    /// To the second: with sixty days left nothing is renewed.
    @Test func aSignInAndAnExtensionRenewTheCertificate() async throws {
        for isExtension in [false, true] {
            let rig = try await ChallengeRig()
            let sent = try await rig.signIn.verifiedChain(rig.credential.chain, of: TestSignIn.home)
            rig.test.advance(seconds: sent.notAfter.seconds - rig.test.now.seconds - 60 * Self.day)
            #expect(try await rig.signedIn().chain == nil)
            rig.test.advance(seconds: 1)
            let chain = try await isExtension ? rig.extending().chain : rig.signedIn().chain
            let renewed = try #require(try await rig.test.recorded(rig.credential.id))
            #expect(renewed.chain != rig.credential.chain)
            #expect(chain == BoundCredential(credential: renewed, profile: rig.test.profile()).chain)
            #expect(try await rig.signedIn(chain: renewed.chain).chain == nil, "the device has heard of it")
        }
    }

    /// A device whose chain was overtaken is told at an extension too, and goes on by the new one.
    @Test func anExporterThatIsBehindIsGivenItsChain() async throws {
        let rig = try await ChallengeRig()
        let second = TestDevice()
        let child = try await rig.test.extend(rig.credential, by: rig.device.key, to: second)
        try await rig.signIn.revokeDevice(rig.credential.id, of: rig.user, TestSignIn.home, below: false)
        let begun = try await rig.extending(by: second.key, chain: child.chain)
        let moved = try #require(try await rig.test.recorded(child.id))
        #expect(moved.depth == 0 && moved.chain != child.chain)
        #expect(begun.chain == BoundCredential(credential: moved, profile: rig.test.profile()).chain)
        #expect(try await rig.extending(by: second.key, chain: moved.chain).chain == nil)
    }
}
