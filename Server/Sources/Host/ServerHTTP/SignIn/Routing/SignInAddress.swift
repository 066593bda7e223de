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

extension APIServer {
    /// The answer to what came to the wrong one of two hosts; `nil` where it came to the right one, and with one host.
    ///
    /// Each host answers as if the other's addresses were not there. So the payments' association files, which name
    /// merchants' apps, stand nowhere near a passkey or a mailed link of sign-in.
    func astray(_ request: ServerRequest, record: inout Record) -> ServerAnswer? {
        guard let signIn, let address = signInAddress, !request.isWithinPage else { return nil }
        let isOfSignIn = SignInMounts.isOwn(request.path) || signIn.match(request) != nil
        guard address.isMeant(by: request) != isOfSignIn, !SignInAddress.isOfBoth(request) else { return nil }
        let reason =
            isOfSignIn
            ? "Sign-in has a host of its own; ask at \(address.baseURL)."
            : "This host signs people in and answers nothing else."
        let refusal = OAuthError(.notFound, reason, status: 404)
        record.errorCode = refusal.code.rawValue
        var answer = ServerAnswer.refusal(refusal)
        if case .overdue = request.body { answer.headers.append(("Connection", "close")) }
        return answer
    }
}
