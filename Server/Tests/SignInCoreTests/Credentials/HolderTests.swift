import ChaveBase
import ChaveCredentialChain
import Crypto
import ServerTestSupport
import SignInModel
import Testing

@testable import SignInCore

/// Whose credential a chain is, and what else may be said of it.
@Suite struct HolderTests {
    private let home = TestSignIn.home

    private func state(_ rig: TestSignIn, of chain: [[UInt8]]) async throws -> CredentialState? {
        let refusal = try await rig.refusal { _ = try await rig.signIn.holder(of: chain, tenant: home) }
        return CredentialState.allCases.first { $0.refusal == refusal }
    }

    @Test func eachStateIsToldByName() async throws {
        for state in CredentialState.allCases {
            let rig = try await TestSignIn().withTenant()
            let user = try await rig.user()
            let credential = try await rig.bind(TestDevice()).credential
            switch state {
            case .userDeleted: _ = try await rig.signIn.deleteUser(user.id, of: home)
            case .userSuspended: _ = try await rig.signIn.suspendUser(user.id, of: home)
            case .deviceDeleted: try await rig.signIn.revokeDevice(credential.id, of: user.id, home)
            }
            #expect(try await self.state(rig, of: credential.chain) == state)
        }
    }

    /// A user's state before the device's.
    @Test func ofTwoStatesTheUsersIsTold() async throws {
        let rig = try await TestSignIn().withTenant()
        let user = try await rig.user()
        let credential = try await rig.bind(TestDevice()).credential
        try await rig.signIn.revokeDevice(credential.id, of: user.id, home)
        _ = try await rig.signIn.suspendUser(user.id, of: home)
        #expect(try await state(rig, of: credential.chain) == .userSuspended)
        _ = try await rig.signIn.activateUser(user.id, of: home)
        #expect(try await state(rig, of: credential.chain) == .deviceDeleted)
    }

    @Test func aChildCountsWithAllThatStandsAboveIt() async throws {
        let rig = try await TestSignIn().withTenant()
        let user = try await rig.user()
        let devices = (TestDevice(), TestDevice(), TestDevice())
        let first = try await rig.bind(devices.0).credential
        let second = try await rig.extend(first, by: devices.0.key, to: devices.1)
        let third = try await rig.extend(second, by: devices.1.key, to: devices.2)
        let holder = try await rig.signIn.holder(of: third.chain, tenant: home)
        #expect(holder.user.record.id == user.id)
        #expect(holder.above.map(\.record.id) == [second.id, first.id])
        #expect(holder.chain.depth == 2)
        #expect(!holder.isBehind)
    }

    /// Well signed, and nobody recorded it: what a stolen device could make by itself.
    @Test func anUnrecordedChildIsNobodys() async throws {
        let rig = try await TestSignIn().withTenant()
        _ = try await rig.user()
        let (device, other) = (TestDevice(), TestDevice())
        let first = try await rig.bind(device).credential
        let child = try await rig.extend(first, by: device.key, to: other)
        let loaded = try #require(try await rig.signIn.records.find(RecordedCredential.self, child.id, of: home))
        var change = RecordChange()
        change.remove(loaded)
        _ = try await rig.signIn.records.commit(change)
        _ = try await rig.signIn.verifiedChain(child.chain, of: home)
        let refusal = try await rig.refusal { _ = try await rig.signIn.holder(of: child.chain, tenant: home) }
        #expect(refusal?.code == .invalidGrant)
    }

    /// A second certificate for a recorded credential, by the same root and for the same key, is not the recorded one.
    @Test func anotherCertificateOfARecordedCredentialIsNobodys() async throws {
        let rig = try await TestSignIn().withTenant()
        _ = try await rig.user()
        let device = TestDevice()
        let credential = try await rig.bind(device).credential
        let root = try await rig.signIn.signingRoot(of: home)
        let twin = try root.issue(
            to: CredentialSubject(tenant: home.text, user: credential.user, credential: credential.id),
            key: device.key.publicKey,
            serial: rig.signIn.world.randomBytes(16),
            now: rig.now,
            seconds: 1_000
        )
        let chain = [twin] + credential.issuers
        _ = try await rig.signIn.verifiedChain(chain, of: home)
        let refusal = try await rig.refusal { _ = try await rig.signIn.holder(of: chain, tenant: home) }
        #expect(refusal?.code == .invalidGrant)
    }

    @Test func anotherTenantsChainDoesNotHold() async throws {
        let rig = try await TestSignIn().withTenant().withTenant(.named("other"))
        _ = try await rig.user()
        let credential = try await rig.bind(TestDevice()).credential
        let refusal = try await rig.refusal {
            _ = try await rig.signIn.holder(of: credential.chain, tenant: .named("other"))
        }
        #expect(refusal?.code == .invalidGrant)
        #expect(try await rig.refusal { _ = try await rig.signIn.holder(of: [], tenant: home) }?.code == .invalidGrant)
    }

    /// Whoever decided by a holder finds at the commit what happened meanwhile.
    @Test func whatIsDemandedOfAHolderIsHeldAtTheCommit() async throws {
        let acts: [@Sendable (TestSignIn, User, RecordedCredential) async throws -> Void] = [
            { rig, user, _ in _ = try await rig.signIn.suspendUser(user.id, of: TestSignIn.home) },
            { rig, user, first in
                try await rig.signIn.revokeDevice(first.id, of: user.id, TestSignIn.home, below: false)
            },
        ]
        for act in acts {
            let rig = try await TestSignIn().withTenant()
            let user = try await rig.user()
            let (device, other) = (TestDevice(), TestDevice())
            let first = try await rig.bind(device).credential
            let child = try await rig.extend(first, by: device.key, to: other)
            let holder = try await rig.signIn.holder(of: child.chain, tenant: home)
            var change = RecordChange()
            holder.demand(in: &change)
            #expect(try await rig.signIn.records.commit(change) == .committed)
            try await act(rig, user, first)
            #expect(try await rig.signIn.records.commit(change) == .conflict)
        }
    }

    /// Revoking ends what is below too; were it stored by halves, the upper one would still decide.
    @Test func oneThatIsActiveBelowARevokedOneDoesNotCount() async throws {
        let rig = try await TestSignIn().withTenant()
        _ = try await rig.user()
        let device = TestDevice()
        let parent = try await rig.bind(device).credential
        let child = try await rig.extend(parent, by: device.key, to: TestDevice())
        #expect(try await state(rig, of: child.chain) == nil)
        var loaded = try #require(
            try await rig.signIn.records.find(RecordedCredential.self, parent.id, of: home)
        )
        loaded.record.status = .revoked
        var change = RecordChange()
        change.replace(loaded)
        #expect(try await rig.signIn.records.commit(change) == .committed)
        #expect(try await state(rig, of: child.chain) == .deviceDeleted)
    }
}
