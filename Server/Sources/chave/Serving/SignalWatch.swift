import Foundation
import ServerHTTP
import ServiceLifecycle
import UnixSignals

/// SIGTERM and Ctrl-C end a server gracefully, and a second one ends it now.
///
/// SIGHUP reads its certificate again.
enum SignalWatch {
    /// Returns when the task is cancelled.
    static func run(_ group: ServiceGroup, _ server: ChaveServer) async {
        // Without a certificate SIGHUP stays what a closed terminal sends: the end.
        let trapped: [UnixSignal] = [.sigterm, .sigint] + (server.configuration.tls == nil ? [] : [.sighup])
        var isEnding = false
        for await signal in await UnixSignalsSequence(trapping: trapped) {
            if signal == .sighup {
                server.renewCertificate()
                continue
            }
            if isEnding {
                Terminal.note("chave: ended at once, by a second signal")
                exit(1)
            }
            isEnding = true
            await group.triggerGracefulShutdown()
        }
    }
}
