import Foundation

/// What Info.plist says; `ChaveBaseURL` beside these is read by the SDK itself.
enum Settings {
    /// Where the app's own server is.
    static let merchantURL = url("PixDemoMerchantURL") ?? URL(fileURLWithPath: "/")

    /// Where the bank sends the person back to.
    static let callbackURL = text("PixDemoCallbackURL") ?? ""

    /// Keys in software, for a simulator without an associated domain; a debug build alone heeds it.
    static let usesSoftwareKeys = text("PixDemoSoftwareKeys") == "YES"

    private static func url(_ name: String) -> URL? { text(name).flatMap { URL(string: $0) } }

    private static func text(_ name: String) -> String? {
        Bundle.main.object(forInfoDictionaryKey: name) as? String
    }
}
