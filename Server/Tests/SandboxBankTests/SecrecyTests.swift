import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import InstitutionPort
import Pages
import Testing

@testable import SandboxBank

/// What the bank refuses, it refuses without saying again what it was told.
@Suite(.everyEngine) struct SecrecyTests {
    private static let planted = "Zuleica Plantada 39053344705"
    private static let secrets = [
        "Zuleica", "Plantada", "39053344705", Initiator.alice, Initiator.bruno, "Alice", "Nogueira", "senha-1", "10117",
        "77001", "Loja do Z", "11222333000181",
    ]

    private func expectSecrecy(_ reply: InstitutionReply, _ location: SourceLocation = #_sourceLocation) -> Bool {
        guard case .refused(_, let body, _) = reply else { return false }
        let text = String(decoding: body, as: UTF8.self)
        for secret in Self.secrets { #expect(!text.contains(secret), "\(text)", sourceLocation: location) }
        return true
    }

    /// `message` with each of its values in turn replaced by a person's, by nothing, and by a value of another kind.
    private func faulty(_ message: some InstitutionMessage) throws -> [[UInt8]] {
        let json = message.json
        var bodies = [Array(Self.planted.utf8), Array("{\"\(Self.planted)\":".utf8), Array("[]".utf8)]
        for path in leaves(json, under: []) {
            for value in [.string(Self.planted), nil, [.string(Self.planted)], [Self.planted: 1]] as [JSONValue?] {
                bodies.append(replacing(json, path[...], with: value).encoded())
            }
        }
        return bodies
    }

    private func leaves(_ json: JSONValue, under path: [String]) -> [[String]] {
        guard let object = json.object else { return [path] }
        return object.members.flatMap { leaves($0.value, under: path + [$0.name]) }
    }

    private func replacing(_ json: JSONValue, _ path: ArraySlice<String>, with value: JSONValue?) -> JSONValue {
        guard let name = path.first, var object = json.object else { return value ?? .null }
        let rest = path.dropFirst()
        object[name] = rest.isEmpty ? value : replacing(object[name] ?? .null, rest, with: value)
        return .object(object)
    }

    @Test func noRefusalOfAnEnrollmentTellsWhatTheCallSaid() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        var refusals = 0
        let creation = OFBEnrollmentCreation(
            cpf: Initiator.alice,
            businessCNPJ: "11222333000181",
            name: "Loja do Zé",
            permissions: ["PAYMENTS_INITIATE"]
        )
        for body in try faulty(creation) {
            if expectSecrecy(await initiator.call(.createEnrollment, body: body)) { refusals += 1 }
        }
        for body in try faulty(OFBRiskSignals(signals: Initiator.signals())) {
            let id = try await initiator.createEnrollment()
            if expectSecrecy(await initiator.call(.sendRiskSignals, id, body: body)) { refusals += 1 }
        }
        let (id, _) = try await initiator.enrollmentAwaitingHolder()
        let pushed = PushedAuthorization(
            enrollmentID: id,
            redirectURI: Initiator.callback,
            state: "s",
            nonce: "n",
            codeChallenge: Base64URL.encode([UInt8](repeating: 1, count: 32)),
            clientID: Initiator.clientID
        )
        for body in try faulty(pushed) {
            if expectSecrecy(await initiator.call(.pushAuthorization, body: body)) { refusals += 1 }
        }
        let end = OFBEnrollmentEnd(reason: .revocation(.other), cpf: Initiator.alice, additionalInformation: "x")
        for body in try faulty(end) {
            if expectSecrecy(await initiator.call(.endEnrollment, id, body: body)) { refusals += 1 }
        }
        #expect(refusals > 100)
    }

