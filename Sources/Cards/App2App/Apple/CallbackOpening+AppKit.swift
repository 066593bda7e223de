#if canImport(AppKit) && !canImport(UIKit)
    import AppKit
    public import Foundation

    extension CallbackOpening {
        /// Opens a wallet's callback; an https callback opens only in the app that it belongs to.
        ///
        /// Use it for ``TokenActivationApp/open`` on a Mac.
        /// - Returns: whether the system opened it.
        @MainActor
        public static func open(_ callback: URL) async -> Bool {
            let configuration = NSWorkspace.OpenConfiguration()
            configuration.requiresUniversalLinks = isForItsAppAlone(callback)
            do {
                _ = try await NSWorkspace.shared.open(callback, configuration: configuration)
                return true
            } catch {
                return false
            }
        }
    }
#endif
