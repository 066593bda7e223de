import ChaveBase
import ChavePixModel
import Console
import Logging
import PaymentsCore
import PaymentsStores
import Webhooks

/// What the operator does: nothing that the owner of the object could not do by the API.
extension StoredConsoleRecords {
    func revoke(_ id: EnrollmentID) async throws(ConsoleFailure) {
        do throws(APIFailure) {
            try await payments.revokeAsOperator(id)
        } catch {
            throw ConsoleFailure(error)
        }
    }

    func cancel(_ id: PaymentIntentID) async throws(ConsoleFailure) {
        do throws(APIFailure) {
            try await payments.cancelAsOperator(id)
        } catch {
            throw ConsoleFailure(error)
        }
    }

    func resend(_ id: WebhookDeliveryID) async throws(ConsoleFailure) {
        guard let found = try await stored(id) else { throw .notFound }
        let count: Int
        do throws(CommitFailure) {
            count = try await store.resend(
                .one(id),
                of: found.delivery.organisation,
                at: world.now(),
                limit: 1,
                keeping: nil
            )
        } catch {
            logger.error("console cannot resend", metadata: ["error": .string("\(type(of: error))")])
            throw .unavailable
        }
        guard count == 0 else {
            logger.notice("operator resends", metadata: ["webhook_delivery": .string(id.text)])
            return
        }
        // Nothing was found to send: its endpoint is disabled, or it has been forgotten since it was looked up.
        guard try await stored(id) != nil else { throw .notFound }
        throw ConsoleFailure(.endpointDisabled)
    }
}

extension ConsoleFailure {
    /// What the API would have answered.
    fileprivate init(_ failure: APIFailure) {
        switch failure.status {
        case 404: self = .notFound
        case 409: self = .conflict(failure.items.first?.message ?? "")
        default: self = .unavailable
        }
    }
}
