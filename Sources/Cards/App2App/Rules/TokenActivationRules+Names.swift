extension TokenActivationRules {
    /// What the items of a link and of its answer are called.
    public struct Names: Hashable, Sendable {
        /// The item of the link with the payload.
        public let payload: String
        /// The item of the link with the callback.
        public let callback: String
        /// The item of the answer with the outcome.
        public let response: String
        /// The item of the answer with a code, where there is one.
        public let code: String

        /// Names of one's own, for a wallet that the presets do not cover.
        public init(payload: String, callback: String, response: String, code: String) {
            self.payload = payload
            self.callback = callback
            self.response = response
            self.code = code
        }

        /// What Visa's wallets send and read.
        public static let visa = Names(
            payload: "a2apayload",
            callback: "wpcallback",
            response: "stepupresponse",
            code: "stepupauthcode"
        )
        /// What Mastercard's wallets send and read.
        public static let mastercard = Names(
            payload: "iOS.deeplinkURL.extra.TEXT",
            callback: "callBackURL",
            response: "issuerMobileAppAuthResponse",
            code: "TAV"
        )
        /// What Discover's wallets send and read.
        public static let discover = Names(
            payload: "payload",
            callback: "callback",
            response: "authResponse",
            code: "authCode"
        )
    }
}
