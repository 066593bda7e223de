package import ChaveBase
package import Logging
import ServiceLifecycle
package import SignInCore
import SignInModel
package import WebhookSending
package import Webhooks

/// Tells clients about ended sessions, round by round, until the server stops.
package struct LogoutCourier: Service, CustomStringConvertible {
    package let signIn: SignIn
    package let sender: WebhookSender
    package let rules: WebhookURL.Rules
    package let world: World
    package let logger: Logger

    package var description: String { "LogoutCourier" }

    private static let pauseMilliseconds = 1_000

    package init(signIn: SignIn, rules: WebhookURL.Rules, world: World, logger: Logger) {
        self.signIn = signIn
        self.rules = rules
        self.world = world
        self.logger = logger
        sender = WebhookSender(rules: rules)
    }

    package func run() async throws {
        let transport = LogoutSender(transport: sender, rules: rules)
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                if await round(by: transport) { continue }
                await world.sleep(LogoutCourier.pauseMilliseconds)
            }
        }
        await sender.close()
    }

    /// Runs one round, and returns whether more work is due at once.
    package func round(by transport: any LogoutTransport) async -> Bool {
        do {
            let round = try await signIn.tellClients(by: transport)
            for client in round.givenUp {
                logger.warning(
                    "a client was not told of a logout",
                    metadata: ["tenant": .string(client.tenant.text), "client": .string(client.client)]
                )
            }
            return round.isCutShort
        } catch {
            logger.error("clients not told of logouts", metadata: ["error": "\(type(of: error))"])
            return false
        }
    }
}
