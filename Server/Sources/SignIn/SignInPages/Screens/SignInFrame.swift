import ChaveBase
import Pages
import SignInCore

/// What all pages of sign-in have around them, and the pieces that several have.
struct SignInFrame {
    let language: PageLanguage
    let tenant: TenantID?
    /// What people call the tenant.
    let name: String?
    let token: String

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

    /// A form whose only control is its button.
    func button(
        _ label: String,
        posts path: String,
        style: String = "",
        question: FormButton.Question? = nil,
        spoken: String? = nil,
        fields: HTML = ""
    ) -> HTML {
        FormButton(
            label,
            question: question,
            spoken: spoken,
            action: path,
            token: token,
            style: style,
            fields: fields
        ).html
    }

    static func hidden(_ name: String, _ value: String) -> HTML {
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">\n"
    }

    func problem(_ refusal: BrowserRefusal?) -> HTML {
        refusal.map { "<p class=\"notice bad\" role=\"alert\">\($0.text(language))</p>\n" } ?? ""
    }

    /// A policy has no way to write an IPv6 address (CSP Level 3, section 2.3.1), so that its scheme stands for it.
    static func policySource(_ target: String) -> String { target.hasPrefix("http://[") ? "http:" : target }
}
