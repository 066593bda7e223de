import ServiceLifecycle
import WebhookSending
import Webhooks

/// The delivery worker and its sender, as one service: it stops with the server.
struct WebhookCourier: Service, CustomStringConvertible {
    let worker: DeliveryWorker
    let sender: WebhookSender

    /// The service's name in the lifecycle's log.
    var description: String { "WebhookCourier" }

    func run() async throws {
        await withGracefulShutdownHandler {
            await worker.run()
        } onGracefulShutdown: {
            worker.stop()
        }
        await sender.close()
    }
}
