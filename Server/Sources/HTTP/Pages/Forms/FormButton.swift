/// A form whose only control is its button.
public struct FormButton: Sendable {
    /// A question before an action that cannot be undone: the label opens it, and the real button is below it.
    public struct Question: Sendable {
        /// The effect of the button.
        public var text: String
        /// The label of the real button, which confirms the action.
        public var yes: String

        public init(_ text: String, yes: String) {
            self.text = text
            self.yes = yes
        }
    }

    public var label: String
    /// The question; `nil` when the button acts at once.
    public var question: Question?
    /// The accessible name where a page has several such buttons; `nil` uses the label.
    public var spoken: String?
    /// The form's target on the same host.
    public var action: String
    /// The form token, which proves that the form came from the page.
    public var token: String
    /// A class of the style sheet.
    public var style: String
    /// Identifies the button for scripts that replace a page's content.
    public var key: String?
    /// Further hidden fields.
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

    /// A question's own button has a name made of its label and its subject.
    private func name(of label: String) -> HTML {
        spoken.map { " aria-label=\"\(label == self.label ? $0 : "\(label): \($0)")\"" } ?? ""
    }

    private func mark(_ part: String) -> HTML { key.map { " data-key=\"\($0) \(part)\"" } ?? "" }
}

extension HTML {
    /// Whether the HTML contains a question; reloading a page without a script would close it.
    public var asksSomething: Bool { source.contains("<details class=\"question\"") }
}
