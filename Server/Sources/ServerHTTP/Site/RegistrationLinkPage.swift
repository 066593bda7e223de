import Pages

/// Where a mailed link of the sandbox leads: it shows the link that a device registers itself with, and changes nothing.
struct RegistrationLinkPage: Sendable {
    let signIn: SandboxSignIn
    /// What a command of this machine has to be told to find this server.
    let whereItIs: String

    func response(to request: ServerRequest) -> PageResponse {
        let say = PageLanguage(accepting: request.list("accept-language"))
        let token = PageFields.decode(request.query)["token"] ?? ""
        let isToken = token.utf8.count == 43 && token.utf8.allSatisfy(RegistrationLinkPage.isOfToken)
        let page = Page(
            "registration-link",
            title: say("Cadastre este aparelho", "Register this device"),
            content: isToken ? link(token, say) : refusal(say)
        )
        let policy = PagePolicy(hasImages: true)
        return .page(isToken ? 200 : 400, SandboxLayout.of(say).html(page), language: say, policy: policy)
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
