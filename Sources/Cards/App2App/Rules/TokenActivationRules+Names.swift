extension TokenActivationRules {
    /// The names of the items in a link and in its answer.
    public struct Names: Hashable, Sendable {
        /// The item of the link with the payload.
        public let payload: String
        /// The item of the link with the callback.
        public let callback: String
        /// The item of the answer with the outcome.
        public let response: String
        /// The item of the answer with a code, when there is one.
        public let code: String

        /// Creates custom names, for a wallet that the presets do not cover.
        public init(payload: String, callback: String, response: String, code: String) {
            self.payload = payload
            self.callback = callback
            self.response = response
            self.code = code
        }

        /// The names that Visa's wallets send and read.
        public static let visa = Names(
            payload: "a2apayload",
            callback: "wpcallback",
            response: "stepupresponse",
            code: "stepupauthcode"
        )
        /// The names that Mastercard's wallets send and read.
        public static let mastercard = Names(
            payload: "iOS.deeplinkURL.extra.TEXT",
            callback: "callBackURL",
            response: "issuerMobileAppAuthResponse",
            code: "TAV"
        )
        /// The names that Discover's wallets send and read.
        public static let discover = Names(
            payload: "payload",
            callback: "callback",
            response: "authResponse",
            code: "authCode"
        )
    }
}
