import ChaveBase
import ChaveWire
import SignInModel
import Testing

@testable import SignInCore

/// What ends a passkey, and what ends with it.
struct BrowserPasskeyEndTests {
    /// A browser that is signed in by a passkey which a device made, and another one at the page that asks for it.
    private struct Two {
        var first: BrowserRig
        var second: BrowserRig
        var request = ""
        var message: JSONValue = [:]

        init() async throws {
            first = try await BrowserRig()
            try await first.signedInByDevice()
            try await first.makePasskey()
            try await first.signIn.signOut(first.visit, of: first.tenant, everywhere: false)
            try await first.usePasskey(try await first.begin())
            second = first
            second.visit = BrowserVisit(visit: "another browser", session: nil)
            request = try await second.begin()
            message = try await second.assertion(second.signInView(request))
        }

        func refusal() async throws -> BrowserRefusal? {
            try await browserRefusal {
                _ = try await second.signIn.signInByPasskey(message, for: request, second.visit, of: second.tenant)
            }
        }

        func isIn() async throws -> Bool {
            try await first.signIn.browserPerson(first.visit, of: first.tenant) != nil
        }
    }

    /// One that a passkey's session made ends with the device that made the first.
    @Test func aPasskeyEndsWithTheDeviceBehindIt() async throws {
        var two = try await Two()
        two.first.takeAnotherAuthenticator()
        try await two.first.makePasskey()
        let rig = two.first
        #expect(try await rig.signIn.passkeys(of: rig.user, rig.tenant).count == 2)
        try await rig.signIn.revokeDevice(rig.challenges.credential.id, of: rig.user, rig.tenant)
        #expect(try await rig.signIn.passkeys(of: rig.user, rig.tenant).isEmpty)
        #expect(try await !two.isIn())
        #expect(try await two.refusal() == .passkeyRefused)
    }

    @Test func aPasskeyOfADeviceThatCountsNoMoreIsRefused() async throws {
        let two = try await Two()
        let rig = two.first
        let id = rig.challenges.credential.id
        var device = try #require(try await rig.signIn.records.find(RecordedCredential.self, id, of: rig.tenant))
        device.record.revoke(at: rig.test.now)
        var change = RecordChange()
        change.replace(device)
        #expect(try await rig.signIn.records.commit(change) == .committed)
        #expect(try await rig.signIn.passkeys(of: rig.user, rig.tenant).count == 1)
        #expect(try await !two.isIn())
        #expect(try await two.refusal() == .passkeyRefused)
    }

    @Test func aPasskeyFromBeforeARecoveryIsRefused() async throws {
        let two = try await Two()
        let rig = two.first
        rig.test.advance(seconds: 1)
        var user = try await rig.signIn.known(rig.user, of: rig.tenant)
        user.record.validFrom = rig.test.now
        var change = RecordChange()
        change.replace(user)
        #expect(try await rig.signIn.records.commit(change) == .committed)
        rig.test.advance(seconds: 1)
        #expect(try await two.refusal() == .passkeyRefused)
    }

    /// Also who is in by another passkey: whoever made one that should not be there may be them.
    @Test func aPasskeyThatTheTenantTakesAwayEndsEachSessionInABrowser() async throws {
        let two = try await Two()
        let rig = two.first
        let passkey = try #require(try await rig.signIn.passkeys(ofUser: rig.user, rig.tenant).first)
        try await rig.signIn.removePasskey(passkey.recordID, ofUser: rig.user, rig.tenant)
        #expect(try await !two.isIn())
        #expect(try await rig.signIn.browserPerson(rig.visit, of: rig.tenant) == nil)
        #expect(try await two.refusal() == .passkeyRefused)
        let again = try await refusal {
            try await rig.signIn.removePasskey(passkey.recordID, ofUser: rig.user, rig.tenant)
        }
        #expect(again.code == .notFound)
    }

    @Test func whoRemovesThePasskeyThatLetThemInIsOut() async throws {
        let two = try await Two()
        let rig = two.first
        let passkey = try #require(try await rig.signIn.passkeys(rig.visit, of: rig.tenant).first)
        try await rig.signIn.removePasskey(passkey.recordID, rig.visit, of: rig.tenant)
        #expect(try await !two.isIn())
    }
}
