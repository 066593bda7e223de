/// The backend's refusal codes, each with its one status.
///
/// For a call with a key, only these count as a refusal. Another answer may come from a proxy or from a newer backend
/// with unknown codes. Such an answer does not prove that the call had no effect.
enum BackendNo {
    /// The backend has decided the request: earlier tries with the same key had no other outcome.
    case decided
    /// The backend has not read the request, so this says nothing about earlier tries.
    case unread

    init?(_ status: Int, _ code: String) {
        switch status {
        case 400 where BackendNo.malformed.contains(code), 422 where BackendNo.unfit.contains(code),
            403 where BackendNo.forbidden.contains(code), 404 where BackendNo.absent.contains(code),
            409 where BackendNo.standing.contains(code):
            self = .decided
        case 400 where code == "invalid_parameter", 404 where code == "not_found",
            405 where code == "method_not_allowed", 406 where code == "not_acceptable",
            413 where code == "request_too_large", 414 where code == "address_too_long",
            415 where code == "unsupported_media_type", 431 where code == "headers_too_large",
            503 where code == "network_unavailable":
            self = .unread
        default: return nil
        }
    }

    private static let malformed: Set = ["invalid_payload", "idempotency_key_missing", "idempotency_key_invalid"]
    private static let unfit: Set = ["card_number_refused", "idempotency_key_reused", "token_reference_missing"]
    private static let forbidden: Set = [
        "client_not_allowed", "wallet_not_allowed", "card_blocked", "activations_locked",
    ]
    private static let absent: Set = ["card_not_found", "token_not_found"]
    private static let standing: Set = [
        "device_mismatch", "token_suspended", "token_deactivated", "step_up_closed", "step_up_expired",
        "refused_by_network",
    ]
}
