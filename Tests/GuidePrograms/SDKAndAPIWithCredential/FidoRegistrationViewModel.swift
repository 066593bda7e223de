import BiometricPixSDK
import Combine
import Foundation
import GuideSupport

/// Makes the device's credential; the merchant's server sends it on, from its two parts.
class FidoRegistrationViewModel: NSObject, ObservableObject {
    private let sdk = BiometricPixSDK()
    var onRegistered: ([String: Any]) -> Void = { _ in }

    func startRegistration(fidoOptions: String) {
        do {
            try sdk.startRegistration(fidoResponseString: fidoOptions, callback: self)
        } catch {
            finish("the options cannot be read: \(error)", succeeded: false)
        }
    }
}

extension FidoRegistrationViewModel: FidoRegistrationCallback {
    func onError(error: String) {
        finish("registering: \(error)", succeeded: false)
    }

    func onSuccess(credential: PublicKeyCredential, response: AuthenticatorAttestationResponse) {
        DispatchQueue.main.async {
            self.onRegistered([
                "authenticatorAttachment": credential.authenticatorAttachment ?? "platform",
                "id": credential.id,
                "rawId": credential.rawId,
                "type": credential.type,
                "response": [
                    "attestationObject": response.attestationObject, "clientDataJSON": response.clientDataJSON,
                ],
            ])
        }
    }
}
