import BeyondIdentityEmbedded
import ChaveTransport
import Crypto
import Dispatch

extension Device {
    /// Statuses as texts, of an extension over callbacks; its end is the last.
    func extend() async throws -> Lines {
        let lines = Lines()
        embedded.extendCredentials(handles: [try await handle()]) { result in
            switch result {
            case .success(.started(let token, let picture)):
                lines.append("started \(token.value) \(picture == nil)")
            case .success(.tokenUpdated(let token, _)): lines.append("updated \(token.value)")
            case .success(.done): lines.append("done")
            case .success(.aborted): lines.append("aborted")
            case .failure(let error): lines.append("failed \(error)")
            }
        }
        return lines
    }

    /// All statuses, once the end is among them and whatever came after it would be too.
    func ended(_ lines: Lines, cancelling: Bool = false) async throws -> [String] {
        if cancelling { try await embedded.cancelExtendCredentials() }
        try await eventually { lines.texts.contains { ["done", "aborted"].contains($0) || $0.hasPrefix("failed") } }
        try await embedded.cancelExtendCredentials()
        queue.sync {}
        return lines.texts
    }
}

extension FakeServer {
    /// What a second device's claim does, without a second device.
    func claiming(_ name: String = "Tablet") -> @Sendable (inout State) -> Void {
        { [self] state in try? pair(P256.Signing.PrivateKey().publicKey, name, &state) }
    }
}
