import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire
import InstitutionPort
import OpenFinanceWire
import Synchronization
import Testing

@testable import OpenFinanceClient

/// What the platform sends: addresses, headers, envelopes, tokens.
@Suite struct CallTests {
    private static let resource = "\(WrittenBank.mutual)/open-banking"

    static let addresses: [(InstitutionOperation, String, String)] = [
        (.createEnrollment, "POST", "/enrollments/v2/enrollments"),
        (.readEnrollment, "GET", "/enrollments/v2/enrollments/urn:b:1"),
        (.endEnrollment, "PATCH", "/enrollments/v2/enrollments/urn:b:1"),
        (.sendRiskSignals, "POST", "/enrollments/v2/enrollments/urn:b:1/risk-signals"),
        (.registrationOptions, "POST", "/enrollments/v2/enrollments/urn:b:1/fido-registration-options"),
        (.register, "POST", "/enrollments/v2/enrollments/urn:b:1/fido-registration"),
        (.signOptions, "POST", "/enrollments/v2/enrollments/urn:b:1/fido-sign-options"),
        (.authoriseConsent, "POST", "/enrollments/v2/consents/urn:b:1/authorise"),
        (.createConsent, "POST", "/payments/v5/consents"), (.readConsent, "GET", "/payments/v5/consents/urn:b:1"),
        (.createPayment, "POST", "/payments/v5/pix/payments"),
        (.readPayment, "GET", "/payments/v5/pix/payments/urn:b:1"),
        (.cancelPayment, "PATCH", "/payments/v5/pix/payments/urn:b:1"),
        (.listPayments, "GET", "/payments/v5/consents/urn:b:1/pix/payments"),
        (.cancelPayments, "PATCH", "/payments/v5/consents/urn:b:1/pix/payments"),
    ]

    @Test(arguments: addresses)
    func eachOperationHasItsAddress(_ operation: InstitutionOperation, _ method: String, _ path: String) async throws {
        let rig = try await ConnectorRig()
        _ = await rig.send(try await rig.call(operation, subject: "urn:b:1"))
        let request = try #require(rig.bank.requests(to: "/open-banking/").first)
        #expect(request.method == method && request.url == Self.resource + path)
        let isOwn = !operation.needsEnrollmentToken
        #expect(request.header("authorization") == "Bearer \(isOwn ? "own" : "enrollment-token")")
        #expect(request.header("accept") == "application/jwt")
        #expect(TokenUUID.isUUID(request.header("x-fapi-interaction-id")))
        if operation.isRead {
            #expect(request.body.isEmpty && request.header("x-idempotency-key").isEmpty)
        } else {
            #expect(request.header("content-type") == "application/jwt")
            #expect(request.header("x-idempotency-key") == "key-1")
        }
    }

    @Test func aMessageIsSignedForTheAddressThatItIsSentTo() async throws {
        let rig = try await ConnectorRig()
        _ = await rig.send(try await rig.call(.createPayment, body: ["data": [["endToEndId": "E1"]]]))
        let request = try #require(rig.bank.requests(to: "/pix/payments").first)
        let claims = try #require(request.claims)
        #expect(claims["aud"]?.string == request.url)
        #expect(claims["iss"]?.string == WrittenBank.ours)
        #expect(claims["iat"] == JSONValue(WrittenBank.now.seconds))
        #expect(claims["exp"] == nil)
        #expect(TokenUUID.isVersion4(claims["jti"]?.string ?? ""))
        #expect(claims["data"] == [["endToEndId": "E1"]])
        let message = try CompactJWS(parsing: String(decoding: request.body, as: UTF8.self))
        #expect(Set(message.header.names) == ["alg", "kid", "typ"])
        #expect(message.keyID == "ours" && message.claimedAlgorithm == "PS256")
    }

    @Test func aRepeatedCallHasTheSameKeyAndDataAndOtherClaims() async throws {
        let rig = try await ConnectorRig()
        let call = try await rig.call(.createPayment, body: ["data": [["endToEndId": "E1"]]])
        _ = await rig.send(call)
        rig.bank.advance(seconds: 5)
        _ = await rig.send(call)
        let requests = rig.bank.requests(to: "/pix/payments")
        #expect(requests.count == 2)
        #expect(requests[0].header("x-idempotency-key") == requests[1].header("x-idempotency-key"))
        #expect(requests[0].claims?["data"] == requests[1].claims?["data"])
        #expect(requests[0].claims?["jti"] != requests[1].claims?["jti"])
        #expect(requests[1].claims?["iat"] == JSONValue(WrittenBank.now.seconds + 5))
    }

