import ChaveTransport
public import Foundation

/// The address of the server.
public enum Domain: Hashable, Sendable {
    /// The address under `ChaveSignInEU` of the app's Info.plist, or in the variable `CHAVE_SIGNIN_EU`.
    case eu
    /// The address under `ChaveSignInUS` of the app's Info.plist, or in the variable `CHAVE_SIGNIN_US`.
    case us
    /// This address: https, or http on this device.
    case custom(URL)
}

extension Domain {
    /// The server's address.
    ///
    /// - Throws: `.configuration` when there is no address, or when the address would expose tokens to the network.
    func baseURL(named: (_ variable: String, _ property: String) -> String?) throws(SignInError) -> BaseURL {
        switch self {
        case .us: return try Domain.address(named("CHAVE_SIGNIN_US", "ChaveSignInUS"), of: "us", "US")
        case .eu: return try Domain.address(named("CHAVE_SIGNIN_EU", "ChaveSignInEU"), of: "eu", "EU")
        case .custom(let url): return try Domain.address(url.absoluteString, of: "custom", "")
        }
    }

    private static func address(_ text: String?, of name: String, _ suffix: String) throws(SignInError) -> BaseURL {
        guard let text, !text.isEmpty else {
            throw SignInError(
                .configuration,
                "Domain.\(name) has no address: set ChaveSignIn\(suffix) in Info.plist or CHAVE_SIGNIN_\(suffix)."
            )
        }
        do {
            return try BaseURL(text)
        } catch {
            throw SignInError(
                .configuration,
                "The address of Domain.\(name) is refused (\(error.rawValue)): https is required except on this device."
            )
        }
    }

    /// Reads the environment first, then the app's Info.plist.
    @Sendable static func fromSurroundings(_ variable: String, _ property: String) -> String? {
        if let value = ProcessInfo.processInfo.environment[variable], !value.isEmpty { return value }
        return Bundle.main.object(forInfoDictionaryKey: property) as? String
    }
}
