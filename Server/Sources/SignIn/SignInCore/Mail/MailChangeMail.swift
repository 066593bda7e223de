import SignInModel

/// The two mails of a new address, in Portuguese and in English.
enum MailChangeMail {
    /// The notice to the present address; it does not name the new address, which its reader need not know.
    static func notice(to address: String, of tenant: Tenant) -> Mail {
        let name = tenant.displayName
        return Mail(
            recipient: address,
            subject: "\(name): seu e-mail vai mudar / your mail address is to change",
            text: """
                Foi pedido que \(name) escreva a você em outro endereço. Muda quando o link enviado a ele for confirmado.
                It was asked that \(name) writes to you at another address. It changes once the link sent there is confirmed.

                Não pediu isto? Avise \(name) agora. / You did not ask for it? Tell \(name) now.\(support(tenant))
                """
        )
    }

    /// The mail to the new address.
    static func proof(to recipient: String, of tenant: Tenant, address: String) -> Mail {
        let name = tenant.displayName
        return Mail(
            recipient: recipient,
            subject: "\(name): confirme seu e-mail / confirm your mail address",
            text: """
                Abra este link e confirme que \(name) pode escrever a você aqui. Vale por 24 horas, uma vez.
                Open this link and confirm that \(name) may write to you here. It is good for 24 hours, once.

                \(address)

                Não pediu isto? Ignore esta mensagem. / You did not ask for it? Ignore this message.\(support(tenant))
                """
        )
    }

    private static func support(_ tenant: Tenant) -> String { tenant.supportMail.map { "\n\n\($0)" } ?? "" }
}
