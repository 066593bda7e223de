import ChavePixModel

extension ErrorCode {
    /// The meaning of the code and the next action, in one or two sentences for people.
    var meaning: String {
        switch self {
        case .required: "A field is missing. Send it."
        case .invalid: "A value is not what its field takes. Correct it."
        case .null: "A value is null where it must not be. Leave the field out or send a value."
        case .tooLong: "A value is too long. Shorten it."
        case .doesNotExist: "The body names an object that there is not. Create it first, or correct the id."
        case .alreadyRegistered: "Such an object exists. Use that one."
        case .notFound: "There is no such path or object for this caller. Check the id."
        case .authenticationFailed: "The API keys are wrong or revoked."
        case .tokenNotValid: "The token is broken, expired or revoked. Fetch a fresh one."
        case .invalidJSON: "The body is not JSON; the message says at which byte."
        case .methodNotAllowed: "The path does not take this method; Allow names those it takes."
        case .unsupportedMediaType: "The body is of another media type. Send application/json."
        case .permissionDenied: "A device token may not call this. Call it from your server."
        case .conflict: "The object is past this step, or another request was faster. Read it and decide again."
        case .notReady: "The bank has not answered yet. Ask again after Retry-After."
        case .idempotencyConflict: "The Idempotency-Key was used for another request. Make a new key."
        case .idempotencyInProgress: "The first request with this Idempotency-Key is still running. Ask again."
        case .requestTooLarge: "The body is larger than 64 KiB."
        case .rateLimited: "Too many requests. Ask again after Retry-After."
        case .unexpectedError: "Something failed on the server's side. Repeat the request with the same key."
        case .institutionUnavailable: "The bank has not answered. Repeat the request with the same Idempotency-Key."
        default: "See the message."
        }
    }
}
