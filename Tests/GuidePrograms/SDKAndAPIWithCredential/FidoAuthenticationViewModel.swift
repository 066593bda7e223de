import BiometricPixSDK
import Combine
import Foundation
import GuideSupport

/// Signs a payment that the merchant's server has made.
class FidoAuthenticationViewModel: NSObject, ObservableObject {
    private let sdk = BiometricPixSDK()
    var accountTenure = ""
    var onSigned: (AssertionResponse, RiskSignals) -> Void = { _, _ in }

    func startSigning(fidoOptions: String) {
        do {
            try sdk.startSigning(fidoResponseString: fidoOptions, fallbackCredential: nil, callback: self)
        } catch {
            finish("the options cannot be read: \(error)", succeeded: false)
        }
    }

    private func collectRiskSignals() -> RiskSignals? {
        do {
            let signals = try sdk.collectRiskSignals(accountTenure: accountTenure)
            say("signals of device \(signals.deviceId.prefix(8))…")
            return signals
        } catch {
            return nil
        }
    }
}

extension FidoAuthenticationViewModel: FidoAuthenticationCallback {
    func onError(error: String) {
        finish("signing: \(error)", succeeded: false)
    }

    func onSuccess(response assertionResponse: AssertionResponse) {
        guard let signals = collectRiskSignals() else { finish("no signals", succeeded: false) }
        DispatchQueue.main.async { self.onSigned(assertionResponse, signals) }
    }
}
