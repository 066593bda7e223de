import ChavePixModel
import Pages

/// Asks who is there.
struct SignInPage {
    let frame: PageFrame
    /// The ticket of the request, as it stands in the address.
    let ticket: String
    let csrf: String
    let hasFailed: Bool

    var html: HTML {
        let say = frame.language
        let alert: HTML =
            hasFailed
            ? """
            <p role="alert">\(say("CPF ou senha não conferem.", "CPF or password is not right."))</p>

            """ : ""
        let content: HTML = """
            \(alert)<form method="post" action="\(frame.home)/sign-in">
            <input type="hidden" name="request" value="\(ticket)">
            <input type="hidden" name="csrf" value="\(csrf)">
            <p><label for="cpf">CPF</label>
            <input id="cpf" name="cpf" type="text" inputmode="numeric" autocomplete="username" required></p>
            <p><label for="password">\(say("Senha", "Password"))</label>
            <input id="password" name="password" type="password" autocomplete="current-password" required></p>
            <p><button type="submit">\(say("Entrar", "Sign in"))</button></p>
            </form>
            <h2>\(say("Titulares de teste", "Test holders"))</h2>
            <table>
            <thead><tr><th scope="col">\(say("Nome", "Name"))</th><th scope="col">CPF</th>\
            <th scope="col">\(say("Senha", "Password"))</th></tr></thead>
            <tbody>
            \(rows)</tbody>
            </table>
            """
        return frame.html(Page("bank-sign-in", title: say("Entrar", "Sign in"), content: content))
    }

    private var rows: [HTML] {
        SandboxHolder.all.map { holder in
            """
            <tr><td>\(holder.name)</td><td>\(holder.cpf)</td><td>\(holder.password)</td></tr>

            """
        }
    }
}
