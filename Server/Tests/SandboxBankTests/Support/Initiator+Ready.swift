import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionConformance
import InstitutionPort
import Testing

@testable import SandboxBank

extension Initiator {
    /// A call of this operation that the bank answers, after all calls that must come before it.
    func ready(_ operation: InstitutionOperation) async throws -> InstitutionCall {
        switch operation {
        case .createEnrollment, .readEnrollment, .endEnrollment, .sendRiskSignals, .pushAuthorization, .exchangeCode,
            .refreshToken, .registrationOptions, .register:
            try await readyToEnroll(operation)
        case .createConsent, .readConsent, .signOptions, .authoriseConsent, .createPayment, .readPayment,
            .cancelPayment, .listPayments, .cancelPayments:
            try await readyToPay(operation)
        }
    }

    private func readyToEnroll(_ operation: InstitutionOperation) async throws -> InstitutionCall {
        switch operation {
        case .createEnrollment: return unsent(operation, body: operation.sampleBody)
        case .readEnrollment: return unsent(operation, try await createEnrollment())
        case .endEnrollment:
            let end = OFBEnrollmentEnd(reason: .rejection(.manually), cpf: nil, additionalInformation: nil)
            return unsent(operation, try await createEnrollment(), body: end.bytes)
        case .sendRiskSignals:
            let signals = OFBRiskSignals(signals: Self.signals())
            return unsent(operation, try await createEnrollment(), body: signals.bytes)
        case .pushAuthorization:
            let id = try await createEnrollment()
            try await sendSignals(id)
            return unsent(operation, body: pushed(id).bytes)
        case .exchangeCode:
            let (_, pushed) = try await enrollmentAwaitingHolder()
            let parameters = try await Browser(test.pages).decide(pushed.redirectURL, cpf: Self.alice)
            let exchange = CodeExchange(
                code: try #require(parameters["code"]),
                redirectURI: Self.callback,
                codeVerifier: pushed.verifier,
                clientID: Self.clientID
            )
            return unsent(operation, body: exchange.bytes)
        case .refreshToken:
            let device = try await enroll()
            return unsent(
                operation,
                body: TokenRefresh(refreshToken: device.refreshToken, clientID: Self.clientID).bytes
            )
        case .registrationOptions:
            let (id, tokens) = try await enrollmentAwaitingCredential()
            let body = OFBFidoOptionsRequest(rp: "localhost", platform: .ios, consentID: nil).bytes
            return unsent(operation, id, token: tokens.accessToken, body: body)
        default:
            let (id, tokens) = try await enrollmentAwaitingCredential()
            let options = try answered(await registrationOptions(id, tokens.accessToken), 201)
            let (_, registration) = try await makeCredential(try OFBRegistrationOptions(bytes: options))
            return unsent(.register, id, token: tokens.accessToken, body: registration.bytes)
        }
    }

