import HTTPKernel
import Pages
import SignInCore

/// The address at which people sign in, on another host than the payments' (decision 0012).
package struct SignInAddress: Sendable {
    let baseURL: String
    private let name: SiteName

    package init(baseURL: String) {
        self.baseURL = baseURL
        name = SiteName(url: baseURL)
    }

    /// Whether a request came to this host, by its `Host` (RFC 9110, section 7.2).
    ///
    /// The port may be any, and a name may end in a dot: a relying party has neither.
    func isMeant(by request: ServerRequest) -> Bool {
        request.header("host").map { SiteName($0).bareHost == name.bareHost } ?? false
    }

    /// Whether both hosts answer the request: a load balancer's checks, and files that all pages load.
    static func isOfBoth(_ request: ServerRequest) -> Bool {
        ["/livez", "/readyz"].contains(request.path) || PageAsset.allCases.contains { $0.path == request.path }
    }
}
