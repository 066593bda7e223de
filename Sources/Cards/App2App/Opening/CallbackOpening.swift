public import Foundation

/// The rules for opening a wallet's callback.
public enum CallbackOpening {
    /// Whether a callback may open only in the app that it belongs to, and never in a browser.
    ///
    /// An https callback may carry a code, which a page in a browser could not use. When the wallet is not installed,
    /// nothing is opened, and the app shows a way back (``TokenActivationEnd/isCallbackStuck``).
    public static func isForItsAppAlone(_ callback: URL) -> Bool { callback.scheme?.lowercased() == "https" }
}
