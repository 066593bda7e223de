import ChaveBase
import ChaveDeviceKeys
import ChavePixModel
import ChaveSoftwareAuthenticator
import ChaveWire
import Foundation
import Hashing
import InstitutionPort
import Testing

@testable import SandboxBank

/// An enrollment that works, with the device that holds its key.
struct Device {
    let enrollmentID: String
    let institution: InstitutionID
    let cpf: String
    let authenticator: SoftwareAuthenticator
    let tokens: TokenAnswer

    var refreshToken: String { tokens.refreshToken ?? "" }
}

/// What a pushed request was made of.
struct Pushed {
    let redirectURL: String
    let verifier: String
    let state: String
    let nonce: String
}

/// The platform's side of the port, step by step.
struct Initiator {
    static let alice = "76109277673"
    static let bruno = "87517400444"
    static let clara = "12345678909"
    static let davi = "11144477735"
    static let clientID = "chave"
    static let callback = "https://loja.example/volta?pedido=7"

    let test: TestBank
    var institution: InstitutionID
    /// The calling client; `nil` for the platform in the bank's own process.
    var client: BankClient?

    init(_ test: TestBank, _ temper: Temper = .approvesAtOnce) {
        self.test = test
        institution = TestBank.institution(temper)
    }

    // MARK: Calls

    func newKey() -> String { Base64URL.encode(test.random.bytes(16)) }

    func call(
        _ operation: InstitutionOperation,
        _ subject: String = "",
        token: String? = nil,
        key: String? = nil,
        body: [UInt8] = []
    ) async -> InstitutionReply {
        let call = InstitutionCall(
            institution: institution,
            operation: operation,
            subject: subject,
            accessToken: token,
            idempotencyKey: operation.takesIdempotencyKey ? key ?? newKey() : nil,
            interactionID: "0193aaaa-0000-7000-8000-000000000001",
            body: body
        )
        guard let client else { return await test.bank.send(call, timeoutMilliseconds: 15_000) }
        return await test.bank.serve(call, for: client)
    }

    // MARK: Enrollment, step by step

    func createEnrollment(
        cpf: String = alice,
        name: String? = "Loja do Zé",
        permissions: [String] = ["PAYMENTS_INITIATE"]
    ) async throws -> String {
        let message = OFBEnrollmentCreation(
            cpf: cpf,
            businessCNPJ: nil,
            name: name,
            permissions: permissions
        )
        let body = try answered(await call(.createEnrollment, body: message.bytes), 201)
        return try OFBEnrollment(bytes: body).enrollmentID
    }

    func sendSignals(_ id: String, _ signals: RiskSignals = Initiator.signals()) async throws {
        _ = try answered(await call(.sendRiskSignals, id, body: OFBRiskSignals(signals: signals).bytes), 204)
    }

    func push(_ id: String, callback: String = callback) async throws -> Pushed {
        let verifier = Base64URL.encode(test.random.bytes(32))
        let message = PushedAuthorization(
            enrollmentID: id,
            redirectURI: callback,
            state: newKey(),
            nonce: newKey(),
            codeChallenge: Base64URL.encode(Digest(ofText: verifier).bytes),
            clientID: client?.id ?? Self.clientID
        )
        let body = try answered(await call(.pushAuthorization, body: message.bytes), 201)
        return Pushed(
            redirectURL: try PushedAuthorizationAnswer(bytes: body).redirectURL,
            verifier: verifier,
            state: message.state,
            nonce: message.nonce
        )
    }

    /// Created, signals sent, request pushed.
    func enrollmentAwaitingHolder(
        cpf: String = alice,
        permissions: [String] = ["PAYMENTS_INITIATE"]
    ) async throws -> (id: String, pushed: Pushed) {
        let id = try await createEnrollment(cpf: cpf, permissions: permissions)
        try await sendSignals(id)
        return (id, try await push(id))
    }

    func exchange(_ code: String, _ pushed: Pushed, callback: String = callback) async -> InstitutionReply {
        let message = CodeExchange(
            code: code,
            redirectURI: callback,
            codeVerifier: pushed.verifier,
            clientID: client?.id ?? Self.clientID
        )
        return await call(.exchangeCode, body: message.bytes)
    }

