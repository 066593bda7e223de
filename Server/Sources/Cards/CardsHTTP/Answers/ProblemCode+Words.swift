
/// What each code means, for developers: the problem document, its page and the OpenAPI document say the same.
extension ProblemCode {
    /// The same for every occurrence (RFC 9457, section 3.1.3).
    var title: String {
        switch self {
        case .invalidParameter: "The query has a parameter that the address does not take"
        case .invalidPayload: "The payload is not what a wallet sends"
        case .idempotencyKeyMissing: "The request has no Idempotency-Key"
        case .idempotencyKeyInvalid: "The Idempotency-Key is not one"
        case .cardNumberRefused: "The request holds what may be a card number"
        case .idempotencyKeyReused: "The Idempotency-Key was used for another request"
        case .tokenReferenceMissing: "The payload does not say which token it is about"
        case .invalidToken: "The access token does not count"
        case .insufficientUserAuthentication: "The holder has to prove again that they are there"
        case .clientNotAllowed: "The client may not activate cards"
        case .walletNotAllowed: "The issuer takes no tokens of this wallet"
        case .cardNotFound: "The holder has no such card"
        case .tokenNotFound: "The holder's cards have no such token"
        case .activationNotFound: "There is no such activation"
        case .cardBlocked: "The card is blocked"
        case .activationsLocked: "The card's activations are locked"
        case .deviceMismatch: "The network holds another device for the token"
        case .tokenSuspended: "The token is suspended"
        case .tokenDeactivated: "The token is deactivated"
        case .stepUpClosed: "The network does not wait for the holder's word"
        case .stepUpExpired: "The network has waited for too long"
        case .tokenNotActive: "The token is not active"
        case .refusedByNetwork: "The network refused"
        case .activationInProgress: "The activation is still under way"
        case .tooManyRequests: "Too many requests"
        case .networkUnavailable: "The network cannot be reached"
        case .outcomeUnknown: "Nobody knows yet whether the token is active"
        case .notFound: "There is nothing at this address"
        case .methodNotAllowed: "The address takes another method"
        case .notAcceptable: "The answer is in no form that the request takes"
        case .requestOverdue: "The request did not come in its time"
        case .requestTooLarge: "The body is too large"
        case .addressTooLong: "The address is too long"
        case .unsupportedMediaType: "The body is not JSON"
        case .headersTooLarge: "The headers are too large"
        case .temporarilyUnavailable: "The server cannot do this at the moment"
        case .serverError: "Something failed on our side"
        }
    }

    /// What the caller can do about it.
    var wayOut: String {
        switch self {
        case .invalidParameter: "Leave it out, or write it as the address's description does."
        case .invalidPayload: "Send the wallet's object: seven members, each a text or left out."
        case .idempotencyKeyMissing: "Make one, such as a UUID, keep it before sending, and repeat with the same."
        case .idempotencyKeyInvalid: "Send 1 to 255 visible ASCII characters; of those nothing but a digest is kept."
        case .cardNumberRefused: "Send references only: the number of a card has no place here, and is not kept."
        case .idempotencyKeyReused: "Use a new key for another payload or another holder's decision."
        case .tokenReferenceMissing:
            "Send tokenReferenceID, and panReferenceID or tokenRequestorID beside it, as the wallet gave them."
        case .invalidToken: "Sign the holder in, and send the access token as Authorization: Bearer or DPoP."
        case .insufficientUserAuthentication: "Have the holder sign in again, and repeat with the new access token."
        case .clientNotAllowed: "Ask the issuer to name the client."
        case .walletNotAllowed: "Ask the issuer which wallets it takes tokens of."
        case .cardNotFound: "Look whether the right person is signed in."
        case .tokenNotFound: "Look whether the right person is signed in, or have the card added again in the wallet."
        case .activationNotFound: "Look whether the right person is signed in."
        case .cardBlocked: "The holder has to talk to the issuer."
        case .activationsLocked: "Wait until the time that the answer names, or have the holder talk to the issuer."
        case .deviceMismatch: "Send the payload as the wallet gave it, or have the card added again in the wallet."
        case .tokenSuspended: "The holder has to talk to the issuer."
        case .tokenDeactivated: "Have the card added again in the wallet."
        case .stepUpClosed: "Have the card added again in the wallet."
        case .stepUpExpired: "Have the card added again in the wallet."
        case .tokenNotActive: "Only what is active can be suspended: nothing is left to do, and no yes is under way."
        case .refusedByNetwork: "Have the card added again in the wallet; the network says why to the issuer alone."
        case .activationInProgress: "Repeat after Retry-After seconds, with the same key where the call takes one."
        case .tooManyRequests: "Repeat after Retry-After seconds."
        case .networkUnavailable:
            "Nothing was done, and nothing will be unless you ask again: after Retry-After seconds, with the same key."
        case .outcomeUnknown:
            "It may be done, or be done yet. Repeat after Retry-After seconds with the same key: the network is asked."
        case .notFound: "See /openapi-app2app.json for the addresses."
        case .methodNotAllowed: "See Allow for the methods."
        case .notAcceptable: "Add application/json to Accept, or leave Accept out."
        case .requestOverdue: "Repeat with the same key."
        case .requestTooLarge: "Send 64 KiB at most."
        case .addressTooLong: "Send 8 KiB of path and query at most."
        case .unsupportedMediaType: "Send JSON as it is, with Content-Type: application/json."
        case .headersTooLarge: "Send 32 KiB of headers at most."
        case .temporarilyUnavailable: "Repeat after Retry-After seconds with the same key."
        case .serverError: "Repeat with the same key; quote request_id if it stays so."
        }
    }
}
