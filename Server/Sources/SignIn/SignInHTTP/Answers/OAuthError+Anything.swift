import ChavePixModel
import SignInModel

extension OAuthError {
    /// Keeps a refusal as it is; any other failure becomes an answer without details of its cause.
    init(anything error: any Error) {
        switch error {
        case let refusal as OAuthError: self = refusal
        case let failure as APIFailure: self.init(failure)
        case SignInFault.storage, SignInFault.contended:
            self.init(
                .temporarilyUnavailable,
                "The server cannot do this at the moment. Repeat the request later.",
                status: 503,
                retryAfterSeconds: 2
            )
        default:
            self.init(
                .serverError,
                "Something failed on our side. Repeat the request; quote X-Request-Id if it stays so.",
                status: 500
            )
        }
    }

    /// Converts a refusal of the limits, or of the readers that both APIs share.
    init(_ failure: APIFailure) {
        let code: Code =
            switch failure.status {
            case 429: .slowDown
            case 503: .temporarilyUnavailable
            case 404: .notFound
            case 500...: .serverError
            default: .invalidRequest
            }
        self.init(
            code,
            failure.items.first?.message ?? "The request was refused.",
            status: failure.status,
            field: failure.items.first?.field,
            retryAfterSeconds: failure.retryAfterSeconds
        )
    }
}
