import ChaveDeviceKeys
import ChavePix
public import Foundation

/// Why a call of `BiometricPixSDK` failed.
///
/// There will never be more cases: apps switch over them without a default. What a text cannot carry, such as the HTTP
/// status or whether trying again helps, comes through `sdk.client` and the configuration's observer.
///
/// Texts are fit for a person: in Portuguese on a device that speaks it, else in English, where they say more.
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
        case .authenticationError: PixError.accessRefused.text(in: .device)
        }
    }
}

extension BiometricPixSDKError {
    init(_ error: PixError, in language: SpokenLanguage = .device) {
        let text = error.told(in: language)
        if error.code == .authentication || error.status == 401 {
            self = .authenticationError
        } else if error.code == .invalidParameters {
            self = .invalidParameters(text)
        } else if error.isRetryable {
            self = .networkError(text)
        } else {
            self = .unknown(text)
        }
    }

    /// A value that is refused before anything is sent.
    static func invalid(_ field: String, _ message: String) -> BiometricPixSDKError {
        BiometricPixSDKError(PixError.invalid(field, message))
    }
}
