import ChaveDeviceKeys
import ChavePix
public import Foundation

/// The error of a failed call of `BiometricPixSDK`.
///
/// There will never be more cases: apps switch over them without a default. The HTTP status and the advice to retry do
/// not fit into a text; they come through `sdk.client` and the configuration's observer.
///
/// The texts are fit for a person. They are Portuguese on a device with that language, and otherwise English, with more
/// details.
public enum BiometricPixSDKError: Error, Hashable, Sendable {
    /// There was no connection or no response in time, or the server could not process the call.
    case networkError(String)
    /// There is no access token, or the server refused it.
    case authenticationError
    /// The SDK or the server refused a value.
    case invalidParameters(String)
    /// Every other failure; the text gives the reason and advice.
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

    /// The error of a value that is refused before anything is sent.
    static func invalid(_ field: String, _ message: String) -> BiometricPixSDKError {
        BiometricPixSDKError(PixError.invalid(field, message))
    }
}
