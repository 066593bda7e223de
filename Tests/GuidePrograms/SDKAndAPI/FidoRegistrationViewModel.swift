import BiometricPixSDK
import Combine
import Foundation
import GuideSupport

/// Makes the device's credential; the merchant's server sends it on, from one value.
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

    func onSuccess(response attestationResponse: AttestationResponse) {
        let encodedId = attestationResponse.encodedId
        let rawId = attestationResponse.rawId
        let encodedAttestationObject = attestationResponse.encodedAttestationObject
        let encodedClientDataJSON = attestationResponse.encodedClientDataJSON
        DispatchQueue.main.async {
            self.onRegistered([
                "authenticatorAttachment": "platform",
                "id": encodedId,
                "rawId": rawId,
                "type": "public-key",
                "response": [
                    "attestationObject": encodedAttestationObject, "clientDataJSON": encodedClientDataJSON,
                ],
            ])
        }
    }
}