    /// Approved in the pages, the code exchanged.
    func enrollmentAwaitingCredential(
        cpf: String = alice,
        choosing changes: [String: String] = [:],
        permissions: [String] = ["PAYMENTS_INITIATE"]
    ) async throws -> (id: String, tokens: TokenAnswer) {
        let (id, pushed) = try await enrollmentAwaitingHolder(cpf: cpf, permissions: permissions)
        let browser = Browser(test.pages)
        let parameters = try await browser.decide(pushed.redirectURL, cpf: cpf, choosing: changes)
        let code = try #require(parameters["code"])
        return (id, try TokenAnswer(bytes: try answered(await exchange(code, pushed), 200)))
    }

    func registrationOptions(
        _ id: String,
        _ token: String,
        key: String? = nil,
        rp: String = "localhost",
        platform: DevicePlatform = .ios
    ) async -> InstitutionReply {
        let message = OFBFidoOptionsRequest(rp: rp, platform: platform, consentID: nil)
        return await call(.registrationOptions, id, token: token, key: key, body: message.bytes)
    }

    func makeCredential(
        _ options: OFBRegistrationOptions,
        origin: String = "https://localhost",
        _ change: (inout CredentialCreationOptions) -> Void = { _ in }
    ) async throws -> (SoftwareAuthenticator, OFBFidoRegistration) {
        let authenticator = SoftwareAuthenticator(
            store: MemoryKeyStore(),
            gesture: .always(.verified),
            configuration: .init(origin: .fixed(origin))
        )
        var creation = try CredentialCreationOptions(json: .object(options.options))
        change(&creation)
        let created = try await authenticator.makeCredential(creation)
        let registration = OFBFidoRegistration(
            id: created.id,
            clientDataJSON: created.clientDataJSON,
            attestationObject: created.attestationObject,
            authenticatorAttachment: created.authenticatorAttachment
        )
        return (authenticator, registration)
    }

    func enroll(
        cpf: String = alice,
        choosing changes: [String: String] = [:],
        platform: DevicePlatform = .ios,
        permissions: [String] = ["PAYMENTS_INITIATE"]
    ) async throws -> Device {
        let (id, tokens) = try await enrollmentAwaitingCredential(
            cpf: cpf,
            choosing: changes,
            permissions: permissions
        )
        let reply = await registrationOptions(id, tokens.accessToken, platform: platform)
        let options = try OFBRegistrationOptions(bytes: try answered(reply, 201))
        let (authenticator, registration) = try await makeCredential(options)
        _ = try answered(await call(.register, id, token: tokens.accessToken, body: registration.bytes), 204)
        return Device(
            enrollmentID: id,
            institution: institution,
            cpf: cpf,
            authenticator: authenticator,
            tokens: tokens
        )
    }

    // MARK: Payment, step by step

    func terms(
        _ amount: String,
        to account: String = "77001",
        receiver: String = "Loja do Zé Ltda."
    ) throws -> OFBPaymentTerms {
        OFBPaymentTerms(
            amount: try #require(Money(decimal: amount)),
            creditorName: receiver,
            creditorTaxID: "11222333000181",
            creditorPersonType: "PESSOA_JURIDICA",
            creditorAccount: OFBAccount(ispb: "12345678", issuer: "0001", number: account, accountType: "CACC"),
            proxy: nil,
            localInstrument: "MANU"
        )
    }

    func createConsent(
        _ device: Device,
        _ amount: String,
        date: String? = nil,
        debtorAccount: OFBAccount? = nil,
        receiver: String = "Loja do Zé Ltda."
    ) async throws -> OFBConsent {
        let message = OFBConsentCreation(
            cpf: device.cpf,
            terms: try terms(amount, receiver: receiver),
            debtorAccount: debtorAccount,
            date: date ?? test.clock.now.isoDate
        )
        return try OFBConsent(bytes: try answered(await call(.createConsent, body: message.bytes), 201))
    }

    func signOptions(_ device: Device, _ consentID: String, rp: String = "localhost") async -> InstitutionReply {
        let message = OFBFidoOptionsRequest(rp: rp, platform: .ios, consentID: consentID)
        return await call(.signOptions, device.enrollmentID, body: message.bytes)
    }

