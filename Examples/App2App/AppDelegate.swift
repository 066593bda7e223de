#if canImport(UIKit)
    import App2App
    import UIKit

    final class AppDelegate: UIResponder, UIApplicationDelegate {
        let activation = TokenActivationSession(
            rules: Issuer.rules, activator: Account.activator, app: Screens.shared.app)

        override init() {
            super.init()
            Account.start()
        }

        func application(
            _ app: UIApplication,
            open url: URL,
            options: [UIApplication.OpenURLOptionsKey: Any] = [:]
        ) -> Bool {
            activation.open(url) || Account.registers(url)
        }

        func signOut() async { await Account.signOut(of: activation) }
    }
#endif
