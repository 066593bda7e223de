import ChaveBase
import ChavePixModel
import Logging
import PaymentsModel
import WebhookSending
import Webhooks

/// Assembles webhooks: the merchants' interface, the sender, and their metrics and logs.
struct WebhookParts {
    let store: any ServerStore
    let fieldKey: FieldKey
    let world: World
    let logger: Logger
    let metrics: ServerMetrics

    func merchantFace(rules: WebhookURL.Rules) -> MerchantWebhooks {
        MerchantWebhooks(store: store, fieldKey: fieldKey, world: world, rules: rules, alert: report)
    }

    func courier(rules: WebhookURL.Rules) -> WebhookCourier {
        let sender = WebhookSender(rules: rules)
        let worker = DeliveryWorker(
            store: store,
            transport: sender,
            fieldKey: fieldKey,
            world: world,
            rules: rules,
            report: report
        )
        return WebhookCourier(worker: worker, sender: sender)
    }

    /// The report of a delivery: our ids and names from closed lists, nothing of what was sent or answered.
    private var report: @Sendable (DeliveryReport) -> Void {
        { [logger, metrics] report in
            switch report {
            case .attempted(let result, let isFirst, let lag):
                let (outcome, codeClass) = result.labels
                metrics.delivered(outcome, codeClass: codeClass, lagMilliseconds: isFirst ? lag : nil)
            case .unreadable(let id):
                metrics.alerted("webhook_unreadable")
                logger.error("webhook cannot be read and is parked", metadata: ["webhook_delivery": .string(id)])
            case .secretUnreadable(let id):
                metrics.alerted("webhook_secret_unreadable")
                logger.error("webhook secret cannot be opened", metadata: ["webhook": .string(id.text)])
            case .endpointDisabled(let id, let reason):
                logger.warning(
                    "webhook endpoint disabled",
                    metadata: ["webhook": .string(id.text), "reason": .string(reason.rawValue)]
                )
            case .fenced(let id):
                logger.warning("webhook attempt came too late", metadata: ["webhook_delivery": .string(id.text)])
            case .storageFailed(let fault):
                logger.error(
                    "webhook storage failed",
                    metadata: ["error": .string("\(type(of: fault.underlying))")]
                )
            }
        }
    }
}

extension ServerConfiguration {
    /// The rules for addresses to which this server may post.
    var webhookRules: WebhookURL.Rules { isSandbox ? .sandbox : .production }
}

extension AttemptResult {
    /// The labels for metrics: the outcome, and the first digit of the status.
    fileprivate var labels: (result: String, codeClass: String) {
        switch self {
        case .answered(let status, _):
            let isSuccess = (200...299).contains(status)
            return (isSuccess ? "delivered" : "refused", (1...5).contains(status / 100) ? "\(status / 100)xx" : "other")
        case .failed(let failure): return (failure.rawValue, "none")
        }
    }
}
