import ArgumentParser
import ChavePixModel
import ChaveTransport
import Foundation
import ServerHost

/// The options of commands that act as a merchant: a server, and the merchant's keys.
struct MerchantOptions: ParsableArguments {
    @OptionGroup var server: ServerOption
    @OptionGroup var data: DataOption
    @Option(help: "The merchant's key; with its password in CHAVE_SECRET_PASSWORD. [default: the sandbox's]")
    var secretID: String?

    func merchant(transport: any HTTPTransport = URLSessionTransport()) throws -> MerchantServer {
        let baseURL = try server.text()
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
