import ChaveBase
import ChaveCredentialChain
import ServerTestSupport
import SignInModel
import Testing

@testable import SignInCore

/// Certificates that run out, and roots that follow one another.
@Suite struct RenewalTests {
    private let home = TestSignIn.home
    private let day: Int64 = 86_400

    @Test func aCertificateIsRenewedWhenLessThanSixtyDaysAreLeft() async throws {
        let rig = try await TestSignIn().withTenant()
        _ = try await rig.user()
        let credential = try await rig.bind(TestDevice()).credential
        var holder = try await rig.signIn.holder(of: credential.chain, tenant: home)
        let left = holder.chain.notAfter.seconds - rig.now.seconds
        rig.advance(seconds: left - 60 * day)
        #expect(try await rig.signIn.renewal(of: holder) == nil, "sixty days are left")
        rig.advance(seconds: 1)
        let renewed = try #require(try await rig.signIn.renewal(of: holder))
        #expect(renewed.count == 2)
        holder = try await rig.signIn.holder(of: credential.chain, tenant: home)
        #expect(holder.isBehind, "the device may have lost the answer")
        #expect(try await rig.signIn.renewal(of: holder) == renewed)
        #expect(holder.chain.notAfter.seconds - rig.now.seconds > 300 * day)
        #expect(holder.credential.record.keyDigest == credential.keyDigest)
        #expect(holder.credential.version == 2, "the second time nothing was issued")
    }

    @Test func aRenewedChildStandsUnderTheRootAndIsStillBelowItsParent() async throws {
        let rig = try await TestSignIn().withTenant()
        let user = try await rig.user()
        let device = TestDevice()
        let parent = try await rig.bind(device).credential
        let child = try await rig.extend(parent, by: device.key, to: TestDevice())
        rig.advance(seconds: 250 * day)
        let holder = try await rig.signIn.holder(of: child.chain, tenant: home)
        #expect(try await rig.signIn.renewal(of: holder)?.count == 2)
        let now = try #require(try await rig.recorded(child.id))
        #expect(now.depth == 0)
        #expect(now.parent == parent.id)
        _ = try await rig.signIn.holder(of: now.chain, tenant: home)
        try await rig.signIn.revokeDevice(parent.id, of: user.id, home)
        let refusal = try await rig.refusal { _ = try await rig.signIn.holder(of: now.chain, tenant: home) }
        #expect(refusal == CredentialState.deviceDeleted.refusal)
    }

    @Test func aCertificateThatRanOutIsNotRenewed() async throws {
        let rig = try await TestSignIn().withTenant()
        _ = try await rig.user()
        let credential = try await rig.bind(TestDevice()).credential
        rig.advance(seconds: 366 * day)
        let refusal = try await rig.refusal { _ = try await rig.signIn.holder(of: credential.chain, tenant: home) }
        #expect(refusal?.code == .invalidGrant)
        #expect(refusal?.description.contains("expired") == true)
    }

    @Test func aRevokedCredentialIsNotRenewed() async throws {
        let rig = try await TestSignIn().withTenant()
        let user = try await rig.user()
        let credential = try await rig.bind(TestDevice()).credential
        rig.advance(seconds: 320 * day)
        let holder = try await rig.signIn.holder(of: credential.chain, tenant: home)
        try await rig.signIn.revokeDevice(credential.id, of: user.id, home)
        let refusal = try await rig.refusal { _ = try await rig.signIn.renewal(of: holder) }
        #expect(refusal == CredentialState.deviceDeleted.refusal)
    }

    @Test func duringARolloverBothRootsCountAndTheNewerSigns() async throws {
        let rig = try await TestSignIn().withTenant()
        _ = try await rig.user()
        let old = try await rig.bind(TestDevice()).credential
        rig.advance(seconds: 1)
        let first = try #require(try await rig.signIn.roots(of: home).first)
        let second = try await rig.signIn.addRoot(of: home)
        #expect(try await rig.signIn.roots(of: home) == [first, second])
        #expect(try await rig.refusal { _ = try await rig.signIn.addRoot(of: home) }?.code == .conflict)
        _ = try await rig.user("joao")
        let new = try await rig.bind(TestDevice())
        #expect(new.rootFingerprint == second)
        _ = try await rig.signIn.holder(of: old.chain, tenant: home)
        _ = try await rig.signIn.holder(of: new.credential.chain, tenant: home)
        #expect(try await rig.refusal { try await rig.signIn.retireRoot(second, of: home) }?.code == .conflict)
        try await rig.signIn.retireRoot(first, of: home)
        try await rig.signIn.retireRoot(first, of: home)
        #expect(try await rig.signIn.roots(of: home) == [second])
        let refusal = try await rig.refusal { _ = try await rig.signIn.holder(of: old.chain, tenant: home) }
        #expect(refusal?.code == .invalidGrant)
        _ = try await rig.signIn.holder(of: new.credential.chain, tenant: home)
    }
}
