import Pages

/// Asks for CPF and password, and shows the sandbox's people.
struct SignInForm {
    let language: PageLanguage
    let action: String
    let hiddenFields: [(name: String, value: String)]
    /// The CPF of the refused sign-in, which stays in its field; `nil` before the first form.
    let refusedCPF: String?

    var html: HTML {
        let say = language
        let hidden: [HTML] = hiddenFields.map { field in
            """
            <input type="hidden" name="\(field.name)" value="\(field.value)">

            """
        }
        return """
            \(alert)<form method="post" action="\(action)">
            \(hidden)<p><label for="cpf">CPF</label>
            <input id="cpf" name="cpf" type="text" inputmode="numeric" autocomplete="username" \
            value="\(cpf)" required></p>
            <p><label for="password">\(say("Senha", "Password"))</label>
            <input id="password" name="password" type="password" autocomplete="current-password" required></p>
            <p><button type="submit">\(say("Entrar", "Sign in"))</button></p>
            </form>
            <p class="soft">\(say(
                "A sessão termina quando você sai, ou depois de 15 minutos.",
                "The session ends when you sign out, or after 15 minutes."
            ))</p>
            \(people)
            """
    }

    /// The refused CPF as the holder wrote it; empty when it cannot be a CPF, because a page repeats no other input.
    private var cpf: String {
        let text = refusedCPF ?? ""
        let isHarmless =
            text.utf8.count <= 14 && text.unicodeScalars.allSatisfy { "0123456789.-".unicodeScalars.contains($0) }
        return isHarmless ? text : ""
    }

    private var alert: HTML {
        guard refusedCPF != nil else { return "" }
        return """
            <p role="alert">\(language("CPF ou senha não conferem.", "CPF or password is not right."))</p>

            """
    }

    private var people: HTML {
        let say = language
        let rows: [HTML] = SandboxHolder.all.map { holder in
            """
            <tr><td>\(holder.name)</td><td>\(holder.cpf)</td><td>\(holder.password)</td></tr>

            """
        }
        return """
            <h2 id="people">\(say("Titulares de teste", "Test holders"))</h2>
            <div class="scroll" role="region" aria-labelledby="people" tabindex="0">
            <table>
            <thead><tr><th scope="col">\(say("Nome", "Name"))</th><th scope="col">CPF</th>\
            <th scope="col">\(say("Senha", "Password"))</th></tr></thead>
            <tbody>
            \(rows)</tbody>
            </table>
            </div>
            """
    }
}
