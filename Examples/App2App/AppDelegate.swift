#if canImport(UIKit)
    import App2App
    import UIKit

    final class AppDelegate: UIResponder, UIApplicationDelegate {
        let activation = TokenActivationSession(
            rules: Issuer.rules, activator: Account.activator, app: Screens.shared.app)

        func application(
            _ app: UIApplication,
            open url: URL,
            options: [UIApplication.OpenURLOptionsKey: Any] = [:]
        ) -> Bool {
            activation.open(url)
        }
    }
#endif
