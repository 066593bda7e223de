#if canImport(UIKit)
    import Foundation
    public import UIKit

    extension LinkIntake {
        /// For `scene(_:willConnectTo:options:)`: the links that the scene was launched with.
        ///
        /// - Returns: whether one of them is for one of the takers.
        @discardableResult
        public func receive(_ options: UIScene.ConnectionOptions) -> Bool {
            let byActivity = options.userActivities.map { receive($0) }
            return receive(options.urlContexts) || byActivity.contains(true)
        }

        /// For `scene(_:openURLContexts:)`: links of a scheme of the app's own.
        ///
        /// - Returns: whether one of them is for one of the takers.
        @discardableResult
        public func receive(_ contexts: Set<UIOpenURLContext>) -> Bool {
            contexts.map { receive($0.url) }.contains(true)
        }
    }
#endif
