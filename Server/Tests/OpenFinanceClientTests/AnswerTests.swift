import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire
import InstitutionPort
import OpenFinanceWire
import Testing

@testable import OpenFinanceClient

/// The meaning of each answer over the wire: each row of the table by itself.
@Suite struct AnswerTests {
    private static let operations: [InstitutionOperation] = [
        .createEnrollment, .readEnrollment, .registrationOptions, .createConsent, .readConsent, .signOptions,
        .createPayment, .readPayment, .cancelPayment, .listPayments,
    ]
    private static let silent: [InstitutionOperation] = [
        .endEnrollment, .sendRiskSignals, .register, .authoriseConsent, .cancelPayments,
    ]

    @Test(arguments: operations)
    func aSignedAnswerIsAnswered(_ operation: InstitutionOperation) async throws {
        let rig = try await ConnectorRig()
        let reply = await rig.send(try await rig.call(operation))
        guard case .answered(let status, let body, _) = reply else {
            Issue.record("\(operation): \(reply)")
            return
        }
        #expect(status == (operation.isRead ? 200 : 201))
        let json = try JSONValue(parsing: body)
        #expect(json["data"] == ["enrollmentId": "urn:b:e1"])
        // The claims about the message are no part of it.
        #expect(json.object?.names == ["data"])
    }

    @Test(arguments: silent)
    func anAnswerWithoutABodyIsAnswered(_ operation: InstitutionOperation) async throws {
        let rig = try await ConnectorRig()
        rig.bank.change { request, answer throws(WireFault) in
            guard request.url.contains("/open-banking/") else { return nil }
            let status = request.url.hasSuffix("/pix/payments") ? 202 : 204
            return WireResponse(status: status, headers: Self.interaction(of: request))
        }
        let reply = await rig.send(try await rig.call(operation))
        guard case .answered(_, let body, _) = reply else {
            Issue.record("\(operation): \(reply)")
            return
        }
        #expect(body.isEmpty)
    }

    @Test(arguments: silent)
    func aBodyWhereNoneBelongsProvesNothing(_ operation: InstitutionOperation) async throws {
        let rig = try await ConnectorRig()
        #expect(await rig.send(try await rig.call(operation)) == .unknown(.unreadable))
    }

    // MARK: One fault at a time

    struct Fault: Sendable, CustomTestStringConvertible {
        let name: String
        let reply: InstitutionReply
        let change: @Sendable (WrittenBank, WireRequest, WireResponse) throws(WireFault) -> WireResponse

        init(
            _ name: String,
            _ reply: InstitutionReply = .unknown(.unreadable),
            _ change: @escaping @Sendable (WrittenBank, WireRequest, WireResponse) throws(WireFault) -> WireResponse
        ) {
            (self.name, self.reply, self.change) = (name, reply, change)
        }

        var testDescription: String { name }

        static func status(_ status: Int, _ reply: InstitutionReply, retryAfter: String? = nil) -> Fault {
            Fault("status \(status) \(retryAfter ?? "")", reply) { _, request, _ in
                var answer = WireResponse.json(Self.errors, status: status)
                answer.headers += AnswerTests.interaction(of: request)
                if let retryAfter { answer.headers.append(("Retry-After", retryAfter)) }
                return answer
            }
        }

        static func claim(_ name: String, _ value: JSONValue) -> Fault {
            Fault("claim \(name) \(value.text)") { bank, request, _ in
                var claims = JSONObject()
                claims[name] = value
                let data: JSONValue = ["data": ["enrollmentId": "urn:b:e1"]]
                return bank.signed(data, to: request, status: 201, claims: .object(claims))
            }
        }

        static let errors: JSONValue = ["errors": [["code": "NAO_INFORMADO", "title": "t", "detail": "d"]]]
    }

