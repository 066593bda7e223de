public import Foundation

/// How a wallet's callback is to be opened.
public enum CallbackOpening {
    /// Whether only the app that the address belongs to may have it, and never a browser.
    ///
    /// An https callback may carry a code. Where the wallet is not there, a page in a browser could do nothing with it:
    /// nothing is opened, and the app shows a way back (``TokenActivationEnd/isCallbackStuck``).
    public static func isForItsAppAlone(_ callback: URL) -> Bool { callback.scheme?.lowercased() == "https" }
}
