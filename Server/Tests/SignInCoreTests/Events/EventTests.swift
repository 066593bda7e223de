import ChaveBase
import ChaveWire
import ServerTestSupport
import SignInModel
import Testing

@testable import SignInCore

/// What is told of a tenant: each thing that happens, with ids alone.
struct EventTests {
    private typealias Kind = SignInEvent.EventType
    private let home = TestSignIn.home

    /// What has happened since `last`, in words; those of one moment in the order of the alphabet.
    private func told(_ signIn: SignIn, of tenant: TenantID, after last: String? = nil) async throws -> [Kind] {
        let events = try await signIn.events(of: tenant, after: last, limit: 1_000).events
        return events.sorted { ($0.at.microseconds, $0.type.rawValue) < ($1.at.microseconds, $1.type.rawValue) }
            .map(\.type)
    }

    @Test func aPersonsLifeIsToldInItsOrder() async throws {
        let rig = try await TestSignIn().withTenant()
        var told: [Kind] = []
        func expect(_ kinds: Kind...) async throws {
            told += kinds
            #expect(try await self.told(rig.signIn, of: home) == told)
            rig.advance(seconds: 1)
        }
        let user = try await rig.user()
        try await expect(.userCreated)
        let phone = try await rig.bind(TestDevice()).credential
        try await expect(.credentialBound)
        _ = try await rig.signIn.changeUser(user.id, UserPatch(displayName: "Mari"), of: home)
        try await expect(.userChanged)
        _ = try await rig.signIn.changeUser(user.id, UserPatch(displayName: "Mari"), of: home)
        try await expect()
        _ = try await rig.signIn.changeUser(user.id, UserPatch(email: "m@new.example.com"), of: home)
        try await expect(.mailOffered)
        let token = rig.mail.mails.last?.text.split(separator: "new-email?token=").last?.prefix(43) ?? ""
        _ = try await rig.signIn.proveMail(byToken: String(token), of: home)
        try await expect(.mailChanged)
        _ = try await rig.signIn.suspendUser(user.id, of: home)
        _ = try await rig.signIn.suspendUser(user.id, of: home)
        try await expect(.userSuspended)
        _ = try await rig.signIn.activateUser(user.id, of: home)
        try await expect(.userActivated)
        _ = try await rig.signIn.recoverUser(externalID: "maria", of: home)
        try await expect(.recoveryMailed)
        _ = try await rig.bind(TestDevice())
        try await expect(.credentialBound, .credentialRevoked, .userRecovered)
        _ = try await rig.signIn.deleteUser(user.id, of: home)
        _ = try await rig.signIn.deleteUser(user.id, of: home)
        try await expect(.credentialRevoked, .userDeleted)
        let events = try await rig.signIn.events(of: home, limit: 1_000).events
        #expect(events.allSatisfy { $0.user == user.id && $0.client == nil && $0.reason == nil })
        #expect(events.filter { $0.credential == phone.id }.count == 2)
    }

    @Test func tokensAreToldFromTheFirstToTheMisuse() async throws {
        let rig = try await OAuthRig()
        func told() async throws -> [Kind] { try await self.told(rig.signIn, of: rig.tenant) }
        let code = try await rig.code()
        let first = try await rig.exchange(code)
        rig.world.advance(seconds: 1)
        _ = try await rig.refresh(first.refreshToken)
        rig.world.advance(seconds: 1)
        _ = try await refusal { try await rig.refresh(first.refreshToken) }
        rig.world.advance(seconds: 1)
        #expect(try await told() == [.tokensIssued, .tokensRefreshed, .refreshTokenReused])
        let other = try await rig.code()
        _ = try await rig.exchange(other)
        rig.world.advance(seconds: 1)
        _ = try await refusal { try await rig.exchange(other) }
        rig.world.advance(seconds: 1)
        let third = try await rig.exchange(try await rig.code("shop", ["scope": "openid offline_access"]), "shop")
        rig.world.advance(seconds: 1)
        for token in [third.accessToken, try #require(third.refreshToken), third.accessToken, "unknown"] {
            let form = try OAuthRig.form(["token": token])
            try await rig.signIn.revoke(form, authorization: OAuthRig.basic("shop"), tenant: rig.tenant)
        }
        let kinds: [Kind] = [.tokensIssued, .codeReused, .tokensIssued, .tokensRevoked, .tokensRevoked]
        #expect(try await told().suffix(5) == kinds)
        let events = try await rig.signIn.events(of: rig.tenant, limit: 1_000).events
        #expect(events.allSatisfy { $0.user == OAuthRig.user && $0.credential == OAuthRig.credential })
        #expect(events.map(\.client) == Array(repeating: "app", count: 5) + ["shop", "shop", "shop"])
    }

    @Test func aSignInByADeviceIsToldAndOneThatFailsWithItsReason() async throws {
        let rig = try await ChallengeRig()
        let before = try await rig.signIn.events(of: home).events.last?.id
        // What is of one moment is in no order.
        rig.test.advance(seconds: 1)
        _ = try await rig.signedIn()
        _ = try await rig.signIn.suspendUser(rig.user, of: home)
        _ = try await refusal { try await rig.signedIn() }
        _ = try await rig.signIn.activateUser(rig.user, of: home)
        try await rig.signIn.revokeDevice(rig.credential.id, of: rig.user, home)
        _ = try await refusal { try await rig.signedIn() }
        let events = try await rig.signIn.events(of: home, after: before).events
        let failed = events.filter { $0.type == .signInFailed }
        #expect(Set(failed.map(\.reason)) == ["user_suspended", "device_deleted"])
        #expect(failed.allSatisfy { $0.user == rig.user && $0.credential == rig.credential.id && $0.client == "app" })
        #expect(events.count { $0.type == .signedInByDevice && $0.client == "app" } == 1)
        #expect(events.count { $0.type == .credentialRevoked } == 1)
    }