    func assertion(_ device: Device, _ options: OFBSignOptions) async throws -> OFBFidoAssertion {
        let signed = try await device.authenticator.getAssertion(
            CredentialRequestOptions(
                relyingPartyID: options.rpID,
                challenge: options.challenge,
                allowedCredentials: options.allowCredentials,
                userVerification: options.userVerification
            )
        )
        return OFBFidoAssertion(
            id: signed.id,
            clientDataJSON: signed.clientDataJSON,
            authenticatorData: signed.authenticatorData,
            signature: signed.signature,
            userHandle: signed.userHandle ?? []
        )
    }

    /// A new access token of the device's enrollment.
    func renewedToken(_ device: Device) async throws -> String {
        let message = TokenRefresh(refreshToken: device.refreshToken, clientID: client?.id ?? Self.clientID)
        return try TokenAnswer(bytes: try answered(await call(.refreshToken, body: message.bytes), 200)).accessToken
    }

    func authorise(
        _ device: Device,
        _ consentID: String,
        _ assertion: OFBFidoAssertion,
        token: String? = nil,
        key: String? = nil
    ) async -> InstitutionReply {
        let message = OFBConsentAuthorisation(
            enrollmentID: device.enrollmentID,
            signals: Self.signals(),
            assertion: assertion
        )
        return await call(
            .authoriseConsent,
            consentID,
            token: token ?? device.tokens.accessToken,
            key: key,
            body: message.bytes
        )
    }

    /// A consent that waits for nothing but its payment.
    func authorisedConsent(
        _ device: Device,
        _ amount: String,
        date: String? = nil,
        receiver: String = "Loja do Zé Ltda."
    ) async throws -> OFBConsent {
        let consent = try await createConsent(device, amount, date: date, receiver: receiver)
        let options = try OFBSignOptions(bytes: try answered(await signOptions(device, consent.consentID), 201))
        let signed = try await assertion(device, options)
        _ = try answered(await authorise(device, consent.consentID, signed, token: renewedToken(device)), 204)
        return consent
    }

    func newEndToEndID() throws -> String {
        try #require(EndToEndID(ispb: "99999999", at: test.clock.now, random: test.random.bytes(16))).text
    }

    func creation(_ consent: OFBConsent, _ endToEndID: String) -> OFBPaymentCreation {
        OFBPaymentCreation(
            endToEndID: endToEndID,
            consentID: consent.consentID,
            order: OFBPaymentOrder(consent.terms, remittanceInformation: "Pedido 7"),
            authorisationFlow: "FIDO_FLOW",
            cnpjInitiator: "11222333000181"
        )
    }

    func pay(_ message: OFBPaymentCreation, key: String? = nil) async -> InstitutionReply {
        await call(.createPayment, key: key, body: message.bytes)
    }

    func pay(_ body: [UInt8]) async -> InstitutionReply { await call(.createPayment, body: body) }

    func pay(_ device: Device, _ amount: String) async throws -> OFBPayment {
        let consent = try await authorisedConsent(device, amount)
        return try OFBPayment(bytes: try answered(await pay(creation(consent, newEndToEndID())), 201))
    }

    // MARK: Reads

    func enrollment(_ id: String) async throws -> OFBEnrollment {
        try OFBEnrollment(bytes: try answered(await call(.readEnrollment, id), 200))
    }

    func consent(_ id: String) async throws -> OFBConsent {
        try OFBConsent(bytes: try answered(await call(.readConsent, id), 200))
    }

    func payment(_ id: String) async throws -> OFBPayment {
        try OFBPayment(bytes: try answered(await call(.readPayment, id), 200))
    }

    func end(_ id: String, _ reason: OFBCancellationReason, _ details: String? = nil) async -> InstitutionReply {
        await call(
            .endEnrollment,
            id,
            body: OFBEnrollmentEnd(reason: reason, cpf: nil, additionalInformation: details).bytes
        )
    }

    // MARK: Samples

    static func signals(_ change: (inout RiskSignals) -> Void = { _ in }) -> RiskSignals {
        var signals = RiskSignals(
            deviceId: "device-1",
            osVersion: "17.5",
            userTimeZoneOffset: "-03:00",
            language: "pt",
            screenDimensions: .init(height: 2_340, width: 1_080),
            accountTenure: CalendarDate(iso: "2025-01-31") ?? TestBank.start.date
        )
        signals.isRootedDevice = false
        signals.screenBrightness = JSONNumber("0.5")
        signals.elapsedTimeSinceBoot = 12_345
        change(&signals)
        return signals
    }
}
