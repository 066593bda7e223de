import ChavePixModel
import InstitutionPort
import Pages

/// Shows who asks for what, and lets the holder choose and decide.
struct ApprovalPage {
    let frame: PageFrame
    let ticket: String
    let csrf: String
    let holder: SandboxHolder
    /// The enrollment's name, which its initiator gave it, or else the initiator's own.
    let initiator: String
    let accounts: [AccountRecord]
    /// A sentence about what was wrong with the form.
    let problem: String?

    var html: HTML {
        let say = frame.language
        let alert: HTML = problem.map { "<p role=\"alert\">\($0)</p>\n" } ?? ""
        let content: HTML = """
            \(alert)<p>\(say("Olá, \(holder.name).", "Hello, \(holder.name)."))</p>
            <p class="notice"><strong><bdi>\(initiator)</bdi></strong> \(say(
                "quer vincular este aparelho.",
                "wants to enroll this device."
            ))</p>
            <p>\(say(
                "Ele poderá pagar com Pix da conta que você escolher, cada pagamento confirmado com a biometria.",
                "It will be able to pay by Pix from the account that you choose, each payment confirmed by biometrics."
            ))</p>
            <form method="post" action="\(frame.home)/decision">
            <input type="hidden" name="request" value="\(ticket)">
            <input type="hidden" name="csrf" value="\(csrf)">
            \(accountChoice)
            \(limits)
            <div class="actions">
            <button type="submit" name="decision" value="approve">\(say("Autorizar", "Allow"))</button>
            <button type="submit" name="decision" value="refuse" class="harm" formnovalidate>\
            \(say("Recusar", "Refuse"))</button>
            </div>
            </form>
            <p class="soft">\(say(
                "Você pode revogar o aparelho quando quiser, nas suas páginas neste banco.",
                "You can revoke the device whenever you like, on your own pages at this bank."
            ))</p>
            """
        let title = say("Autorizar pagamentos por biometria", "Allow payments by biometrics")
        return frame.html(Page("bank-approval", title: title, content: content))
    }

    private var accountChoice: HTML {
        let options: [HTML] = accounts.enumerated().map { index, account in
            """
            <label class="choice"><input type="radio" name="account" value="\(String(account.id))" required\
            \(index == 0 ? " checked" as HTML : "")> <span>\(label(account))</span></label>

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
        let issuer = account.account.issuer ?? "-"
        let branch = say("agência \(issuer)", "branch \(issuer)")
        return "\(account.kind(say)), \(branch), \(account.account.number): \(say.money(account.available))"
    }

    private var limits: HTML {
        let say = frame.language
        return """
            <fieldset>
            <legend>\(say("Limites em reais", "Limits in reais"))</legend>
            <p class="soft" id="bank-limits">\(frame.institution.limits.sentence(say))</p>
            <p><label for="transaction_limit">\(say("Por pagamento (vazio: o do banco)", "Per payment (empty: the bank's)"))</label>
            <input id="transaction_limit" name="transaction_limit" type="text" inputmode="decimal" \
            aria-describedby="bank-limits"></p>
            <p><label for="daily_limit">\(say("Por dia (vazio: o do banco)", "Per day (empty: the bank's)"))</label>
            <input id="daily_limit" name="daily_limit" type="text" inputmode="decimal" aria-describedby="bank-limits"></p>
            <p><label for="validity_days">\(say("Validade", "Valid for"))</label>
            <select id="validity_days" name="validity_days">
            <option value="30">\(say("30 dias", "30 days"))</option>
            <option value="365" selected>\(say("1 ano", "1 year"))</option>
            <option value="">\(say("Até eu revogar", "Until I revoke it"))</option>
            </select></p>
            </fieldset>
            """
    }
}
