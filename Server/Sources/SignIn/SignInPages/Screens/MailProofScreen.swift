import Pages
import SignInModel

/// Asks whether a mail address becomes a person's address.
struct MailProofScreen {
    let frame: SignInFrame
    let change: OfferedMailChange
    let token: String

    private var say: PageLanguage { frame.language }

    var page: Page {
        Page(
            "new-email",
            title: say("Confirmar o novo e-mail?", "Confirm the new mail address?"),
            content: """
                <dl>
                <dt>\(say("Novo e-mail", "New mail address"))</dt>
                <dd><bdi>\(change.address)</bdi></dd>
                <dt>\(say("Conta de", "Account of"))</dt>
                <dd>\(change.displayName)</dd>
                </dl>
                <p>\(say(
                    "Se você não conhece esta conta, feche a página: nada muda.",
                    "If you do not know this account, close the page: nothing changes."
                ))</p>
                <div class="actions">\(frame.button(
                    say("Confirmar", "Confirm"),
                    posts: "\(frame.mount)/account/\(SignInPagesSettings.mailProofSegment)",
                    fields: frame.hidden("token", token)
                ))</div>
                """
        )
    }

    var done: Page {
        Page(
            "new-email-done",
            title: say("E-mail confirmado", "Mail address confirmed"),
            content: """
                <p class="notice good">\(say(
                    "As próximas mensagens vão para \(change.address).",
                    "The next messages go to \(change.address)."
                ))</p>
                """
        )
    }

    /// One page for a link that is wrong, used, too old or replaced by a newer one.
    static func over(_ frame: SignInFrame) -> Page {
        let say = frame.language
        return Page(
            "new-email-over",
            title: say("Este link não vale mais", "This link is not good any more"),
            content: """
                <p class="notice bad">\(say(
                    "Ele já foi usado, passou das 24 horas, ou um mais novo foi enviado depois dele.",
                    "It was used already, is older than 24 hours, or a newer one was sent after it."
                ))</p>
                """
        )
    }
}
