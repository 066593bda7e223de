import ChaveWire
import Crypto
import SignInModel
import Testing

@testable import SignInCore

/// How an extension begins: both calls of `POST /v2/extensions`.
@Suite struct ExtensionChallengeTests {
    @Test func aDeviceThatProvesItsKeyBeginsAnExtension() async throws {
        let rig = try await ChallengeRig()
        let begun = try await rig.extending()
        #expect(begun.state.status == .offering)
        #expect(begun.chain == nil, "the device has the one that counts")
        let session = try #require(
            try await rig.signIn.records.find(ExtensionSession.self, begun.state.id, of: TestSignIn.home)
        )
        #expect(session.record.exporter == rig.credential.id && session.record.user == rig.user)
        #expect(try await rig.signIn.extensionState(begun.state.id, token: begun.token, tenant: nil) == begun.state)
    }

    /// The audience is the address in the form in which it was asked.
    @Test func withoutATenantInThePathTheAudienceHasNoneEither() async throws {
        let rig = try await ChallengeRig()
        for (path, audience) in [(TestSignIn.home, nil), (nil, TestSignIn.home)] as [(TenantID?, TenantID?)] {
            let session = try await rig.begin(.extension, tenant: path)
            let address = ChallengeRig.address(.extension, tenant: audience)
            let moved = try rig.proof(rig.claims(session, .extension, ["aud": .string(address)]))
            let error = try await refusal {
                try await rig.signIn.beginExtension(rig.second(session.id, moved), tenant: path)
            }
            #expect(error == ProofRefusal.wrongAudience.error)
            let again = try await rig.begin(.extension, tenant: path)
            let own = ChallengeRig.address(.extension, tenant: path)
            let proof = try rig.proof(rig.claims(again, .extension, ["aud": .string(own)]))
            _ = try await rig.signIn.beginExtension(rig.second(again.id, proof), tenant: path)
        }
    }

    /// Neither the session nor the proof of one is good for the other.
    @Test func aSignInIsNoExtensionAndTheOtherWayRound() async throws {
        let rig = try await ChallengeRig()
        let signIn = try await rig.begin(.signIn)
        let moved = try rig.proof(rig.claims(signIn, .extension))
        #expect(try await refusal { try await rig.finishExtension(signIn.id, moved) }.code == .invalidSession)
        let other = try await rig.begin(.extension)
        let proof = try rig.proof(rig.claims(other, .signIn))
        #expect(try await refusal { try await rig.finish(other.id, proof) }.code == .invalidSession)
        let last = try await rig.begin(.extension)
        let asked = try rig.proof(rig.claims(last, .extension, ["redirect_uri": .string(OAuthRig.redirectURI)]))
        #expect(try await refusal { try await rig.finishExtension(last.id, asked) } == ProofRefusal.wrongRedirect.error)
    }

    @Test func aSessionIsSpentByTheFirstProof() async throws {
        let rig = try await ChallengeRig()
        let session = try await rig.begin(.extension)
        let proof = try rig.proof(rig.claims(session, .extension))
        _ = try await rig.finishExtension(session.id, proof)
        #expect(try await refusal { try await rig.finishExtension(session.id, proof) }.code == .invalidSession)
    }

    @Test func anotherKeyAndAnUnknownClientBeginNothing() async throws {
        let rig = try await ChallengeRig()
        let stranger = try await refusal { try await rig.extending(by: P256.Signing.PrivateKey()) }
        #expect(stranger == ProofRefusal.unknownCredential.error)
        let form = try OAuthRig.form(["client_id": "nobody"])
        let unknown = try await refusal { try await rig.signIn.beginExtension(form, tenant: TestSignIn.home) }
        #expect(unknown.code == .invalidClient)
        let sessions = try await rig.signIn.records.list(ExtensionSession.self, of: TestSignIn.home, limit: 9)
        #expect(sessions.isEmpty)
    }

    @Test(arguments: CredentialState.allCases)
    func whoLostItsStandingBeginsNothingAndIsToldWhy(_ state: CredentialState) async throws {
        let rig = try await ChallengeRig()
        switch state {
        case .userSuspended: _ = try await rig.signIn.suspendUser(rig.user, of: TestSignIn.home)
        case .userDeleted: _ = try await rig.signIn.deleteUser(rig.user, of: TestSignIn.home)
        case .deviceDeleted:
            try await rig.signIn.revokeDevice(rig.credential.id, of: rig.user, TestSignIn.home)
        }
        #expect(try await refusal { try await rig.extending() } == state.refusal)
    }
}
