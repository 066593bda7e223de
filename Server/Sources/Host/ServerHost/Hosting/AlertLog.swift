import ChaveBase
import ChavePixModel
import Logging
import PaymentsCore
import PaymentsModel

extension ChaveServer {
    static func log(_ alert: Payments.Alert, to logger: Logger) {
        switch alert {
        case .storageFailed(let what): logger.error("storage failed", metadata: ["what": .string(what)])
        case .paymentUnsettled(let id, let seconds):
            logger.warning(
                "payment not settled",
                metadata: ["payment_intent": .string(id.text), "seconds": "\(seconds)"]
            )
        case .bankContradicts(let object, let what):
            let kind = object.kind.rawValue.replacing("-", with: "_")
            logger.error("bank contradicts itself", metadata: [kind: .string(object.idText), "what": .string(what)])
        case .sealedFieldDamaged(let what): logger.error("sealed field damaged", metadata: ["what": .string(what)])
        case .unexpectedEvent(let what): logger.error("unexpected event", metadata: ["what": .string(what)])
        }
    }

    static func log(_ observation: Payments.Observation, to logger: Logger) {
        switch observation {
        case .verified: break
        case .unboundCallback(let id):
            logger.warning(
                "callback taken without its enrollment: in production send the enrollment of the person's own session",
                metadata: ["enrollment": .string(id.text), "setting": "unbound_callbacks"]
            )
        }
    }
}

extension Payments.Alert {
    /// The alert's name in the metrics.
    var kind: String {
        switch self {
        case .storageFailed: "storage_failed"
        case .paymentUnsettled: "payment_unsettled"
        case .bankContradicts: "bank_contradicts"
        case .sealedFieldDamaged: "sealed_field_damaged"
        case .unexpectedEvent: "unexpected_event"
        }
    }
}
