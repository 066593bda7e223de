import ChavePixModel
import InstitutionPort
import Pages

/// Shows the initiator and its request, and lets the holder choose and decide.
struct ApprovalPage {
    let frame: PageFrame
    let ticket: String
    let csrf: String
    let holder: SandboxHolder
    /// The name that the initiator gave the enrollment, or else the initiator's own.
    let initiator: String
    let accounts: [AccountRecord]
    /// The entries that the bank did not understand or does not allow; `nil` before the first form.
    let entries: ApprovalEntries?

    var html: HTML {
        let say = frame.language
        let content: HTML = """
            \(alert)<p>\(say("Olá, \(holder.name).", "Hello, \(holder.name)."))</p>
            <p class="notice"><strong><bdi>\(initiator)</bdi></strong> \(say(
                "quer vincular este aparelho.",
                "wants to enroll this device."
            ))</p>
            <p>\(say(
                "O aparelho poderá pagar com Pix da conta que você escolher, cada pagamento confirmado com a biometria.",
                "The device will be able to pay by Pix from the account that you choose, each payment confirmed by biometrics."
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

    private var alert: HTML {
        let sentences = entries?.sentences(frame.language) ?? []
        return sentences.isEmpty ? "" : "<p role=\"alert\" id=\"wrong\">\(sentences.joined(separator: " "))</p>\n"
    }

    /// The chosen account, or else the first.
    private var chosenAccount: Int64? {
        accounts.first { String($0.id) == entries?[.account] }?.id ?? accounts.first?.id
    }

    private var accountChoice: HTML {
        let options: [HTML] = accounts.map { account in
            """
            <label class="choice"><input type="radio" name="account" value="\(String(account.id))" required\
            \(account.id == chosenAccount ? " checked" as HTML : "")> <span>\(label(account))</span></label>

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
            \(amount(.transactionLimit))</p>
            <p><label for="daily_limit">\(say("Por dia (vazio: o do banco)", "Per day (empty: the bank's)"))</label>
            \(amount(.dailyLimit))</p>
            <p><label for="validity_days">\(say("Validade", "Valid for"))</label>
            <select id="validity_days" name="validity_days">
            \(validities)</select></p>
            </fieldset>
            """
    }

    private func amount(_ field: ApprovalField) -> HTML {
        let isWrong = entries?.wrong.contains(field) ?? false
        let marks: HTML = isWrong ? " aria-invalid=\"true\"" : ""
        let descriptions = isWrong ? "wrong bank-limits" : "bank-limits"
        return """
            <input id="\(field.rawValue)" name="\(field.rawValue)" type="text" inputmode="decimal" \
            value="\(entries?[field] ?? "")" aria-describedby="\(descriptions)"\(marks)>
            """
    }

    private var validities: [HTML] {
        let say = frame.language
        let offers = [
            ("30", say("30 dias", "30 days")), ("365", say("1 ano", "1 year")),
            ("", say("Até eu revogar", "Until I revoke it")),
        ]
        let chosen = entries.map { $0[.validity] }.flatMap { typed in offers.first { $0.0 == typed }?.0 } ?? "365"
        return offers.map { days, name in
            """
            <option value="\(days)"\(days == chosen ? " selected" as HTML : "")>\(name)</option>

            """
        }
    }
}
