import BeyondIdentityEmbedded
import ChaveSoftwareAuthenticator
import Dispatch
import Foundation

/// One of the devices of a demonstration: keys and certificates in a directory of its own, and a person who agrees.
struct DemoDevice: Sendable {
    let name: String
    let directory: String
    let server: URL

    /// The SDK as the app of one client has it.
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
    /// `nil` for a public one.
    let secret: String?
}
