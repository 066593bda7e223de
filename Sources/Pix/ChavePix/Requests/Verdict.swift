import ChavePixModel
import ChaveTransport

/// What is known of a POST's effect: three outcomes, never two.
enum Verdict: Sendable {
    case done(HTTPResponse)
    /// Definitely without effect.
    case refused(PixError)
    /// It may have had its effect; the error says how the last try ended.
    case unknown(PixError)

    /// `mayHaveReached` says that an earlier try of the same bytes, in this run or an earlier one, may have been worked on.
    ///
    /// An answer speaks of all tries where the server looks at the idempotency key before it answers so: a success, or a
    /// refusal of the bytes themselves. Who may call is looked at before the key, so 401, 403 and 404 speak of the last
    /// try only, and so do 409 and 429.
    init(_ result: Result<HTTPResponse, TransportError>, mayHaveReached: Bool) {
        switch result {
        case .success(let response):
            let error = PixError(answer: response)
            switch response.status {
            case 200...299: self = .done(response)
            case _ where error.refusesTheBytes: self = .refused(error)
            case 409 where error.items.contains { $0.code == .idempotencyInProgress }: self = .unknown(error)
            case 300...499: self = mayHaveReached ? .unknown(error) : .refused(error)
            default: self = .unknown(error)
            }
        case .failure(let failure):
            let error = PixError(transport: failure)
            self = mayHaveReached || failure.mayHaveReachedServer ? .unknown(error) : .refused(error)
        }
    }
}

extension PixError {
    /// The server has looked at the very bytes and will never take them, whichever try brought them.
    var refusesTheBytes: Bool { status.map { [400, 405, 413, 415, 422].contains($0) } ?? false }
}
