import Pages
import SignInCore

/// What the start page says of sign-in: the tenant, its issuer, and its API token for this machine alone.
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
            ))\(outbox(signIn))</p>
            <dl><dt>\(say("Organização", "Tenant"))</dt><dd><code>\(signIn.tenant.tenant.text)</code></dd>
            <dt>\(say("Emissor", "Issuer"))</dt><dd><a href="\(signIn.discovery)"><code>\(signIn.issuer)</code></a></dd>
            <dt>\(say("Cliente público", "Public client"))</dt><dd><code>\(signIn.tenant.clientID)</code></dd></dl>
            \(showsKeys ? keys(signIn) : "")
            """
    }

    private func outbox(_ signIn: SandboxSignIn) -> HTML {
        guard signIn.outbox != nil else { return "" }
        return " <a href=\"\(SandboxSignIn.outboxPath)\">\(say("Abrir a caixa de saída", "Open the outbox"))</a>"
    }

    /// Worth nothing outside the sandbox, and all of the tenant in it.
    private func keys(_ signIn: SandboxSignIn) -> HTML {
        """
        <pre><code>export CHAVE_SIGNIN_TOKEN=\(signIn.tenant.apiToken)
        curl -H "Authorization: Bearer $CHAVE_SIGNIN_TOKEN" -H "Content-Type: application/json" \\
        \(signIn.baseURL)/<wbr>v1/<wbr>manage/<wbr>users -d '{"external_id": "c-1", "email": "maria@example.com",
        "user_name": "maria", "display_name": "Maria", "binding_token_delivery_method": "email"}'</code></pre>
        """
    }
}