    /// Whoever has no key of a person writes nothing about them.
    @Test func aForgerWritesNothing() async throws {
        let rig = try await ChallengeRig()
        let before = try await rig.signIn.events(of: home).events
        let stranger = TestDevice()
        _ = try await refusal { try await rig.signedIn(by: stranger.key) }
        let session = try await rig.begin()
        _ = try await refusal { try await rig.finish(session.id, "no proof") }
        #expect(try await rig.signIn.events(of: home).events == before)
    }

    @Test func browsersPasskeysAndTheEndOfSessionsAreTold() async throws {
        var rig = try await BrowserRig()
        let before = try await rig.signIn.events(of: home).events.last?.id
        rig.test.advance(seconds: 1)
        try await rig.signedInByDevice()
        rig.test.advance(seconds: 1)
        try await rig.makePasskey()
        rig.test.advance(seconds: 1)
        try await rig.signIn.signOut(rig.visit, of: rig.tenant, everywhere: false)
        rig.test.advance(seconds: 1)
        let id = try await rig.begin()
        try await rig.usePasskey(id)
        let told = try await told(rig.signIn, of: home, after: before)
        #expect(told == [.browserApproved, .passkeyAdded, .sessionEnded, .signedInByPasskey])
        rig.test.advance(seconds: 1)
        _ = try await rig.signIn.suspendUser(rig.user, of: home)
        let later = try await rig.begin()
        let message = try await rig.assertion(rig.signInView(later))
        let refused = try await browserRefusal {
            _ = try await rig.signIn.signInByPasskey(message, for: later, rig.visit, of: rig.tenant)
        }
        #expect(refused == .personEnded || refused == .passkeyRefused)
        let failed = try await rig.signIn.events(of: home, EventFilter(type: .signInFailed)).events
        #expect(failed.count == 1 && failed.first?.user == rig.user && failed.first?.passkey != nil)
        let passkey = try #require(failed.first?.passkey)
        try await rig.signIn.removePasskey(passkey, ofUser: rig.user, home)
        let removed = try await rig.signIn.events(of: home, EventFilter(type: .passkeyRemoved)).events
        #expect(removed.map(\.passkey) == [passkey])
    }

    @Test func aDeviceThatRefusesABrowserIsTold() async throws {
        var rig = try await BrowserRig()
        let id = try await rig.begin()
        let offer = try await rig.offer(id)
        let question = try await rig.look(offer)
        #expect(try await rig.answer(offer, question, nil) == .refused)
        let failed = try await rig.signIn.events(of: home, EventFilter(type: .signInFailed)).events
        #expect(failed.map(\.reason) == ["approval_refused"] && failed.first?.user == rig.user)
    }

    @Test func aSecondDeviceAndClientsAreTold() async throws {
        let pairing = try await PairingRig()
        _ = try await pairing.approve()
        let signIn = pairing.rig.signIn
        let extended = try await signIn.events(of: home, EventFilter(type: .credentialExtended)).events
        #expect(extended.map(\.credential) == [try await pairing.child()?.id])
        let draft = ClientDraft(name: "A", redirectURIs: [OAuthRig.redirectURI], tokenAuthentication: .basic)
        let client = try await signIn.registerClient(draft, of: home).client.id
        var patch = ClientPatch()
        patch.name = "B"
        for _ in 0..<2 { _ = try await signIn.changeClient(client, patch, of: home) }
        _ = try await signIn.rotateSecret(ofClient: client, overlapSeconds: 60, of: home)
        for _ in 0..<2 { try await signIn.endFormerSecret(ofClient: client, of: home) }
        try await signIn.removeClient(client, of: home)
        try await signIn.removeClient(client, of: home)
        let told = try await signIn.events(of: home, EventFilter(client: client)).events.map(\.type)
        let changes = told.filter { $0 == .clientChanged }
        #expect(Set(told) == [.clientCreated, .clientChanged, .clientRemoved])
        #expect(told.count == 5 && changes.count == 3, "what changes nothing is no event")
    }

    /// Nothing that a person, a device or a client brought, and no secret.
    @Test func noEventHoldsAnythingButIdsAndWordsOfOurs() async throws {
        let rig = try await ChallengeRig()
        let answer = try await rig.signedIn()
        let tokens = try await rig.tokens(answer.authorizationCode)
        _ = try await rig.signIn.changeUser(rig.user, UserPatch(email: "m@new.example.com"), of: home)
        let events = try await rig.signIn.events(of: home, limit: 1_000).events
        #expect(events.count > 4)
        for event in events {
            let text = String(decoding: JSONValue.object(event.content).encoded(), as: UTF8.self)
            for planted in ["maria", "Maria", "@", "Telefone", answer.authorizationCode, tokens.accessToken] {
                #expect(!text.contains(planted), "\(text)")
            }
        }
    }

    @Test func whatWasNotDoneIsNotTold() async throws {
        let rig = try await TestSignIn().withTenant()
        let user = try await rig.user()
        _ = try await rig.refusal { _ = try await rig.user() }
        _ = try await rig.refusal {
            _ = try await rig.signIn.changeUser(user.id, UserPatch(displayName: ""), of: home)
        }
        #expect(try await told(rig.signIn, of: home) == [.userCreated])
        rig.mail.refuse(true)
        rig.advance(seconds: 1)
        _ = try await rig.refusal { _ = try await rig.user("other") }
        #expect(
            try await told(rig.signIn, of: home) == [.userCreated, .userCreated],
            "stored, though no mail went out"
        )
    }
}
