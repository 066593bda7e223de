import ChaveBase
import ChaveWebAuthn
import ChaveWire
import ServerTestSupport
import SignInModel
import StoreTestSupport
import Testing

@testable import SignInCore

/// Passkeys in browsers: made by a person who is signed in, used by whoever they belong to.
struct BrowserPasskeyTests {
    /// Signed in by a device, with a passkey, and signed out again.
    private static func rig() async throws -> BrowserRig {
        var rig = try await BrowserRig()
        try await rig.signedInByDevice()
        try await rig.makePasskey()
        try await rig.signIn.signOut(rig.visit, of: rig.tenant, everywhere: false)
        return rig
    }

    @Test func aPasskeySignsInWithoutADevice() async throws {
        var rig = try await Self.rig()
        let id = try await rig.begin()
        let former = rig.visit.session
        try await rig.usePasskey(id)
        // Another session than any before, so that nobody could have put it there.
        #expect(rig.visit.session != former)
        guard case .consent(let view) = try await rig.turn(id) else {
            Issue.record("nobody is signed in")
            return
        }
        #expect(view.userName == "maria")
        let person = try #require(try await rig.signIn.browserPerson(rig.visit, of: rig.tenant))
        #expect(person.displayName == "Maria Silva" && person.isRecent)
    }

    @Test func aPasskeyIsListedWithWhereItWasMade() async throws {
        var rig = try await Self.rig()
        let id = try await rig.begin()
        try await rig.usePasskey(id)
        let passkey = try #require(try await rig.signIn.passkeys(rig.visit, of: rig.tenant).first)
        #expect(passkey.browser == BrowserRig.chrome && passkey.usedAt == rig.test.now && !passkey.isSynced)
    }

    /// A passkey's word that was sent is worth nothing a second time.
    @Test func anAssertionCountsOnce() async throws {
        var rig = try await Self.rig()
        let id = try await rig.begin()
        let message = try await rig.assertion(rig.signInView(id))
        _ = try await rig.signIn.signInByPasskey(message, for: id, rig.visit, of: rig.tenant)
        let again = try await browserRefusal {
            _ = try await rig.signIn.signInByPasskey(message, for: id, rig.visit, of: rig.tenant)
        }
        #expect(again == .passkeyRefused)
    }

    @Test func anAssertionForAnotherRequestIsRefused() async throws {
        var rig = try await Self.rig()
        let (id, other) = (try await rig.begin(), try await rig.begin())
        let message = try await rig.assertion(rig.signInView(id))
        let refused = try await browserRefusal {
            _ = try await rig.signIn.signInByPasskey(message, for: other, rig.visit, of: rig.tenant)
        }
        #expect(refused == .passkeyRefused)
        let stranger = BrowserVisit(visit: "another browser", session: nil)
        let elsewhere = try await browserRefusal {
            _ = try await rig.signIn.signInByPasskey(message, for: id, stranger, of: rig.tenant)
        }
        #expect(elsewhere == .over)
    }

    @Test func whatIsNoAssertionIsRefused() async throws {
        var rig = try await Self.rig()
        let id = try await rig.begin()
        var object = try #require(try await rig.assertion(rig.signInView(id)).object)
        let malformed = try await browserRefusal {
            _ = try await rig.signIn.signInByPasskey([:], for: id, rig.visit, of: rig.tenant)
        }
        #expect(malformed == .malformed)
        object["id"] = "AAAA"
        object["rawId"] = "AAAA"
        let unknown = try await browserRefusal {
            _ = try await rig.signIn.signInByPasskey(.object(object), for: id, rig.visit, of: rig.tenant)
        }
        #expect(unknown == .passkeyRefused)
    }

    /// Else somebody who is signed in is in the way of the recovery that ends them, each time that it commits.
    @Test func whatIsNoPasskeyWritesNothing() async throws {
        var rig = try await BrowserRig()
        try await rig.signedInByDevice()
        let options = try await rig.signIn.passkeyCreation(rig.visit, of: rig.tenant)
        let before = try await Set(rig.test.store.contents)
        for rubbish in [JSONValue.object(JSONObject()), "text", ["id": "AAAA"], .null] {
            let refused = try await browserRefusal {
                try await rig.signIn.addPasskey(rubbish, madeIn: BrowserRig.chrome, rig.visit, of: rig.tenant)
            }
            #expect(refused == .malformed)
        }
        #expect(try await Set(rig.test.store.contents) == before)
        // The page that the person has open still counts.
        try await rig.signIn.addPasskey(rig.made(options), madeIn: BrowserRig.chrome, rig.visit, of: rig.tenant)
        #expect(try await rig.signIn.passkeys(rig.visit, of: rig.tenant).count == 1)
    }

    @Test func aSuspendedPersonIsNotSignedIn() async throws {
        var rig = try await Self.rig()
        let id = try await rig.begin()
        let message = try await rig.assertion(rig.signInView(id))
        _ = try await rig.signIn.suspendUser(rig.user, of: rig.tenant)
        let refused = try await browserRefusal {
            _ = try await rig.signIn.signInByPasskey(message, for: id, rig.visit, of: rig.tenant)
        }
        #expect(refused == .personEnded)
    }

