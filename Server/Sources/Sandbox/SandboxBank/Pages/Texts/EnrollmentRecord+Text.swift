import InstitutionPort
import Pages

extension EnrollmentState {
    /// The enrollment's state in a word or two.
    func word(_ say: PageLanguage) -> String {
        switch self {
        case .awaitingRiskSignals: say("Aguarda o aparelho", "Waits for the device")
        case .awaitingHolder: say("Aguarda a sua autorização", "Waits for your approval")
        case .awaitingCredential: say("Aguarda a chave do aparelho", "Waits for the device's key")
        case .authorised: say("Ativo", "Active")
        case .rejected: say("Não concluído", "Not completed")
        case .revoked: say("Revogado", "Revoked")
        }
    }

    /// The style sheet's class that colours the state.
    var mark: String {
        switch self {
        case .awaitingRiskSignals, .awaitingHolder, .awaitingCredential: "state"
        case .authorised: "state good"
        case .rejected, .revoked: "state bad"
        }
    }
}

extension EnrollmentRecord {
    /// The initiator's name for it; `nil` for the bank's own name, which no initiator may use.
    func givenName(at institution: SandboxInstitution) -> String? {
        guard let name else { return nil }
        let ownNames = [institution.displayName, institution.legalEntityName].map { $0.lowercased() }
        return ownNames.contains(name.lowercased()) ? nil : name
    }

    /// The enrollment's title for its holder.
    func title(at institution: SandboxInstitution, _ say: PageLanguage) -> String {
        givenName(at: institution) ?? refreshClient ?? say("Vínculo sem nome", "Enrollment without a name")
    }

    /// The reason of its end, in the bank's words; `nil` while it has not ended.
    func ending(_ say: PageLanguage) -> String? {
        switch state {
        case .rejected(.manually), .revoked(.manually): author(say)
        case .rejected(.other), .revoked(.other): additionalInformation ?? say("outro motivo", "another reason")
        case .rejected(let reason): reason.words(say)
        case .revoked(let reason): reason.words(say)
        case .awaitingRiskSignals, .awaitingHolder, .awaitingCredential, .authorised: nil
        }
    }

    private func author(_ say: PageLanguage) -> String {
        switch (cancelledFrom, cancelledBy) {
        case (.initiator, _): say("na loja", "at the shop")
        case (.holder, .some): say("por você, neste banco", "by you, at this bank")
        case (.holder, nil), (nil, _): say("pelo banco", "by the bank")
        }
    }
}

extension OFBRejectionReason {
    func words(_ say: PageLanguage) -> String {
        switch self {
        case .holderMismatch: say("foi pedido para outra pessoa", "it was asked for another person")
        case .riskSignalsTimedOut: say("o aparelho não respondeu a tempo", "the device did not answer in time")
        case .holderValidationTimedOut: say("não foi autorizado a tempo", "it was not approved in time")
        case .enrollmentTimedOut:
            say("a chave do aparelho não chegou a tempo", "the device's key did not come in time")
        case .tooManyChallenges: say("o aparelho tentou vezes demais", "the device tried too often")
        case .manually: say("recusado", "refused")
        case .deviceIncompatible: say("o aparelho não serve", "the device is not suitable")
        case .infrastructureFailure: say("falha técnica do banco", "a technical failure at the bank")
        case .hybridFlowFailure:
            say("a volta do banco ao aplicativo falhou", "the way back from the bank to the app failed")
        case .fidoFailure: say("a chave do aparelho não foi aceita", "the device's key was not accepted")
        case .internalSecurity: say("a segurança do banco não permite", "the bank's security does not allow it")
        case .other: say("outro motivo", "another reason")
        }
    }
}

extension OFBRevocationReason {
    func words(_ say: PageLanguage) -> String {
        switch self {
        case .manually: say("revogado", "revoked")
        case .validityExpired: say("a validade terminou", "its validity has ended")
        case .infrastructureFailure: say("falha técnica do banco", "a technical failure at the bank")
        case .internalSecurity: say("a segurança do banco não permite", "the bank's security does not allow it")
        case .other: say("outro motivo", "another reason")
        }
    }
}
