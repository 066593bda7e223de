import ChaveBase
import ChaveTransport
import Foundation

/// Finds the server's address once, and stores it.
final class ServerAddress: Sendable {
    private let configured: BaseURL?
    private let environment: @Sendable () -> String?
    private let known = Locked<BaseURL?>(nil)

    init(configured: BaseURL?, environment: @escaping @Sendable () -> String? = ServerAddress.fromEnvironment) {
        self.configured = configured
        self.environment = environment
    }

    /// The configuration's address, else the environment's, else the issuer of `token`.
    func resolve(token: String?) throws(PixError) -> BaseURL {
        if let configured { return configured }
        if let address = known.withLock({ $0 }) { return address }
        guard let text = environment() ?? token.flatMap(TokenIssuer.unverifiedIssuer) else {
            throw PixError(
                .configuration,
                "There is no server address: set PixConfiguration.baseURL, or CHAVE_BASE_URL, or ChaveBaseURL."
            )
        }
        let address: BaseURL
        do {
            address = try BaseURL(text)
        } catch {
            throw PixError(
                .configuration,
                "The server's address is refused (\(error.rawValue)): https is required except on this device.",
                cause: error
            )
        }
        known.withLock { $0 = address }
        return address
    }

    @Sendable private static func fromEnvironment() -> String? {
        firstNamed(
            ProcessInfo.processInfo.environment["CHAVE_BASE_URL"],
            Bundle.main.object(forInfoDictionaryKey: "ChaveBaseURL") as? String
        )
    }

    /// The first text that is not empty: a build setting without a value leaves an empty text behind.
    static func firstNamed(_ texts: String?...) -> String? { texts.compactMap(\.self).first { !$0.isEmpty } }
}
