import ServiceLifecycle
import WebhookSending
import Webhooks

/// The delivery worker and its way out, as one service: it stops with the server.
struct WebhookCourier: Service, CustomStringConvertible {
    let worker: DeliveryWorker
    let sender: WebhookSender

    /// The lifecycle's log names its services by this.
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
