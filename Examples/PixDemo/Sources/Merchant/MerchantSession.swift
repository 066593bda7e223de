/// What the app's server tells the app.
struct MerchantSession: Decodable, Sendable {
    /// For the calls of the SDK; short-lived, and of no use for anything else.
    let accessToken: String
    /// The day on which this person became a customer, `YYYY-MM-DD`.
    let customerSince: String
    /// The shop's account, which the money goes to.
    let beneficiary: String
}

/// The app's server has answered, and said no.
struct MerchantRefusal: Error {
    let status: Int
}
