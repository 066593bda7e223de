#if canImport(UIKit)
    public import Foundation
    import UIKit

    extension CallbackOpening {
        /// Opens a wallet's callback; an https callback opens only in the app that it belongs to.
        ///
        /// Use it for ``TokenActivationApp/open`` on a phone. An app extension cannot call it.
        /// - Returns: whether the system opened it.
        @available(iOSApplicationExtension, unavailable)
        @MainActor
        public static func open(_ callback: URL) async -> Bool {
            await UIApplication.shared.open(
                callback,
                options: [.universalLinksOnly: isForItsAppAlone(callback)]
            )
        }
    }
#endif