    static let faults: [Fault] = [
        .status(401, .tokenRefused),
        .status(403, .unknown(.unreadable)), .status(405, .unknown(.unreadable)), .status(409, .unknown(.unreadable)),
        .status(415, .unknown(.unreadable)), .status(300, .unknown(.unreadable)), .status(302, .unknown(.unreadable)),
        .status(429, .unknown(.overloaded)), .status(529, .unknown(.overloaded)),
        .status(429, .unknown(.overloaded, retryAfterSeconds: 7), retryAfter: "7"),
        .status(503, .unknown(.serverError, retryAfterSeconds: 9), retryAfter: "9"),
        .status(500, .unknown(.serverError)), .status(504, .unknown(.serverError)),
        // A signed message is needed here; a gateway's is none.
        .status(422, .unknown(.unreadable)),
        .status(201, .unknown(.unreadable)),
        Fault("no connection", .unknown(.unreachable)) { _, _, _ throws(WireFault) in throw .unreachable },
        Fault("no answer in time", .unknown(.timedOut)) { _, _, _ throws(WireFault) in throw .timedOut },
        Fault("too long", .unknown(.unreadable)) { _, _, _ throws(WireFault) in throw .tooLong },
        Fault("another interaction") { _, _, answer in
            answer.with("x-fapi-interaction-id", "00000000-0000-4000-8000-000000000000")
        },
        Fault("no interaction") { _, _, answer in answer.with("x-fapi-interaction-id", nil) },
        Fault("two interactions") { _, _, answer in
            var answer = answer
            answer.headers.append(("x-fapi-interaction-id", answer.header("x-fapi-interaction-id") ?? ""))
            return answer
        },
        Fault("plain JSON") { _, _, answer in answer.with("content-type", "application/json") },
        Fault("no media type") { _, _, answer in answer.with("content-type", nil) },
        Fault("no body") { _, _, answer in
            var answer = answer
            answer.body = []
            return answer
        },
        Fault("no UTF-8") { _, _, answer in
            var answer = answer
            answer.body[5] = 0xFF
            return answer
        },
        Fault("another's key") { bank, request, _ in
            bank.signed(["data": [:]], to: request, status: 201, by: bank.bankKeys.foreign)
        },
        Fault("our own key") { bank, request, _ in
            bank.signed(["data": [:]], to: request, status: 201, by: bank.bankKeys.ours)
        },
        .claim("iss", "c0000000-0000-4000-8000-000000000009"), .claim("iss", .null),
        .claim("aud", "c0000000-0000-4000-8000-000000000009"), .claim("aud", .null),
        .claim("aud", [.string(WrittenBank.ours), "another"]),
        .claim("iat", JSONValue(WrittenBank.now.seconds - 61)), .claim("iat", JSONValue(WrittenBank.now.seconds + 61)),
        .claim("iat", .null), .claim("iat", "1800000000"),
        .claim("jti", "not a UUID"), .claim("jti", .null),
        .claim("jti", "00000000-0000-1000-8000-000000000000"),
    ]

    @Test(arguments: faults)
    func aFaultProvesNothing(_ fault: Fault) async throws {
        let rig = try await ConnectorRig()
        let bank = rig.bank
        bank.change { request, answer throws(WireFault) in
            request.url.contains("/open-banking/") ? try fault.change(bank, request, answer) : nil
        }
        // With a token of the enrollment, which is not the connector's to renew.
        #expect(await rig.send(try await rig.call(.createPayment)) == fault.reply)
        #expect(bank.requests(to: "/open-banking/").count == 1)
    }

    /// A list of one audience is as good as a text.
    @Test func anAudienceInAListOfOneHolds() async throws {
        let rig = try await ConnectorRig()
        let bank = rig.bank
        bank.change { request, _ throws(WireFault) in
            guard request.url.contains("/open-banking/") else { return nil }
            return bank.signed(["data": [:]], to: request, status: 201, claims: ["aud": [.string(WrittenBank.ours)]])
        }
        guard case .answered = await rig.send(try await rig.call(.createConsent)) else {
            Issue.record("an audience in a list is refused")
            return
        }
    }

    @Test func aMessageCountsOnce() async throws {
        let rig = try await ConnectorRig()
        let bank = rig.bank
        bank.change { request, _ throws(WireFault) in
            guard request.url.contains("/open-banking/") else { return nil }
            return bank.signed(
                ["data": [:]],
                to: request,
                status: 200,
                claims: ["jti": "00000000-0000-4000-8000-00000000000a"]
            )
        }
        guard case .answered = await rig.send(try await rig.call(.readConsent)) else {
            Issue.record("the first message is refused")
            return
        }
        #expect(await rig.send(try await rig.call(.readConsent)) == .unknown(.unreadable))
    }

    // MARK: Refusals

    @Test(arguments: [InstitutionOperation.createEnrollment, .createPayment, .sendRiskSignals, .authoriseConsent])
    func aSigned422IsARefusal(_ operation: InstitutionOperation) async throws {
        let rig = try await ConnectorRig()
        let bank = rig.bank
        bank.change { request, _ throws(WireFault) in
            guard request.url.contains("/open-banking/") else { return nil }
            return bank.signed(Fault.errors, to: request, status: 422)
        }
        let reply = await rig.send(try await rig.call(operation))
        guard case .refused(422, let body, _) = reply else {
            Issue.record("\(reply)")
            return
        }
        #expect(try OFBErrors(bytes: body).firstCode == "NAO_INFORMADO")
    }

    @Test func aSigned422WithoutErrorsIsNone() async throws {
        let rig = try await ConnectorRig()
        let bank = rig.bank
        bank.change { request, _ throws(WireFault) in
            request.url.contains("/open-banking/") ? bank.signed(["data": [:]], to: request, status: 422) : nil
        }
        #expect(await rig.send(try await rig.call(.createPayment)) == .unknown(.unreadable))
    }

    /// Of a payment only the signed refusal counts.
    @Test(
        arguments: [400, 404],
        [InstitutionOperation.createEnrollment, .readEnrollment, .createPayment, .readPayment]
    )
    func aPlainRefusalCountsExceptOfAPayment(_ status: Int, _ operation: InstitutionOperation) async throws {
        let rig = try await ConnectorRig()
        rig.bank.change { request, _ throws(WireFault) in
            guard request.url.contains("/open-banking/") else { return nil }
            var answer = WireResponse.json(Fault.errors, status: status)
            answer.headers += Self.interaction(of: request)
            return answer
        }
        let reply = await rig.send(try await rig.call(operation))
        if operation == .createPayment {
            #expect(reply == .unknown(.unreadable))
        } else if case .refused(status, _, _) = reply {
            #expect(Bool(true))
        } else {
            Issue.record("\(operation) \(status): \(reply)")
        }
    }

