import ChavePixModel
package import HTTPKernel
import TokenActivationCore

/// One row of the table of ``TokenActivationAPI``.
package typealias ActivationRoute = HTTPKernel.Route<TokenActivationAPI>

/// The caller that a row of the cards' API answers.
package enum ActivationAccess: Sendable {
    /// Everyone, without a token.
    case open
    /// The holder of a card, by their access token.
    case holder
}

/// The settings of a row that only the cards' API has.
package struct ActivationTerms: Sendable {
    let kind: Admission.Class
    /// The holder's rate limit that a request counts against; `nil` for a row that stores nothing.
    let attempt: Admission.CardAttempt?
    /// Whether the body is a wallet's payload.
    let takesPayload: Bool
    /// Whether the request must carry an `Idempotency-Key`.
    let takesKey: Bool
}

/// A row's handler, by the caller that it answers.
enum ActivationHandler {
    case open(ActivationRoute.Handler)
    case holder(ActivationRoute.Handler)
}

extension ActivationRoute {
    /// A row; `refuses` names the refusals of the use case, and ``refusals`` adds those that follow from the row.
    init(
        _ method: String,
        _ template: String,
        as kind: Admission.Class? = nil,
        counting attempt: Admission.CardAttempt? = nil,
        _ text: RouteText,
        answers answer: RouteAnswer.Content,
        refuses ownRefusals: [ProblemCode] = [],
        takesPayload: Bool = false,
        takesKey: Bool = false,
        _ handler: ActivationHandler
    ) {
        let isRead = method == "GET"
        let (access, handle): (ActivationAccess, Handler) =
            switch handler {
            case .open(let handle): (.open, handle)
            case .holder(let handle): (.holder, handle)
            }
        self.init(
            method,
            template,
            for: access,
            text,
            takes: takesPayload ? RouteBody(.json, .tokenActivationPayload) : nil,
            answers: RouteAnswer(answer),
            refuses: ownRefusals,
            terms: ActivationTerms(
                kind: kind ?? (isRead ? .read : .write),
                attempt: attempt ?? (isRead ? nil : .activation),
                takesPayload: takesPayload,
                takesKey: takesKey
            ),
            .atOnce(handle)
        )
    }

    /// All refusals that the row may give, in the order of ``ProblemCode``.
    var refusals: [ProblemCode] {
        var codes: Set<ProblemCode> = [
            .invalidParameter, .notAcceptable, .requestOverdue, .addressTooLong, .headersTooLarge, .tooManyRequests,
            .temporarilyUnavailable, .serverError,
        ]
        codes.formUnion(ownRefusals)
        if access == .holder { codes.formUnion([.invalidToken, .clientNotAllowed, .requestTooLarge]) }
        if terms.takesPayload { codes.formUnion([.invalidPayload, .cardNumberRefused, .unsupportedMediaType]) }
        if terms.takesKey {
            codes.formUnion([.idempotencyKeyMissing, .idempotencyKeyInvalid, .idempotencyKeyReused])
        }
        return ProblemCode.allCases.filter(codes.contains)
    }
}
