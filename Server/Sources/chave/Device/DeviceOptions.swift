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
    @Flag(
        help: "Answer every question of the authenticator with yes, instead of asking for the PIN. For trying things."
    )
    var yes = false

    var baseURL: String {
        server ?? ProcessInfo.processInfo.environment["CHAVE_BASE_URL"] ?? "http://localhost:8080"
    }

    func merchant(transport: any HTTPTransport) throws -> MerchantServer {
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
        guard let sandbox = SandboxMerchant(dataDirectory: data.directory) else {
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

    func client(_ merchant: MerchantServer) throws -> PixClient {
        let gesture: UserGesture? = yes ? .always(.verified) : nil
        var configuration = PixConfiguration.standard(
            baseURL: try BaseURL(baseURL),
            directory: deviceDir,
            gesture: gesture
        )
        configuration.tokenProvider = { try await merchant.token() }
        return PixClient(configuration: configuration)
    }
}

/// Runs a command's body; what fails becomes one line and exit code 1.
func reporting(_ body: () async throws -> Void) async throws {
    do {
        try await body()
    } catch let error as PixError {
        Terminal.note("chave: \(error.message) (\(error.code.description))")
        for item in error.items { Terminal.note("  \(item.field.map { "\($0): " } ?? "")\(item.message)") }
        throw ExitCode.failure
    } catch let error as CommandFailure {
        Terminal.note("chave: \(error.description)")
        throw ExitCode.failure
    } catch let error as ExitCode {
        throw error
    } catch {
        Terminal.note("chave: \(error)")
        throw ExitCode.failure
    }
}
