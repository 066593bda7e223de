import ChaveBase
import ChavePix
import ChavePixModel
import ChaveSoftwareAuthenticator
import ChaveTransport
import NIOCore
import NIOPosix

/// Devices whose holders are at the bank.
///
/// Each waits for its registration options as the SDK does, with a request that the server holds. They run in their own
/// process, so that their cost is not measured as a cost of payments.
public final class WaitingClients: Sendable {
    private let order: WaitingOrder
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let executor: LoopExecutor
    private let transport: KeepAliveTransport
    private let counts = WaitingCounts()
    private let clock = LoadClock()

    /// Makes the clients, which send nothing yet.
    public init(_ order: WaitingOrder) {
        self.order = order
        let loop = group.next()
        executor = LoopExecutor(loop)
        transport = KeepAliveTransport(on: loop, mostConnections: order.clients + 64)
    }

    /// The report of the clients so far.
    public var report: WaitingReport { counts.report }

    /// Lets the clients wait until `end` returns, then ends each wait and measures the time until the client hears of
    /// it.
    ///
    /// The waits are ended by schedule, 500 a second.
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

    /// Sends the cancels by schedule, so that no queue of cancels delays an answer; none waits for the one before.
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

    /// Enrolls the clients, sixteen at a time, and returns them in order.
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

    /// Makes a client with its own token, as a merchant gives each person one: the open requests of a token are
    /// limited.
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
