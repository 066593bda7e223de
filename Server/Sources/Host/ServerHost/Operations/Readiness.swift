import ChaveBase

/// Limits the checks to a few times a second, however many callers ask: a check writes and syncs.
actor Readiness {
    private let look: @Sendable () async -> [Operations.Check]
    private let uptime: @Sendable () -> ContinuousClock.Instant
    private var last: (at: ContinuousClock.Instant, checks: [Operations.Check])?
    private var looking: Task<[Operations.Check], Never>?

    private static let keptFor = Duration.milliseconds(250)

    init(
        uptime: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        look: @escaping @Sendable () async -> [Operations.Check]
    ) {
        self.uptime = uptime
        self.look = look
    }

    func checks() async -> [Operations.Check] {
        if let last, uptime() - last.at < Readiness.keptFor { return last.checks }
        if let looking { return await looking.value }
        let task = Task { await look() }
        looking = task
        let checks = await task.value
        looking = nil
        last = (uptime(), checks)
        return checks
    }
}
