import ChaveBase
import ChavePixModel
import InstitutionPort

/// A payment's state, with the event that it waits for.
enum PaymentState: Hashable, Sendable {
    /// Waits for its settlement.
    case received(settlesAt: Timestamp)
    /// Held by the bank for a check; waits for its release.
    case held
    /// Waits for its day.
    case scheduled(settlesAt: Timestamp)
    /// ACCP and ACPD, in which only the official triggers leave a payment.
    case checked, clearing
    case settled
    case rejected(PaymentRejection)
    case cancelled
}

/// The reason of a rejection; raw values are Open Finance's.
enum PaymentRejection: String, Hashable, Sendable, CaseIterable {
    case insufficientFunds = "SALDO_INSUFICIENTE"
    case sameAccount = "CONTAS_ORIGEM_DESTINO_IGUAIS"
    // By the official trigger amounts alone.
    case detailInvalid = "DETALHE_PAGAMENTO_INVALIDO"
    case refusedByHolderBank = "PAGAMENTO_RECUSADO_DETENTORA"
    case amountInvalid = "VALOR_INVALIDO"
    case amountOverLimit = "VALOR_ACIMA_LIMITE"
    case chargeInvalid = "COBRANCA_INVALIDA"
}

/// An event in a payment's life.
enum PaymentEvent: Hashable, Sendable {
    /// The settlement time has come and the ledger moved the money.
    case moneyMoved
    /// The settlement time has come and the ledger refused.
    case ledgerRefused(PaymentRejection)
    case hold
    case release
    /// The day of a scheduled payment counts as come.
    case dayCame
    case cancellation
}

/// An event that the state does not allow.
struct UnexpectedPaymentEvent: Error, Hashable {
    let state: PaymentState
    let event: PaymentEvent
}

extension PaymentState {
    /// The whole life of a payment.
    ///
    /// Pure: no clock, no storage. Money moves exactly once, on the way into ``settled``.
    func receiving(_ event: PaymentEvent, at now: Timestamp) throws(UnexpectedPaymentEvent) -> PaymentState {
        switch (self, event) {
        case (.received(let time), .moneyMoved) where now >= time,
            (.scheduled(let time), .moneyMoved) where now >= time:
            return .settled
        case (.received(let time), .ledgerRefused(let reason)) where now >= time,
            (.scheduled(let time), .ledgerRefused(let reason)) where now >= time:
            return .rejected(reason)
        case (.received, .hold):
            return .held
        case (.held, .release):
            return .received(settlesAt: now)
        case (.scheduled, .dayCame):
            return .scheduled(settlesAt: now)
        case (.held, .cancellation), (.scheduled, .cancellation):
            return .cancelled
        case (.received, _), (.held, _), (.scheduled, _), (.checked, _), (.clearing, _), (.settled, _), (.rejected, _),
            (.cancelled, _):
            throw UnexpectedPaymentEvent(state: self, event: event)
        }
    }

    /// The time of the settlement; `nil` when the payment does not wait for a time.
    var settlesAt: Timestamp? {
        switch self {
        case .received(let time), .scheduled(let time): time
        case .held, .checked, .clearing, .settled, .rejected, .cancelled: nil
        }
    }

    /// Whether it waits for its settlement at once, and not for a day or a check.
    var isWaiting: Bool {
        if case .received = self { return true }
        return false
    }

    func isDue(at now: Timestamp) -> Bool { settlesAt.map { now >= $0 } ?? false }

    var status: OFBPaymentStatus {
        switch self {
        case .received: .rcvd
        case .held: .pdng
        case .scheduled: .schd
        case .checked: .accp
        case .clearing: .acpd
        case .settled: .acsc
        case .rejected: .rjct
        case .cancelled: .canc
        }
    }

    var rejection: PaymentRejection? {
        guard case .rejected(let reason) = self else { return nil }
        return reason
    }
}
