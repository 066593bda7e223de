import Foundation
import ServerHost
import ServiceLifecycle
import UnixSignals

/// SIGTERM and Ctrl-C end a server gracefully, and a second one ends it now.
///
/// SIGHUP makes the server read its certificate again, and without one does nothing.
enum SignalWatch {
    /// Watches the signals until the task is cancelled.
    static func run(_ group: ServiceGroup, _ server: ChaveServer) async {
        // A service manager's reload must not end the server, even without a certificate. On a terminal without a
        // certificate, SIGHUP keeps the meaning of a closed terminal: the end.
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
