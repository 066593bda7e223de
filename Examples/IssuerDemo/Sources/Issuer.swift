import App2App
import BeyondIdentityEmbedded
import Foundation

/// What an issuer's app holds: who is signed in, the activation, and where links go.
@MainActor
final class Issuer {
    let account = Account()
    let activation: TokenActivationSession
    let links: LinkIntake

    init(screens: Screens) {
        let account = account
        let activator = HTTPTokenActivator(baseURL: Settings.baseURL) { need in try await account.token(need) }
        let activation = TokenActivationSession(
            rules: Settings.rules,
            activator: activator,
            app: TokenActivationApp(
                confirm: { await screens.ask($0) },
                verify: { _ in await account.verification() },
                open: { await CallbackOpening.open($0) },
                ended: { await screens.show($0) }
            )
        )
        self.activation = activation
        links = LinkIntake(activation, others: [{ account.registers($0, telling: screens) }])
    }

    func signOut() async {
        await activation.signedOut()
        await account.signOut()
    }
}
