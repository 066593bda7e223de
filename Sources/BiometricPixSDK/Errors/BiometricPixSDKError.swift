import ChavePix
public import Foundation

/// Why a call of `BiometricPixSDK` failed.
///
/// There will never be more cases: apps switch over them without a default. What a text cannot carry, such as the HTTP
/// status or whether trying again helps, comes through `sdk.client` and the configuration's observer.
public enum BiometricPixSDKError: Error, Hashable, Sendable {
    /// No connection, no answer in time, or the server could not work on it.
    case networkError(String)
    /// There is no access token, or it was refused.
    case authenticationError
    /// A value was refused, by the SDK or by the server.
    case invalidParameters(String)
    /// Everything else; the text says what happened and what to do.
    case unknown(String)
}

extension BiometricPixSDKError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .networkError(let message), .invalidParameters(let message), .unknown(let message): message
        case .authenticationError: "The access token is missing, expired or refused."
        }
    }
}

extension BiometricPixSDKError {
    init(_ error: PixError) {
        if error.code == .authentication || error.status == 401 {
            self = .authenticationError
        } else if error.code == .invalidParameters {
            self = .invalidParameters(error.message)
        } else if error.isRetryable {
            self = .networkError(error.message)
        } else {
            self = .unknown(error.message)
        }
    }
}
