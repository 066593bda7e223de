import ChaveBase
import ChaveDeviceKeys
import ChavePixModel
import ChaveSoftwareAuthenticator
import ChaveWire
import InstitutionPort
import Testing

@testable import SandboxBank

/// An initiator sees and moves its own objects only, whatever it knows of another's.
@Suite(.everyEngine) struct ClientTests {
    private static let stranger = BankClient(
        id: "stranger",
        organisation: "74e929d9-33b6-4d85-8ba7-c146c867a817",
        name: "Outra",
        relyingPartyID: "outra.example",
        origins: ["https://outra.example"]
    )

    private static func both(_ test: TestBank) -> (ours: Initiator, theirs: Initiator) {
        var theirs = Initiator(test)
        theirs.client = stranger
        return (Initiator(test), theirs)
    }

    private static func request(for enrollment: String, by client: String) -> [UInt8] {
        PushedAuthorization(
            enrollmentID: enrollment,
            redirectURI: Initiator.callback,
            state: "state",
            nonce: "nonce",
            codeChallenge: Base64URL.encode([UInt8](repeating: 1, count: 32)),
            clientID: client
        ).bytes
    }

    /// Each operation about an enrollment, with the right token where it takes one.
    @Test func anotherClientsEnrollmentDoesNotExist() async throws {
        let (ours, theirs) = Self.both(try await TestBank())
        let id = try await ours.createEnrollment()
        let signals = OFBRiskSignals(signals: Initiator.signals()).bytes
        #expect(refusedStatus(await theirs.call(.readEnrollment, id)) == 404)
        #expect(refusedStatus(await theirs.call(.sendRiskSignals, id, body: signals)) == 404)
        #expect(refusedStatus(await theirs.end(id, .rejection(.manually))) == 404)
        try await ours.sendSignals(id)
        let pushed = await theirs.call(.pushAuthorization, body: Self.request(for: id, by: "stranger"))
        #expect(refusedStatus(pushed) == 404)
        #expect(try await ours.enrollment(id).status == .awaitingAccountHolderValidation)
    }

    @Test func aTokenOfOneClientOpensNothingForAnother() async throws {
        let (ours, theirs) = Self.both(try await TestBank())
        let (id, tokens) = try await ours.enrollmentAwaitingCredential()
        let options = await theirs.registrationOptions(id, tokens.accessToken, rp: "outra.example")
        #expect(refusedStatus(options) == 401)
        let refresh = TokenRefresh(refreshToken: tokens.refreshToken, clientID: "stranger")
        #expect(try refusedCode(await theirs.call(.refreshToken, body: refresh.bytes)) == "invalid_grant")
        let inOurName = TokenRefresh(refreshToken: tokens.refreshToken, clientID: Initiator.clientID)
        #expect(try refusedCode(await theirs.call(.refreshToken, body: inOurName.bytes)) == "invalid_grant")
        #expect(refusedStatus(await ours.registrationOptions(id, tokens.accessToken)) == nil)
    }

    @Test func aRequestInAnothersNameIsRefused() async throws {
        let (_, theirs) = Self.both(try await TestBank())
        let id = try await theirs.createEnrollment()
        try await theirs.sendSignals(id)
        let request = Self.request(for: id, by: Initiator.clientID)
        #expect(try refusedCode(await theirs.call(.pushAuthorization, body: request)) == "invalid_request")
    }

    @Test func aCodeOfOneClientIsNoneForAnother() async throws {
        let test = try await TestBank()
        let (ours, theirs) = Self.both(test)
        let (_, pushed) = try await ours.enrollmentAwaitingHolder()
        let parameters = try await Browser(test.pages).decide(pushed.redirectURL, cpf: Initiator.alice)
        let code = try #require(parameters["code"])
        #expect(try refusedCode(await theirs.exchange(code, pushed)) == "invalid_grant")
        // The right client's code still counts.
        _ = try answered(await ours.exchange(code, pushed), 200)
    }

    /// Consents and payments, by each operation that names one.
    @Test func anotherClientsConsentAndPaymentDoNotExist() async throws {
        let (ours, theirs) = Self.both(try await TestBank())
        let device = try await ours.enroll()
        let consent = try await ours.createConsent(device, "1.00")
        #expect(refusedStatus(await theirs.call(.readConsent, consent.consentID)) == 404)
        #expect(refusedStatus(await theirs.signOptions(device, consent.consentID, rp: "outra.example")) != nil)
        #expect(try await ours.consent(consent.consentID).status == .awaitingAuthorisation)
        let payment = try await ours.pay(device, "2.00")
        #expect(refusedStatus(await theirs.call(.readPayment, payment.paymentID)) == 404)
        #expect(refusedStatus(await theirs.call(.cancelPayment, payment.paymentID)) == 404)
        let ready = try await ours.authorisedConsent(device, "3.00")
        let stolen = await theirs.pay(theirs.creation(ready, try theirs.newEndToEndID()))
        #expect(try refusedCode(stolen) == "CONSENTIMENTO_INVALIDO")
        _ = try answered(await ours.pay(ours.creation(ready, try ours.newEndToEndID())), 201)
    }

    @Test func eachClientHasItsOwnKeys() async throws {
        let (ours, theirs) = Self.both(try await TestBank())
        let body = OFBEnrollmentCreation(
            cpf: Initiator.alice,
            businessCNPJ: nil,
            name: nil,
            permissions: ["PAYMENTS_INITIATE"]
        ).bytes
        let first = try answered(await ours.call(.createEnrollment, key: "k", body: body), 201)
        let second = try answered(await theirs.call(.createEnrollment, key: "k", body: body), 201)
        let ids = try [first, second].map { try OFBEnrollment(bytes: $0).enrollmentID }
        #expect(ids[0] != ids[1])
        #expect(try answered(await ours.call(.createEnrollment, key: "k", body: body), 201) == first)
        #expect(refusedStatus(await theirs.call(.readEnrollment, ids[0])) == 404)
    }

    /// The relying party is the client's: another name is refused, and options carry the client's own.
    @Test func aClientRegistersUnderItsOwnRelyingParty() async throws {
        let (_, theirs) = Self.both(try await TestBank())
        let (id, tokens) = try await theirs.enrollmentAwaitingCredential()
        let reply = await theirs.registrationOptions(id, tokens.accessToken, rp: "outra.example")
        let options = try OFBRegistrationOptions(bytes: try answered(reply, 201))
        #expect(options.options["rp"]?["id"] == "outra.example" && options.options["rp"]?["name"] == "Outra")
        let (_, registration) = try await theirs.makeCredential(options, origin: "https://outra.example")
        _ = try answered(await theirs.call(.register, id, token: tokens.accessToken, body: registration.bytes), 204)
        let (other, otherTokens) = try await theirs.enrollmentAwaitingCredential()
        let refused = await theirs.registrationOptions(other, otherTokens.accessToken, rp: "localhost")
        #expect(try refusedCode(refused) == "RP_INVALIDA")
    }
}
