import ChaveBase
import ChavePixModel
import HTTPKernel
import Pages
import SignInCore
import SignInMail
import SignInModel

/// The page of the sandbox's mails, newest first, with links; only for a browser with a pass, since a link opens an
/// account.
struct OutboxPage: Sendable {
    let outbox: MailOutbox
    let baseURL: String
    let passes: SandboxPasses

    func response(to request: ServerRequest) -> PageResponse {
        let say = PageLanguage(accepting: request.list("accept-language"))
        guard passes.areHeld(by: request) else { return page(say, 403, refusal(say)) }
        let mails = outbox.newest
        return page(say, 200, mails.isEmpty ? nothing(say) : list(mails, say))
    }

    private func page(_ say: PageLanguage, _ status: Int, _ content: HTML) -> PageResponse {
        let layout = SandboxLayout.of(say)
        let page = Page(
            "outbox",
            title: say("Caixa de saída", "Outbox"),
            path: SandboxSignIn.outboxPath,
            content: content
        )
        return .page(status, layout.html(page), language: say, policy: PagePolicy(hasImages: true))
    }

    private func refusal(_ say: PageLanguage) -> HTML {
        """
        <p class="notice">\(say(
            "O link em cada e-mail vale um acesso, por isso nem todos os navegadores os veem.",
            "The link in each mail is worth an account, so that not every browser sees them."
        ))</p>
        \(SandboxPasses.wayOut(say))
        """
    }

    private func nothing(_ say: PageLanguage) -> HTML {
        """
        <p>\(say(
            "Nenhum e-mail ainda. Crie uma pessoa pela API e o link dela aparece aqui.",
            "No mail yet. Make a user by the API and the link to register a device is here."
        ))</p>
        \(again(say))
        """
    }

    private func list(_ mails: [OutboxMail], _ say: PageLanguage) -> HTML {
        """
        <p class="soft">\(say(
            "Nada aqui foi enviado a ninguém. Abrir um link o mostra para copiar, e não o gasta. Horários de Brasília.",
            "Nothing here was sent to anybody. Opening a link shows it to copy, and does not spend it. Times of Brasília."
        ))</p>
        \(again(say))
        <ol class="cards wide">
        \(mails.map { mail($0, say) })</ol>
        """
    }

    private func again(_ say: PageLanguage) -> HTML {
        """
        <div class="actions"><p><a class="button" href="\(SandboxSignIn.outboxPath)">\(say("Atualizar", "Look again"))</a></p></div>
        """
    }

    private func mail(_ sent: OutboxMail, _ say: PageLanguage) -> HTML {
        """
        <li><h2>\(sent.mail.subject)</h2>
        <p class="soft">\(say("Para", "To")) \(sent.mail.recipient) · <time datetime="\(sent.sentAt.rfc3339)">\(say.time(sent.sentAt))</time></p>
        \(MailText(text: sent.mail.text, base: baseURL).html)
        </li>

        """
    }
}

/// A mail's text as paragraphs; only addresses of this server become links.
struct MailText {
    let text: String
    let base: String

    var html: HTML {
        let paragraphs: [HTML] = text.split(separator: "\n", omittingEmptySubsequences: false)
            .split { $0.isEmpty }
            .map { lines in
                let shown: [HTML] = lines.enumerated().map { place, line in
                    "\(HTML(source: place == 0 ? "" : "<br>"))\(self.line(line))"
                }
                return "<p>\(shown)</p>\n"
            }
        return "\(paragraphs)"
    }

    private func line(_ line: Substring) -> HTML {
        let words: [HTML] = line.split(separator: " ", omittingEmptySubsequences: false).enumerated().map {
            place,
            word in
            let word = String(word)
            let gap: HTML = place == 0 ? "" : " "
            guard word.utf8.starts(with: "\(base)/".utf8) else { return "\(gap)\(word)" }
            return "\(gap)<a href=\"\(word)\">\(word)</a>"
        }
        return "\(words)"
    }
}