    @Test func noRefusalOfAPaymentTellsWhatTheCallSaid() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        var refusals = 0
        let account = OFBAccount(ispb: "99000001", issuer: "0001", number: "10117", accountType: "CACC")
        let creation = OFBConsentCreation(
            cpf: Initiator.alice,
            terms: try initiator.terms("10.00"),
            debtorAccount: account,
            date: test.clock.now.isoDate
        )
        for body in try faulty(creation) {
            if expectSecrecy(await initiator.call(.createConsent, body: body)) { refusals += 1 }
        }
        let consent = try await initiator.createConsent(device, "10.00")
        let options = try OFBSignOptions(
            bytes: try answered(await initiator.signOptions(device, consent.consentID), 201)
        )
        let authorisation = OFBConsentAuthorisation(
            enrollmentID: device.enrollmentID,
            signals: Initiator.signals(),
            assertion: try await initiator.assertion(device, options)
        )
        for body in try faulty(authorisation) {
            let other = try await initiator.createConsent(device, "10.00")
            let reply = await initiator.call(
                .authoriseConsent,
                other.consentID,
                token: device.tokens.accessToken,
                body: body
            )
            if expectSecrecy(reply) { refusals += 1 }
        }
        let payable = try await initiator.authorisedConsent(device, "10.00")
        for body in try faulty(initiator.creation(payable, initiator.newEndToEndID())) {
            if expectSecrecy(await initiator.pay(body)) { refusals += 1 }
        }
        #expect(refusals > 150)
    }

    /// Ids, keys and tokens are the caller's words too.
    @Test func noRefusalTellsTheNamesOfACall() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        for operation in InstitutionOperation.allCases {
            for isKeyPlanted in [false, true] {
                let reply = await test.bank.send(
                    InstitutionCall(
                        institution: initiator.institution,
                        operation: operation,
                        subject: Self.planted,
                        accessToken: Self.planted,
                        idempotencyKey: isKeyPlanted ? Self.planted + Self.planted : "key-\(operation)",
                        interactionID: "0193aaaa-0000-7000-8000-000000000001",
                        body: Array(Self.planted.utf8)
                    ),
                    timeoutMilliseconds: 1_000
                )
                // A refused token has no words at all.
                #expect(reply == .tokenRefused || expectSecrecy(reply), "\(operation)")
            }
        }
    }

    @Test func noPageTellsWhatABrowserSent() async throws {
        let test = try await TestBank()
        let (_, pushed) = try await Initiator(test).enrollmentAwaitingHolder()
        var browser = Browser(test.pages)
        let page = await browser.get(pushed.redirectURL)
        let home = "/\(TestBank.institution(.approvesAtOnce).text)"
        var form = browser.fields(page)
        form["cpf"] = "39053344705"
        form["password"] = Self.planted
        form["account"] = Self.planted
        form["decision"] = Self.planted
        var answers = [await browser.post("\(home)/sign-in", form), await browser.post("\(home)/decision", form)]
        let approval = try await browser.signIn(pushed.redirectURL, cpf: Initiator.alice)
        for name in ["account", "transaction_limit", "daily_limit", "validity_days", "decision", "csrf", "request"] {
            var form = browser.fields(approval)
            form["decision"] = "approve"
            form[name] = Self.planted
            answers.append(await browser.post("\(home)/decision", form))
        }
        answers.append(await browser.get("\(home)/authorize?request=Plantada"))
        answers.append(await browser.get("\(home)/Plantada"))
        for answer in answers {
            #expect(answer.status >= 400)
            // A refused CPF stays in its own field, and nowhere else.
            let html = answer.html.replacingOccurrences(of: "value=\"39053344705\"", with: "")
            let text = html + answer.headers.map(\.value).joined()
            for secret in ["Zuleica", "Plantada", "39053344705"] { #expect(!text.contains(secret)) }
        }
    }
}

/// What a bank's file holds.
@Suite struct FileSecrecyTests {
    @Test func whatTheBankThrowsAwayIsGoneFromItsFile() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let (id, first) = try await initiator.enrollmentAwaitingHolder()
        let second = try await initiator.push(id)
        await test.bank.close()
        let directory = try #require(test.place.directory)
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        let files = try names.map { try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\($0)")) }
        let holds = { (text: String) in files.contains { $0.range(of: Data(text.utf8)) != nil } }
        #expect(holds(second.state))
        #expect(!holds(first.state))
        await test.remove()
    }
}
