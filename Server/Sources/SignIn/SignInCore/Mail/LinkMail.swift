import SignInModel

/// The mail with the link, in Portuguese and in English: the server does not know its reader's language.
enum LinkMail {
    /// `account` is the person's own page, where a browser gets its passkey.
    static func mail(
        to user: User,
        of tenant: Tenant,
        purpose: MailedLink.Purpose,
        address: String,
        account: String
    ) -> Mail {
        let name = tenant.displayName
        let support = tenant.supportMail.map { "\n\n\($0)" } ?? ""
        let browsers = """
            Para entrar por um navegador, depois crie nele uma chave de acesso, com a ajuda do aparelho:
            To sign in by a browser, make a passkey in it afterwards, with the help of the device:
            \(account)
            """
        switch purpose {
        case .registration:
            return Mail(
                recipient: user.email,
                subject: "\(name): registre seu aparelho / register your device",
                text: """
                    Abra este link no aparelho com que vai entrar em \(name). Vale por 24 horas, uma vez.
                    Open this link on the device that you will sign in to \(name) with. It is good for 24 hours, once.

                    \(address)

                    \(browsers)

                    Não pediu isto? Ignore esta mensagem. / You did not ask for it? Ignore this message.\(support)
                    """
            )
        case .recovery:
            return Mail(
                recipient: user.email,
                subject: "\(name): recupere seu acesso / recover your access",
                text: """
                    Abra este link no aparelho com que vai entrar em \(name). Seus outros aparelhos deixarão de entrar.
                    Open this link on the device that you will sign in to \(name) with. Your other devices will be signed out.

                    \(address)

                    \(browsers)

                    Não pediu isto? Ignore esta mensagem e avise \(name). / You did not ask for it? Ignore this message \
                    and tell \(name).\(support)
                    """
            )
        }
    }
}
