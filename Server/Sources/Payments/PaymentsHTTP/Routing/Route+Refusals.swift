import ChavePixModel
import HTTPKernel

/// The error codes of one status.
struct RouteRefusal: Hashable, Sendable {
    let status: Int
    let codes: [ErrorCode]
}

extension Route {
    /// All refusals of this route by status: those that follow from the row, and those of its use case.
    var refusals: [RouteRefusal] {
        var codes = ownRefusals + [.invalid, .requestTooLarge, .rateLimited, .unexpectedError]
        if access == .merchant || access == .merchantOrDevice {
            codes += [.authenticationFailed, .tokenNotValid]
        }
        if access == .merchant { codes.append(.permissionDenied) }
        if !parameterNames.isEmpty { codes.append(.notFound) }
        if !query.isEmpty { codes.append(.tooLong) }
        if body != nil { codes += [.invalidJSON, .required, .null, .tooLong, .unsupportedMediaType] }
        if terms.isKept { codes += [.idempotencyInProgress, .idempotencyConflict] }
        return Route.statuses.compactMap { status, possible in
            if status == 406 && answer.content.mediaType == nil { return nil }
            let found = possible.filter { codes.contains($0) || status == 414 }
            return found.isEmpty ? nil : RouteRefusal(status: status, codes: found)
        }
    }

    /// The codes of each status, in the documentation's order.
    private static let statuses: [(status: Int, codes: [ErrorCode])] = [
        (400, [.invalidJSON, .required, .null, .invalid, .tooLong, .doesNotExist, .alreadyRegistered]),
        (401, [.authenticationFailed, .tokenNotValid]),
        (403, [.permissionDenied]),
        (404, [.notFound, .notReady]),
        (406, [.invalid]),
        (409, [.conflict, .idempotencyInProgress]),
        (413, [.requestTooLarge]),
        (414, [.tooLong]),
        (415, [.unsupportedMediaType]),
        (422, [.idempotencyConflict]),
        (429, [.rateLimited]),
        (500, [.unexpectedError]),
        (503, [.unexpectedError, .institutionUnavailable, .rateLimited]),
    ]
}
