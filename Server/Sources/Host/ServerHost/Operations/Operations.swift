import ChaveBase
import ChaveWire
package import HTTPKernel
import Synchronization

/// The answers for an orchestrator: is the process alive, and may it get traffic (Payments API, section 10).
public final class Operations: Sendable {
    /// One condition for traffic to the server.
    public struct Check: Hashable, Sendable {
        public var name: String
        /// The problem, in words of this code; `nil` when there is none.
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
    ///   - metrics: given to callers on this machine; `nil` when the metrics have their own listener, or when there are
    ///     none.
    ///   - checks: checks whether the server may get traffic. Writes to the database to find out.
    public init(metrics: ServerMetrics? = nil, checks: @escaping @Sendable () async -> [Check]) {
        self.metrics = metrics
        readiness = Readiness(look: checks)
    }

    /// Reports not ready from now on: the first step after SIGTERM.
    public func startDraining() { draining.store(true, ordering: .releasing) }

    package func answer(_ request: ServerRequest) async -> ServerAnswer? {
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

    /// The conditions for traffic, with their results.
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
