import ChaveDeviceKeys
import ChavePixModel
import ChaveTransport
import ChaveWire

// What the tests of the guides' class need as text: they import no model, whose types have the guides' names too.

extension FakeServer {
    static var bankText: String { bank.text }
    static var beneficiaryText: String { beneficiary.text }
    static var creationOptionsText: String { creationOptions.text }
    static let strangerText = "0190aaaa-0000-7000-8000-00000000000f"

    func endIntentsFailed() { state.withLock { $0.intentEnd = .failed } }

    var firstIntentText: String { state.withLock { $0.intents.first?.id.text ?? "" } }
    var firstIntentStatus: String? { state.withLock { $0.intents.first?.status.rawValue } }
    var firstIntentAmount: String? { state.withLock { $0.intents.first?.amount.decimal } }
}

extension Rig.Signed {
    var intentText: String { intent.text }
    var idText: String { Base64URL.encode(assertion.id) }
    var authenticatorDataText: String { Base64URL.encode(assertion.authenticatorData) }
    var clientDataText: String { Base64URL.encode(assertion.clientDataJSON) }
    var signatureText: String { Base64URL.encode(assertion.signature) }
}
