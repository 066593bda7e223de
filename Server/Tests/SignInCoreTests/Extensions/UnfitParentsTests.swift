import ServerTestSupport
import SignInModel
import Testing

@testable import SignInCore

/// A right code whose first device carries no further certificate: nobody learns that it was right.
@Suite struct UnfitParentsTests {
    @Test func itIsAnsweredAndCountedLikeAWrongOne() async throws {
        let rig = try await ChallengeRig()
        let begun = try await rig.extending()
        let old = try #require(try await rig.signIn.roots(of: TestSignIn.home).first)
        rig.test.advance(seconds: 1)
        _ = try await rig.signIn.addRoot(of: TestSignIn.home)
        try await rig.signIn.retireRoot(old, of: TestSignIn.home)
        let code = try #require(begun.state.code)
        let importer = TestDevice()
        for _ in 1...5 {
            #expect(try await refusal { try await PairingRig.claim(rig, code, importer) } == .invalidCode)
        }
        #expect(try await refusal { try await PairingRig.claim(rig, code, importer) }.code == .slowDown)
        let view = try await rig.signIn.extensionState(begun.state.id, token: begun.token, tenant: nil)
        #expect(view.status == .offering && view.code == code)
    }
}
