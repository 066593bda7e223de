import ArgumentParser
import BeyondIdentityEmbedded
import ChaveSoftwareAuthenticator
import ChaveTransport
import Dispatch
import Foundation
import QRCodes
import ServerHost

/// What the sign-in commands of a device need: a server, a client, and where the device keeps its keys.
struct SignInDeviceOptions: ParsableArguments {
    @Option(help: "The server. [default: CHAVE_BASE_URL, else http://localhost:8080]") var server: String?
    @OptionGroup var data: DataOption
    @Option(help: "The client that signs in. [default: the sandbox's public one]") var clientID: String?
    @Option(help: "One of the client's addresses, byte for byte. [default: the sandbox's]") var redirectURI: String?
    @Option(
        help:
            "Where the device keeps its keys. [default: CHAVE_DEVICE_DIR, else chave/device in the XDG data directory]"
    )
    var deviceDir: String?
    @Option(help: "What other devices call this one. [default: this machine's name]") var deviceName: String?

    func validate() throws {
        if let server, (try? BaseURL(server)) == nil {
            throw ValidationError("--server is an address such as http://localhost:8080.")
        }
        guard (clientID == nil) == (redirectURI == nil) else {
            throw ValidationError("--client-id and --redirect-uri go together: the address is one of that client's.")
        }
    }

    /// Where the server is.
    func address() throws -> BaseURL {
        let text = server ?? ProcessInfo.processInfo.environment["CHAVE_BASE_URL"] ?? "http://localhost:8080"
        guard let address = try? BaseURL(text) else {
            throw CommandFailure("CHAVE_BASE_URL is no address. Give --server http://localhost:8080, for example.")
        }
        return address
    }

    /// The same as text.
    func serverText() throws -> String { try address().text }

    /// The device as a client's app has it; `prompt` is what its key asks the person.
    func device(gesture: UserGesture?, prompt: String? = nil) throws -> CoreEmbedded {
        let client = try client()
        return try device(clientID: client.id, redirectURI: client.redirectURI, gesture: gesture, prompt: prompt)
    }

    /// The device for calls that no client makes: what it holds, and what it lets go.
    func deviceAlone() throws -> CoreEmbedded {
        try device(clientID: clientID ?? "", redirectURI: redirectURI ?? "", gesture: nil)
    }

    private func device(
        clientID: String,
        redirectURI: String,
        gesture: UserGesture?,
        prompt: String? = nil
    ) throws -> CoreEmbedded {
        let address = try address()
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
        var surroundings = SignInSurroundings.standard(directory: deviceDir, gesture: gesture)
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
    /// `nil` where the text has no code.
    init?(of text: String) {
        guard let matrix = try? QRMatrix(text: text) else { return nil }
        self.init(size: matrix.size, modules: matrix.modules)
    }
}

extension QRMatrix {
    /// The same code, to be drawn.
    init?(_ code: QRCode) {
        let modules = (0..<code.size).flatMap { row in
            (0..<code.size).map { code.isDark(row: row, column: $0) }
        }
        self.init(size: code.size, modules: modules)
    }
}
