import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// Runs a directory or a bank until SIGTERM or Ctrl-C; a second signal ends it at once.
enum WireService {
    /// With `endsWithInput` it ends with its standard input, too: whoever started it has ended.
    static func serve(_ server: any Service, _ logger: Logger, endsWithInput: Bool = false) async throws {
        let service = ServiceGroupConfiguration.ServiceConfiguration(
            service: server,
            successTerminationBehavior: .gracefullyShutdownGroup
        )
        let group = ServiceGroup(configuration: .init(services: [service], logger: logger))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await watch(group) }
            if endsWithInput {
                tasks.addTask { try await InputEnd.end(group) }
            }
            tasks.addTask { try await group.run() }
            _ = try await tasks.next()
            tasks.cancelAll()
        }
    }

    private static func watch(_ group: ServiceGroup) async {
        var isEnding = false
        for await _ in await UnixSignalsSequence(trapping: [.sigterm, .sigint]) {
            if isEnding {
                Terminal.note("chave: ended at once, by a second signal")
                exit(1)
            }
            isEnding = true
            await group.triggerGracefulShutdown()
        }
    }
}
