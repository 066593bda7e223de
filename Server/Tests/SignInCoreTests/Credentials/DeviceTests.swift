import ChaveBase
import ChaveCredentialChain
import ServerTestSupport
import SignInModel
import StoreTestSupport
import Testing

@testable import SignInCore

/// Devices that let others in, and what becomes of those when one is revoked.
@Suite struct DeviceTests {
    private let home = TestSignIn.home

    /// A phone that let a tablet in, which let a watch in.
    private struct Line {
        let rig: TestSignIn
        let user: User
        let phone: RecordedCredential
        let tablet: RecordedCredential
        let watch: RecordedCredential

        init() async throws {
            rig = try await TestSignIn().withTenant()
            user = try await rig.user()
            let (first, second) = (TestDevice(), TestDevice())
            phone = try await rig.bind(first).credential
            rig.advance(milliseconds: 1)
            tablet = try await rig.extend(phone, by: first.key, to: second)
            rig.advance(milliseconds: 1)
            watch = try await rig.extend(tablet, by: second.key, to: TestDevice())
        }

        func counts(_ credential: RecordedCredential) async throws -> Bool {
            let refusal = try await rig.refusal {
                _ = try await rig.signIn.holder(of: credential.chain, tenant: TestSignIn.home)
            }
            #expect(refusal == nil || refusal == CredentialState.deviceDeleted.refusal)
            return refusal == nil
        }

        func revoke(_ credential: RecordedCredential, below: Bool = true) async throws {
            try await rig.signIn.revokeDevice(credential.id, of: user.id, TestSignIn.home, below: below)
        }
    }

    @Test func devicesAreListedByAge() async throws {
        let line = try await Line()
        let devices = try await line.rig.signIn.devices(of: line.user.id, home)
        #expect(devices == [line.phone, line.tablet, line.watch])
        #expect(
            try await line.rig.refusal { _ = try await line.rig.signIn.devices(of: "none", home) }?.code == .notFound
        )
    }

    @Test func revokingEndsAllThatIsBelow() async throws {
        let line = try await Line()
        try await line.revoke(line.tablet)
        #expect(try await line.counts(line.phone))
        #expect(try await !line.counts(line.tablet))
        #expect(try await !line.counts(line.watch))
    }

    @Test func revokingTwiceChangesNothing() async throws {
        let line = try await Line()
        try await line.revoke(line.phone)
        let after = try await Set(line.rig.store.contents)
        line.rig.advance(seconds: 5)
        try await line.revoke(line.phone)
        try await line.revoke(line.phone, below: false)
        #expect(try await Set(line.rig.store.contents) == after)
    }

    @Test func revokingOneAloneTwiceChangesNothing() async throws {
        let line = try await Line()
        try await line.revoke(line.phone, below: false)
        let after = try await Set(line.rig.store.contents)
        line.rig.advance(seconds: 5)
        try await line.revoke(line.phone, below: false)
        #expect(try await Set(line.rig.store.contents) == after)
    }

    /// Were a revocation stored by halves, the one below it would come to life by a chain of its own.
    @Test func oneBelowAnotherRevokedOneStaysAsItIs() async throws {
        let line = try await Line()
        var tablet = try #require(
            try await line.rig.signIn.records.find(RecordedCredential.self, line.tablet.id, of: home)
        )
        tablet.record.revoke(at: line.rig.now)
        var change = RecordChange()
        change.replace(tablet)
        #expect(try await line.rig.signIn.records.commit(change) == .committed)
        try await line.revoke(line.phone, below: false)
        #expect(try await line.rig.recorded(line.watch.id) == line.watch)
        #expect(try await !line.counts(line.watch))
    }

    /// Their chains led over the revoked one; they have others now, which hold as long as before.
    @Test func revokingOneAloneLetsTheOthersGoOn() async throws {
        let line = try await Line()
        let before = try await line.rig.signIn.verifiedChain(line.watch.chain, of: home)
        try await line.revoke(line.phone, below: false)
        #expect(try await !line.counts(line.phone))
        for other in [line.tablet, line.watch] {
            let holder = try await line.rig.signIn.holder(of: other.chain, tenant: home)
            #expect(holder.isBehind)
            #expect(holder.chain.depth == 0)
            #expect(holder.chain.notAfter <= before.notAfter)
            #expect(holder.credential.record.parent == other.parent)
            #expect(try await line.rig.signIn.renewal(of: holder)?.count == 2)
            let told = try await line.rig.signIn.holder(of: holder.chain)
            #expect(!told.isBehind)
            #expect(try await line.rig.signIn.renewal(of: told) == nil)
        }
    }

    /// Who let whom in stays known through new certificates.
    @Test func revokingBelowReachesThroughOneThatWasRevokedAlone() async throws {
        let line = try await Line()
        try await line.revoke(line.tablet, below: false)
        #expect(try await line.counts(line.watch))
        try await line.revoke(line.phone)
        #expect(try await !line.counts(line.watch))
    }

    @Test func aDeviceOfAnotherUserOrTenantIsNotFound() async throws {
        let line = try await Line()
        let other = try await line.rig.user("joao")
        let refusal = try await line.rig.refusal {
            try await line.rig.signIn.revokeDevice(line.phone.id, of: other.id, home)
        }
        #expect(refusal?.code == .notFound)
        _ = try await line.rig.withTenant(.named("other"))
        let elsewhere = try await line.rig.refusal {
            try await line.rig.signIn.revokeDevice(line.phone.id, of: line.user.id, .named("other"))
        }
        #expect(elsewhere?.code == .notFound)
        #expect(try await line.counts(line.phone))
    }
}
