import ChaveBase
import ChaveDeviceKeys
import ChavePixModel
import ChaveTransport
import ChaveWire

/// Pix payments by biometrics, for one app on one device.
///
/// A device enrolls with the payer's bank once and then approves payments. Every call is safe to make from any task,
/// ends when its task is cancelled, and throws `PixError`. A call that changes something is prepared once and stored
/// sealed beside the device's keys. The client repeats it under the same idempotency key, after lost responses and
/// restarts of the app.
public final class PixClient: Sendable {
    /// The configuration of the client.
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

    /// A client; without a token, calls that need the network fail with `.authentication`, unless a token provider is
    /// set.
    public convenience init(accessToken: String? = nil, configuration: PixConfiguration) {
        self.init(accessToken: accessToken, configuration: configuration, ownsTransport: false)
    }

    /// A client; `ownsTransport` is true when nobody else can use the configuration's transport, so that closing
    /// invalidates it.
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

    /// Ends this client's polling and waiting calls; later calls fail with `.closed`.
    ///
    /// The configuration's transport stays open: other clients may use it, and its creator invalidates it. A second
    /// call has no effect.
    public func close() {
        lifetime.close()
        if ownsTransport { configuration.transport.invalidate() }
    }

    /// Whether ``close()`` was called, after which every call fails.
    public var isClosed: Bool { lifetime.isClosed }

    func requireOpen() throws(PixError) {
        guard !lifetime.isClosed else { throw PixError.closedClient }
    }

    /// Does one step: the observer sees it, and `close()` or cancellation ends it.
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

    /// A request with a new idempotency key, not stored yet.
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

extension PixClient {
    /// Requires that the authenticator gives an attachment, on native platforms: a bank wants from an app a credential
    /// on this device.
    ///
    /// The system's passkeys always give it; an app's own authenticator may leave it out.
    func requireAttachment(_ told: String?) throws(PixError) {
        guard configuration.signalCollector.platform.isNative, told == nil else { return }
        throw PixError(authenticator: PixClient.untoldAttachment)
    }

    private static let untoldAttachment = DeviceKeyError(
        .notSupported,
        "the authenticator does not say that the passkey is on this device: it must set authenticatorAttachment"
    )
}
