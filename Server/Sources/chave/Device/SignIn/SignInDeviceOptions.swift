import ArgumentParser
import BeyondIdentityEmbedded
import ChaveSoftwareAuthenticator
import ChaveTransport
import Dispatch
import Foundation
import QRCodes
import ServerHost

/// The options of a device's sign-in commands: a server, a client, and the place of the device's keys.
struct SignInDeviceOptions: ParsableArguments {
    @OptionGroup var server: ServerOption
    @OptionGroup var data: DataOption
    @Option(help: "The client that signs in. [default: the sandbox's public one]") var clientID: String?
    @Option(help: "One of the client's addresses, byte for byte. [default: the sandbox's]") var redirectURI: String?
    @OptionGroup var folder: DeviceFolderOption
    @Option(help: "What other devices call this one. [default: this machine's name]") var deviceName: String?

    func validate() throws {
        guard (clientID == nil) == (redirectURI == nil) else {
            throw ValidationError("--client-id and --redirect-uri go together: the address is one of that client's.")
        }
    }

    /// The address of the server.
    func address() throws -> BaseURL { try server.address() }

    /// The address of the server as text.
    func serverText() throws -> String { try address().text }

    /// The device in a client's app; `prompt` is the text with which its key asks the user.
    func device(gesture: UserGesture?, prompt: String? = nil) throws -> CoreEmbedded {
        let address = try address()
        let client = try client()
        try folder.requireTries(gesture)
        return try device(
            at: address,
            clientID: client.id,
            redirectURI: client.redirectURI,
            gesture: gesture,
            prompt: prompt
        )
    }

    /// The device for calls without a client: listing its credentials and deleting them.
    func deviceAlone() throws -> CoreEmbedded {
        try device(at: address(), clientID: clientID ?? "", redirectURI: redirectURI ?? "", gesture: nil)
    }

    private func device(
        at address: BaseURL,
        clientID: String,
        redirectURI: String,
        gesture: UserGesture?,
        prompt: String? = nil
    ) throws -> CoreEmbedded {
        guard let url = URL(string: address.text) else {
            throw CommandFailure("The server's address cannot be used: \(address.text)")
        }
        let device = CoreEmbedded()
        device.configure(
            SignInConfiguration(
                biometricAskPrompt: prompt ?? "Sign in at \(address.text)",
                clientID: clientID,
                domain: .custom(url),
                redirectURI: redirectURI,
                surroundings: surroundings(gesture)
            )
        )
        return device
    }

    private func surroundings(_ gesture: UserGesture?) -> SignInSurroundings {
        var surroundings = SignInSurroundings.standard(directory: folder.deviceDir, gesture: gesture)
        surroundings.qrCode = { text in QRCode(of: text) }
        surroundings.callbackQueue = DispatchQueue(label: "chave.device")
        if let deviceName { surroundings.deviceName = deviceName }
        return surroundings
    }

    private func client() throws -> (id: String, redirectURI: String) {
        if let clientID, let redirectURI { return (clientID, redirectURI) }
        guard let sandbox = try SandboxTenant.stored(in: data.directory) else {
            throw CommandFailure(
                "There is no sandbox with sign-in in \(data.directory). Start one (chave serve --sandbox), "
                    + "or give --data, or --client-id and --redirect-uri."
            )
        }
        return (sandbox.clientID, SandboxTenant.redirectURI)
    }
}

extension QRCode {
    /// Makes the QR code of a text; `nil` when the text has no code.
    init?(of text: String) {
        guard let matrix = try? QRMatrix(text: text) else { return nil }
        self.init(size: matrix.size, modules: matrix.modules)
    }
}

extension QRMatrix {
    /// Makes the matrix of a code, for drawing.
    init?(_ code: QRCode) {
        let modules = (0..<code.size).flatMap { row in
            (0..<code.size).map { code.isDark(row: row, column: $0) }
        }
        self.init(size: code.size, modules: modules)
    }
}
