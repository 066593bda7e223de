import BeyondIdentityEmbedded

/// What a person is told when something did not work.
enum Words {
    static func of(_ error: any Error) -> String {
        guard let error = error as? SignInError else { return "Não deu certo. Tente de novo." }
        switch error.code {
        case .userCancelled, .cancelled: return "Cancelado."
        case .interrupted: return "O sistema fechou a pergunta. Tente de novo."
        case .lockedOut: return "Muitas tentativas: bloqueie o aparelho e desbloqueie com o código."
        case .deviceLocked: return "Desbloqueie o aparelho e tente de novo."
        case .noDeviceLock: return "Defina um código nos ajustes do aparelho."
        case .invalidCode: return "O link ou o código não vale, foi usado ou venceu. Peça outro."
        case .userSuspended, .userDeleted, .deviceDeleted: return "Este aparelho não entra mais. Fale com a padaria."
        case .notConnected, .timedOut, .serverUnavailable: return "Sem conexão com o servidor. Tente de novo."
        // For whoever builds the app: it names the setting or the parameter.
        default: return error.message
        }
    }
}
