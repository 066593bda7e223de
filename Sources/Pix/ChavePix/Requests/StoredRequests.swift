import ChaveBase
import ChaveDeviceKeys
import ChaveWire

/// The calls whose final response is not known yet, sealed in the device's store.
actor StoredRequests {
    private let store: any SecretStore

    /// The current users of a key.
    private struct Use {
        /// The app's calls that wait for their response: another call with equal content is not their retry.
        var calls = 0
        var isResuming = false
        /// Whether one user has had the final response, so that no other user stores the request again.
        var isFinished = false

        var isOver: Bool { calls == 0 && !isResuming }
    }

    /// The keys in use by all clients of the program, because several clients may share one store; nobody else makes
    /// the same key.
    private static let inUse = Locked<[String: Use]>([:])

    init(store: any SecretStore) { self.store = store }

    /// The stored request that `fresh` would repeat, else `fresh`, which is stored before it is sent.
    ///
    /// A request about an existing object is repeated even when the app gives different data, because the server may
    /// have worked on the first bytes. A request that creates an object is repeated when the app asks for the same
    /// again. The first call must have ended without a final response. Neither kind is repeated when the server may
    /// have forgotten the key.
    func open(_ fresh: StoredRequest) throws(PixError) -> (request: StoredRequest, isRepeated: Bool) {
        let kept = try all().first { isRetry(fresh, of: $0) }
        if kept == nil { try keep(fresh) }
        let request = kept ?? fresh
        StoredRequests.inUse.withLock { $0[request.idempotencyKey, default: Use()].calls += 1 }
        return (request, kept != nil)
    }

    /// Ends the app's use of the request, with a final response or without.
    func end(_ request: StoredRequest) { leave(request) { $0.calls -= 1 } }

    /// Begins to resume the request; false when another call uses it or it is no longer stored.
    func beginResuming(_ request: StoredRequest) -> Bool {
        let isFree = StoredRequests.inUse.withLock { inUse in
            guard inUse[request.idempotencyKey] == nil else { return false }
            inUse[request.idempotencyKey] = Use(isResuming: true)
            return true
        }
        guard isFree else { return false }
        if let bytes = try? store.secret(name(of: request)), !bytes.isEmpty { return true }
        endResuming(request)
        return false
    }

    func endResuming(_ request: StoredRequest) { leave(request) { $0.isResuming = false } }

    private func leave(_ request: StoredRequest, _ change: (inout Use) -> Void) {
        StoredRequests.inUse.withLock { inUse in
            guard var use = inUse[request.idempotencyKey] else { return }
            change(&use)
            inUse[request.idempotencyKey] = use.isOver ? nil : use
        }
    }

    /// Stores a request with an unknown outcome for a retry, unless another call has had its final response.
    func keep(_ request: StoredRequest) throws(PixError) {
        do {
            try store.setSecret(name(of: request), request.encoded())
        } catch {
            throw PixError(storing: error)
        }
        // The check comes after writing: a call that finishes the request marks it before erasing, so that one of the
        // two always erases.
        if StoredRequests.inUse.withLock({ $0[request.idempotencyKey]?.isFinished ?? false }) { erase(request) }
    }

    /// Marks the request's response as final for every call under this key, and erases the request.
    func finish(_ request: StoredRequest) {
        StoredRequests.inUse.withLock { $0[request.idempotencyKey]?.isFinished = true }
        erase(request)
    }

    /// Erases a request that needs no retry.
    ///
    /// A request that cannot be erased is repeated after a restart, which is harmless because of its key.
    func erase(_ request: StoredRequest) { try? store.removeSecret(name(of: request)) }

    /// Finishes the stored calls whose outcome the state of `resource` has told.
    func settle(_ operation: PendingRequest.Operation, _ resource: UnknownOutcome.Resource) {
        guard let kept = try? all() else { return }
        for request in kept where request.operation == operation && request.resource == resource {
            finish(request)
        }
    }

    /// The stored requests, oldest first; unreadable requests are left out.
    func all() throws(PixError) -> [StoredRequest] {
        do {
            var requests: [StoredRequest] = []
            for name in try store.secretNames() where name.hasPrefix(StoredRequests.prefix) {
                guard let bytes = try store.secret(name), let request = try? StoredRequest(decoding: bytes) else {
                    continue
                }
                requests.append(request)
            }
            return requests.sorted { $0.createdAt < $1.createdAt }
        } catch {
            throw PixError(storing: error)
        }
    }

    private func isRetry(_ fresh: StoredRequest, of kept: StoredRequest) -> Bool {
        guard kept.operation == fresh.operation, kept.path == fresh.path, kept.isRepeatable(at: fresh.createdAt) else {
            return false
        }
        if kept.resource != nil { return kept.resource == fresh.resource }
        let calls = StoredRequests.inUse.withLock { $0[kept.idempotencyKey]?.calls ?? 0 }
        return kept.content != nil && kept.content == fresh.content && calls == 0
    }

    private func name(of request: StoredRequest) -> String { StoredRequests.prefix + request.idempotencyKey }

    private static let prefix = "request-"
}