    @Test func theCustomerIsNamedInHeadersThatABankTakes() async throws {
        let rig = try await ConnectorRig()
        var call = try await rig.call(.readConsent)
        call.customer = InstitutionCustomer(
            address: "203.0.113.9",
            userAgent: String(repeating: "x", count: 150) + "\r\nEvil: 1"
        )
        _ = await rig.send(call)
        let request = try #require(rig.bank.requests(to: "/open-banking/").first)
        #expect(request.header("x-fapi-customer-ip-address") == "203.0.113.9")
        #expect(request.header("x-customer-user-agent") == String(repeating: "x", count: 100))
    }

    /// A bank refuses a message from its future.
    @Test func ourTimeIsNeverAheadOfTheBanks() async throws {
        let rig = try await ConnectorRig()
        rig.bank.change { request, answer throws(WireFault) in
            guard request.url.contains("/open-banking/") else { return nil }
            var answer = answer
            answer.headers.append(("Date", "Fri, 15 Jan 2027 07:58:20 GMT"))
            return answer
        }
        _ = await rig.send(try await rig.call(.readConsent))
        _ = await rig.send(try await rig.call(.createConsent))
        let request = try #require(rig.bank.requests(to: "/open-banking/").last)
        // 1,800,000,000 is 08:00:00.
        #expect(request.claims?["iat"] == JSONValue(WrittenBank.now.seconds - 100))
    }

    // MARK: Versions

    /// A bank that has version 4 alone gets consents without a purpose, and the platform reads them with it.
    @Test func aConsentOfVersion4HasNoPurpose() async throws {
        let bank = try WrittenBank()
        bank.state.withLock {
            $0.banks = [
                WrittenBank.organisation(resources: [
                    WrittenBank.resource("enrollments", "2.1.0", "/enrollments/v2/enrollments"),
                    WrittenBank.resource("payments-consents", "4.0.0", "/payments/v4/consents"),
                    WrittenBank.resource("payments-pix", "4.0.0", "/payments/v4/pix/payments"),
                ])
            ]
        }
        let rig = try await ConnectorRig(bank: bank)
        bank.change { request, _ throws(WireFault) in
            guard request.url.contains("/open-banking/") else { return nil }
            return bank.signed(["data": request.claims?["data"] ?? [:]], to: request, status: 201)
        }
        let body: JSONValue = ["data": ["payment": ["type": "PIX", "purpose": "IMMEDIATE", "date": "2027-01-15"]]]
        let reply = await rig.send(try await rig.call(.createConsent, body: body))
        let request = try #require(bank.requests(to: "/payments/v4/consents").first)
        #expect(request.claims?["data"]?["payment"]?["purpose"] == nil)
        guard case .answered(_, let answer, _) = reply else {
            Issue.record("\(reply)")
            return
        }
        #expect(try JSONValue(parsing: answer)["data"]?["payment"]?["purpose"] == "IMMEDIATE")
        _ = await rig.send(try await rig.call(.cancelPayments, subject: "urn:b:c"))
        #expect(bank.requests.last?.url == "\(Self.resource)/payments/v4/pix/payments/consents/urn:b:c")
    }

    /// What was made at one version is asked for there, also when the bank has a newer one.
    @Test func anObjectKeepsTheVersionThatItWasMadeWith() async throws {
        let rig = try await ConnectorRig()
        var call = try await rig.call(.readConsent, subject: "urn:b:c")
        let older = try #require(call.route?.text).replacing("v5", with: "v4").replacing("5.0.0", with: "4.1.0")
        call.route = InstitutionRoute(text: older)
        _ = await rig.send(call)
        #expect(rig.bank.requests(to: "/open-banking/").map(\.url) == ["\(Self.resource)/payments/v4/consents/urn:b:c"])
    }

