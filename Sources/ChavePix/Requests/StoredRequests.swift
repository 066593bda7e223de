import ChaveDeviceKeys
import ChavePixModel
import ChaveWire

/// The calls whose final answer is not known yet, sealed in the device's store.
actor StoredRequests {
    private let store: any SecretStore
    /// Calls of the app that wait for their answer: another call with equal content is not their retry.
    private var underWay: [String: Int] = [:]

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
        underWay[request.idempotencyKey, default: 0] += 1
        return (request, kept != nil)
    }

    /// The app's call has ended, with a final answer or without.
    func end(_ request: StoredRequest) {
        guard let count = underWay[request.idempotencyKey] else { return }
        underWay[request.idempotencyKey] = count > 1 ? count - 1 : nil
    }

    /// What came of it is not known: it stays, or comes back, to be repeated.
    func keep(_ request: StoredRequest) throws(PixError) {
        do {
            try store.setSecret(name(of: request), request.encoded())
        } catch {
            throw PixError(storing: error)
        }
    }

    /// Its answer is final, so that nothing is left to repeat.
    ///
    /// A request that cannot be erased is repeated after a restart, which its key makes harmless.
    func erase(_ request: StoredRequest) { try? store.removeSecret(name(of: request)) }

    /// The state of `resource` has told what came of the call: nothing is left to repeat.
    func settle(_ operation: PendingRequest.Operation, _ resource: UnknownOutcome.Resource) {
        guard let kept = try? all() else { return }
        for request in kept where request.operation == operation && request.resource == resource {
            erase(request)
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
        return kept.content != nil && kept.content == fresh.content && underWay[kept.idempotencyKey] == nil
    }

    private func name(of request: StoredRequest) -> String { StoredRequests.prefix + request.idempotencyKey }

    private static let prefix = "request-"
}
