import ArgumentParser
import ChavePix
import ChavePixModel
import ChaveSoftwareAuthenticator
import ChaveTransport
import Foundation
import ServerHost

/// What all device commands need: a server, a merchant's keys, and where the device keeps its own.
struct DeviceOptions: ParsableArguments {
    @OptionGroup var shop: MerchantOptions
    @Option(
        help:
            "Where the device keeps its keys. [default: CHAVE_DEVICE_DIR, else chave/device in the XDG data directory]"
    )
    var deviceDir: String?

    /// A client and its merchant, who has given a first token: a server that is not there shows at once.
    func connect(gesture: UserGesture? = nil) async throws -> (client: PixClient, merchant: MerchantServer) {
        guard let url = try? BaseURL(shop.baseURL) else {
            throw CommandFailure("CHAVE_BASE_URL is no address. Give --server http://localhost:8080, for example.")
        }
        let merchant = try shop.merchant()
        let tokens = TokenSource(merchant, first: try await merchant.token())
        var configuration = PixConfiguration.standard(baseURL: url, directory: deviceDir, gesture: gesture)
        configuration.tokenProvider = { try await tokens.next() }
        return (PixClient(configuration: configuration), merchant)
    }
}
