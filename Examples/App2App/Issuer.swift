import App2App
import Foundation

/// What was given to the networks at setup, and where the issuer's backend is.
enum Issuer {
    static let rules = TokenActivationRules(
        launch: LaunchAddress(scheme: "bank-app", host: "token-activation", path: "/a2a"),
        names: .visa,
        callbacks: CallbackRules(schemes: ["wallet-app"], httpsHosts: ["wallet.example"])
    )

    /// `signIn` gives the signed-in person's access token, after verifying them anew where that is needed.
    static func activator(
        at backend: URL,
        signIn: @escaping HTTPTokenActivator.AccessToken
    ) -> HTTPTokenActivator {
        HTTPTokenActivator(baseURL: backend, accessToken: signIn)
    }
}
