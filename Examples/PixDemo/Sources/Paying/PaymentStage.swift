import ChavePix

/// The four steps of a payment.
enum PaymentStage: Int, Stage {
    case creating = 1
    case signing
    case authorizing
    case done

    var title: String {
        switch self {
        case .creating: "Criar o pagamento"
        case .signing: "Confirmar com biometria"
        case .authorizing: "Autorizar no banco"
        case .done: "Pagamento aceito"
        }
    }

    /// What is under way once this has happened; `nil` where the step says nothing new.
    init?(after step: PaymentStep) {
        switch step {
        case .created: self = .signing
        case .signed: self = .authorizing
        // PROCESSING: the bank has taken it, and it goes on without the app.
        case .finished(let payment) where [.succeeded, .processing].contains(payment.status): self = .done
        default: return nil
        }
    }
}
