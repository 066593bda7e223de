import ChaveBase
import ChaveDeviceKeys
import ChaveWire

/// The calls whose final answer is not known yet, sealed in the device's store.
actor StoredRequests {
    private let store: any SecretStore

    /// Who works with a key at this moment.
    private struct Use {
        /// Calls of the app that wait for their answer: another call with equal content is not their retry.
        var calls = 0
        var isResuming = false
        /// One of them has had the final answer, so that none brings the request back.
        var isFinished = false

        var isOver: Bool { calls == 0 && !isResuming }
    }

    /// Of all clients of the program, because several may share one store; nobody else makes the same key.
    private static let inUse = Locked<[String: Use]>([:])

    init(store: any SecretStore) { self.store = store }

    /// The kept request that `fresh` would repeat, else `fresh`, kept before anything is sent.
    ///
    /// A request about an existing object is repeated whatever the app gives the second time: the first bytes may have
    /// been worked on. One that makes an object is repeated when the app asks for the same again and the first call has
    /// ended without a final answer. One whose key the server may have forgotten is repeated by neither.
    func open(_ fresh: StoredRequest) throws(PixError) -> (request: StoredRequest, isRepeated: Bool) {
        let kept = try all().first { isRetry(fresh, of: $0) }
        if kept == nil { try keep(fresh) }
        let request = kept ?? fresh
        StoredRequests.inUse.withLock { $0[request.idempotencyKey, default: Use()].calls += 1 }
        return (request, kept != nil)
    }

    /// The app's call has ended, with a final answer or without.
    func end(_ request: StoredRequest) { leave(request) { $0.calls -= 1 } }

    /// False when the request is under way or not kept any more: then there is nothing to go on with.
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

    /// What came of it is not known: it stays, or comes back, to be repeated, unless another call had its final answer.
    func keep(_ request: StoredRequest) throws(PixError) {
        do {
            try store.setSecret(name(of: request), request.encoded())
        } catch {
            throw PixError(storing: error)
        }
        // Looked at after writing: whoever finishes it marks it before erasing, so that one of the two always erases.
        if StoredRequests.inUse.withLock({ $0[request.idempotencyKey]?.isFinished ?? false }) { erase(request) }
    }

    /// Its answer is final for every call under this key.
    func finish(_ request: StoredRequest) {
        StoredRequests.inUse.withLock { $0[request.idempotencyKey]?.isFinished = true }
        erase(request)
    }

    /// There is nothing left to repeat.
    ///
    /// A request that cannot be erased is repeated after a restart, which its key makes harmless.
    func erase(_ request: StoredRequest) { try? store.removeSecret(name(of: request)) }

    /// The state of `resource` has told what came of the call: nothing is left to repeat.
    func settle(_ operation: PendingRequest.Operation, _ resource: UnknownOutcome.Resource) {
        guard let kept = try? all() else { return }
        for request in kept where request.operation == operation && request.resource == resource {
            finish(request)
        }
    }

    /// Oldest first; what cannot be read any more is left out.
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
