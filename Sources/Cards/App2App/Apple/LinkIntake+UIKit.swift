#if canImport(UIKit)
    import Foundation
    public import UIKit

    extension LinkIntake {
        /// Receives the links that launched a scene, in `scene(_:willConnectTo:options:)`.
        ///
        /// - Returns: whether a taker accepts one of them.
        @discardableResult
        public func receive(_ options: UIScene.ConnectionOptions) -> Bool {
            let byActivity = options.userActivities.map { receive($0) }
            return receive(options.urlContexts) || byActivity.contains(true)
        }

        /// Receives links of the app's own scheme, in `scene(_:openURLContexts:)`.
        ///
        /// - Returns: whether a taker accepts one of them.
        @discardableResult
        public func receive(_ contexts: Set<UIOpenURLContext>) -> Bool {
            contexts.map { receive($0.url) }.contains(true)
        }
    }
#endif
