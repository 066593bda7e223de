/// An activation that a wallet requests on Android, from the payload to the extras of the result.
///
/// The wallet is the app that started the activity, and only that app gets the result. There is therefore no callback
/// to check, and the result may carry a code. The app must check first which package asks: Android names the caller.
public struct AndroidTokenActivation: Hashable, Sendable {
    /// The names of a result's extras.
    public struct Names: Hashable, Sendable {
        /// The extra for the outcome.
        public let response: String
        /// The extra for the backend's code, when there is one.
        public let code: String
        /// The extra for the reason of a missing response; `nil` when the network has none.
        public let error: String?

        /// Creates custom names; `error` is `nil` when a network has no extra for it.
        public init(response: String, code: String, error: String?) {
            self.response = response
            self.code = code
            self.error = error
        }

        /// The names for Visa's wallets.
        public static let visa = Names(
            response: "STEP_UP_RESPONSE",
            code: "STEP_UP_AUTH_CODE",
            error: "STEP_UP_ERROR"
        )
        /// The names for Mastercard's wallets.
        public static let mastercard = Names(response: "issuerMobileAppAuthResponse", code: "TAV", error: nil)
    }

    /// The wallet's statements about card, token and device, none of which is proven.
    public let payload: App2AppTokenActivationPayload
    private let names: Names

    /// Reads an intent, whose action is the app's own `applicationID` and `.a2a`.
    public init(_ intent: AndroidIntent, applicationID: String, names: Names) throws(AndroidIntentRefusal) {
        guard intent.action == "\(applicationID).a2a" else { throw .otherAction }
        guard let text = intent.extras[AndroidIntent.extraText], !text.isEmpty else { throw .textMissing }
        do throws(TokenActivationLinkRefusal) {
            payload = try App2AppTokenActivationPayload(base64: text)
        } catch {
            throw .payload(error)
        }
        self.names = names
    }

    /// The result of a finished request.
    ///
    /// The result carries a code only with an approval.
    public func result(_ outcome: TokenActivationOutcome, code: String? = nil) -> AndroidResult {
        var extras = [names.response: outcome.rawValue]
        if outcome == .approved { extras[names.code] = code }
        return AndroidResult(code: .ok, extras: extras)
    }

    /// The result of a refused intent: cancelled, with the reason when the network has a name for it.
    public static func result(_ refusal: AndroidIntentRefusal, names: Names) -> AndroidResult {
        let extras = names.error.map { [$0: refusal.code] } ?? [names.response: TokenActivationOutcome.failure.rawValue]
        return AndroidResult(code: .canceled, extras: extras)
    }
}

extension AndroidTokenActivation: CustomStringConvertible, CustomReflectable {
    public var description: String { "AndroidTokenActivation(<redacted>)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Why an intent is refused, in order of precedence.
public enum AndroidIntentRefusal: Error, Hashable, Sendable {
    /// The action is not `<application id>.a2a`.
    case otherAction
    /// `EXTRA_TEXT` is missing or empty.
    case textMissing
    /// The payload has this fault, as in a link.
    case payload(TokenActivationLinkRefusal)

    /// The stable name of the refusal.
    public var code: String {
        switch self {
        case .otherAction: "other_action"
        case .textMissing: "text_missing"
        case .payload(let refusal): refusal.rawValue
        }
    }
}
