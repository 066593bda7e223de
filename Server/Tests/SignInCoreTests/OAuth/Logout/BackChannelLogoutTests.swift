import ChaveBase
import ChaveJOSE
import ChaveWire
import SignInModel
import Testing

@testable import SignInCore

/// OpenID Connect Back-Channel Logout 1.0.
@Suite struct BackChannelLogoutTests {
    @Test func aTokenNamesTheSessionOfABrowserAndNoDevices() async throws {
        let rig = try await LogoutRig()
        let token = try await rig.tokens().idToken ?? ""
        let claims = try #require(JWTClaims(parsing: CompactJWS(parsing: token).payload))
        let session = try await rig.session
        #expect(claims["sid"]?.string == session)
        let code = try await rig.browser.challenges.signedIn().authorizationCode
        let ofDevice = try await rig.browser.challenges.tokens(code).idToken ?? ""
        #expect(try JWTClaims(parsing: CompactJWS(parsing: ofDevice).payload)?["sid"] == nil)
    }

    /// Section 2.4: all that it must have, and nothing that makes it look like an ID token.
    @Test func aLogoutTokenSaysWhoseSessionEnded() async throws {
        let rig = try await LogoutRig()
        _ = try await rig.tokens()
        _ = try await rig.tokens()
        let session = try await rig.session
        #expect(try await rig.told().isEmpty)
        try await rig.signIn.signOut(rig.browser.visit, of: rig.tenant, everywhere: false)
        let told = try await rig.told()
        let claims = try #require(told.first)
        #expect(told.count == 1 && rig.drop.posts.map(\.address) == [LogoutRig.address])
        #expect(claims.issuer == "https://chave.example/t/sandbox" && claims.audiences == ["app"])
        #expect(claims.subject == rig.browser.user && claims["sid"]?.string == session)
        #expect(claims["events"] == ["http://schemas.openid.net/event/backchannel-logout": [:]])
        #expect(claims.issuedAt == rig.browser.test.now.seconds)
        #expect(claims.expiresAt == rig.browser.test.now.seconds + 120)
        #expect(claims.tokenID?.isEmpty == false && claims["nonce"] == nil)
        #expect(try await rig.told().isEmpty, "once it was taken nothing is told again")
    }

    /// Who has an address and tokens of the session is told, and nobody else.
    @Test func onlyClientsOfTheSessionAreTold() async throws {
        let rig = try await LogoutRig()
        _ = try await rig.tokens("quiet")
        try await rig.signIn.signOut(rig.browser.visit, of: rig.tenant, everywhere: false)
        #expect(try await rig.told().isEmpty)
    }

    private enum End: String, CaseIterable {
        case leaving, everywhere, byTheClient, suspension, deletion, recovery, device, managedPasskey, anotherPerson
    }

    @Test(arguments: End.allCases) private func whateverEndsTheSessionIsTold(_ end: End) async throws {
        let rig = try await LogoutRig()
        if end == .managedPasskey { try await rig.browser.makePasskey() }
        let hint = try #require(try await rig.tokens().idToken)
        let session = try await rig.session
        rig.browser.test.advance(seconds: 1)
        let (signIn, tenant, user) = (rig.signIn, rig.tenant, rig.browser.user)
        switch end {
        case .leaving: try await signIn.signOut(rig.browser.visit, of: tenant, everywhere: false)
        case .everywhere: try await signIn.signOut(rig.browser.visit, of: tenant, everywhere: true)
        case .byTheClient: _ = try await rig.logOut(["id_token_hint": hint])
        case .suspension: _ = try await signIn.suspendUser(user, of: tenant)
        case .deletion: _ = try await signIn.deleteUser(user, of: tenant)
        case .recovery:
            _ = try await signIn.recoverUser(externalID: "maria", of: tenant)
            _ = try await rig.browser.test.bind(TestDevice())
        case .device: try await signIn.revokeDevice(rig.browser.challenges.credential.id, of: user, tenant)
        case .managedPasskey:
            let passkey = try #require(try await signIn.passkeys(ofUser: user, tenant).first)
            try await signIn.removePasskey(passkey.recordID, ofUser: user, tenant)
        case .anotherPerson:
            let other = try await rig.browser.test.user("joana")
            var change = RecordChange()
            let person = SignedInUser(
                id: other.id,
                credential: nil,
                authenticatedAt: rig.browser.test.now,
                methods: SignedInUser.provenKey
            )
            _ = try await signIn.beginSession(for: person, rig.browser.visit, of: tenant, in: &change)
            #expect(try await signIn.records.commit(change) == .committed)
        }
        let told = try await rig.told()
        #expect(told.map { $0["sid"]?.string } == [session] && told.first?.subject == user)
        #expect(try await rig.told().isEmpty)
    }

