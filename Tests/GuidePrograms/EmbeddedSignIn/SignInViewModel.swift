import BeyondIdentityEmbedded
import Foundation
import GuideSupport

/// A program over the embedded sign-in guide's calls, each used as the guide shows it.
///
/// Of the guide's slips three are mended here: `.aborted` is a case, `.started` has a body, and the type of a handle is
/// `Credential.Handle`.
final class SignInViewModel {
    let biometricAskPromptText = "Entrar na Padaria Aurora"
    let confidentialClientID: String
    let domain: Domain
    let redirectURI = "https://padaria.example/signed-in"
    let logger: ((OSLogType, String) -> Void)? = { type, line in
        if type == .error { say("log: \(line)") }
    }

    init(clientID: String, domain: Domain) {
        confidentialClientID = clientID
        self.domain = domain
    }

    func start() {
        Embedded.initialize(
            biometricAskPrompt: biometricAskPromptText,
            clientID: confidentialClientID,
            domain: domain,
            redirectURI: redirectURI,
            logger: logger
        )
    }

    func opened(with url: URL) {
        Embedded.shared.registerCredentials(url) { result in
            switch result {
            case .success(let response):
                say("registered: \(response)")
            case .failure(let error):
                say("not registered: \(error)")
            }
        }
    }

    func createChallenge() {
        Embedded.shared.createPKCE { result in
            switch result {
            case .success(let pkce):
                say("challenge: \(pkce)")
            case .failure(let error):
                say("no challenge: \(error)")
            }
        }
    }

    func authorize(_ challenge: PKCE.CodeChallenge?) {
        Embedded.shared.authorize(pkceChallenge: challenge, scope: "openid") { result in
            switch result {
            case .success(let code):
                say("code: \(code)")
            case .failure(let error):
                say("no code: \(error)")
            }
        }
    }

    func authenticate(then end: @escaping (Bool) -> Void) {
        Embedded.shared.authenticate { result in
            switch result {
            case .success(let tokenResponse):
                say(tokenResponse.description)
                end(true)
            case .failure(let error):
                say(error.localizedDescription)
                end(false)
            }
        }
    }

    func showDigits(for handles: [Credential.Handle]) {
        Embedded.shared.extendCredentials(handles: handles) { result in
            switch result {
            case .success(let extendStatus):
                switch extendStatus {
                case .started(let token, let qrcode),
                    .tokenUpdated(let token, let qrcode):
                    say("type \(token) on the other device")
                    if let qrcode = qrcode {
                        say("or show it \(qrcode)")
                    }
                case .done:
                    say("the other device can sign in")
                case .aborted:
                    say("the other device was not added")
                }
            case .failure(let error):
                say("not extended: \(error)")
            }
        }
    }

    func hideDigits() {
        Embedded.shared.cancelExtendCredentials() { result in
            switch result {
            case .success:
                say("cancelled")
            case .failure(let error):
                say("not cancelled: \(error)")
            }
        }
    }

    func typed(_ digits: String) {
        let tokenToImport = CredentialToken(value: digits)
        Embedded.shared.registerCredentials(token: tokenToImport) { result in
            switch result {
            case .success(let credentials):
                say("imported: \(credentials.count)")
            case .failure(let error):
                say("not imported: \(error)")
            }
        }
    }

    func list(then delete: @escaping (Credential) -> Void) {
        Embedded.shared.getCredentials { result in
            switch result {
            case .success(let credentials):
                guard let credential = credentials.first else {
                    say("no credential on this device")
                    return
                }
                delete(credential)
            case .failure(let error):
                say("no list: \(error)")
            }
        }
    }

    func delete(_ credential: Credential) {
        Embedded.shared.deleteCredential(for: credential.handle) { result in
            switch result {
            case .success(let credential):
                say("deleted: \(credential)")
            case .failure(let error):
                say("not deleted: \(error)")
            }
        }
    }
}
