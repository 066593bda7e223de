import ChaveBase
import ChavePix
import ChavePixModel
import ChaveSoftwareAuthenticator
import ChaveTransport
import NIOCore
import NIOPosix

/// Devices whose holders are at the bank: each waits for its registration options, as the SDK does, with a question that the
/// server holds.
///
/// They are to run in a process of their own, so that what they cost is not taken for what payments cost.
public final class WaitingClients: Sendable {
    private let order: WaitingOrder
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let executor: LoopExecutor
    private let transport: KeepAliveTransport
    private let counts = WaitingCounts()
    private let clock = LoadClock()

    /// Nothing is sent yet.
    public init(_ order: WaitingOrder) {
        self.order = order
        let loop = group.next()
        executor = LoopExecutor(loop)
        transport = KeepAliveTransport(on: loop, mostConnections: order.clients + 64)
    }

    /// How they stand.
    public var report: WaitingReport { counts.report }

    /// Lets them wait until `end` returns, then ends what each waits for, 500 a second by schedule, and takes the time until
    /// it hears.
    public func run(until end: @escaping @Sendable () async -> Void) async throws -> WaitingReport {
        let clients = try await begin()
        let waits = clients.map { wait($0) }
        await end()
        await endAll(clients)
        let limit = Task {
            try await Task.sleep(for: .seconds(10))
            for client in clients { client.pix.close() }
        }
        for wait in waits { await wait.value }
        limit.cancel()
        transport.invalidate()
        try? await group.shutdownGracefully()
        return counts.report
    }

    /// Spread over time, so that the delay of an answer is not that of a queue of cancels; none waits for the one before.
    private func endAll(_ clients: [Client]) async {
        let start = clock.now
        await withDiscardingTaskGroup { group in
            for (number, client) in clients.enumerated() {
                let due = start + Int64(number) * 2_000_000
                let pause = due - clock.now
                if pause > 0 { try? await Task.sleep(for: .nanoseconds(pause)) }
                counts.endSent(client.number, at: clock.now)
                group.addTask(executorPreference: executor) {
                    _ = try? await client.pix.cancelEnrollment(client.enrollment)
                }
            }
        }
    }

    private struct Client: Sendable {
        var number: Int
        var pix: PixClient
        var enrollment: EnrollmentID
    }

    /// Sixteen at a time, in order.
    private func begin() async throws -> [Client] {
        let merchant = MerchantCalls(target: order.target, transport: transport)
        return try await withThrowingTaskGroup(of: Client.self) { group in
            var clients: [Client] = []
            for number in 0..<order.clients {
                if number >= 16, let client = try await group.next() { clients.append(client) }
                group.addTask(executorPreference: executor) { try await self.client(number, merchant) }
            }
            for try await client in group { clients.append(client) }
            return clients.sorted { $0.number < $1.number }
        }
    }

    /// With a token of its own, as a merchant gives each person one: what a token has open is bounded.
    private func client(_ number: Int, _ merchant: MerchantCalls) async throws -> Client {
        let store = MemoryKeyStore()
        var polling = PollPolicy(
            registrationOptions: PollPolicy.Wait(intervalMilliseconds: 1_000, limitMilliseconds: 86_400_000)
        )
        polling.preferredWaitSeconds = 30
        let configuration = PixConfiguration(
            baseURL: order.target.server,
            tokenProvider: { try await merchant.token() },
            transport: QuestionCounter(transport: transport, counts: counts),
            authenticator: SoftwareAuthenticator(store: store, gesture: .always(.verified)),
            secretStore: store,
            signalCollector: LinuxSignalCollector(),
            polling: polling
        )
        let pix = PixClient(accessToken: try await merchant.token(), configuration: configuration)
        let payer = try order.target.payer(number)
        let enrollment = try await DeviceEnrollment(target: order.target, transport: transport).begin(pix, payer)
        return Client(number: number, pix: pix, enrollment: enrollment.id)
    }

    private func wait(_ client: Client) -> Task<Void, Never> {
        counts.begins()
        return Task(executorPreference: executor) { [counts, clock] in
            var isWoken = false
            do throws(PixError) {
                _ = try await client.pix.registrationOptions(client.enrollment)
            } catch {
                isWoken = error.code == .enrollmentEnded
            }
            counts.stopped(client.number, at: clock.now, isWoken: isWoken)
        }
    }
}
