import ChaveBase
import ChavePixModel
import Console
import Logging
import PaymentsCore
import PaymentsModel
import PaymentsStores
import Webhooks

/// The operator's actions: only those that the object's owner could do with the API.
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
        // Nothing was sent: the endpoint is disabled, or the delivery was removed after it was looked up.
        guard try await stored(id) != nil else { throw .notFound }
        throw ConsoleFailure(.endpointDisabled)
    }
}

extension ConsoleFailure {
    /// The failure that matches the API's answer.
    fileprivate init(_ failure: APIFailure) {
        switch failure.status {
        case 404: self = .notFound
        case 409: self = .conflict(failure.items.first?.message ?? "")
        default: self = .unavailable
        }
    }
}
