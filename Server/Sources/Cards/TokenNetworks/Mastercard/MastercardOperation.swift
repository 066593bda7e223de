/// An issuer's operation on a token at a network like Mastercard's: a path, a message of the same name, a reason.
enum MastercardOperation: String, CaseIterable {
    case activate = "Activate"
    case decline = "Decline"
    case suspend = "Suspend"

    var path: String { "/mdes/csapi/v2/token/\(rawValue.lowercased())" }
    var request: String { "Token\(rawValue)Request" }
    var response: String { "Token\(rawValue)Response" }

    /// The reason code: `A` when the cardholder was authenticated before an activation, `C` when the cardholder asked
    /// for it.
    var reasonCode: String {
        switch self {
        case .activate: "A"
        case .decline, .suspend: "C"
        }
    }

    var comment: String {
        switch self {
        case .activate: "Cardholder was authenticated in the issuer's app"
        case .decline: "Cardholder or issuer declined in the issuer's app"
        case .suspend: "Cardholder asked the issuer to suspend it"
        }
    }
}
