import Pages

/// Asks the holder to sign in, before any data of a request are shown.
struct SignInPage {
    let frame: PageFrame
    /// The ticket of the request, in the form of addresses.
    let ticket: String
    let csrf: String
    /// The CPF of the refused sign-in; `nil` before the first form.
    let refusedCPF: String?

    var html: HTML {
        let say = frame.language
        let form = SignInForm(
            language: say,
            action: "\(frame.home)/sign-in",
            hiddenFields: [("request", ticket), ("csrf", csrf)],
            refusedCPF: refusedCPF
        )
        let content: HTML = """
            <p>\(say(
                "Um aplicativo pede para pagar com Pix da sua conta. Entre para ver quem pede e decidir.",
                "An app asks to pay by Pix from your account. Sign in to see who asks, and decide."
            ))</p>
            \(form.html)
            """
        return frame.html(Page("bank-sign-in", title: say("Entrar", "Sign in"), content: content))
    }
}
