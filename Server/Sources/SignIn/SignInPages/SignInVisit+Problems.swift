import ChaveBase
import Pages
import SignInCore
import SignInModel

/// Pages that say what happened and what to do.
extension SignInVisit {
    var notFound: PageResponse {
        problem(
            404,
            nil,
            say("Não encontrado", "Not found"),
            "<p>\(say("Nada neste servidor tem este endereço.", "Nothing on this server has this address."))</p>"
        )
    }

    var unavailable: PageResponse {
        problem(
            503,
            nil,
            say("O servidor não pôde ler ou guardar", "The server could not read or store"),
            "<p>\(say("Nada foi feito. Tente de novo daqui a pouco.", "Nothing was done. Try again in a moment."))</p>"
        )
    }

    func outdated(_ tenant: TenantID) -> PageResponse {
        problem(
            403,
            tenant,
            say("Esta página não vale mais", "This page is no longer valid"),
            "<p>\(say("Nada foi feito. Abra-a de novo.", "Nothing was done. Open it again."))</p>"
        )
    }

    func over(_ tenant: TenantID) -> PageResponse {
        problem(
            410,
            tenant,
            say("Este pedido já terminou", "This request is over"),
            """
            <p>\(say(
                "Ele foi respondido, passou do tempo ou começou em outro navegador. Volte ao aplicativo e entre de novo.",
                "It was answered, took too long, or was begun in another browser. Go back to the app and sign in again."
            ))</p>
            """
        )
    }

    /// The page for a request that a device refused; `address` takes the refusal to the client.
    func refusedThrice(_ address: String?, _ tenant: TenantID) -> PageResponse {
        let label = say("Voltar", "Go back")
        let back: HTML = address.map { "<p><a class=\"button\" href=\"\($0)\">\(label)</a></p>" } ?? ""
        return problem(
            403,
            tenant,
            say("O seu aparelho recusou", "Your device refused"),
            """
            <p>\(say(
                "Este pedido foi recusado no aparelho, ou o número não era o desta página. Se não foi você, não tente de novo.",
                "This request was refused on the device, or the number was not this page's. If it was not you, do not try again."
            ))</p>
            \(back)
            """
        )
    }

    func problem(_ refusal: BrowserRefusal, _ tenant: TenantID?) -> PageResponse {
        guard let tenant else { return notFound }
        if refusal == .over { return over(tenant) }
        if refusal == .notSignedIn || refusal == .notRecent {
            return .redirect(to: "\(mount(tenant))/account/sign-in")
        }
        let title = say("Isto não foi possível", "This was not possible")
        return problem(403, tenant, title, "<p>\(refusal.text(say))</p>")
    }

    /// Shows a refusal without sending the browser anywhere: the client or its address is not certain (RFC 9700,
    /// section 4.11).
    func shownRefusal(_ error: OAuthError) -> PageResponse {
        let field: HTML = error.field.map { " (<code>\($0)</code>)" } ?? ""
        return problem(
            error.status == 401 ? 400 : error.status,
            nil,
            say("O aplicativo pediu algo que não existe", "The app asked for something that is not there"),
            """
            <p>\(say(
                "Você não pode entrar por este endereço, e nada foi enviado. Avise quem faz o aplicativo.",
                "You cannot sign in by this address, and nothing was sent. Tell whoever makes the app."
            ))</p>
            <p class="soft" lang="en"><code>\(error.code.rawValue)</code>\(field): \(error.description)</p>
            """
        )
    }

    /// A refused logout changes nothing: the person is still signed in and can sign out by hand.
    func refusedLogout(_ error: OAuthError, _ tenant: TenantID) -> PageResponse {
        let field: HTML = error.field.map { " (<code>\($0)</code>)" } ?? ""
        return problem(
            400,
            tenant,
            say("O aplicativo pediu algo que não existe", "The app asked for something that is not there"),
            """
            <p>\(say(
                "Você não saiu, e nada foi enviado. Avise quem faz o aplicativo. Para sair, abra a sua conta.",
                "You were not signed out, and nothing was sent. Tell whoever makes the app. To sign out, open your account."
            ))</p>
            <p><a href="\(mount(tenant))/account">\(say("A sua conta", "Your account"))</a></p>
            <p class="soft" lang="en"><code>\(error.code.rawValue)</code>\(field): \(error.description)</p>
            """
        )
    }

    /// The page for a camera that opens the address in a QR: only an app with a credential can answer it.
    ///
    /// The page changes nothing.
    func approvalAddress(_ tenant: TenantID) async throws -> PageResponse {
        let screen = Page(
            "browser-approval",
            title: say("Abra com o aplicativo", "Open it with the app"),
            content: """
                <p class="notice">\(say(
                    "Este código entra em um navegador. Leia-o com o aplicativo em que você já entrou, não com a câmera.",
                    "This code signs a browser in. Read it with the app that you are signed in to, not with the camera."
                ))</p>
                <p>\(say(
                    "Só faça isso se foi você que abriu a página com o código.",
                    "Only do so if it was you who opened the page with the code."
                ))</p>
                """
        )
        return page(screen, frame(tenant, try await signIn.tenant(tenant)?.displayName))
    }

    private func problem(_ status: Int, _ tenant: TenantID?, _ title: String, _ text: HTML) -> PageResponse {
        if path.last == SignInPagesSettings.heldSegment { return .json(Array("{}".utf8), status: status) }
        let content: HTML = "<div class=\"notice bad\">\(text)</div>"
        return page(Page("problem", title: title, content: content), frame(tenant), status: status)
    }
}
