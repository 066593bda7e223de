import ChaveBase
import ChavePixModel
import ChaveWire
import HolderBrowser
import InstitutionPort
import Testing

@testable import SandboxBank

/// All 12 rejection and 5 revocation reasons, each reached through what the bank offers.
@Suite(.everyEngine) struct ReasonTests {
    @Test(arguments: OFBRejectionReason.allCases) func everyRejectionReasonIsReached(_ reason: OFBRejectionReason)
        async throws
    {
        let test = try await TestBank()
        var initiator = Initiator(test)
        let id: String
        switch reason {
        case .holderMismatch:
            let waiting = try await initiator.enrollmentAwaitingHolder()
            let browser = Browser(test.pages)
            _ = try await browser.decide(waiting.pushed.redirectURL, cpf: Initiator.bruno)
            id = waiting.id
        case .riskSignalsTimedOut:
            id = try await initiator.createEnrollment()
            test.clock.advance(seconds: 300)
        case .holderValidationTimedOut:
            id = try await initiator.enrollmentAwaitingHolder().id
            test.clock.advance(seconds: 900)
        case .enrollmentTimedOut:
            id = try await initiator.enrollmentAwaitingCredential().id
            test.clock.advance(seconds: 300)
        case .tooManyChallenges:
            let (waiting, tokens) = try await initiator.enrollmentAwaitingCredential()
            _ = await initiator.registrationOptions(waiting, tokens.accessToken)
            _ = await initiator.registrationOptions(waiting, tokens.accessToken)
            id = waiting
        case .manually:
            let waiting = try await initiator.enrollmentAwaitingHolder()
            let browser = Browser(test.pages)
            _ = try await browser.decide(waiting.pushed.redirectURL, cpf: Initiator.alice, .refuse)
            id = waiting.id
            #expect(try await initiator.enrollment(id).cancellation?.cpf == Initiator.alice)
        case .hybridFlowFailure:
            let waiting = try await initiator.enrollmentAwaitingHolder()
            let browser = Browser(test.pages)
            let code = try #require(try await browser.decide(waiting.pushed.redirectURL, cpf: Initiator.alice)["code"])
            let other = Pushed(redirectURL: "", verifier: "wrong", state: "", nonce: "")
            #expect(try refusedCode(await initiator.exchange(code, other)) == "invalid_grant")
            id = waiting.id
        case .fidoFailure:
            let (waiting, tokens) = try await initiator.enrollmentAwaitingCredential()
            _ = await initiator.registrationOptions(waiting, tokens.accessToken, rp: "evil.example")
            id = waiting
        case .internalSecurity:
            initiator = Initiator(test, .rejectsByPolicy)
            let waiting = try await initiator.enrollmentAwaitingHolder()
            let browser = Browser(test.pages)
            _ = try await browser.decide(waiting.pushed.redirectURL, cpf: Initiator.alice)
            id = waiting.id
        case .deviceIncompatible, .infrastructureFailure:
            id = try await initiator.enrollmentAwaitingCredential().id
            _ = try answered(await initiator.end(id, .rejection(reason)), 204)
        case .other:
            id = try await initiator.createEnrollment()
            let refused = await initiator.end(id, .rejection(.other))
            #expect(try refusedCode(refused) == "REJEITADO_OUTRO_SEM_DETALHES")
            _ = try answered(await initiator.end(id, .rejection(.other), "mudou de ideia"), 204)
            #expect(try await initiator.enrollment(id).cancellation?.additionalInformation == "mudou de ideia")
        }
        let enrollment = try await initiator.enrollment(id)
        #expect(enrollment.status == .rejected)
        #expect(enrollment.cancellation?.reason == .rejection(reason))
    }

    @Test(arguments: OFBRevocationReason.allCases)
    func everyRevocationReasonIsReached(_ reason: OFBRevocationReason) async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let id = try await initiator.enroll(choosing: ["validity_days": "30"]).enrollmentID
        switch reason {
        case .manually:
            _ = try answered(await initiator.end(id, .revocation(reason)), 204)
        case .validityExpired:
            test.clock.advance(seconds: 30 * 86_400)
        case .infrastructureFailure, .internalSecurity:
            #expect(try await test.bank.end(id, at: initiator.institution, .revocation(reason)))
        case .other:
            #expect(try refusedCode(await initiator.end(id, .revocation(.other))) == "REVOGADO_OUTRO_SEM_DETALHES")
            _ = try answered(await initiator.end(id, .revocation(.other), "outro"), 204)
        }
        let enrollment = try await initiator.enrollment(id)
        #expect(enrollment.status == .revoked)
        #expect(enrollment.cancellation?.reason == .revocation(reason))
        // An end is an end.
        #expect(try refusedCode(await initiator.end(id, .revocation(.manually))) == "STATUS_INVALIDO")
    }

    @Test func theReasonMustFitTheState() async throws {
        let initiator = Initiator(try await TestBank())
        let waiting = try await initiator.createEnrollment()
        #expect(try refusedCode(await initiator.end(waiting, .revocation(.manually))) == "MOTIVO_REJEICAO")
        let device = try await initiator.enroll()
        let refused = await initiator.end(device.enrollmentID, .rejection(.manually))
        #expect(try refusedCode(refused) == "MOTIVO_REVOGACAO")
        #expect(try await initiator.enrollment(device.enrollmentID).status == .authorised)
    }

    @Test func aMissingSignalOfThePlatformIsNamed() async throws {
        let initiator = Initiator(try await TestBank())
        let id = try await initiator.createEnrollment()
        let signals = Initiator.signals { $0.isRootedDevice = nil }
        let reply = await initiator.call(.sendRiskSignals, id, body: OFBRiskSignals(signals: signals).bytes)
        #expect(try refusedCode(reply) == "FALTAM_SINAIS_OBRIGATORIOS_DA_PLATAFORMA")
        #expect(try await initiator.enrollment(id).status == .rejected)
    }
}
