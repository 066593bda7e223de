import ChaveBase
import ChaveWire
import Hashing
import Pages

/// One request of one browser at one bank.
struct HolderVisit: Sendable {
    let bank: SandboxBank
    let branch: Branch
    let frame: PageFrame
    let request: PageRequest

    var say: PageLanguage { frame.language }

    /// One of a browser's two sessions at a bank; raw values are the cookies' names.
    enum Session: String, Sendable {
        case approval = "chave_bank_session"
        case home = "chave_bank_home"
    }

    /// The value of the browser's cookie; only the database knows whether it names a holder.
    func cookie(_ session: Session) -> String? {
        guard let value = request.cookies[session.rawValue], (try? Base64URL.decode(value))?.count == 32 else {
            return nil
        }
        return value
    }

    /// The cookie's value, or a new one; before a sign-in it names nobody and only ties the form to this browser.
    func visitor(_ session: Session) -> String { cookie(session) ?? bank.world.newSecret() }

    /// Whether the form has the token of this browser's own page.
    func isFromOurPage(_ session: Session) -> Bool {
        guard let value = cookie(session) else { return false }
        return bank.tokens.pages.accepts(request.form["csrf"], of: value)
    }

    /// The CPF of the form, as the holder wrote it.
    var typedCPF: String { request.form["cpf"] ?? "" }

    /// The person whose CPF and password the form has; a wrong password and an unknown person have the same result.
    var person: SandboxHolder? {
        let digits = typedCPF.filter { $0.isASCII && $0.isNumber }
        let password = Digest(ofText: request.form["password"] ?? "").bytes
        guard let holder = SandboxHolder.with(cpf: digits), Digest(ofText: holder.password).bytes == password else {
            return nil
        }
        return holder
    }

    /// Sets the session's cookie; `nil` removes it.
    func setting(_ session: Session, _ value: String?) -> PageCookie {
        PageCookie(
            name: session.rawValue,
            value: value,
            path: frame.home,
            lifeSeconds: BankDesk.sessionLifeSeconds,
            isSecure: bank.configuration.publicBaseURL.hasPrefix("https:")
        )
    }

    /// Makes a page whose forms may lead to this bank and to `targets`.
    ///
    /// Chromium requires `targets` for every address to which a form's answer redirects.
    func page(_ status: Int, _ html: HTML, formTargets targets: [String] = []) -> PageResponse {
        .page(
            status,
            html,
            language: frame.language,
            policy: PagePolicy(hasImages: true, formTargets: ["'self'"] + targets)
        )
    }

    var notFound: PageResponse {
        let text = say("Esta página não existe.", "There is no such page.")
        return page(404, frame.notice("problem", say("Não encontrado", "Not found"), text, [frame.entrance]))
    }
}
