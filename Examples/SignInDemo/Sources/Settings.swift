import Foundation

/// What Info.plist says; `ChaveSignInUS` beside these is read by the SDK itself.
enum Settings {
    static let clientID = text("SignInDemoClientID")
    static let redirectURI = text("SignInDemoRedirectURI")

    private static func text(_ name: String) -> String {
        Bundle.main.object(forInfoDictionaryKey: name) as? String ?? ""
    }
}
