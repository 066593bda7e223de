/// Where a device approves a browser, below a tenant's issuer.
enum BrowserApprovalPath {
    static func of(_ id: String) -> String { "/v2/browser-approvals/\(id)" }

    static func decision(of id: String) -> String { "\(of(id))/decision" }
}
