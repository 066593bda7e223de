import ChaveBase
import Pages
import SignInCore
import SignInModel

/// The frame around all pages of sign-in, and the elements that several pages use.
struct SignInFrame: SiteFrame {
    let language: PageLanguage
    let tenant: TenantID?
    /// The tenant's name for people.
    let name: String?
    let token: String

    /// Forms of sign-in name whole paths, because one host has many tenants.
    var mountPath: String { "" }
    private var site: String { name ?? "Chave" }
    var mount: String { tenant.map { "\(SignInPagesSettings.mountPath)/\($0.text)" } ?? "" }

    func html(_ page: Page) -> HTML {
        PageLayout(
            .start,
            language: language,
            site: site,
            home: tenant == nil ? "/" : "\(mount)/account",
            footer: language(
                "Confira o endereço antes de entrar. Aqui nunca se pede senha nem código.",
                "Check the address before you sign in. No password and no code is ever asked for here."
            ),
            stylePaths: [SignInPagesSettings.mountPath + SignInPagesSettings.stylePath]
        ).html(page)
    }

    func problem(_ refusal: BrowserRefusal?) -> HTML {
        refusal.map { "<p class=\"notice bad\" role=\"alert\">\($0.text(language))</p>\n" } ?? ""
    }

    /// A content policy cannot name an IPv6 address (CSP Level 3, section 2.3.1), so the scheme replaces the address.
    static func policySource(_ target: String) -> String { target.hasPrefix("http://[") ? "http:" : target }
}
