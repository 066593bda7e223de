/// A redirect address of an app or a site, checked for registration.
///
/// The address is https, or http to this machine itself, or has an app's own scheme in reverse-domain form (RFC 8252,
/// section 7). A later request must send this text byte by byte; see `RedirectURI`.
package struct RedirectAddress: Hashable {
    package let uri: PlainURI
    /// A warning for the developer, in one sentence; `nil` where there is none.
    package let risk: String?

    package init(_ text: String, field: String) throws(OAuthError) {
        do {
            uri = try PlainURI(text)
        } catch {
            throw TextRule.refusal(field, error.rawValue)
        }
        switch uri.scheme {
        case "https":
            guard uri.host != nil else { throw TextRule.refusal(field, "must name a host") }
            risk = nil
        case "http":
            guard let host = uri.host, ["127.0.0.1", "[::1]", "localhost"].contains(host) else {
                throw TextRule.refusal(field, "must be https; http is for 127.0.0.1, [::1] and localhost alone")
            }
            risk =
                host == "localhost"
                ? "localhost may lead to another program's address; 127.0.0.1 does not, and lets the port vary." : nil
        default:
            guard RedirectAddress.isReverseDomain(uri.scheme) else {
                throw TextRule.refusal(
                    field,
                    "must be https, or a scheme in reverse-domain form such as com.example.app:/callback"
                )
            }
            risk =
                "Any app can register the scheme \(uri.scheme) and receive what is sent to it;"
                + " an https address that the app is associated with cannot be taken."
        }
    }

    /// Whether the scheme has two or more labels that each begin with a letter.
    private static func isReverseDomain(_ scheme: String) -> Bool {
        let labels = scheme.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1
            && labels.allSatisfy { label in
                TextRule.isLabel(label) && label.utf8.first.map { (0x61...0x7A).contains($0) } ?? false
            }
    }
}
