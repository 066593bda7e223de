/// The frame of all pages of one site, and the pieces that several pages share.
public protocol SiteFrame: Sendable {
    var language: PageLanguage { get }
    /// The site's path on its host, without a slash at the end.
    var mountPath: String { get }
    /// The proof that the site's forms carry (``PageKey/formToken(of:)``).
    var token: String { get }
    /// The whole page: the site's layout around this content.
    func html(_ page: Page) -> HTML
    /// Identifies a button for scripts that replace a page's content; `nil` when no script does.
    func buttonKey(_ label: String, posts path: String) -> String?
}

extension SiteFrame {
    public func buttonKey(_ label: String, posts path: String) -> String? { nil }

    /// A form whose only control is its button, posted to a path of the site.
    ///
    /// `spoken` is the button's accessible name when a page has several buttons with one label.
    public func button(
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
            action: "\(mountPath)\(path)",
            token: token,
            style: style,
            key: buttonKey(label, posts: path),
            fields: fields
        ).html
    }

    /// A link to a page of the site that looks like a button.
    public func link(_ label: String, to path: String) -> HTML {
        "<p><a class=\"button\" href=\"\(mountPath)\(path)\">\(label)</a></p>"
    }

    /// A hidden field of a form.
    public func hidden(_ name: String, _ value: String) -> HTML {
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">\n"
    }

    /// The reason with the API's name, for a person who asks for help.
    public func code(_ reason: String) -> HTML {
        "<p class=\"soft\">\(language("Código", "Code")): <code>\(reason)</code></p>\n"
    }
}
