import ChaveWire
import PaymentsCore
import Synchronization

/// What an orchestrator asks: is the process alive, and may it have traffic (Payments API, section 10).
public final class Operations: Sendable {
    private let isReady: @Sendable () async -> [String]
    private let draining = Atomic<Bool>(false)

    /// - Parameter problems: why the server is not ready; empty when it is. Writes to the database to find out.
    public init(problems: @escaping @Sendable () async -> [String]) { isReady = problems }

    /// From now on not ready: the first thing to happen on SIGTERM.
    public func startDraining() { draining.store(true, ordering: .releasing) }

    func answer(_ request: ServerRequest) async -> ServerAnswer? {
        guard request.method == "GET" else { return nil }
        switch request.path {
        case "/livez": return .json(["status": "ok"])
        case "/readyz":
            var problems = await isReady()
            if draining.load(ordering: .acquiring) { problems.append("draining") }
            let json: JSONValue = [
                "status": .string(problems.isEmpty ? "ok" : "not ready"),
                "problems": .array(problems.map(JSONValue.string)),
            ]
            return .json(json, status: problems.isEmpty ? 200 : 503)
        default: return nil
        }
    }
}
