import Foundation

/// Which links are a bank's answer.
enum BankCallback {
    /// Whether a link is the registered callback with what the bank adds to it: a query or a fragment.
    ///
    /// Scheme, host, port and path are compared whole; a callback that is empty or no address matches nothing.
    static func matches(_ link: URL, _ callback: String) -> Bool {
        guard let expected = URLComponents(string: callback), expected.scheme?.isEmpty == false,
            let given = URLComponents(url: link, resolvingAgainstBaseURL: false)
        else { return false }
        return given.scheme?.lowercased() == expected.scheme?.lowercased()
            && given.host?.lowercased() == expected.host?.lowercased()
            && given.port == expected.port && given.path == expected.path
            && given.user == nil && given.password == nil
    }
}
