#if canImport(UIKit)
    import App2App
    import UIKit

    /// The same for an app with scenes of UIKit: each way by which a link comes goes into the one intake.
    ///
    /// This demo's own life cycle is SwiftUI's; an app that names this class in its scene manifest leaves that one out.
    final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        private lazy var issuer = Issuer(screens: Screens())

        /// A cold start.
        func scene(
            _ scene: UIScene,
            willConnectTo session: UISceneSession,
            options connectionOptions: UIScene.ConnectionOptions
        ) {
            issuer.links.receive(connectionOptions)
        }

        /// A link of the app's own scheme.
        func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
            issuer.links.receive(contexts)
        }

        /// A Universal Link.
        func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
            issuer.links.receive(userActivity)
        }

        func sceneDidBecomeActive(_ scene: UIScene) {
            Task { await issuer.activation.checkTime() }
        }
    }
#endif
