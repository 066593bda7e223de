import ChavePixModel
import InstitutionPort
import Pages

/// Shows who asks for what, and lets the holder choose and decide.
struct ApprovalPage {
    let frame: PageFrame
    let ticket: String
    let csrf: String
    let holder: SandboxHolder
    /// What the initiator calls the enrollment.
    let enrollmentName: String?
    let clientID: String
    let accounts: [AccountRecord]
    /// A sentence about what was wrong with the form.
    let problem: String?

    var html: HTML {
        let say = frame.language
        let alert: HTML = problem.map { "<p role=\"alert\">\($0)</p>\n" } ?? ""
        let content: HTML = """
            \(alert)<p>\(say("Olá, \(holder.name).", "Hello, \(holder.name)."))</p>
            <dl>
            <dt>\(say("Quem pede", "Who asks"))</dt><dd>\(enrollmentName ?? clientID)</dd>
            <dt>\(say("O que pede", "What for"))</dt>\
            <dd>\(say(
                "Iniciar pagamentos Pix da sua conta com a biometria deste aparelho.",
                "Start Pix payments from your account with this device's biometrics."
            ))</dd>
            </dl>
            <form method="post" action="\(frame.home)/decision">
            <input type="hidden" name="request" value="\(ticket)">
            <input type="hidden" name="csrf" value="\(csrf)">
            \(accountChoice)
            \(limits)
            <p><button type="submit" name="decision" value="approve">\(say("Autorizar", "Allow"))</button>
            <button type="submit" name="decision" value="refuse" formnovalidate>\(say("Recusar", "Refuse"))</button></p>
            </form>
            """
        let title = say("Autorizar pagamentos por biometria", "Allow payments by biometrics")
        return frame.html(Page("bank-approval", title: title, content: content))
    }

    private var accountChoice: HTML {
        let options: [HTML] = accounts.enumerated().map { index, account in
            """
            <p><label><input type="radio" name="account" value="\(String(account.id))" required\
            \(index == 0 ? " checked" as HTML : "")> \(label(account))</label></p>

            """
        }
        return """
            <fieldset>
            <legend>\(frame.language("Conta", "Account"))</legend>
            \(options)</fieldset>
            """
    }

    private func label(_ account: AccountRecord) -> String {
        let say = frame.language
        let kind =
            account.account.accountType == "SVGS"
            ? say("Poupança", "Savings") : say("Conta corrente", "Checking")
        let place = say("agência \(account.account.issuer ?? "-")", "branch \(account.account.issuer ?? "-")")
        let joint = account.approvers > 1 ? say(" (conta conjunta)", " (joint account)") : ""
        let balance = Money(centavos: max(0, account.balance))?.decimal ?? "0.00"
        return "\(kind), \(place), \(account.account.number)\(joint): R$ \(balance)"
    }

    private var limits: HTML {
        let say = frame.language
        return """
            <fieldset>
            <legend>\(say("Limites em reais", "Limits in reais"))</legend>
            <p><label for="transaction_limit">\(say("Por pagamento (vazio: sem limite)", "Per payment (empty: none)"))</label>
            <input id="transaction_limit" name="transaction_limit" type="text" inputmode="decimal"></p>
            <p><label for="daily_limit">\(say("Por dia (vazio: sem limite)", "Per day (empty: none)"))</label>
            <input id="daily_limit" name="daily_limit" type="text" inputmode="decimal"></p>
            <p><label for="validity_days">\(say("Validade", "Valid for"))</label>
            <select id="validity_days" name="validity_days">
            <option value="30">\(say("30 dias", "30 days"))</option>
            <option value="365" selected>\(say("1 ano", "1 year"))</option>
            <option value="">\(say("Até eu cancelar", "Until I cancel"))</option>
            </select></p>
            </fieldset>
            """
    }
}