    @Test(arguments: ["", "{}", "[]", "no JSON", #"{"client":"c","enrollments":"http://a.test/enrollments"}"#])
    func aWayThatCannotBeReadLeadsNowhere(_ text: String) async throws {
        let rig = try await ConnectorRig()
        var call = try await rig.call(.readConsent)
        call.route = InstitutionRoute(text: text)
        let before = rig.bank.requests.count
        #expect(await rig.send(call) == .unknown(.unreachable))
        #expect(rig.bank.requests.count == before)
    }

    @Test(arguments: ["..", "../x", "a/./b", "a b", "é", "a\"", "a<b>"])
    func anIDThatIsNoPartOfAPathIsNotSent(_ id: String) async throws {
        let rig = try await ConnectorRig()
        let call = try await rig.call(.readConsent, subject: id)
        let before = rig.bank.requests.count
        #expect(await rig.send(call) == .unknown(.unreachable))
        #expect(rig.bank.requests.count == before)
    }

    /// Open Finance allows more marks in an id than a path's part may have.
    @Test(arguments: [
        ("urn:b:a/b", "urn:b:a%2Fb"), ("a?b=c", "a%3Fb%3Dc"), ("a#b", "a%23b"), ("a%2Fb", "a%252Fb"),
        ("urn:b:C1;D(2)", "urn:b:C1%3BD%282%29"),
    ])
    func anIDIsOnePartOfThePath(_ id: String, _ part: String) async throws {
        let rig = try await ConnectorRig()
        _ = await rig.send(try await rig.call(.readConsent, subject: id))
        #expect(rig.bank.requests(to: "/consents/").last?.url.hasSuffix("/consents/\(part)") == true)
    }

    // MARK: Tokens

    @Test func aTokenOfOurOwnIsKeptUntilAMinuteBeforeItsEnd() async throws {
        let rig = try await ConnectorRig()
        for _ in 0..<3 { _ = await rig.send(try await rig.call(.readConsent)) }
        #expect(rig.bank.requests(to: "/token").count { $0.url.hasPrefix(WrittenBank.mutual) } == 1)
        rig.bank.advance(seconds: 839)
        _ = await rig.send(try await rig.call(.readConsent))
        #expect(rig.bank.requests(to: "/token").count { $0.url.hasPrefix(WrittenBank.mutual) } == 1)
        rig.bank.advance(seconds: 1)
        _ = await rig.send(try await rig.call(.readConsent))
        #expect(rig.bank.requests(to: "/token").count { $0.url.hasPrefix(WrittenBank.mutual) } == 2)
    }

    @Test func aRefusedTokenOfOurOwnIsRenewedOnce() async throws {
        let rig = try await ConnectorRig()
        rig.bank.change { request, _ throws(WireFault) in
            request.url.contains("/open-banking/") ? WireResponse(status: 401) : nil
        }
        #expect(await rig.send(try await rig.call(.readConsent)) == .unknown(.unreadable))
        #expect(rig.bank.requests(to: "/open-banking/").count == 2)
        #expect(rig.bank.requests(to: "\(WrittenBank.mutual)/token").count == 2)
    }

    @Test func callersWhoAskTogetherCauseOneToken() async throws {
        let rig = try await ConnectorRig()
        let call = try await rig.call(.readEnrollment)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<16 { group.addTask { _ = await rig.send(call) } }
        }
        #expect(rig.bank.requests(to: "\(WrittenBank.mutual)/token").count == 1)
    }

    @Test func aCallThatNeedsAnEnrollmentsTokenHasNoOther() async throws {
        let rig = try await ConnectorRig()
        #expect(await rig.send(try await rig.call(.createPayment, token: nil)) == .tokenRefused)
        #expect(rig.bank.requests(to: "/open-banking/").isEmpty)
    }

    @Test(arguments: [
        #"{"access_token":"a","expires_in":900}"#, #"{"access_token":"a","token_type":"mac","expires_in":900}"#,
        #"{"token_type":"Bearer","expires_in":900}"#, #"{"access_token":"a","token_type":"Bearer"}"#,
        #"{"access_token":"a b","token_type":"Bearer","expires_in":900}"#, "[]", "",
    ])
    func aTokenAnswerWithoutATokenIsNone(_ body: String) async throws {
        let rig = try await ConnectorRig()
        let call = try await rig.call(.readConsent)
        rig.bank.change { request, _ throws(WireFault) in
            guard request.url.hasSuffix("/token") else { return nil }
            return WireResponse(status: 200, headers: [("Content-Type", "application/json")], body: Array(body.utf8))
        }
        #expect(await rig.send(call) == .unknown(.unreachable))
    }

    // MARK: Banks by themselves

    @Test func anUnknownBankIsNotCalled() async throws {
        let rig = try await ConnectorRig()
        var call = try await rig.call(.readConsent)
        call.institution = InstitutionID(high: 1, low: 2)
        #expect(await rig.send(call) == .unknown(.unreachable))
        #expect(await rig.connector.route(to: call.institution) == .notNow)
    }

    @Test func eachExchangeIsAccountedForWithoutSecrets() async throws {
        let rig = try await ConnectorRig()
        let call = try await rig.call(.createPayment, subject: "urn:b:secret", token: "secret-token", key: "secret-key")
        _ = await rig.send(call)
        let account = try #require(rig.accounts.all.last)
        #expect(account.institution == WrittenBank.institution && account.interactionID == call.interactionID)
        #expect(account.name == "POST /pix/payments" && account.status == 201 && account.verdict == "answered")
        #expect(rig.accounts.all.map(\.name).contains("token client_credentials") == false)
        #expect(!"\(rig.accounts.all)".contains("secret"))
    }
}
