import ChaveBase
import ChaveWire
import HTTPKernel
import Synchronization

/// What an orchestrator asks: is the process alive, and may it have traffic (Payments API, section 10).
public final class Operations: Sendable {
    /// One thing that must be well before the server may have traffic.
    public struct Check: Hashable, Sendable {
        public var name: String
        /// What is wrong, in words of this code; `nil` when nothing is.
        public var problem: String?

        public init(_ name: String, problem: String?) {
            self.name = name
            self.problem = problem
        }
    }

    private let readiness: Readiness
    private let metrics: ServerMetrics?
    private let draining = Atomic<Bool>(false)

    /// - Parameters:
    ///   - metrics: told to whoever asks from this machine; `nil` where they have a listener of their own, or none.
    ///   - checks: looks whether the server may have traffic. Writes to the database to find out.
    public init(metrics: ServerMetrics? = nil, checks: @escaping @Sendable () async -> [Check]) {
        self.metrics = metrics
        readiness = Readiness(look: checks)
    }

    /// From now on not ready: the first thing to happen on SIGTERM.
    public func startDraining() { draining.store(true, ordering: .releasing) }

    func answer(_ request: ServerRequest) async -> ServerAnswer? {
        guard request.method == "GET" else { return nil }
        switch request.path {
        case "/livez": return .json(["status": "ok"])
        case "/readyz": return await readinessAnswer(isVerbose: request.asksForMore)
        case "/metrics":
            guard let metrics, request.client?.isLoopback == true else { return nil }
            return await metrics.answer(request)
        default: return nil
        }
    }

    /// What must be well before the server may have traffic, and whether it is.
    func checks() async -> [Check] {
        let isDraining = draining.load(ordering: .acquiring)
        return await readiness.checks() + [Check("draining", problem: isDraining ? "the server is ending" : nil)]
    }

    private func readinessAnswer(isVerbose: Bool) async -> ServerAnswer {
        let checks = await checks()
        let failed = checks.filter { $0.problem != nil }
        var object = JSONObject()
        object["status"] = .string(failed.isEmpty ? "ok" : "not ready")
        object["problems"] = .array(failed.map { .string($0.name) })
        if isVerbose {
            let list = checks.map { check -> JSONValue in
                ["name": .string(check.name), "ok": .bool(check.problem == nil), "problem": JSONValue(check.problem)]
            }
            object["checks"] = .array(list)
        }
        return .json(.object(object), status: failed.isEmpty ? 200 : 503)
    }
}

extension ServerRequest {
    fileprivate var asksForMore: Bool {
        query.split(separator: "&").contains { $0 == "verbose" || $0.hasPrefix("verbose=") }
    }
}
