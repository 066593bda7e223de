import Pages
import SignInModel

/// The start page's section on sign-in: the tenant, its issuer, and its API token for a browser with a pass.
struct SignInSection {
    let signIn: SandboxSignIn?
    let showsKeys: Bool
    let say: PageLanguage

    var html: HTML {
        guard let signIn else { return "" }
        return """
            <h2 id="sign-in">\(say("Entrar sem senha", "Sign in without a password"))</h2>
            <p>\(say(
                "A \(SandboxTenant.displayName) tem pessoas que entram com seus aparelhos. O link de cadastro chega por e-mail.",
                "\(SandboxTenant.displayName) has people who sign in with their devices. The link to register one comes by mail."
            ))</p>
            <dl><dt>\(say("Organização", "Tenant"))</dt><dd><code>\(signIn.tenant.tenant.text)</code></dd>
            <dt>\(say("Emissor", "Issuer"))</dt><dd><a href="\(signIn.discovery)"><code>\(signIn.issuer)</code></a></dd>
            <dt>\(say("Cliente público", "Public client"))</dt><dd><code>\(signIn.tenant.clientID)</code></dd></dl>
            <ol>
            \(showsKeys ? person(signIn) : "")\(device(signIn))\(browser(signIn))</ol>
            """
    }

    private func device(_ signIn: SandboxSignIn) -> HTML {
        let outbox: HTML =
            signIn.outbox == nil
            ? ""
            : " <a href=\"\(SandboxSignIn.outboxPath)\">\(say("Abrir a caixa de saída", "Open the outbox"))</a>"
        return """
            <li><p>\(say(
                "Um aparelho: o link do e-mail diz como um terminal se torna um.",
                "A device: the link in the mail says how a terminal becomes one."
            ))\(outbox)</p></li>

            """
    }

    private func browser(_ signIn: SandboxSignIn) -> HTML {
        """
        <li><p>\(say(
            "Um navegador: o aparelho aprova o código QR da página, e nela se cria uma chave de acesso.",
            "A browser: the device approves the QR of the person's page, and a passkey is made there."
        )) <a href="\(signIn.account)">\(say("Abrir a página da pessoa", "Open the person's page"))</a></p></li>

        """
    }

    /// The tenant's API token, which is worthless outside the sandbox and controls the whole tenant in it.
    private func person(_ signIn: SandboxSignIn) -> HTML {
        """
        <li><p>\(say("Uma pessoa, pela API de \(SandboxTenant.displayName):", "A person, by \(SandboxTenant.displayName)'s API:"))</p>
        <pre><code>export CHAVE_SIGNIN_TOKEN=\(signIn.tenant.apiToken)
        curl -H "Authorization: Bearer $CHAVE_SIGNIN_TOKEN" -H "Content-Type: application/json" \\
        \(signIn.baseURL)/<wbr>v1/<wbr>manage/<wbr>users -d '{"external_id": "c-1", "email": "maria@example.com",
        "user_name": "maria", "display_name": "Maria", "binding_token_delivery_method": "email"}'</code></pre></li>

        """
    }
}
