import ArgumentParser
import ChavePix
import ChavePixModel
import ChaveSoftwareAuthenticator
import ChaveTransport
import Foundation
import ServerHTTP

/// What all device commands need: a server, a merchant's keys, and where the device keeps its own.
struct DeviceOptions: ParsableArguments {
    @Option(help: "The server. [default: CHAVE_BASE_URL, else http://localhost:8080]")
    var server: String?
    @OptionGroup var data: DataOption
    @Option(help: "The merchant's key; with its password in CHAVE_SECRET_PASSWORD. [default: the sandbox's]")
    var secretID: String?
    @Option(
        help:
            "Where the device keeps its keys. [default: CHAVE_DEVICE_DIR, else chave/device in the XDG data directory]"
    )
    var deviceDir: String?

    var baseURL: String {
        server ?? ProcessInfo.processInfo.environment["CHAVE_BASE_URL"] ?? "http://localhost:8080"
    }

    func validate() throws {
        if let server, (try? BaseURL(server)) == nil {
            throw ValidationError("--server is an address such as http://localhost:8080.")
        }
    }

    private func merchant(transport: any HTTPTransport) throws -> MerchantServer {
        if let secretID {
            guard let password = ProcessInfo.processInfo.environment["CHAVE_SECRET_PASSWORD"] else {
                throw CommandFailure("Put the password of --secret-id into CHAVE_SECRET_PASSWORD.")
            }
            return MerchantServer(
                baseURL: baseURL,
                secretID: secretID,
                secretPassword: password,
                beneficiary: nil,
                transport: transport
            )
        }
        guard let sandbox = try SandboxMerchant.stored(in: data.directory) else {
            throw CommandFailure(
                "There is no sandbox in \(data.directory). Start one (chave serve --sandbox), or give --data or --secret-id."
            )
        }
        return MerchantServer(
            baseURL: baseURL,
            secretID: sandbox.secretID,
            secretPassword: sandbox.secretPassword,
            beneficiary: sandbox.beneficiary,
            transport: transport
        )
    }

    /// A client and its merchant, who has given a first token: a server that is not there shows at once.
    func connect(gesture: UserGesture? = nil) async throws -> (client: PixClient, merchant: MerchantServer) {
        guard let url = try? BaseURL(baseURL) else {
            throw CommandFailure("CHAVE_BASE_URL is no address. Give --server http://localhost:8080, for example.")
        }
        let merchant = try merchant(transport: URLSessionTransport())
        let tokens = TokenSource(merchant, first: try await merchant.token())
        var configuration = PixConfiguration.standard(baseURL: url, directory: deviceDir, gesture: gesture)
        configuration.tokenProvider = { try await tokens.next() }
        return (PixClient(configuration: configuration), merchant)
    }
}
