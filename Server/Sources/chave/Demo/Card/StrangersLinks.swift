import App2App
import Foundation

/// Bad links that any app or page could send, made from a good one.
enum StrangersLinks {
    static func all(madeOf link: String) -> [String] {
        let callback = link.components(separatedBy: "wpcallback=").first.map { $0 + "wpcallback=" } ?? link
        return [
            link.replacing("bank-app:", with: "bank-application:"),
            link.replacing("//token-activation/", with: "//token-activation.example/"),
            link.replacing("//token-activation/", with: "//me@token-activation/"),
            link.replacing("//token-activation/", with: "//token-activation:80/"),
            link.replacing("/a2a?", with: "/a2a/more?"),
            "\(link)#here",
            "\(link)&wpcallback=https%3A%2F%2Fevil.example%2F",
            callback + "https%3A%2F%2Fevil.example%2F",
            callback + "com.evil.app%3A%2F%2Freturn",
            callback + "http%3A%2F%2Fevil.example%2F",
            callback + "javascript%3Aalert(1)",
            callback + "bank-app%3A%2F%2Ftoken-activation%2Fa2a",
            link.replacing("a2apayload=", with: "a2apayload=***"),
        ]
    }

    /// Whether a bad link had no effect.
    ///
    /// It is not for the app, or it is refused: with a failure for the wallet when the way back is valid, else without.
    static func isRefused(_ end: TokenActivationEnd?) -> Bool {
        guard let end else { return true }
        guard end.outcome == .failure, case .unreadable(let refusal) = end.failure else { return false }
        return refusal.isAnswerable == (end.callback != nil)
    }
}
