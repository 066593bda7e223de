import ChavePixModel
import ChaveTransport

/// The known effect of a POST: three outcomes, never two.
enum Verdict: Sendable {
    case done(HTTPResponse)
    /// The POST definitely had no effect.
    case refused(PixError)
    /// The POST may have had its effect; the error tells how the last try ended.
    case unknown(PixError)

    /// The verdict on a result; `mayHaveReached` tells that the server may have worked on an earlier try of the same
    /// bytes.
    ///
    /// The earlier try may be from this run of the app or from an earlier one. A response counts for all tries when the
    /// server checks the idempotency key first. Such responses are a success and a refusal of the bytes themselves. The
    /// server checks the caller's permission before the key. Therefore 401, 403 and 404 count for the last try only,
    /// and so do 409 and 429.
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
    /// Whether the server has checked these bytes and will never accept them, in any try.
    var refusesTheBytes: Bool { status.map { [400, 405, 413, 415, 422].contains($0) } ?? false }
}
