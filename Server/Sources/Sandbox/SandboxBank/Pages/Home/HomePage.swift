import ChavePixModel
import InstitutionPort
import Pages

/// The holder's page: accounts, usable devices, payments.
struct HomePage {
    let frame: PageFrame
    let csrf: String
    let overview: HolderOverview

    var html: HTML {
        let say = frame.language
        let content: HTML = """
            \(news)<div class="actions">
            <p>\(say("Olá", "Hello")), <bdi>\(overview.holder.name)</bdi>.</p>
            \(SignOutForm(frame: frame, csrf: csrf).html)
            </div>
            \(accounts)
            \(DeviceList(frame: frame, csrf: csrf, overview: overview).html)
            \(StatementTable(frame: frame, csrf: csrf, lines: overview.payments, refusals: overview.refusals).html)
            <p class="soft">\(say.zone)</p>
            """
        return frame.html(Page("bank-home", title: say("Minha conta", "My account"), content: content))
    }

    /// The note about an ended device; the bank checks the address's id, so that a link cannot report a false end.
    private var news: HTML {
        guard let ended = overview.justEnded else { return "" }
        let say = frame.language
        return """
            <p class="notice good" role="status"><bdi>\(ended.title(at: frame.institution, say))</bdi>: \
            \(say("com este vínculo não se paga mais.", "this enrollment can no longer pay."))</p>

            """
    }

    private var accounts: HTML {
        let say = frame.language
        let rows: [HTML] = overview.accounts.map { account in
            """
            <tr><td>\(account.kind(say)) \(account.account.number)<br>\
            <span class="soft">\(say("agência", "branch")) \(account.account.issuer ?? "-")</span></td>\
            <td class="number">\(say.money(account.available))</td></tr>

            """
        }
        return """
            <h2 id="accounts">\(say("Contas", "Accounts"))</h2>
            <div class="scroll" role="region" aria-labelledby="accounts" tabindex="0">
            <table>
            <thead><tr><th scope="col">\(say("Conta", "Account"))</th>\
            <th scope="col" class="number">\(say("Saldo", "Balance"))</th></tr></thead>
            <tbody>
            \(rows)</tbody>
            </table>
            </div>
            <p class="soft">\(frame.institution.limits.sentence(say))</p>
            """
    }
}
