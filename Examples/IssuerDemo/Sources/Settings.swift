import App2App
import Foundation

/// What was given to the networks at setup, and where the issuer's server is.
enum Settings {
    /// `ChaveBaseURL` of Info.plist.
    static let baseURL = URL(string: text("ChaveBaseURL")) ?? URL(fileURLWithPath: "/")
    static let clientID = text("IssuerDemoClientID")
    static let redirectURI = text("IssuerDemoRedirectURI")

    static let rules = TokenActivationRules(
        launch: LaunchAddress(scheme: "bank-app", host: "token-activation", path: "/a2a"),
        names: .visa,
        callbacks: CallbackRules(schemes: ["wallet-app"], httpsHosts: ["wallet.example"]),
        // The sandbox's wallet is a page of a server on this machine; of any other address this is nil.
        developmentOrigin: LoopbackOrigin(text("ChaveBaseURL"))
    )

    private static func text(_ name: String) -> String {
        Bundle.main.object(forInfoDictionaryKey: name) as? String ?? ""
    }
}
