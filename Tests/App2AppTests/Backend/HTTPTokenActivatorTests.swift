import App2App
import Foundation
import Testing

@Suite
struct HTTPTokenActivatorTests {
    private let needs = Recorded<AccessTokenNeed>()
    private let pauses = Recorded<TimeInterval>()

    private func activator(
        _ exchange: ScriptedExchange,
        base: String = "https://bank.example/api/"
    ) throws -> HTTPTokenActivator {
        HTTPTokenActivator(
            baseURL: try #require(URL(string: base)),
            accessToken: { [needs] need in
                needs.add(need)
                return "access-token"
            },
            exchange: exchange,
            pauses: ActivationPauses(sleep: { [pauses] in pauses.add($0) })
        )
    }

    private func activate(_ exchange: ScriptedExchange) async throws -> ActivatedToken {
        try await activator(exchange).activate(Sample.payload, idempotencyKey: "key-1")
    }

    private func refusal(_ answers: [ScriptedExchange.Answer]) async throws -> TokenActivatorError.Code? {
        do {
            _ = try await activate(ScriptedExchange(answers))
            return nil
        } catch let error as TokenActivatorError {
            return error.code
        }
    }

    @Test
    func anActivationIsOneCall() async throws {
        let exchange = ScriptedExchange([ScriptedExchange.active])
        #expect(try await activate(exchange).activationID == "act-1")
        let request = try #require(exchange.requests.all.first)
        #expect(exchange.requests.all.count == 1)
        #expect(request.method == "POST")
        #expect(request.url.absoluteString == "https://bank.example/api/app2app/v1/token-activations")
        #expect(request.headers["Authorization"] == "Bearer access-token")
        #expect(request.headers["Idempotency-Key"] == "key-1")
        #expect(needs.all == [.fresh(withinSeconds: 300)])
    }

