/// The reason why the API refused the shop's request.
enum ShopFailure: Error, Hashable, Sendable {
    /// There is no such object, or it belongs to another customer.
    case notFound
    /// Another refusal of the API; `fields` are the fields that it names, `code` is its first error.
    case refused(status: Int, code: String?, fields: [String])
    /// Temporary: the bank did not answer, or the API is overloaded.
    case unavailable(isBank: Bool)
    /// The answer is unreadable.
    case unreadable

    /// The API's code for the first error of a refusal.
    var code: String? {
        guard case .refused(_, let code, _) = self else { return nil }
        return code
    }
}
