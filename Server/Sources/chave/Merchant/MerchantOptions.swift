import ArgumentParser
import ChavePixModel
import ChaveTransport
import Foundation
import ServerHost

/// The options of commands that act as a merchant: a server, and the merchant's keys.
struct MerchantOptions: ParsableArguments {
    @Option(help: "The server. [default: CHAVE_BASE_URL, else http://localhost:8080]")
    var server: String?
    @OptionGroup var data: DataOption
    @Option(help: "The merchant's key; with its password in CHAVE_SECRET_PASSWORD. [default: the sandbox's]")
    var secretID: String?

    var baseURL: String {
        server ?? ProcessInfo.processInfo.environment["CHAVE_BASE_URL"] ?? "http://localhost:8080"
    }

    func validate() throws {
        if let server, (try? BaseURL(server)) == nil {
            throw ValidationError("--server is an address such as http://localhost:8080.")
        }
    }

    func merchant(transport: any HTTPTransport = URLSessionTransport()) throws -> MerchantServer {
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
        return MerchantServer(sandbox, at: baseURL, transport: transport)
    }
}

extension MerchantServer {
    /// A merchant of a sandbox.
    init(_ merchant: SandboxMerchant, at baseURL: String, transport: any HTTPTransport) {
        self.init(
            baseURL: baseURL,
            secretID: merchant.secretID,
            secretPassword: merchant.secretPassword,
            beneficiary: merchant.beneficiary,
            transport: transport
        )
    }
}
