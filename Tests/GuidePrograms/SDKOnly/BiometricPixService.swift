import BiometricPixSDK
import GuideSupport

/// Holds the SDK for as long as somebody is signed in.
class BiometricPixService {
    let sdk: BiometricPixSDK

    init(accessToken: String) {
        self.sdk = BiometricPixSDK(accessToken: accessToken)
    }

    deinit {
        sdk.cleanup()
    }
}

/// Says what an app would show for an error of the SDK.
func report(_ error: any Error) {
    guard let error = error as? BiometricPixSDKError else { finish("unexpected: \(error)", succeeded: false) }
    switch error {
    case .networkError(let message): finish("network: \(message)", succeeded: false)
    case .authenticationError: finish("the token is missing or expired", succeeded: false)
    case .invalidParameters(let message): finish("invalid: \(message)", succeeded: false)
    case .unknown(let message): finish("unknown: \(message)", succeeded: false)
    }
}
