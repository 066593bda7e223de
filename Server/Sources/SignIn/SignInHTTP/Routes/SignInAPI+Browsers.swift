import HTTPKernel
import SignInCore

extension SignInAPI {
    /// The routes by which a device lets a browser in; a browser that opens the address itself gets a page.
    var browserRows: [SignInRoute] {
        [
            SignInRoute("POST", "/v2/browser-approvals/{id}", .belowTenant, body: .form, proof: .client) {
                [signIn] context in
                let view = try await signIn.lookAtBrowser(
                    context.parameter("id"),
                    context.form,
                    tenant: context.requiredTenant(),
                    from: context.request.client
                )
                return .json(view.json)
            }.described("lookAtBrowser", "Shows a device who asks.", form: .browserForm, .browserQuestion),
            SignInRoute(
                "POST",
                "/v2/browser-approvals/{id}/decision",
                .belowTenant,
                body: .form,
                proof: .client,
                as: .approval
            ) { [signIn] context in
                let outcome = try await signIn.decideBrowser(
                    context.parameter("id"),
                    context.form,
                    tenant: context.requiredTenant()
                )
                return .json(outcome.json)
            }.described("decideBrowser", "Lets a browser in, or not.", form: .decisionForm, .browserOutcome),
        ]
    }

    /// Whether a request is for the page at a QR's address, which belongs to the pages.
    static func isPageOfQR(_ request: ServerRequest) -> Bool {
        guard request.method == "GET" else { return false }
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 6 && parts[3] == "v2" && parts[4] == "browser-approvals"
    }
}