    /// A client holds a person for signed in for longer than a session lasts without use.
    @Test func aSuspensionIsToldOfSessionsThatRanOutToo() async throws {
        let rig = try await LogoutRig()
        _ = try await rig.tokens()
        let session = try await rig.session
        rig.browser.test.advance(seconds: 3 * 86_400)
        _ = try await rig.signIn.removeExpired()
        #expect(try await !rig.isIn)
        _ = try await rig.signIn.suspendUser(rig.browser.user, of: rig.tenant)
        #expect(try await rig.told().map { $0["sid"]?.string } == [session])
    }

    /// Signing in anew in the same browser ends nothing for its clients.
    @Test func theSamePersonAnewIsTheSameSession() async throws {
        var rig = try await LogoutRig()
        _ = try await rig.tokens()
        let session = try await rig.session
        let id = try await rig.browser.begin(["prompt": "login"])
        try await rig.browser.approveByDevice(id)
        _ = try await rig.browser.turn(id)
        #expect(try await rig.session == session)
        #expect(try await rig.told().isEmpty)
        let tokens = try await rig.tokens()
        try await rig.signIn.signOut(rig.browser.visit, of: rig.tenant, everywhere: false)
        #expect(try await rig.signIn.liveToken(tokens.accessToken) == nil)
        #expect(try await rig.told().count == 1)
    }

    @Test func aClientThatDoesNotTakeItIsToldAgainAndThenNoMore() async throws {
        let rig = try await LogoutRig()
        _ = try await rig.tokens()
        try await rig.signIn.signOut(rig.browser.visit, of: rig.tenant, everywhere: false)
        rig.drop.refuse([LogoutRig.address])
        var ids: Set<String> = []
        for pause in LogoutNotice.pauseSeconds {
            let claims = try #require(try await rig.told().first)
            ids.insert(claims.tokenID ?? "")
            #expect(try await rig.told().isEmpty, "not before its time")
            rig.browser.test.advance(seconds: pause - 1)
            #expect(try await rig.told().isEmpty)
            rig.browser.test.advance(seconds: 1)
        }
        let last = try await rig.signIn.tellClients(by: rig.drop)
        #expect(last.givenUp == [.init(tenant: rig.tenant, client: "app")] && last.failed == 0)
        rig.browser.test.advance(seconds: 86_400)
        #expect(try await rig.told().isEmpty)
        #expect(ids.count == LogoutNotice.pauseSeconds.count, "each try has a token of its own")
    }

    /// The node that tried is gone: its lease ends, and another one tells it.
    @Test func whatANodeLeftUndoneAnotherOneDoes() async throws {
        let rig = try await LogoutRig()
        _ = try await rig.tokens()
        try await rig.signIn.signOut(rig.browser.visit, of: rig.tenant, everywhere: false)
        var notice = try #require(
            try await rig.signIn.records.list(LogoutNotice.self, of: rig.tenant, limit: 2).first
        )
        notice.record.attempts = 1
        notice.record.dueAt = rig.browser.test.now.adding(seconds: LogoutNotice.leaseSeconds)
        var change = RecordChange()
        change.replace(notice)
        #expect(try await rig.signIn.records.commit(change) == .committed)
        #expect(try await rig.told().isEmpty)
        rig.browser.test.advance(seconds: LogoutNotice.leaseSeconds)
        #expect(try await rig.told().count == 1)
    }

    @Test func nobodyIsToldWhoIsNotThereAnyMore() async throws {
        for isRemoved in [true, false] {
            let rig = try await LogoutRig()
            _ = try await rig.tokens()
            try await rig.signIn.signOut(rig.browser.visit, of: rig.tenant, everywhere: false)
            if isRemoved {
                try await rig.signIn.removeClient("app", of: rig.tenant)
            } else {
                var patch = ClientPatch()
                patch.backChannelLogoutURI = .some(nil)
                _ = try await rig.signIn.changeClient("app", patch, of: rig.tenant)
            }
            #expect(try await rig.told().isEmpty)
            #expect(try await rig.signIn.records.list(LogoutNotice.self, of: rig.tenant, limit: 2).isEmpty)
        }
    }

    /// One client that is slow leaves room for the others.
    @Test func aRoundTakesFewNoticesOfOneClient() async throws {
        let rig = try await LogoutRig()
        var change = RecordChange()
        for number in 0..<20 {
            let client = SessionClient(
                tenant: rig.tenant,
                session: "\(number)",
                client: "app",
                user: rig.browser.user,
                keptUntil: rig.browser.test.now
            )
            change.insert(LogoutNotice(client, id: rig.signIn.world.newIDText(), at: rig.browser.test.now))
        }
        #expect(try await rig.signIn.records.commit(change) == .committed)
        var counts: [Int] = []
        while let count = try? await rig.told().count, count > 0 { counts.append(count) }
        #expect(counts == [4, 4, 4, 4, 4])
    }
}
