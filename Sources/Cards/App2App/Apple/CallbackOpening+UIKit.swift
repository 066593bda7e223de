#if canImport(UIKit)
    public import Foundation
    import UIKit

    extension CallbackOpening {
        /// Opens a wallet's callback; an https one only in the app that it belongs to.
        ///
        /// It is what ``TokenActivationApp/open`` is on a phone. An extension of an app has no such call.
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
