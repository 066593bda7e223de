/// A form whose only control is its button.
public struct FormButton: Sendable {
    /// What is asked before something ends for good: the label opens it, and the button itself stands below.
    public struct Question: Sendable {
        /// What pressing brings about.
        public var text: String
        /// The button's own label, which says that it is meant.
        public var yes: String

        public init(_ text: String, yes: String) {
            self.text = text
            self.yes = yes
        }
    }

    public var label: String
    /// `nil`: pressing is enough.
    public var question: Question?
    /// What it is called where many stand on a page; `nil`: by its label.
    public var spoken: String?
    /// Where it is sent to, on the same host.
    public var action: String
    /// The page's proof that the form is its own.
    public var token: String
    /// A class of the style sheet.
    public var style: String
    /// Names the button to scripts that put a page's content anew.
    public var key: String?
    /// Further fields, which nobody sees.
    public var fields: HTML

    public init(
        _ label: String,
        question: Question? = nil,
        spoken: String? = nil,
        action: String,
        token: String,
        style: String = "",
        key: String? = nil,
        fields: HTML = ""
    ) {
        self.label = label
        self.question = question
        self.spoken = spoken
        self.action = action
        self.token = token
        self.style = style
        self.key = key
        self.fields = fields
    }

    public var html: HTML {
        guard let question else { return form(label) }
        return """
            <details class="question"\(mark("ask"))>
            <summary class="button \(style)"\(mark("open"))\(name(of: label))>\(label)</summary>
            <div role="group" aria-label="\(question.text)">
            <p>\(question.text)</p>
            \(form(question.yes))
            </div>
            </details>
            """
    }

    private func form(_ label: String) -> HTML {
        """
        <form method="post" action="\(action)">
        <input type="hidden" name="csrf" value="\(token)">
        \(fields)<button type="submit" class="\(style)"\(mark("do"))\(name(of: label))>\(label)</button>
        </form>
        """
    }

    /// A question's own button is called by its label and by what it is about.
    private func name(of label: String) -> HTML {
        spoken.map { " aria-label=\"\(label == self.label ? $0 : "\(label): \($0)")\"" } ?? ""
    }

    private func mark(_ part: String) -> HTML { key.map { " data-key=\"\($0) \(part)\"" } ?? "" }
}

extension HTML {
    /// Whether a question stands in it, which would be closed when a page without a script is loaded again.
    public var asksSomething: Bool { source.contains("<details class=\"question\"") }
}
