import HTTPKernel
import Pages
import SignInCore

/// Where people sign in, on another host than the payments' (decision 0012).
package struct SignInAddress: Sendable {
    let baseURL: String
    private let name: SiteName

    package init(baseURL: String) {
        self.baseURL = baseURL
        name = SiteName(url: baseURL)
    }

    /// Whether a request came to this host, by its `Host` (RFC 9110, section 7.2).
    ///
    /// By any port, and with the dot at its end that a name may be written with: a relying party has neither.
    func isMeant(by request: ServerRequest) -> Bool {
        request.header("host").map { SiteName($0).bareHost == name.bareHost } ?? false
    }

    /// What both hosts answer: a balancer's questions, and what all pages load.
    static func isOfBoth(_ request: ServerRequest) -> Bool {
        ["/livez", "/readyz"].contains(request.path) || PageAsset.allCases.contains { $0.path == request.path }
    }
}