    private func readyToPay(_ operation: InstitutionOperation) async throws -> InstitutionCall {
        let device = try await enroll()
        let cancellation = OFBPaymentCancellation(cpf: device.cpf).bytes
        switch operation {
        case .createConsent:
            let creation = OFBConsentCreation(
                cpf: device.cpf,
                terms: try terms("10.00"),
                debtorAccount: nil,
                date: test.clock.now.isoDate
            )
            return unsent(operation, body: creation.bytes)
        case .readConsent: return unsent(operation, try await createConsent(device, "10.00").consentID)
        case .signOptions:
            let consent = try await createConsent(device, "10.00").consentID
            let body = OFBFidoOptionsRequest(rp: "localhost", platform: .ios, consentID: consent).bytes
            return unsent(operation, device.enrollmentID, body: body)
        case .authoriseConsent:
            let consent = try await createConsent(device, "10.00").consentID
            let options = try answered(await signOptions(device, consent), 201)
            let authorisation = OFBConsentAuthorisation(
                enrollmentID: device.enrollmentID,
                signals: Self.signals(),
                assertion: try await assertion(device, try OFBSignOptions(bytes: options))
            )
            return unsent(operation, consent, token: device.tokens.accessToken, body: authorisation.bytes)
        case .createPayment:
            let body = creation(try await authorisedConsent(device, "10.00"), try newEndToEndID()).bytes
            return unsent(operation, token: try await renewedToken(device), body: body)
        case .readPayment: return unsent(operation, try await pay(device, "10.00").paymentID)
        case .listPayments: return unsent(operation, try #require(try await pay(device, "10.00").consentID))
        case .cancelPayment: return unsent(operation, try await payLater(device).paymentID, body: cancellation)
        default:
            return unsent(operation, try #require(try await payLater(device).consentID), body: cancellation)
        }
    }

    /// A call that the bank refuses without having done anything, and its code.
    func refused(_ operation: InstitutionOperation) async throws -> PreparedCall {
        switch operation {
        case .createEnrollment:
            let creation = OFBEnrollmentCreation(cpf: Self.alice, businessCNPJ: nil, name: nil, permissions: ["ALL"])
            return PreparedCall(unsent(operation, body: creation.bytes), refusalCode: "PERMISSOES_INVALIDAS")
        case .endEnrollment:
            let end = OFBEnrollmentEnd(reason: .revocation(.manually), cpf: nil, additionalInformation: nil)
            let call = unsent(operation, try await createEnrollment(), body: end.bytes)
            return PreparedCall(call, refusalCode: "MOTIVO_REJEICAO")
        case .exchangeCode: return PreparedCall(unsent(operation, body: operation.sampleBody))
        case .refreshToken: return PreparedCall(unsent(operation, body: operation.sampleBody))
        case .createPayment:
            return PreparedCall(
                unsent(operation, body: operation.sampleBody),
                refusalCode: "CONSENTIMENTO_INVALIDO"
            )
        default:
            let device = try await enroll()
            let body = OFBPaymentCancellation(cpf: device.cpf).bytes
            let call = unsent(.cancelPayment, try await pay(device, "10.00").paymentID, body: body)
            return PreparedCall(call, refusalCode: "PAGAMENTO_NAO_PERMITE_CANCELAMENTO")
        }
    }

    // MARK: Parts

    private func unsent(
        _ operation: InstitutionOperation,
        _ subject: String = "",
        token: String? = nil,
        body: [UInt8] = []
    ) -> InstitutionCall {
        InstitutionCall(
            institution: institution,
            operation: operation,
            subject: subject,
            accessToken: token,
            idempotencyKey: operation.takesIdempotencyKey ? newKey() : nil,
            interactionID: "0193aaaa-0000-7000-8000-000000000001",
            body: body
        )
    }

    private func pushed(_ id: String) -> PushedAuthorization {
        PushedAuthorization(
            enrollmentID: id,
            redirectURI: Self.callback,
            state: newKey(),
            nonce: newKey(),
            codeChallenge: Base64URL.encode(test.random.bytes(32)),
            clientID: Self.clientID
        )
    }

    /// A payment of a week from now.
    private func payLater(_ device: Device) async throws -> OFBPayment {
        let day = CalendarDate(daysSince1970: test.clock.now.date.daysSince1970 + 7)
        var terms = try terms("10.00")
        terms.schedule = OFBSchedule(.single(day))
        let creation = OFBConsentCreation(cpf: device.cpf, terms: terms, debtorAccount: nil, date: "")
        let consent = try OFBConsent(bytes: try answered(await call(.createConsent, body: creation.bytes), 201))
        let options = try OFBSignOptions(bytes: try answered(await signOptions(device, consent.consentID), 201))
        let assertion = try await assertion(device, options)
        _ = try answered(await authorise(device, consent.consentID, assertion), 204)
        let suffix = "ab\(100_000_000 + test.random.number(below: 900_000_000))"
        let id = "E99000001\(day.iso.filter { $0 != "-" })1500\(suffix)"
        return try OFBPayment(bytes: try answered(await pay(self.creation(consent, id)), 201))
    }
}
