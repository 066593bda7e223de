import ChavePix

/// The seven steps of an enrollment.
enum EnrollmentStage: Int, Stage {
    case creating = 1
    case atTheBank
    case returning
    case waitingForOptions
    case makingKey
    case confirming
    case done

    var title: String {
        switch self {
        case .creating: "Pedir o vínculo"
        case .atTheBank: "Autorizar no banco"
        case .returning: "Voltar do banco"
        case .waitingForOptions: "Esperar o banco"
        case .makingKey: "Criar a chave neste aparelho"
        case .confirming: "Confirmar no banco"
        case .done: "Vinculado"
        }
    }

    /// What is under way once this has happened; `nil` where the step says nothing new.
    init?(after step: EnrollmentStep) {
        switch step {
        case .redirect: self = .atTheBank
        case .redirected: self = .waitingForOptions
        case .optionsReceived: self = .makingKey
        case .credentialMade: self = .confirming
        case .finished(let result) where result.status == .succeeded: self = .done
        default: return nil
        }
    }
}
