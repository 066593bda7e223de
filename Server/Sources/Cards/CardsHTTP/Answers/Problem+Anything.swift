import ChaveBase
import ChavePixModel
import SignInCore
import TokenActivationCore

extension Problem {
    /// A refusal as it is, with how old a sign-in may be where one is too old; what failed on our side without a word of what it was.
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

    /// A refusal of the kernel: of a request that is not whole, of a path without a row, by a limit, of a parameter.
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

    /// What sign-in says of an access token.
    private init(_ refusal: OAuthError) {
        switch refusal.status {
        case 400..<500: self.init(.invalidToken, refusal.description)
        case 503: self.init(.temporarilyUnavailable)
        default: self.init(.serverError)
        }
    }
}