    @Test
    func onlyTheSevenFieldsAreSent() async throws {
        var payload = Sample.payload
        payload.otherFields = ["panLast4": "1234"]
        payload.walletAccountID = "a\"b\\c\n\u{1F600}"
        payload.reasonCode = ""
        let exchange = ScriptedExchange([ScriptedExchange.active])
        _ = try await activator(exchange).activate(payload, idempotencyKey: "key-1")
        let body = Data(try #require(exchange.requests.all.first?.body))
        var expected = Sample.payload.said
        expected["walletAccountID"] = "a\"b\\c\n\u{1F600}"
        #expect(try JSONDecoder().decode([String: String].self, from: body) == expected)
    }

    @Test
    func aPreviewAsksForNothingFreshAndNoKey() async throws {
        let exchange = ScriptedExchange([
            ScriptedExchange.json(
                200,
                #"{"cardName":"Aurora","lastFour":"1234","network":"VISA","walletName":"W","deviceName":"D","state":"INACTIVE"}"#
            )
        ])
        let preview = try await activator(exchange).preview(Sample.payload)
        #expect(preview.cardName == "Aurora" && preview.lastFour == "1234" && preview.network == "VISA")
        #expect(preview.walletName == "W" && preview.deviceName == "D")
        #expect(exchange.requests.all.map(\.url.path) == ["/api/app2app/v1/token-activations/preview"])
        #expect(exchange.requests.all.allSatisfy { $0.headers["Idempotency-Key"] == nil })
        #expect(needs.all == [.any])
    }

    /// A name from outside cannot turn the question around or push it off the screen.
    @Test
    func namesAreMadeFitForAScreen() async throws {
        let name = #"Cart\u202eeira\n\n\u200bUm  "# + String(repeating: "x", count: 100)
        let exchange = ScriptedExchange([
            ScriptedExchange.json(
                200,
                #"{"cardName":"A","lastFour":"1234","network":"VISA","walletName":"\#(name)","deviceName":"D"}"#
            )
        ])
        let shown = try await activator(exchange).preview(Sample.payload).walletName
        #expect(shown.hasPrefix("Cart eira Um xxx") && shown.hasSuffix("x…") && shown.count == 64)
    }

    @Test(arguments: ["", #","deviceName":null"#, #","deviceName":"""#, #","deviceName":" \n ""#])
    func aDeviceNeedsNoName(_ member: String) async throws {
        let answer = #"{"cardName":"A","lastFour":"1234","network":"VISA","walletName":"W"\#(member)}"#
        let exchange = ScriptedExchange([ScriptedExchange.json(200, answer)])
        let preview = try await activator(exchange).preview(Sample.payload)
        #expect(preview.deviceName == nil && preview.walletName == "W")
    }

    @Test(arguments: ["7", "true", "{}", "[]"])
    func aDevicesNameIsAText(_ name: String) async throws {
        let answer =
            #"{"cardName":"A","lastFour":"1234","network":"VISA","walletName":"W","deviceName":\#(name)}"#
        let activator = try activator(ScriptedExchange([ScriptedExchange.json(200, answer)]))
        await #expect(throws: TokenActivatorError(.unexpectedAnswer)) { try await activator.preview(Sample.payload) }
    }

    @Test(arguments: ["12345", "123", "12a4", "١٢٣٤", ""])
    func fourDigitsAreFourDigits(_ lastFour: String) async throws {
        let exchange = ScriptedExchange([
            ScriptedExchange.json(
                200,
                #"{"cardName":"A","lastFour":"\#(lastFour)","network":"VISA","walletName":"W","deviceName":"D"}"#
            )
        ])
        let activator = try activator(exchange)
        await #expect(throws: TokenActivatorError(.unexpectedAnswer)) { try await activator.preview(Sample.payload) }
    }

    /// Approved only after the backend has said that this token is active.
    @Test(arguments: [
        #"{"id":"a","tokenReferenceID":"DNITHE381502386342002358","state":"INACTIVE"}"#,
        #"{"id":"a","tokenReferenceID":"DNITHE381502386342002358","state":"active"}"#,
        #"{"id":"a","tokenReferenceID":"DNITHE381502386342002358"}"#,
        #"{"id":"a","tokenReferenceID":"DNITHE000000000000000000","state":"ACTIVE"}"#,
        #"{"id":"a","state":"ACTIVE"}"#, #"{"state":"ACTIVE","state":"ACTIVE"}"#, "[]", "", "<html>",
        #"{"id":"a","tokenReferenceID":"DNITHE381502386342002358","state":"DECLINED"}"#,
    ])
    func anythingElseIsNoApproval(_ body: String) async throws {
        #expect(try await refusal([ScriptedExchange.json(200, body)]) == .outcomeUnknown)
    }

    @Test
    func theSameKeyFindsTheTruth() async throws {
        let exchange = ScriptedExchange([
            .lost, ScriptedExchange.problem(409, "activation_in_progress", ["Retry-After": "2"]),
            ScriptedExchange.problem(503, "outcome_unknown", ["Retry-After": "600"]), ScriptedExchange.active,
        ])
        #expect(try await activate(exchange).activationID == "act-1")
        #expect(exchange.requests.all.map { $0.headers["Idempotency-Key"] } == Array(repeating: "key-1", count: 4))
        #expect(pauses.all == [1, 2, 30])
    }

    @Test
    func patienceEnds() async throws {
        #expect(try await refusal([.lost]) == .outcomeUnknown)
        #expect(pauses.all == [1, 2, 4])
        #expect(try await refusal([ScriptedExchange.problem(503, "network_unavailable")]) == .unavailable)
        #expect(try await refusal([ScriptedExchange.problem(503, "outcome_unknown")]) == .outcomeUnknown)
        #expect(try await refusal([ScriptedExchange.problem(429, "too_many_requests")]) == .unavailable)
    }

    /// A server that failed, or stood in front of one, has not said that nothing was done.
    @Test(arguments: [
        (500, ""), (500, "server_error"), (502, ""), (503, ""), (503, "temporarily_unavailable"),
        (503, "request_overdue"), (504, ""),
    ])
    func aServerThatFailedHasNotSaidNo(_ status: Int, _ code: String) async throws {
        let failed = code.isEmpty ? ScriptedExchange.json(status, "") : ScriptedExchange.problem(status, code)
        #expect(try await refusal([failed]) == .outcomeUnknown)
        #expect(pauses.all == [1, 2, 4])
        let exchange = ScriptedExchange([failed, ScriptedExchange.active])
        #expect(try await activate(exchange).activationID == "act-1")
        #expect(exchange.requests.all.map { $0.headers["Idempotency-Key"] } == ["key-1", "key-1"])
        let gone = ScriptedExchange.problem(404, "card_not_found")
        #expect(try await refusal([failed, gone]) == .refused("card_not_found"))
    }

    /// A try that may have acted stays in doubt, whatever kept the later ones from finding out.
    @Test(arguments: [
        ScriptedExchange.problem(429, "too_many_requests"), ScriptedExchange.problem(503, "network_unavailable"),
        ScriptedExchange.problem(401, "invalid_token"), ScriptedExchange.json(301, ""),
        ScriptedExchange.problem(404, "not_found"), ScriptedExchange.problem(408, "request_overdue"),
    ])
    func onlyANoEndsTheDoubt(_ later: ScriptedExchange.Answer) async throws {
        #expect(try await refusal([.lost, later]) == .outcomeUnknown)
    }

    /// A question acts on nothing.
    @Test
    func aPreviewIsNeverInDoubt() async throws {
        for (answer, code) in [
            (ScriptedExchange.Answer.lost, TokenActivatorError.Code.unavailable),
            (ScriptedExchange.json(502, ""), .unavailable), (ScriptedExchange.json(500, ""), .unexpectedAnswer),
        ] {
            let activator = try activator(ScriptedExchange([answer]))
            await #expect(throws: TokenActivatorError(code)) { try await activator.preview(Sample.payload) }
        }
    }

    /// The backend asks a network up to five times, eight seconds each.
    @Test
    func theBackendIsGivenItsTime() async throws {
        let exchange = ScriptedExchange([ScriptedExchange.active])
        _ = try await activate(exchange)
        #expect(exchange.requests.all.allSatisfy { $0.timeoutSeconds > 40 && $0.timeoutSeconds < 60 })
    }

    @Test
    func aRefusalIsFinal() async throws {
        for (status, code) in [
            (404, "card_not_found"), (403, "activations_locked"), (409, "device_mismatch"),
            (422, "card_number_refused"), (400, "invalid_payload"), (409, "token_suspended"),
        ] {
            let answers = [ScriptedExchange.problem(status, code), ScriptedExchange.active]
            #expect(try await refusal(answers) == .refused(code))
        }
        #expect(try await refusal([ScriptedExchange.problem(401, "invalid_token")]) == .notSignedIn)
        let elsewhere = ScriptedExchange.json(301, "", ["Location": "https://evil.example"])
        #expect(try await refusal([elsewhere]) == .outcomeUnknown, "it is not followed")
    }

    /// What a backend writes for a code may hold anything; only a small word gets into a log.
    @Test
    func aCodeIsAWordOrNone() async throws {
        for code in ["V-3019310727778236299436", "a b", "", String(repeating: "a", count: 65), "é"] {
            let activator = try activator(ScriptedExchange([ScriptedExchange.problem(400, code)]))
            await #expect(throws: TokenActivatorError(.refused("refused"))) {
                try await activator.preview(Sample.payload)
            }
        }
    }

    @Test
    func thePersonIsVerifiedAnewOnce() async throws {
        let challenge = ["WWW-Authenticate": #"Bearer error="insufficient_user_authentication", max_age=120"#]
        let wanted = ScriptedExchange.problem(401, "insufficient_user_authentication", challenge)
        _ = try await activate(ScriptedExchange([wanted, ScriptedExchange.active]))
        #expect(needs.all == [.fresh(withinSeconds: 300), .fresh(withinSeconds: 120)])
        #expect(try await refusal([wanted]) == .freshAuthenticationNeeded)
    }

    @Test
    func theChallengeAloneIsEnough() async throws {
        let challenge = ["www-authenticate": #"Bearer error="insufficient_user_authentication", max_age="90""#]
        _ = try await activate(ScriptedExchange([ScriptedExchange.json(401, "", challenge), ScriptedExchange.active]))
        #expect(needs.all.last == .fresh(withinSeconds: 90))
    }

    /// Something in front of the backend may ask for it too, after it has sent the call on.
    @Test
    func theChallengeAloneLeavesItOpen() async throws {
        let challenge = ["WWW-Authenticate": #"Bearer error="insufficient_user_authentication""#]
        let wanted = ScriptedExchange.json(401, "", challenge)
        #expect(try await refusal([wanted]) == .outcomeUnknown)
        #expect(try await refusal([wanted, ScriptedExchange.problem(401, "invalid_token")]) == .outcomeUnknown)
        let gone = ScriptedExchange.problem(404, "card_not_found")
        #expect(try await refusal([wanted, gone]) == .refused("card_not_found"))
    }

    /// A question is not in doubt, whoever answered it.
    @Test(arguments: [(401, TokenActivatorError.Code.notSignedIn), (429, .unavailable)])
    func aPreviewNeedsNoCode(_ status: Int, _ code: TokenActivatorError.Code) async throws {
        let activator = try activator(ScriptedExchange([ScriptedExchange.json(status, "")]))
        await #expect(throws: TokenActivatorError(code)) { try await activator.preview(Sample.payload) }
    }

    @Test
    func whatWasSentAndGivenUpIsInDoubt() async throws {
        let exchange = ScriptedExchange([.givenUp, ScriptedExchange.active])
        await #expect(throws: TokenActivatorError(.outcomeUnknown)) { try await activate(exchange) }
        #expect(exchange.requests.all.count == 1, "nobody waits for another try")
        let question = try activator(ScriptedExchange([.givenUp]))
        await #expect(throws: TokenActivatorError(.cancelled)) { try await question.preview(Sample.payload) }
    }

    /// Cancelled while the request is on its way, and before it is.
    @Test
    func cancellingDoesNotTakeBackWhatWasSent() async throws {
        let gate = Gate()
        let exchange = ScriptedExchange([.lost], gate: gate)
        let activator = try activator(exchange)
        let sent = Task { try await activator.activate(Sample.payload, idempotencyKey: "key-1") }
        await gate.reached()
        sent.cancel()
        await gate.open()
        await #expect(throws: TokenActivatorError(.outcomeUnknown)) { try await sent.value }
        #expect(exchange.requests.all.count == 1)
        let unsent = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await activator.activate(Sample.payload, idempotencyKey: "key-2")
        }
        await #expect(throws: TokenActivatorError(.cancelled)) { try await unsent.value }
        #expect(exchange.requests.all.count == 1, "nothing was sent")
    }

    @Test(arguments: [
        "http://bank.example", "ftp://bank.example", "https://a@bank.example", "https://bank.example?x=1",
        "https://bank.example#x", "https://", "bank.example", "http://localhost.evil.example", "file:///a",
    ])
    func anAddressThatIsNotSafeIsNeverAsked(_ base: String) async throws {
        let exchange = ScriptedExchange([ScriptedExchange.active])
        let activator = try activator(exchange, base: base)
        await #expect(throws: TokenActivatorError(.insecureAddress)) {
            try await activator.activate(Sample.payload, idempotencyKey: "key-1")
        }
        #expect(exchange.requests.all.isEmpty && needs.all.isEmpty)
    }

    @Test(arguments: ["http://localhost:8080", "http://127.0.0.1", "http://[::1]:9", "https://bank.example:8443/a"])
    func anAddressThatIsSafeIs(_ base: String) async throws {
        let exchange = ScriptedExchange([ScriptedExchange.active])
        _ = try await activator(exchange, base: base).activate(Sample.payload, idempotencyKey: "key-1")
        #expect(exchange.requests.all.map(\.url.absoluteString) == ["\(base)/app2app/v1/token-activations"])
    }

    @Test(arguments: ["", "a b", "a\r\nX: 1", "é", String(repeating: "a", count: 8_193)])
    func aTokenThatNoHeaderCanCarryIsNotSent(_ token: String) async throws {
        let exchange = ScriptedExchange([ScriptedExchange.active])
        let activator = HTTPTokenActivator(
            baseURL: try #require(URL(string: "https://bank.example")),
            accessToken: { _ in token },
            exchange: exchange
        )
        await #expect(throws: TokenActivatorError(.notSignedIn)) { try await activator.preview(Sample.payload) }
        #expect(exchange.requests.all.isEmpty)
    }

    @Test
    func aDeclineIsTold() async throws {
        let exchange = ScriptedExchange([
            ScriptedExchange.json(200, #"{"id":"a","tokenReferenceID":"T","state":"DECLINED"}"#)
        ])
        try await activator(exchange).decline(Sample.payload, idempotencyKey: "key-1")
        #expect(exchange.requests.all.map(\.url.path) == ["/api/app2app/v1/token-activations/decline"])
        #expect(needs.all == [.any])
        let other = try activator(ScriptedExchange([ScriptedExchange.active]))
        await #expect(throws: TokenActivatorError(.outcomeUnknown)) {
            try await other.decline(Sample.payload, idempotencyKey: "key-1")
        }
    }

    @Test
    func nothingOfARequestIsShown() async throws {
        let exchange = ScriptedExchange([ScriptedExchange.active])
        _ = try await activate(exchange)
        var shown = exchange.requests.all.map { "\($0)" }.joined()
        dump(exchange.requests.all, to: &shown)
        #expect(!shown.contains("access-token") && !shown.contains(Sample.token))
    }
}
