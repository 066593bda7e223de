import ChaveBase
import ChavePixModel
import SignInModel
import TokenActivationCore

extension Problem {
    /// Maps any error to a problem.
    ///
    /// A refusal stays as it is; `freshSeconds` is added when the sign-in is too old. A fault on our side reveals no
    /// details.
    init(anything error: any Error, freshSeconds: Int64) {
        switch error {
        case let problem as Problem: self = problem
        case let refusal as ActivationRefusal: self.init(refusal, freshSeconds: freshSeconds)
        case is ActivationFault: self.init(.temporarilyUnavailable)
        case let failure as APIFailure: self.init(failure)
        case let refusal as OAuthError: self.init(refusal)
        case SignInFault.storage, SignInFault.contended: self.init(.temporarilyUnavailable)
        default: self.init(.serverError)
        }
    }

    /// Maps a refusal of the kernel: an incomplete request, a path without a row, a limit, or a parameter.
    private init(_ failure: APIFailure) {
        let seconds = failure.retryAfterSeconds.map(Int64.init)
        switch failure.status {
        case 400:
            self.init(.invalidParameter, failure.items.first?.message)
            parameters = failure.items.compactMap(\.field)
        case 404: self.init(.notFound)
        case 405: self.init(.methodNotAllowed)
        case 406: self.init(.notAcceptable)
        case 408: self.init(.requestOverdue)
        case 413: self.init(.requestTooLarge)
        case 414: self.init(.addressTooLong)
        case 429: self.init(.tooManyRequests, retryAfterSeconds: seconds)
        case 431: self.init(.headersTooLarge)
        case 503: self.init(.temporarilyUnavailable, retryAfterSeconds: seconds)
        default: self.init(.serverError)
        }
    }

    /// Maps a refusal of an access token by the sign-in product.
    private init(_ refusal: OAuthError) {
        switch refusal.status {
        case 400..<500: self.init(.invalidToken, refusal.description)
        case 503: self.init(.temporarilyUnavailable)
        default: self.init(.serverError)
        }
    }
}
