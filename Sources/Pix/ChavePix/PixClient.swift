import ChaveBase
import ChavePixModel
import ChaveTransport
import ChaveWire

/// Pix payments by biometrics, for one app on one device.
///
/// A device enrolls with the payer's bank once and then approves payments. Every call is safe to make from any task, ends
/// when its task is cancelled, and throws `PixError`. A call that changes something is made ready once, kept sealed
/// beside the device's keys, and repeated under the same idempotency key, over lost answers and restarts of the app.
public final class PixClient: Sendable {
    /// What it was made with.
    public let configuration: PixConfiguration
    let tokens: AccessTokens
    let identity: DeviceIdentity
    let stored: StoredRequests
    let connection: APIConnection
    let poster: PostSender
    let waiter: Waiter
    let lifetime = Lifetime()
    let leftovers: Leftovers
    private let ownsTransport: Bool
    let knownInstitutions = Locked<[InstitutionID: InstitutionResource]>([:])

    /// Without a token the calls that need the network fail with `.authentication`, unless the configuration has a token
    /// provider.
    public convenience init(accessToken: String? = nil, configuration: PixConfiguration) {
        self.init(accessToken: accessToken, configuration: configuration, ownsTransport: false)
    }

    /// `ownsTransport` where nobody else can use the configuration's transport, so that closing invalidates it.
    package init(accessToken: String?, configuration: PixConfiguration, ownsTransport: Bool) {
        self.configuration = configuration
        self.ownsTransport = ownsTransport
        let observer = configuration.observer
        tokens = AccessTokens(
            accessToken,
            provider: configuration.tokenProvider,
            clock: configuration.clock,
            observe: { observer?(PixEvent(step: .renewToken, kind: $0)) }
        )
        identity = DeviceIdentity(store: configuration.secretStore, random: configuration.random)
        stored = StoredRequests(store: configuration.secretStore)
        connection = APIConnection(
            configuration: configuration,
            tokens: tokens,
            identity: identity,
            address: ServerAddress(configured: configuration.baseURL)
        )
        poster = PostSender(connection: connection, stored: stored)
        leftovers = Leftovers(clock: configuration.clock)
        waiter = Waiter(
            clock: configuration.clock,
            preferredWaitSeconds: configuration.polling.preferredWaitSeconds
        )
    }

    /// Ends this client's polling and waiting calls; calls made afterwards fail with `.closed`.
    ///
    /// The configuration's transport stays open: other clients may use it, and whoever made it invalidates it. Closing twice
    /// is closing once.
    public func close() {
        lifetime.close()
        if ownsTransport { configuration.transport.invalidate() }
    }

    /// Whether ``close()`` was called; every call fails then.
    public var isClosed: Bool { lifetime.isClosed }

    func requireOpen() throws(PixError) {
        guard !lifetime.isClosed else { throw PixError.closedClient }
    }

    /// Does one step: observed, ended by `close()` and by cancellation.
    func run<Value: Sendable>(
        _ step: PixEvent.Step,
        _ work: @escaping @Sendable () async throws(PixError) -> Value
    ) async throws(PixError) -> Value {
        try requireOpen()
        let began = configuration.clock.uptimeMilliseconds()
        configuration.observer?(PixEvent(step: step, kind: .started))
        let result = await ending(work)
        let elapsed = configuration.clock.uptimeMilliseconds() - began
        switch result {
        case .success(let value):
            configuration.observer?(PixEvent(step: step, kind: .ended(milliseconds: elapsed)))
            return value
        case .failure(let error):
            let reported = error.code == .cancelled && lifetime.isClosed ? PixError.closedClient : error
            configuration.observer?(
                PixEvent(step: step, kind: .failed(reported.code, status: reported.status, milliseconds: elapsed))
            )
            throw reported
        }
    }

    private func ending<Value: Sendable>(
        _ work: @escaping @Sendable () async throws(PixError) -> Value
    ) async -> Result<Value, PixError> {
        let task = Task { () async -> Result<Value, PixError> in
            do throws(PixError) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        guard let id = lifetime.begin({ task.cancel() }) else {
            task.cancel()
            return .failure(PixError.closedClient)
        }
        defer { lifetime.end(id) }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    var now: Timestamp { Timestamp(microseconds: configuration.clock.now()) }

    /// A request with a key of its own, not kept yet.
    func fresh(
        _ operation: PendingRequest.Operation,
        _ path: String,
        _ body: JSONValue,
        about resource: UnknownOutcome.Resource? = nil,
        content: [UInt8]? = nil
    ) -> StoredRequest {
        StoredRequest(
            operation: operation,
            path: path,
            idempotencyKey: Base64URL.encode(configuration.random(24)),
            resource: resource,
            content: content,
            createdAt: now,
            body: body.encoded()
        )
    }
}

extension PixError {
    static let closedClient = PixError(.closed, "The client is closed; make a new one.")
}
