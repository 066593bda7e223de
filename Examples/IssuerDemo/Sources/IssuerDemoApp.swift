import App2App
import SwiftUI

/// The issuer's app: a wallet opens it with a link, it asks, activates, and opens the wallet again.
@main
struct IssuerDemoApp: App {
    @StateObject private var screens: Screens
    @Environment(\.scenePhase) private var phase
    private let issuer: Issuer

    init() {
        let screens = Screens()
        _screens = StateObject(wrappedValue: screens)
        issuer = Issuer(screens: screens)
    }

    var body: some Scene {
        WindowGroup {
            ActivationView(screens: screens, signOut: { Task { await issuer.signOut() } })
                .links(to: issuer.links)
                // A card and its question are nobody's business in the app switcher.
                .overlay { if phase != .active { Color.black.ignoresSafeArea() } }
        }
        .onChange(of: phase) { _, phase in
            if phase == .active { Task { await issuer.activation.checkTime() } }
        }
    }
}
