import ChaveBase
import InstitutionPort
import Testing

@testable import SandboxBank

/// The platform's side at a bank that loses calls.
extension Initiator {
    /// The same call under the same key until it is answered.
    func persistently(
        _ operation: InstitutionOperation,
        _ subject: String = "",
        body: [UInt8] = []
    ) async -> InstitutionReply {
        let key = newKey()
        while true {
            let reply = await call(operation, subject, key: key, body: body)
            guard case .unknown = reply else { return reply }
        }
    }

    func persistentlyCreated(cpf: String = alice, name: String = "Loja do Zé") async throws -> String {
        let creation = OFBEnrollmentCreation(
            cpf: cpf,
            businessCNPJ: nil,
            name: name,
            permissions: ["PAYMENTS_INITIATE"]
        )
        let body = try answered(await persistently(.createEnrollment, body: creation.bytes), 201)
        return try OFBEnrollment(bytes: body).enrollmentID
    }

    func persistentlyAwaitingHolder() async throws -> (id: String, pushed: Pushed) {
        let id = try await persistentlyCreated()
        let signals = OFBRiskSignals(signals: Self.signals())
        _ = try answered(await persistently(.sendRiskSignals, id, body: signals.bytes), 204)
        return (id, try await push(id))
    }

    func persistentStatus(_ id: String) async throws -> OFBEnrollmentStatus {
        try OFBEnrollment(bytes: try answered(await persistently(.readEnrollment, id), 200)).status
    }
}
