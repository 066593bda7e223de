#if canImport(UIKit)
    public import UIKit

    /// The window that has the person's attention.
    @MainActor public enum KeyWindow {
        /// The key window of the foreground scene, else of any scene that is not in the background; `nil` when there is
        /// none.
        ///
        /// An app extension has no windows of its own.
        @available(iOSApplicationExtension, unavailable)
        public static var current: UIWindow? {
            let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
            let inFront = scenes.filter { $0.activationState == .foregroundActive }
            let visible = scenes.filter { $0.activationState == .foregroundInactive }
            return (inFront + visible).lazy.flatMap(\.windows).first(where: \.isKeyWindow)
        }
    }
#endif
