import ChaveBase
import ChaveDeviceKeys
import ChavePixModel
import ChaveTransport
import ChaveWire
import Testing

@testable import ChavePix

// What the tests of the guides' class need as text: they import no model, whose types have the guides' names too.

extension FakeServer {
    static var bankText: String { bank.text }
    static var beneficiaryText: String { beneficiary.text }
    static var creationOptionsText: String { creationOptions.text }
    static let strangerText = "0190aaaa-0000-7000-8000-00000000000f"

    func endIntentsFailed() { state.withLock { $0.intentEnd = .failed } }

    var firstEnrollment: EnrollmentID? { state.withLock { $0.enrollments.first?.id } }
    var firstEnrollmentText: String { firstEnrollment?.text ?? "" }
    var firstIntentText: String { state.withLock { $0.intents.first?.id.text ?? "" } }
    var firstIntentStatus: String? { state.withLock { $0.intents.first?.status.rawValue } }
    var firstIntentAmount: String? { state.withLock { $0.intents.first?.amount.decimal } }
}

extension Rig.Signed {
    var intentText: String { intent.text }

    func signOptionsText() async throws -> String {
        let read = try await client.paymentIntent(intent)
        return try #require(read.paymentMethodInformation?.fidoOptions).json.text
    }

    var idText: String { Base64URL.encode(assertion.id) }
    var authenticatorDataText: String { Base64URL.encode(assertion.authenticatorData) }
    var clientDataText: String { Base64URL.encode(assertion.clientDataJSON) }
    var signatureText: String { Base64URL.encode(assertion.signature) }
}

extension CreatedCredential {
    var idText: String { Base64URL.encode(id) }
    var attestationText: String { Base64URL.encode(attestationObject) }
    var clientDataText: String { Base64URL.encode(clientDataJSON) }
}

// What the tests of error texts send: planted values in every place of a request.

extension PixClient {
    func createPlanted(cpf: String, name: String) async throws {
        let identifier = try #require(TaxIdentifier(punctuated: cpf))
        _ = try await createEnrollment(
            NewEnrollment(
                customer: .person(identifier: identifier, name: name, externalID: name),
                institution: FakeServer.bank,
                accountTenure: "2024-11-26",
                callbackURL: try #require(CallbackURL("https://shop.example/callback")),
                name: name
            )
        )
    }

    func payPlanted(cpf: String, name: String) async throws {
        let enrollment = try #require(EnrollmentID(FakeServer.strangerText))
        var request = try Rig.intentRequest(enrollment)
        request.description = name
        _ = try await createPaymentIntent(request)
    }
}
