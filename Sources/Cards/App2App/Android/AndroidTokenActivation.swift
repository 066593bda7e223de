/// An activation that a wallet asks for on Android: the payload in, the result's extras out.
///
/// The wallet is whoever started the activity, and the result goes to it alone; so there is no callback to check, and a
/// code may be told. Which package may ask is for the app to check before: Android says who called.
public struct AndroidTokenActivation: Hashable, Sendable {
    /// What the extras of a result are called.
    public struct Names: Hashable, Sendable {
        /// The extra for the outcome.
        public let response: String
        /// The extra for the backend's code, where there is one.
        public let code: String
        /// The extra that says why there is no response; `nil` where the network knows none.
        public let error: String?

        /// Names of one's own; `error` is `nil` where a network has no extra for it.
        public init(response: String, code: String, error: String?) {
            self.response = response
            self.code = code
            self.error = error
        }

        /// What Visa's wallets read.
        public static let visa = Names(
            response: "STEP_UP_RESPONSE",
            code: "STEP_UP_AUTH_CODE",
            error: "STEP_UP_ERROR"
        )
        /// What Mastercard's wallets read.
        public static let mastercard = Names(response: "issuerMobileAppAuthResponse", code: "TAV", error: nil)
    }

    /// What the wallet says of card, token and device; nothing of it is proven.
    public let payload: App2AppTokenActivationPayload
    private let names: Names

    /// Reads an intent; its action is the app's own `applicationID` and `.a2a`.
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

    /// The result of a request that was dealt with.
    ///
    /// A code is only told with an approval.
    public func result(_ outcome: TokenActivationOutcome, code: String? = nil) -> AndroidResult {
        var extras = [names.response: outcome.rawValue]
        if outcome == .approved { extras[names.code] = code }
        return AndroidResult(code: .ok, extras: extras)
    }

    /// The result of an intent that was refused: cancelled, with the reason where the network has a name for it.
    public static func result(_ refusal: AndroidIntentRefusal, names: Names) -> AndroidResult {
        let extras = names.error.map { [$0: refusal.code] } ?? [names.response: TokenActivationOutcome.failure.rawValue]
        return AndroidResult(code: .canceled, extras: extras)
    }
}

extension AndroidTokenActivation: CustomStringConvertible, CustomReflectable {
    public var description: String { "AndroidTokenActivation(<redacted>)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
