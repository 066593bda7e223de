import ChavePixModel
import InstitutionPort
import PaymentsModel
import ServerTestSupport
import Testing

@testable import PaymentsCore

/// What the bank's own reasons are to a merchant (Payments API, sections 5 and 6).
struct RefusalCodeTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let operation: InstitutionOperation
        let code: String
        let failure: FailureCode

        init(_ operation: InstitutionOperation, _ code: String, _ failure: FailureCode) {
            (self.operation, self.code, self.failure) = (operation, code, failure)
        }

        var testDescription: String { "\(operation.rawValue) \(code)" }
    }

    static let rows = [
        Row(.createConsent, "DETALHE_PAGAMENTO_INVALIDO", .consentRejected),
        Row(.createConsent, "NAO_INFORMADO", .consentRejected),
        Row(.signOptions, "STATUS_VINCULO_INVALIDO", .enrollmentRevoked),
        Row(.signOptions, "PERMISSAO_INVALIDA_VINCULO_CONSENTIMENTO", .enrollmentRevoked),
        Row(.signOptions, "STATUS_CONSENTIMENTO_INVALIDO", .consentExpired),
        Row(.signOptions, "NAO_INFORMADO", .consentRejected),
        Row(.authoriseConsent, "RISCO", .riskRefused),
        Row(.authoriseConsent, "FALTAM_SINAIS_OBRIGATORIOS_DA_PLATAFORMA", .riskRefused),
        Row(.authoriseConsent, "ORIGEM_FIDO_INVALIDA", .biometricValidationError),
        Row(.authoriseConsent, "STATUS_VINCULO_INVALIDO", .enrollmentRevoked),
        Row(.authoriseConsent, "NAO_INFORMADO", .consentRejected),
        Row(.createPayment, "SALDO_INSUFICIENTE", .insufficientFunds),
        Row(.createPayment, "VALOR_ACIMA_LIMITE", .amountOverLimit),
        Row(.createPayment, "CONTAS_ORIGEM_DESTINO_IGUAIS", .beneficiaryAccountInvalid),
        Row(.createPayment, "CONSENTIMENTO_INVALIDO", .consentRejected),
        Row(.createPayment, "CONTA_NAO_PERMITE_PAGAMENTO", .consentRejected),
        Row(.createPayment, "PAGAMENTO_RECUSADO_DETENTORA", .chargeSettlementFailed),
        Row(.createPayment, "NAO_INFORMADO", .chargeSettlementFailed),
    ]

    @Test(arguments: rows)
    func aRefusedCallFailsThePaymentForItsReason(_ row: Row) async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        simulation.bank.script { call, _ in
            call.operation == row.operation ? .refused(status: 422, code: row.code) : nil
        }
        let id = try await simulation.createIntent(enrollment, device)
        if try await simulation.intent(id).status == .pending {
            try await simulation.authorize(id, simulation.assertion(for: id, device), device)
        }
        try await simulation.pass(seconds: 60)
        #expect(try await simulation.intent(id).end == PaymentIntentEnd(.failed, row.failure))
        #expect(simulation.bank.movements == [])
    }

    @Test(arguments: [
        ("SALDO_INSUFICIENTE", FailureCode.insufficientFunds), ("VALOR_ACIMA_LIMITE", .amountOverLimit),
        ("PAGAMENTO_RECUSADO_SPI", .chargeSettlementFailed),
        ("CONTAS_ORIGEM_DESTINO_IGUAIS", .beneficiaryAccountInvalid),
    ])
    func aPaymentThatIsReadAsRejectedFailsForItsReason(_ code: String, _ failure: FailureCode) async throws {
        let scene = try await PaymentScene()
        scene.bank.setSettlement(.rejectedLater(code: code))
        try await scene.pay()
        #expect(try await scene.intent.status == .processing)
        try await scene.simulation.pass(seconds: 60)
        #expect(try await scene.intent.end == PaymentIntentEnd(.failed, failure))
        #expect(scene.bank.movements == [])
    }

    @Test func aPaymentThatIsReadAsCancelledHasFailed() async throws {
        let scene = try await PaymentScene()
        scene.bank.setSettlement(.canceledLater)
        try await scene.pay()
        #expect(try await scene.intent.status == .processing)
        try await scene.simulation.pass(seconds: 60)
        #expect(try await scene.intent.end == PaymentIntentEnd(.failed, .chargeSettlementFailed))
    }

    // MARK: Enrollments

    @Test func everyReasonOfABankIsOneOfOurs() {
        let rejections: [OFBRejectionReason: StatusReasonCode] = [
            .holderMismatch: .holderMismatch, .riskSignalsTimedOut: .expired, .holderValidationTimedOut: .expired,
            .enrollmentTimedOut: .expired, .tooManyChallenges: .tooManyChallenges, .manually: .rejectedByUser,
            .deviceIncompatible: .deviceIncompatible, .infrastructureFailure: .institutionUnavailable,
            .hybridFlowFailure: .redirectionFailed, .fidoFailure: .fidoFailed, .internalSecurity: .institutionPolicy,
            .other: .other,
        ]
        let revocations: [OFBRevocationReason: StatusReasonCode] = [
            .manually: .revokedByUser, .validityExpired: .validityExpired,
            .infrastructureFailure: .revokedByInstitution, .internalSecurity: .revokedByInstitution, .other: .other,
        ]
        #expect(rejections.count == OFBRejectionReason.allCases.count)
        #expect(revocations.count == OFBRevocationReason.allCases.count)
        for (reason, code) in rejections { #expect(StatusReasonCode(.rejection(reason)) == code) }
        for (reason, code) in revocations { #expect(StatusReasonCode(.revocation(reason)) == code) }
    }

    @Test(arguments: [
        ("access_denied", StatusReasonCode.rejectedByUser), ("server_error", .institutionUnavailable),
        ("temporarily_unavailable", .institutionUnavailable), ("invalid_request", .redirectionFailed),
        ("ACCESS_DENIED", .redirectionFailed), ("", .redirectionFailed), ("insufficient_funds", .insufficientFunds),
        ("device_incompatible", .deviceIncompatible), ("institution_policy", .institutionPolicy),
    ])
    func aCallbackThatSaysNoEndsTheEnrollmentForItsReason(_ error: String, _ reason: StatusReasonCode) async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let id = try await simulation.createEnrollment(device)
        let pushed = try #require(simulation.bank.calls.last { $0.operation == .pushAuthorization })
        let state = try PushedAuthorization(bytes: pushed.body).state
        try await simulation.complete(
            RedirectionParameters(state: state, outcome: .refused(error: error, description: "Conta 12345678901.")),
            device
        )
        let ours = try await simulation.enrollment(id)
        #expect(ours.end?.outcome == .failed && ours.end?.reason == reason)
        #expect(ours.end?.message == "Conta")
        #expect(simulation.bank.enrollmentStatus(ours.bank?.enrollmentID ?? "") == .rejected)
    }
}