    @Test func changingPasskeysTakesALateSignIn() async throws {
        var rig = try await Self.rig()
        let id = try await rig.begin()
        try await rig.usePasskey(id)
        let passkey = try #require(try await rig.signIn.passkeys(rig.visit, of: rig.tenant).first)
        rig.test.advance(seconds: 900)
        let (visit, tenant) = (rig.visit, rig.tenant)
        #expect(
            try await browserRefusal { _ = try await rig.signIn.passkeyCreation(visit, of: tenant) } == .notRecent
        )
        #expect(
            try await browserRefusal { try await rig.signIn.removePasskey(passkey.recordID, visit, of: tenant) }
                == .notRecent
        )
        let nobody = BrowserVisit(visit: visit.visit, session: nil)
        #expect(
            try await browserRefusal { _ = try await rig.signIn.passkeys(nobody, of: tenant) } == .notSignedIn
        )
    }

    @Test func aPasskeyThatWasRemovedOpensNothingAndEndsOtherSessions() async throws {
        var rig = try await Self.rig()
        var other = rig
        other.visit = BrowserVisit(visit: "another browser", session: nil)
        try await other.usePasskey(try await other.begin())
        try await rig.signedInByDevice()
        let passkey = try #require(try await rig.signIn.passkeys(rig.visit, of: rig.tenant).first)
        var user = SignedInUser(
            id: rig.user,
            credential: nil,
            passkey: passkey.recordID,
            authenticatedAt: rig.test.now,
            methods: SignedInUser.provenKey
        )
        let cookie = try #require(other.visit.sessionDigest)
        let session = try await rig.signIn.records.find(BrowserSession.self, cookie.text, of: rig.tenant)
        user.session = session?.record.user.session
        #expect(session?.record.user == user && user.session != nil)
        #expect(try await rig.signIn.isActive(user, of: rig.tenant))
        try await rig.signIn.removePasskey(passkey.recordID, rig.visit, of: rig.tenant)
        // What was got by it, codes and tokens too, ends with it.
        #expect(try await !rig.signIn.isActive(user, of: rig.tenant))
        #expect(try await rig.signIn.browserPerson(rig.visit, of: rig.tenant) != nil)
        #expect(try await other.signIn.browserPerson(other.visit, of: other.tenant) == nil)
        let id = try await other.begin()
        let message = try await other.assertion(other.signInView(id))
        let refused = try await browserRefusal {
            _ = try await rig.signIn.signInByPasskey(message, for: id, other.visit, of: rig.tenant)
        }
        #expect(refused == .passkeyRefused)
    }

    @Test func aRegistrationCountsOnce() async throws {
        var rig = try await BrowserRig()
        try await rig.signedInByDevice()
        let options = try await rig.signIn.passkeyCreation(rig.visit, of: rig.tenant)
        let made = try await rig.made(options)
        try await rig.signIn.addPasskey(made, madeIn: BrowserRig.chrome, rig.visit, of: rig.tenant)
        let again = try await browserRefusal {
            try await rig.signIn.addPasskey(made, madeIn: BrowserRig.chrome, rig.visit, of: rig.tenant)
        }
        #expect(again == .passkeyRefused)
        #expect(try await rig.signIn.passkeys(rig.visit, of: rig.tenant).count == 1)
        #expect(options["authenticatorSelection"]?["residentKey"] == "required")
        #expect(options["attestation"] == "none" && options["rp"]?["id"] == "chave.example")
    }

    /// What a lost device may have made in browsers ends with it; what the person let clients know stays.
    @Test func recoveryTakesPasskeysAndSessionsAway() async throws {
        var rig = try await Self.rig()
        try await rig.usePasskey(try await rig.begin())
        _ = try await rig.signIn.recoverUser(externalID: "maria", of: rig.tenant)
        #expect(try await rig.signIn.browserPerson(rig.visit, of: rig.tenant) != nil)
        _ = try await rig.test.bind(TestDevice())
        #expect(try await rig.signIn.browserPerson(rig.visit, of: rig.tenant) == nil)
        #expect(try await rig.signIn.passkeys(of: rig.user, rig.tenant).isEmpty)
    }

    @Test func aDeletedPersonLeavesNoPasskeyAndNoConsent() async throws {
        var rig = try await Self.rig()
        let id = try await rig.begin()
        try await rig.usePasskey(id)
        _ = try await rig.decide(true, id)
        _ = try await rig.signIn.deleteUser(rig.user, of: rig.tenant)
        #expect(try await rig.signIn.passkeys(of: rig.user, rig.tenant).isEmpty)
        let consents = try await rig.signIn.records.list(BrowserConsent.self, of: rig.tenant, limit: 10)
        #expect(consents.isEmpty)
        #expect(try await rig.signIn.browserPerson(rig.visit, of: rig.tenant) == nil)
    }

    @Test func theRelyingPartyIsTheHostOfTheServer() {
        #expect(SignInPolicy(baseURL: "http://localhost:8080").relyingParty.id == "localhost")
        #expect(SignInPolicy(baseURL: "https://id.example").relyingParty.origins == ["https://id.example"])
    }
}
