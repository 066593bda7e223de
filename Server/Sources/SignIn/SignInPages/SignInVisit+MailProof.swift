import Pages
import SignInCore
import SignInModel

/// The proof of a new mail address: the person who reads its mail agrees.
extension SignInVisit {
    /// Shows the form and changes nothing, since mail scanners open links too.
    func mailProof(_ tenant: TenantID) async throws -> PageResponse {
        let token = request.query["token"] ?? ""
        guard let change = try await signIn.mailChange(byToken: token, of: tenant) else {
            return try await deadMailProof(tenant)
        }
        let screen = MailProofScreen(frame: frame(tenant, change.tenantName), change: change, token: token)
        return page(screen.page, screen.frame)
    }

    func provenMail(_ tenant: TenantID) async throws -> PageResponse {
        guard let change = try await signIn.proveMail(byToken: request.form["token"] ?? "", of: tenant) else {
            return try await deadMailProof(tenant)
        }
        let screen = MailProofScreen(frame: frame(tenant, change.tenantName), change: change, token: "")
        return page(screen.done, screen.frame)
    }

    private func deadMailProof(_ tenant: TenantID) async throws -> PageResponse {
        let frame = frame(tenant, try await signIn.tenant(tenant)?.displayName)
        return page(MailProofScreen.over(frame), frame, status: 400)
    }
}
