public import ChaveBase

/// The parameters of a request, from a query or a form, each name once (RFC 6749, section 3.1).
///
/// A parameter without a value counts as not sent. Unknown names are ignored, but a repeated name is refused. Only
/// `resource` may come several times (RFC 8707, section 2).
public struct OAuthParameters: Hashable, Sendable, Redacted {
    private static let maximumCount = 64
    private static let maximumLength = 2_048
    private static let maximumResources = 8
    /// Longer limits: a proof carries up to six certificates, and an ID token carries the tenant's claims.
    private static let longNames: [String: Int] = [
        "assertion": 48 * 1_024, "id_token_hint": 8_192, "client_assertion": 8_192,
    ]

    private var values: [String: String] = [:]
    /// The values of `resource`, without duplicates.
    package private(set) var resources: [String] = []

    /// Reads the percent-decoded pairs in their order.
    public init(_ pairs: [(name: String, value: String)]) throws(OAuthError) {
        guard pairs.count <= OAuthParameters.maximumCount else {
            throw OAuthError(.invalidRequest, "There are more than \(OAuthParameters.maximumCount) parameters.")
        }
        var names: Set<[UInt8]> = []
        for (name, value) in pairs {
            let shown = OAuthParameters.showable(name)
            guard names.insert(Array(name.utf8)).inserted || name == "resource" else {
                throw OAuthError(.invalidRequest, "A parameter stands there twice; send it once.", field: shown)
            }
            guard value.utf8.count <= OAuthParameters.longNames[name] ?? OAuthParameters.maximumLength else {
                throw OAuthError(.invalidRequest, "A parameter is too long.", field: shown)
            }
            guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                throw OAuthError(.invalidRequest, "A parameter has control characters in it.", field: shown)
            }
            guard !value.isEmpty else { continue }
            if name != "resource" {
                values[name] = value
            } else if !resources.contains(value) {
                resources.append(value)
            }
        }
        guard resources.count <= OAuthParameters.maximumResources else {
            throw OAuthError(
                .invalidTarget,
                "There are more than \(OAuthParameters.maximumResources) resources.",
                field: "resource"
            )
        }
    }

    public subscript(name: String) -> String? { values[name] }

    public func required(_ name: String) throws(OAuthError) -> String {
        guard let value = values[name] else {
            throw OAuthError(.invalidRequest, "A required parameter is missing.", field: name)
        }
        return value
    }

    /// The name for an answer; `nil` unless it has the form of the RFCs' parameter names.
    private static func showable(_ name: String) -> String? {
        let isPlain = name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "_") }
        return isPlain && (1...40).contains(name.utf8.count) ? name : nil
    }
}
