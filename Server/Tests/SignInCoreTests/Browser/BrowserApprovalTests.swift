import ChaveBase
import ChaveWire
import SignInModel
import Testing

@testable import SignInCore

/// A QR that a signed-in device approves.
struct BrowserApprovalTests {
    @Test func aDeviceSignsABrowserInAndTheClientGetsACode() async throws {
        var rig = try await BrowserRig()
        let id = try await rig.begin()
        try await rig.approveByDevice(id)
        guard case .consent(let consent) = try await rig.turn(id) else {
            Issue.record("no consent is asked")
            return
        }
        #expect(consent.asker.clientName == "App" && consent.asker.tenantName == "Loja Exemplo")
        #expect(consent.scopes == [.openID, .profile] && consent.displayName == "Maria Silva")
        #expect(consent.asker.target == "https://app.example")
        guard case .leave(let address) = try await rig.decide(true, id) else {
            Issue.record("the client gets nothing")
            return
        }
        let query = OAuthRig.query(address)
        #expect(address.hasPrefix(OAuthRig.redirectURI + "?"))
        #expect(query["state"] == "s" && query["iss"] == "https%3A%2F%2Fchave.example%2Ft%2Fsandbox")
        let tokens = try await rig.challenges.tokens(try #require(query["code"]))
        let claims = try #require(tokens.json["id_token"]?.string.flatMap { try? CompactJWS(parsing: $0).payload })
        let token = try JSONValue(parsing: claims)
        #expect(token["sub"]?.string == rig.user && token["acr"] == "phr" && token["amr"] == ["pop", "user"])
        #expect(try await rig.turn(id) == .over)
    }

    @Test func theDeviceIsToldWhoAsks() async throws {
        var rig = try await BrowserRig()
        let id = try await rig.begin()
        let offer = try await rig.offer(id)
        let question = try await rig.look(offer)
        #expect(question.clientName == "App" && question.browser.browser == "Chrome")
        #expect(question.browser.system == "Windows" && question.expiresInSeconds == 60)
        let number = try await rig.number(id)
        #expect(Set(question.choices).count == 3 && question.choices.contains(number))
        #expect(question.json["choices"]?.array?.count == 3)
    }

    private static func address(_ bytes: [UInt8]) -> IPAddress? { IPAddress(bytes: bytes) }

    /// A device that only lets browsers in has no other sign-in that would renew it.
    @Test func aDeviceThatLetsABrowserInIsRenewed() async throws {
        var rig = try await BrowserRig()
        let first = try await rig.look(try await rig.offer(try await rig.begin()))
        #expect(first.chain == nil && first.json["chain"] == nil)
        rig.test.advance(seconds: 310 * 86_400)
        let id = try await rig.begin()
        let offer = try await rig.offer(id)
        let question = try await rig.look(offer)
        let chain = try #require(question.chain)
        #expect(chain.count == 2 && question.json["chain"] == .array(chain.map(JSONValue.string)))
        let recorded = try #require(try await rig.test.recorded(rig.challenges.credential.id))
        #expect(recorded.chain != rig.challenges.credential.chain)
        // It answers under either chain, since the one that was sent may have been lost.
        #expect(try await rig.answer(offer, question, rig.number(id)) == .approved)
        guard case .consent = try await rig.turn(id) else {
            Issue.record("nobody is signed in")
            return
        }
    }

    /// A code that was shown on from elsewhere: the person is told before they agree.
    @Test(
        arguments: [
            ([192, 0, 2, 1], [192, 0, 2, 1], true), ([192, 0, 2, 1], [192, 0, 2, 2], false),
            (
                [0x20, 1] + Array(repeating: 0, count: 13) + [1], [0x20, 1] + Array(repeating: 0, count: 13) + [2], true
            ),
            ([0x20, 1] + Array(repeating: 0, count: 14), [0x20, 2] + Array(repeating: 0, count: 14), false),
            ([192, 0, 2, 1], Array(repeating: 0, count: 10) + [0xFF, 0xFF, 192, 0, 2, 1], true),
            ([192, 0, 2, 1], [], nil), ([], [192, 0, 2, 1], nil), ([], [], nil),
        ] as [([UInt8], [UInt8], Bool?)]
    )
    func theDeviceIsToldWhetherTheBrowserIsInItsNetwork(_ browser: [UInt8], _ device: [UInt8], _ isSame: Bool?)
        async throws
    {
        var rig = try await BrowserRig()
        rig.address = Self.address(browser)
        rig.deviceAddress = Self.address(device)
        let id = try await rig.begin()
        let question = try await rig.look(try await rig.offer(id))
        #expect(question.isSameNetwork == isSame)
        #expect(question.json["same_network"] == (isSame.map(JSONValue.bool) ?? .null))
    }

    /// The person's own page, whose passkeys outlive the session, tells the same.
    @Test func theAccountPagesQuestionTellsTheNetworkToo() async throws {
        var rig = try await BrowserRig()
        let here = Self.address([192, 0, 2, 1])
        rig.deviceAddress = Self.address([198, 51, 100, 1])
        let id = try await rig.signIn.openAccount(of: rig.tenant, browser: BrowserRig.chrome, from: here, rig.visit)
        #expect(try await rig.look(try await rig.offer(id)).isSameNetwork == false)
    }

    @Test func aWrongNumberSignsNobodyIn() async throws {
        var rig = try await BrowserRig()
        let id = try await rig.begin()
        let offer = try await rig.offer(id)
        let question = try await rig.look(offer)
        let number = try await rig.number(id)
        let wrong = try #require(question.choices.first { $0 != number })
        #expect(try await rig.answer(offer, question, wrong) == .refused)
        let view = try await rig.signInView(id)
        #expect(view.refusals == 1 && rig.visit.session == nil)
        guard case .offer(let address, _) = view.approval else {
            Issue.record("no new QR")
            return
        }
        #expect(!address.hasSuffix(offer))
    }

    @Test func threeRefusalsEndTheRequest() async throws {
        var rig = try await BrowserRig()
        let id = try await rig.begin()
        for _ in 0..<3 {
            let offer = try await rig.offer(id)
            #expect(try await rig.answer(offer, try await rig.look(offer), nil) == .refused)
        }
        guard case .refused(let address?) = try await rig.turn(id) else {
            Issue.record("it goes on")
            return
        }
        #expect(OAuthRig.query(address)["error"] == "access_denied" && OAuthRig.query(address)["state"] == "s")
        let late = try await browserRefusal {
            _ = try await rig.signIn.signInByPasskey([:], for: id, rig.visit, of: rig.tenant)
        }
        #expect(late == .over)
    }

    @Test func noAnswerForAMinuteRefuses() async throws {
        var rig = try await BrowserRig()
        let id = try await rig.begin()
        let offer = try await rig.offer(id)
        let question = try await rig.look(offer)
        let number = try await rig.number(id)
        rig.test.advance(seconds: 60)
        let late = try await refusal { try await rig.answer(offer, question, number) }
        #expect(late.code == .notFound || late.code == .conflict)
        #expect(try await rig.signInView(id).refusals == 1)
    }

    @Test func aQRIsReplacedAfterTwoMinutesAndTheOldOneOpensNothing() async throws {
        var rig = try await BrowserRig()
        let id = try await rig.begin()
        let first = try await rig.offer(id)
        #expect(try await rig.offer(id) == first)
        rig.test.advance(seconds: 120)
        #expect(try await refusal { try await rig.look(first) }.code == .notFound)
        let second = try await rig.offer(id)
        #expect(second != first)
        _ = try await rig.look(second)
    }

    @Test func aQRIsGoodForOneDevice() async throws {
        var rig = try await BrowserRig()
        let id = try await rig.begin()
        let offer = try await rig.offer(id)
        _ = try await rig.look(offer)
        let again = try await refusal { try await rig.look(offer) }
        let unknown = try await refusal { try await rig.look("nobody's") }
        #expect(again == unknown && again.code == .notFound)
    }

    /// An approval whose answer was lost may be sent again, by the same device alone.
    @Test func whatADeviceApprovedIsTakenOnce() async throws {
        var rig = try await BrowserRig()
        let id = try await rig.begin()
        try await rig.approveByDevice(id)
        rig.test.advance(seconds: 60)
        #expect(try await rig.signInView(id).refusals == 0)
        #expect(rig.visit.session == nil)
    }

    /// RFC 9700, section 4.7, for the QR: what was begun in one browser signs no other in.
    @Test func anotherBrowserGetsNothingOfIt() async throws {
        var rig = try await BrowserRig()
        let id = try await rig.begin()
        try await rig.approveByDevice(id)
        var other = rig
        other.visit = BrowserVisit(visit: "another browser", session: nil)
        #expect(try await other.turn(id) == .over && other.visit.session == nil)
        #expect(try await other.signIn.followedBrowser(id, other.visit, of: other.tenant).view == nil)
        guard case .consent = try await rig.turn(id) else {
            Issue.record("its own browser is not signed in")
            return
        }
    }

    @Test func aDeviceThatEndedMeanwhileSignsNobodyIn() async throws {
        var rig = try await BrowserRig()
        let id = try await rig.begin()
        try await rig.approveByDevice(id)
        try await rig.signIn.revokeDevice(rig.challenges.credential.id, of: rig.user, rig.tenant)
        guard case .refused = try await rig.turn(id) else {
            Issue.record("it is signed in")
            return
        }
        #expect(rig.visit.session == nil)
    }

    /// A page is told of what happened, and of what time did, without changing anything.
    @Test func aWaitingPageIsToldWhatHappened() async throws {
        var rig = try await BrowserRig()
        let id = try await rig.begin()
        let offer = try await rig.offer(id)
        let version = try await rig.signIn.browserTurn(id, rig.visit, of: rig.tenant).version
        let still = try await rig.signIn.followedBrowser(id, rig.visit, of: rig.tenant)
        #expect(still.view == version && still.changesInMilliseconds == 120_000 && still.hangsOn.count == 1)
        _ = try await rig.look(offer)
        #expect(try await rig.signIn.followedBrowser(id, rig.visit, of: rig.tenant).view == version + 1)
        rig.test.advance(seconds: 60)
        let late = try await rig.signIn.followedBrowser(id, rig.visit, of: rig.tenant)
        // Whatever the page has seen, a guess at the next version too, it is answered at once.
        #expect(late.view == nil && late.changesInMilliseconds == nil)
        #expect(try await rig.signIn.browserTurn(id, rig.visit, of: rig.tenant).version == version + 2)
    }

    /// Only a proof for this very purpose and address, over the challenge that was given, says anything.
    @Test(arguments: [
        "purpose": JSONValue.string("extension"), "challenge": "another", "client_id": "other",
        "aud": "https://chave.example/t/sandbox/v2/extensions", "decision": "approve", "number": "12",
    ])
    func aProofThatIsForSomethingElseIsNone(name: String, value: JSONValue) async throws {
        var rig = try await BrowserRig()
        let id = try await rig.begin()
        let offer = try await rig.offer(id)
        #expect(try await refusal { try await rig.look(offer, [name: value]) }.code == .invalidGrant)
        // Whatever came of it, the QR is still there for the person's own device.
        #expect(try await rig.offer(id) == offer)
    }

    @Test(arguments: [
        "decision": JSONValue.string("refuse"), "number": "123", "purpose": "sign-in",
        "aud": "https://chave.example/t/sandbox/v2/browser-approvals/another/decision",
    ])
    func anAnswerThatIsNoneChangesNothing(name: String, value: JSONValue) async throws {
        var rig = try await BrowserRig()
        let id = try await rig.begin()
        let offer = try await rig.offer(id)
        let question = try await rig.look(offer)
        let number = try await rig.number(id)
        let error = try await refusal { try await rig.answer(offer, question, number, [name: value]) }
        #expect(error.code == .invalidGrant)
        #expect(try await rig.number(id) == number && rig.visit.session == nil)
    }

    /// The device's own proof for the same page, over a challenge that it was given before there was a question.
    @Test func anApprovalIsTiedToItsQuestion() async throws {
        var rig = try await BrowserRig()
        let id = try await rig.begin()
        let offer = try await rig.offer(id)
        let early = try await rig.session(toDecide: offer)
        let elsewhere = try await rig.firstCall(offer)
        let question = try await rig.look(offer)
        let number = try await rig.number(id)
        for session in [early, elsewhere] {
            var other = question
            (other.authSession, other.challenge) = (session.id, session.challenge)
            #expect(try await refusal { try await rig.answer(offer, other, number) }.code == .conflict)
        }
        #expect(try await rig.number(id) == number, "nothing was counted against the page")
        #expect(try await rig.answer(offer, question, number) == .approved)
    }

    /// Where the first approval, or the answer to it, was lost: a session that is begun to decide names its question.
    @Test(arguments: [true, false])
    func anApprovalThatWasLostIsSentAgain(_ wasTaken: Bool) async throws {
        var rig = try await BrowserRig()
        let id = try await rig.begin()
        let offer = try await rig.offer(id)
        var question = try await rig.look(offer)
        let number = try await rig.number(id)
        if wasTaken { #expect(try await rig.answer(offer, question, number) == .approved) }
        let session = try await rig.session(toDecide: offer)
        (question.authSession, question.challenge) = (session.id, session.challenge)
        #expect(try await rig.answer(offer, question, number) == .approved)
        guard case .consent = try await rig.turn(id) else {
            Issue.record("nobody is signed in")
            return
        }
    }

    /// To say no takes no key, but the session that only the device which asked was given.
    @Test func nobodyElseRefuses() async throws {
        var rig = try await BrowserRig()
        let id = try await rig.begin()
        let offer = try await rig.offer(id)
        let question = try await rig.look(offer)
        var other = question
        other.authSession = try await rig.firstCall(offer).id
        #expect(try await refusal { try await rig.answer(offer, other, nil) }.code == .conflict)
        #expect(try await rig.answer(offer, question, nil) == .refused)
        #expect(try await rig.signInView(id).refusals == 1)
    }

    @Test func whatABrowserSaysOfItselfIsNeverRepeated() {
        let odd = BrowserDescription(userAgent: "<b>Chrome/1</b> of \u{202E} Maria (Windows)")
        #expect(odd.browser == "Chrome" && odd.system == "Windows")
        #expect(BrowserDescription(userAgent: "curl/8").browser == nil)
        #expect(BrowserDescription(userAgent: nil).system == nil)
        #expect(BrowserDescription(browser: "Evil", system: "macOS").browser == nil)
        let phone = BrowserDescription(userAgent: "Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36")
        #expect(phone.browser == "Chrome" && phone.system == "Android")
    }
}
