import HTTPKernel
import Pages
import SignInModel

/// The page of a mailed link in the sandbox: it shows the link with which a device registers, and changes nothing.
struct RegistrationLinkPage: Sendable {
    let signIn: SandboxSignIn
    /// The flags with which a command of this machine finds this server.
    let whereItIs: String

    func response(to request: ServerRequest) async -> PageResponse {
        let say = PageLanguage(accepting: request.list("accept-language"))
        let token = PageFields.decode(request.query)["token"] ?? ""
        let isToken = token.utf8.count == 43 && token.utf8.allSatisfy(RegistrationLinkPage.isOfToken)
        let standing = isToken ? await signIn.standing(token) : nil
        let page = Page(
            "registration-link",
            reason: standing == .spent ? "spent" : standing == .over ? "over" : nil,
            title: title(standing, say),
            content: isToken ? content(token, standing, say) : refusal(say)
        )
        let policy = PagePolicy(hasImages: true)
        return .page(isToken ? 200 : 400, SandboxLayout.of(say).html(page), language: say, policy: policy)
    }

    private func title(_ standing: MailedLink.Standing?, _ say: PageLanguage) -> String {
        switch standing {
        case .spent: say("Este link já foi usado", "This link was used")
        case .over: say("Este link não vale mais", "This link counts no more")
        case .good, nil: say("Cadastre este aparelho", "Register this device")
        }
    }

    private func content(_ token: String, _ standing: MailedLink.Standing?, _ say: PageLanguage) -> HTML {
        switch standing {
        case .spent:
            """
            <p>\(say(
                "Um aparelho já se cadastrou por ele. Para outro aparelho, peça outro link, ou deixe o primeiro trazê-lo:",
                "A device registered itself by it. For another device ask for another link, or let the first one bring it in:"
            ))</p>
            <pre><code>chave device extend\(whereItIs)</code></pre>
            \(browser(say))
            """
        case .over:
            """
            <p class="notice bad">\(say(
                "Ele passou das 24 horas, ou um mais novo foi enviado. Abra o e-mail mais novo, ou peça outro, que encerra os outros aparelhos da pessoa:",
                "It is older than 24 hours, or a newer one was sent. Open the newest mail, or ask for another, which ends the person's other devices:"
            ))</p>
            <pre><code>chave users recover \(say("PESSOA", "USER"))\(whereItIs)</code></pre>
            """
        case .good, nil: link(token, say)
        }
    }

    private func browser(_ say: PageLanguage) -> HTML {
        """
        <p>\(say(
            "Um navegador entra pela página da pessoa: o aparelho aprova o código QR, e lá se cria uma chave de acesso.",
            "A browser signs in at the person's page: the device approves the QR, and a passkey is made there."
        )) <a href="\(signIn.account)">\(say("Abrir a página", "Open the page"))</a></p>

        """
    }

    private func link(_ token: String, _ say: PageLanguage) -> HTML {
        let link = "\(signIn.baseURL)\(SandboxSignIn.registrationPath)?token=\(token)"
        return """
            <p>\(say(
                "Um aplicativo abriria este link sozinho. Copie-o para o aparelho que vai entrar; ele vale uma vez.",
                "An app would open this link by itself. Copy it to the device that will sign in; it is good once."
            ))</p>
            <pre><code id="registration-link">\(link)</code></pre>
            <p>\(say("Ou use o terminal como aparelho:", "Or use the terminal as a device:"))</p>
            <pre><code>chave device sign-in --client-id \(signIn.tenant.clientID) \\
            --redirect-uri \(SandboxTenant.redirectURI)\(whereItIs) \\
            --register '\(link)'</code></pre>
            <h2>\(say("E um navegador?", "And a browser?"))</h2>
            \(browser(say))
            """
    }

    private func refusal(_ say: PageLanguage) -> HTML {
        """
        <p class="notice bad">\(say(
            "Este endereço não traz um link de cadastro. Abra o que está no e-mail.",
            "This address carries no link to register a device. Open the one in the mail."
        ))</p>
        """
    }

    private static func isOfToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
    }
}
