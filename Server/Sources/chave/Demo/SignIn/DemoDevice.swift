import BeyondIdentityEmbedded
import ChaveSoftwareAuthenticator
import Dispatch
import Foundation

/// One device of a demonstration: keys and certificates in its own directory, and a user who agrees.
struct DemoDevice: Sendable {
    let name: String
    let directory: String
    let server: URL

    /// The SDK in the app of one client.
    func app(of client: DemoClient) -> CoreEmbedded {
        var surroundings = SignInSurroundings.standard(directory: directory, gesture: .always(.verified))
        surroundings.qrCode = { text in QRCode(of: text) }
        surroundings.callbackQueue = DispatchQueue(label: "chave.demo.\(name)")
        surroundings.deviceName = name
        let app = CoreEmbedded()
        app.configure(
            SignInConfiguration(
                biometricAskPrompt: "Sign in",
                clientID: client.id,
                domain: .custom(server),
                redirectURI: client.redirectURI,
                surroundings: surroundings
            )
        )
        return app
    }
}

/// A client that the demonstration registered.
struct DemoClient: Sendable {
    let id: String
    let redirectURI: String
    /// The client's secret; `nil` for a public client.
    let secret: String?
}
