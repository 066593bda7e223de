import ChaveBase
import ChavePixModel
import InstitutionPort

/// A consent's state, with the event that it waits for.
enum ConsentState: Hashable, Sendable {
    /// Waits for the holder's assertion.
    case awaitingAuthorisation(until: Timestamp)
    /// One holder has authorised; the consent waits for the others.
    case partiallyAccepted(until: Timestamp)
    /// Waits for its one payment.
    case authorised(until: Timestamp)
    case rejected(ConsentRejection)
    /// Its payment came, with any result.
    case consumed
}

/// The reason of a rejection; raw values are Open Finance's.
enum ConsentRejection: String, Hashable, Sendable, CaseIterable {
    case authorisationTimedOut = "TEMPO_EXPIRADO_AUTORIZACAO"
    case consumptionTimedOut = "TEMPO_EXPIRADO_CONSUMO"
    case authenticationDiffers = "AUTENTICACAO_DIVERGENTE"
    case accountCannotPay = "CONTA_NAO_PERMITE_PAGAMENTO"
    case amountRefused = "VALOR_INVALIDO"
    case notStated = "NAO_INFORMADO"
    // By the official trigger amounts alone.
    case infrastructureFailure = "FALHA_INFRAESTRUTURA"
    case qrCodeInvalid = "QRCODE_INVALIDO"
    case amountOverLimit = "VALOR_ACIMA_LIMITE"
}

/// An event in a consent's life, apart from the passing of time.
enum ConsentEvent: Hashable, Sendable {
    /// The holder's assertion is valid; `approversLeft` others must still agree.
    case authorisation(approversLeft: Int)
    case otherHolderApproved
    case rejection(ConsentRejection)
    case paymentReceived
}

/// An event that the state does not allow.
struct UnexpectedConsentEvent: Error, Hashable {
    let state: ConsentState
    let event: ConsentEvent
}

/// The waiting times of a consent (Open Finance Brasil, payments).
enum ConsentLife {
    static let authorisationSeconds = 300
    static let consumptionSeconds = 3_600
}

extension ConsentState {
    /// The state after passed deadlines alone.
    func expiring(at now: Timestamp) -> ConsentState {
        switch self {
        case .awaitingAuthorisation(let deadline) where now >= deadline,
            .partiallyAccepted(let deadline) where now >= deadline:
            .rejected(.authorisationTimedOut)
        case .authorised(let deadline) where now >= deadline: .rejected(.consumptionTimedOut)
        case .awaitingAuthorisation, .partiallyAccepted, .authorised, .rejected, .consumed: self
        }
    }

    /// The whole life of a consent.
    ///
    /// Pure: no clock, no storage. A late event meets the state after the passed deadline.
    func receiving(_ event: ConsentEvent, at now: Timestamp) throws(UnexpectedConsentEvent) -> ConsentState {
        let state = expiring(at: now)
        switch (state, event) {
        case (.awaitingAuthorisation, .authorisation(let approversLeft)):
            let deadline = now.adding(seconds: ConsentLife.consumptionSeconds)
            return approversLeft > 0 ? .partiallyAccepted(until: deadline) : .authorised(until: deadline)
        case (.partiallyAccepted, .otherHolderApproved):
            return .authorised(until: now.adding(seconds: ConsentLife.consumptionSeconds))
        case (.awaitingAuthorisation, .rejection(let reason)), (.partiallyAccepted, .rejection(let reason)),
            (.authorised, .rejection(let reason)):
            return .rejected(reason)
        case (.authorised, .paymentReceived):
            return .consumed
        case (.awaitingAuthorisation, .otherHolderApproved), (.awaitingAuthorisation, .paymentReceived),
            (.partiallyAccepted, .authorisation), (.partiallyAccepted, .paymentReceived),
            (.authorised, .authorisation), (.authorised, .otherHolderApproved), (.rejected, _), (.consumed, _):
            throw UnexpectedConsentEvent(state: state, event: event)
        }
    }

    /// The time when the state changes by itself; `nil` when it never does.
    var deadline: Timestamp? {
        switch self {
        case .awaitingAuthorisation(let deadline), .partiallyAccepted(let deadline), .authorised(let deadline):
            deadline
        case .rejected, .consumed: nil
        }
    }

    var status: OFBConsentStatus {
        switch self {
        case .awaitingAuthorisation: .awaitingAuthorisation
        case .partiallyAccepted: .partiallyAccepted
        case .authorised: .authorised
        case .rejected: .rejected
        case .consumed: .consumed
        }
    }

    var rejection: ConsentRejection? {
        guard case .rejected(let reason) = self else { return nil }
        return reason
    }
}
