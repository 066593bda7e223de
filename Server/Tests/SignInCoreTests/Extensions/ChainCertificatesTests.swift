import ChaveBase
import ChaveCredentialChain
import Hashing
import SignInModel
import Testing

import enum Crypto.P256

@testable import SignInCore

/// The whole way with certificates as they are.
struct ChainCertificatesTests {
    @Test
    func aSecondDeviceHasAChainThatTheFirstOneSigned() async throws {
        let test = try await TestSignIn().withTenant()
        _ = try await test.user()
        let (phone, tablet) = (TestDevice(), TestDevice())
        let bound = try await test.bind(phone)
        let holder = try await test.signIn.holder(of: bound.credential.chain, tenant: TestSignIn.home)
        let begun = try await test.signIn.beginExtension(by: ExtensionExporter(holder))
        let claim = ExtensionClaim(
            tenant: TestSignIn.home,
            code: try #require(begun.state.code),
            certificateRequest: try await tablet.request(),
            deviceName: "Tablet",
            address: try #require(IPAddress(bytes: [192, 0, 2, 1]))
        )
        let claimed = try await test.signIn.claimExtension(claim)
        let view = try await test.signIn.extensionState(begun.state.id, token: begun.token, tenant: nil)
        let pairing = try #require(view.pairing)
        // What the first device asks itself before it signs.
        let subject = try ChildCertificate.check(toBeSigned: pairing.toBeSigned, under: holder.chain, now: test.now)
        #expect(subject.user == bound.credential.user)
        func approval(by device: TestDevice) throws -> PairingApproval {
            PairingApproval(
                pairing: pairing.id,
                number: claimed.number,
                signature: try TestDevice.signature(of: pairing.toBeSigned, by: device.key)
            )
        }
        await #expect(throws: OAuthError.self) {
            try await test.signIn.approvePairing(
                approval(by: tablet),
                of: begun.state.id,
                token: begun.token,
                tenant: nil
            )
        }
        let done = try await test.signIn.approvePairing(
            approval(by: phone),
            of: begun.state.id,
            token: begun.token,
            tenant: nil
        )
        #expect(done.status == .done)
        let child = try #require(
            try await test.signIn.claimState(claimed.id, token: claimed.token, tenant: nil).credential
        )
        let second = try await test.signIn.holder(of: child.chain, tenant: TestSignIn.home)
        #expect(second.chain.depth == 1)
        #expect(second.chain.publicKey.rawRepresentation == tablet.key.publicKey.rawRepresentation)
        #expect(second.credential.record.parent == bound.credential.id)
    }

    @Test
    func aRequestOfAnotherKeyIsNone() async throws {
        let certificates = ChainCertificates(signIn: TestSignIn().signIn)
        let request = try await TestDevice().request()
        let key = try certificates.requestedKey(request)
        #expect(key.digest == Digest(of: key.publicKey))
        var changed = request
        changed[changed.count - 1] ^= 1
        let refused = try? certificates.requestedKey(changed)
        #expect(refused == nil)
    }
}
