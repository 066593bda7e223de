import Foundation
import ServerHost
import ServiceLifecycle
import UnixSignals

/// SIGTERM and Ctrl-C end a server gracefully, and a second one ends it now.
///
/// SIGHUP reads its certificate again, and without one changes nothing.
enum SignalWatch {
    /// Returns when the task is cancelled.
    static func run(_ group: ServiceGroup, _ server: ChaveServer) async {
        // A service manager's reload is no end, also where there is nothing to read again; on a terminal without a
        // certificate SIGHUP stays what closing it sends: the end.
        let isReload = server.configuration.tls != nil || isatty(STDERR_FILENO) == 0
        let trapped: [UnixSignal] = [.sigterm, .sigint] + (isReload ? [.sighup] : [])
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
