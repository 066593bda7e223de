import ChaveTransport
import Foundation

/// The link that brings a new or recovered user to the app, with a host, `register` in the path, and a token.
enum RegistrationLink {
    /// The token of a link.
    ///
    /// - Throws: `.invalidParameters` for every other kind of URL, with a message that names its kind.
    static func token(of url: URL) throws(SignInError) -> String {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
            throw expected("something that is no URL")
        }
        guard let host = parts.host, !host.isEmpty else { throw expected("a URL without a host") }
        guard parts.path.split(separator: "/").contains("register") else {
            throw expected("a URL without register in its path")
        }
        let tokens = (parts.queryItems ?? []).filter { $0.name == "token" }
        guard tokens.count == 1, let token = tokens[0].value, !token.isEmpty else {
            throw expected("a URL without one token")
        }
        return token
    }

    private static func expected(_ found: String) -> SignInError {
        SignInError(.invalidParameters, "Expected Registration, got \(found).")
    }
}
