import ChaveBase
import Logging
import PaymentsCore
import ServerHost
import ServiceLifecycle

/// A server that lives as long as a demonstration.
enum DemoServer {
    /// Runs `body` once the server listens, and ends the server afterwards, also after a failure.
    static func running<Value: Sendable>(
        _ configuration: ServerConfiguration,
        world: World,
        logger: Logger,
        _ body: (ChaveServer) async throws -> Value
    ) async throws -> Value {
        let listening = Gate()
        let server = try await ChaveServer(
            configuration,
            world: world,
            logger: logger,
            onFatal: { _ in },
            onRunning: { listening.open(true) }
        )
        let group = ServiceGroup(configuration: .init(services: [.init(service: server)], logger: logger))
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                // A server that cannot listen must not leave the demonstration waiting for it.
                defer { listening.open(false) }
                try await group.run()
            }
            guard await listening.isUp() else {
                try await tasks.waitForAll()
                throw CommandFailure("The server ended before it listened.")
            }
            let outcome: Result<Value, any Error>
            do { outcome = .success(try await body(server)) } catch { outcome = .failure(error) }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            return try outcome.get()
        }
    }
}
