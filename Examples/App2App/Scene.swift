#if canImport(SwiftUI)
    import App2App
    import SwiftUI

    struct IssuerApp: App {
        let activation = TokenActivationSession(
            rules: Issuer.rules, activator: Account.activator, app: Screens.shared.app)

        init() { Account.start() }

        private func signOut() { Task { await Account.signOut(of: activation) } }

        var body: some Scene {
            WindowGroup {
                ActivationView(screens: Screens.shared, signOut: signOut).onOpenURL { url in
                    if !activation.open(url) { _ = Account.registers(url) }
                }
            }
        }
    }
#endif
