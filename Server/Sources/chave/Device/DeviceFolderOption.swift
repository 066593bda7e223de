import ArgumentParser
import BeyondIdentityEmbedded
import ChavePix
import ChaveSoftwareAuthenticator
import Foundation

/// The folder with the device's keys and its PIN.
struct DeviceFolderOption: ParsableArguments {
    @Option(
        help:
            "Where the device keeps its keys. [default: CHAVE_DEVICE_DIR, else chave/device in the XDG data directory]"
    )
    var deviceDir: String?

    /// The store as the SDK opens it, with the keys of payments and of sign-in.
    func store() throws -> any KeyStore {
        guard let store = PixConfiguration.standard(directory: deviceDir).secretStore as? any KeyStore else {
            throw CommandFailure("On this system the keys of a device are in no folder.")
        }
        return store
    }

    /// Refuses a PIN that is locked before anything is begun; a gesture of the command's own needs no PIN.
    func requireTries(_ gesture: UserGesture?) throws {
        guard gesture == nil, GestureOptions.variable == nil else { return }
        try PINVerification(store: store()).requireTries()
    }

    /// The device's part of sign-in, for calls that need no server.
    func signIn() throws -> CoreEmbedded {
        guard let nowhere = URL(string: "http://localhost") else { throw CommandFailure("localhost is no address.") }
        let device = CoreEmbedded()
        device.configure(
            SignInConfiguration(
                biometricAskPrompt: "",
                clientID: "",
                domain: .custom(nowhere),
                redirectURI: "",
                surroundings: .standard(directory: deviceDir)
            )
        )
        return device
    }
}