    /// A gateway's page, or OAuth's error, is no word of the bank on its interface.
    @Test(arguments: [["status": 404, "error": "Not Found"], ["errors": []], [:]] as [JSONValue])
    func aPlainRefusalHasTheBanksList(_ body: JSONValue) async throws {
        let rig = try await ConnectorRig()
        rig.bank.change { request, _ throws(WireFault) in
            guard request.url.contains("/open-banking/") else { return nil }
            var answer = WireResponse.json(body, status: 404)
            answer.headers += Self.interaction(of: request)
            return answer
        }
        #expect(await rig.send(try await rig.call(.readConsent)) == .unknown(.unreadable))
    }

    /// A payment is looked for there before a refusal of it is believed.
    @Test(arguments: [400, 404]) func aListThatIsRefusedIsUnknown(_ status: Int) async throws {
        let rig = try await ConnectorRig()
        rig.bank.change { request, _ throws(WireFault) in
            guard request.url.contains("/open-banking/") else { return nil }
            var answer = WireResponse.json(Fault.errors, status: status)
            answer.headers += Self.interaction(of: request)
            return answer
        }
        #expect(await rig.send(try await rig.call(.listPayments)) == .unknown(.unreadable))
    }

    // MARK: An answer to a repeated call

    /// The bank repeats its first answer, with the first `iat`: the object that it names is read.
    @Test func anOldAnswerToARepeatedCallLeadsToWhatItNames() async throws {
        let rig = try await ConnectorRig()
        let bank = rig.bank
        let first = try await rig.call(.createConsent)
        bank.change { request, _ throws(WireFault) in
            guard request.url.contains("/consents"), request.method == "POST" else { return nil }
            return bank.signed(
                ["data": ["consentId": "urn:b:c1"]],
                to: request,
                status: 201,
                claims: ["iat": JSONValue(WrittenBank.now.seconds), "jti": "00000000-0000-4000-8000-00000000000b"]
            )
        }
        guard case .answered = await rig.send(first) else {
            Issue.record("the first answer is refused")
            return
        }
        bank.advance(seconds: 600)
        let reply = await rig.send(first)
        guard case .answered(200, let body, _) = reply else {
            Issue.record("\(reply)")
            return
        }
        #expect(try JSONValue(parsing: body)["data"] == ["enrollmentId": "urn:b:e1"])
        let last = try #require(bank.requests(to: "/open-banking/").last)
        #expect(last.method == "GET" && last.url.hasSuffix("/payments/v5/consents/urn:b:c1"))
        #expect(last.header("authorization") == "Bearer own")
    }

    @Test func anOldAnswerToAFirstCallProvesNothing() async throws {
        let rig = try await ConnectorRig()
        let bank = rig.bank
        bank.change { request, _ throws(WireFault) in
            guard request.url.contains("/open-banking/") else { return nil }
            let iat = JSONValue(WrittenBank.now.seconds - 600)
            return bank.signed(["data": ["consentId": "urn:b:c1"]], to: request, status: 201, claims: ["iat": iat])
        }
        #expect(await rig.send(try await rig.call(.createConsent)) == .unknown(.unreadable))
    }

    @Test(arguments: ["", "../x", "a/../b", "a b", "..", "é"])
    func anOldAnswerWithAnOddIDLeadsNowhere(_ id: String) async throws {
        let rig = try await ConnectorRig()
        let bank = rig.bank
        let call = try await rig.call(.createConsent)
        bank.change { request, _ throws(WireFault) in
            guard request.url.contains("/open-banking/") else { return nil }
            return bank.signed(["data": ["consentId": .string(id)]], to: request, status: 201)
        }
        _ = await rig.send(call)
        bank.change { request, _ throws(WireFault) in
            guard request.url.contains("/open-banking/") else { return nil }
            let iat = JSONValue(WrittenBank.now.seconds - 600)
            return bank.signed(["data": ["consentId": .string(id)]], to: request, status: 201, claims: ["iat": iat])
        }
        #expect(await rig.send(call) == .unknown(.unreadable))
        #expect(bank.requests(to: "/open-banking/").allSatisfy { $0.method == "POST" })
    }

    static func interaction(of request: WireRequest) -> [(name: String, value: String)] {
        [("x-fapi-interaction-id", request.header("x-fapi-interaction-id"))]
    }
}

extension WireResponse {
    /// The same answer with another value of a header, or without the header.
    fileprivate func with(_ name: String, _ value: String?) -> WireResponse {
        var answer = self
        answer.headers.removeAll { $0.name.lowercased() == name }
        if let value { answer.headers.append((name, value)) }
        return answer
    }
}
