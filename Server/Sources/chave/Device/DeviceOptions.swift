import ArgumentParser
import ChavePix
import ChavePixModel
import ChaveSoftwareAuthenticator
import ChaveTransport
import Foundation
import ServerHost

/// The options of all device commands: a server, a merchant's keys, and the place of the device's own keys.
struct DeviceOptions: ParsableArguments {
    @OptionGroup var shop: MerchantOptions
    @OptionGroup var folder: DeviceFolderOption

    /// Makes a client and its merchant, and gets a first token, so that a missing server shows at once.
    func connect(gesture: UserGesture? = nil) async throws -> (client: PixClient, merchant: MerchantServer) {
        let url = try shop.server.address()
        let merchant = try shop.merchant()
        let tokens = TokenSource(merchant, first: try await merchant.token())
        var configuration = PixConfiguration.standard(baseURL: url, directory: folder.deviceDir, gesture: gesture)
        configuration.tokenProvider = { try await tokens.next() }
        return (PixClient(configuration: configuration), merchant)
    }
}
