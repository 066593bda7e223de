import Pages
import SignInCore
import SignInModel

extension Scope.Name {
    /// The permission that the scope gives to the client.
    func text(_ say: PageLanguage) -> String {
        switch self {
        case .openID: say("saber que é você", "know that it is you")
        case .profile: say("ver o seu nome e o seu nome de usuário", "see your name and your user name")
        case .email: say("ver o seu e-mail", "see your mail address")
        case .offlineAccess:
            say("continuar com acesso quando você não estiver usando", "keep access while you are not using it")
        }
    }
}

extension ClaimScope {
    /// The tenant's sentence about the scope, else the names of its claims.
    func text(_ say: PageLanguage) -> String {
        let list = claims.joined(separator: ", ")
        return sentence ?? say("ver o que se sabe de você: \(list)", "see what is known of you: \(list)")
    }
}

extension BrowserDescription {
    /// `Chrome, Windows`.
    func text(_ say: PageLanguage) -> String {
        let known = [browser, system].compactMap(\.self)
        return known.isEmpty ? say("um navegador", "a browser") : known.joined(separator: ", ")
    }
}

extension BrowserRefusal {
    func text(_ say: PageLanguage) -> String {
        switch self {
        case .over: say("Este pedido já terminou.", "This request is over.")
        case .notSignedIn: say("Você não está mais dentro. Entre de novo.", "You are signed out. Sign in again.")
        case .notRecent:
            say(
                "Para mudar as chaves de acesso, entre de novo: faz mais de 15 minutos que você entrou.",
                "To change passkeys, sign in again: it has been more than 15 minutes."
            )
        case .malformed:
            say("O navegador não mandou o que era preciso.", "The browser did not send what was needed.")
        case .passkeyRefused:
            say(
                "A chave de acesso não foi aceita. Tente de novo, ou use outra ou o seu aparelho.",
                "The passkey was not accepted. Try again, or use another one or your device."
            )
        case .anotherPerson:
            say(
                "Esta chave de acesso é de outra conta. O aplicativo pede a conta que já entrou nele.",
                "This passkey is another account's. The app asks for the account that signed in to it before."
            )
        case .knownPasskey: say("Esta chave de acesso já está na lista.", "This passkey is in the list already.")
        case .tooManyPasskeys:
            say("Você já tem dez chaves de acesso. Remova uma.", "You have ten passkeys already. Remove one.")
        case .personEnded:
            say(
                "Esta conta não pode entrar agora. Fale com quem cuida dela.",
                "This account cannot sign in now. Speak to whoever looks after it."
            )
        }
    }
}
