import ChaveBase
import ChavePixModel
import HTTPKernel
import Hashing
import SignInCore
package import SignInModel
package import Webhooks

/// Posts logout tokens in the same way as webhooks: each try checks the address, redirects are off, and time is
/// limited.
package struct LogoutSender: LogoutTransport {
    package let transport: any WebhookTransport
    package let rules: WebhookURL.Rules

    /// The reason why no logout token can be sent to an address; `nil` where it can.
    package static func fault(_ address: String, _ rules: WebhookURL.Rules) -> String? {
        do {
            _ = try WebhookURL(address, rules: rules)
            return nil
        } catch {
            return error.words
        }
    }

    package func post(_ form: [UInt8], to address: String, of tenant: TenantID) async -> Bool {
        // The rules may be stricter than at the address's registration, as after a sandbox.
        guard let url = try? WebhookURL(address, rules: rules), let name = LogoutSender.place(of: tenant) else {
            return false
        }
        let request = WebhookRequest(
            url: url,
            headers: [("Content-Type", ServerRequest.formType), ("User-Agent", "Chave-Logout/1")],
            body: form,
            organisation: name
        )
        guard case .answered(let status, _) = await transport.send(request) else { return false }
        return (200...299).contains(status)
    }

    /// The name under which a tenant's look-ups wait, so that they delay no other tenant's look-ups.
    private static func place(of tenant: TenantID) -> OrganisationID? {
        OrganisationID(bytes: Array(Digest(ofText: "tenant/\(tenant.text)").bytes.prefix(16)))
    }
}

extension WebhookURL.Refusal {
    /// The words that follow a field's name in a sentence.
    fileprivate var words: String {
        switch self {
        case .tooLong: "must have 1 to \(WebhookURL.longest) characters"
        case .oddCharacter: "must have visible ASCII characters only, and none of those that no address has"
        case .notHTTPS: "must be https; in a sandbox http on this machine is taken too"
        case .userInfo: "must not have a user name"
        case .oddHost: "must have a plain domain name"
        case .privateHost: "must not lead to this machine or to a local network"
        case .oddPort: "must have the port 443 or 8443"
        case .oddPath: "must have whole percent escapes, and no control character in them"
        case .fragment: "must not have a fragment"
        }
    }
}
