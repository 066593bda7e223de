import ChaveBase
import ChavePixModel
import Pages
import SignInCore
import SignInModel
import TokenActivationCore

/// Mails holders about activations, in Portuguese and in English: the server does not know the reader's language.
struct ActivationMail: ActivationNotices {
    let signIn: SignIn
    let metrics: ServerMetrics

    /// Sends a notice; the notice of a deleted account counts as sent, because it has no reader.
    func send(_ notice: ActivationNotice) async throws(ActivationNoticeFault) {
        guard let tenant = TenantID(notice.holder.tenant) else { return }
        let name: String
        do {
            name = try await signIn.tenant(tenant)?.displayName ?? tenant.text
            let isTold = try await signIn.mail(
                notice.holder.user,
                of: tenant,
                subject: ActivationMail.subject(notice, from: name),
                text: ActivationMail.text(notice)
            )
            if isTold { metrics.notified(isTaken: true) }
        } catch {
            metrics.notified(isTaken: false)
            throw ActivationNoticeFault(underlying: error)
        }
    }

    static func subject(_ notice: ActivationNotice, from issuer: String) -> String {
        "\(issuer): seu cartão •••• \(notice.lastFour) está numa carteira / your card is in a wallet"
    }

    static func text(_ notice: ActivationNotice) -> String {
        let (portuguese, english) = (PageLanguage.portuguese, PageLanguage.english)
        return """
            \(notice.cardName) •••• \(notice.lastFour) foi ativado agora numa carteira. / was just made active in a wallet.

            Carteira / wallet: \(line(notice.walletName))
            Aparelho / device: \(line(notice.deviceName))
            Quando / when: \(portuguese.time(notice.activatedAt)) / \(english.time(notice.activatedAt)) (Brasília)

            Não foi você? Suspenda agora: / It was not you? Suspend it now:
            \(notice.suspendAddress)

            Abrir o link só mostra uma página que pergunta. Vale por 7 dias, uma vez.
            Opening the link only shows a page that asks. It is good for 7 days, once.
            """
    }

    /// A wallet's own text, on one line and shortened.
    private static func line(_ words: String?) -> String {
        guard let words else { return "—" }
        let shown = words.unicodeScalars.filter { isShown($0) }
        return String(String(String.UnicodeScalarView(shown)).prefix(64))
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
        default: true
        }
    }
}
