#if canImport(SwiftUI)
    import App2App
    import SwiftUI

    struct IssuerApp: App {
        let activation = TokenActivationSession(
            rules: Issuer.rules, activator: Account.activator, app: Screens.shared.app)

        var body: some Scene {
            WindowGroup {
                ActivationView(screens: Screens.shared).onOpenURL { activation.open($0) }
            }
        }
    }
#endif
