import ChaveDeviceKeys
import ChavePixModel
import ChaveWire

/// The calls whose final answer is not known yet, sealed in the device's store.
actor StoredRequests {
    private let store: any SecretStore
    /// Calls of this run that wait for their answer: another call with equal content is not their retry.
    private var underWay: [String: Int] = [:]

    init(store: any SecretStore) { self.store = store }

    /// The kept request that `fresh` would repeat, else `fresh`, kept before anything is sent.
    ///
    /// A request about an existing object is repeated whatever the app gives the second time: the first bytes may have
    /// been worked on. One that makes an object is repeated when the app asks for the same again and the first call has
    /// ended without a final answer.
    func open(_ fresh: StoredRequest) throws(PixError) -> (request: StoredRequest, isRepeated: Bool) {
        let kept = try all().first { isRetry(fresh, of: $0) }
        let request = kept ?? fresh
        if kept == nil {
            do {
                try store.setSecret(name(of: request), request.encoded())
            } catch {
                throw PixError(storing: error)
            }
        }
        underWay[request.idempotencyKey, default: 0] += 1
        return (request, kept != nil)
    }

    /// A kept request is being sent again.
    func reopen(_ request: StoredRequest) { underWay[request.idempotencyKey, default: 0] += 1 }

    /// The call has ended; `isFinal` when its answer is, so that nothing is left to repeat.
    func close(_ request: StoredRequest, isFinal: Bool) {
        if let count = underWay[request.idempotencyKey] {
            underWay[request.idempotencyKey] = count > 1 ? count - 1 : nil
        }
        // A request that cannot be erased is repeated after a restart, which its key makes harmless.
        if isFinal { try? store.removeSecret(name(of: request)) }
    }

    /// The state of `resource` has told what came of the call: nothing is left to repeat.
    func settle(_ operation: PendingRequest.Operation, _ resource: UnknownOutcome.Resource) {
        guard let kept = try? all() else { return }
        for request in kept where request.operation == operation && request.resource == resource {
            try? store.removeSecret(name(of: request))
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
        guard kept.operation == fresh.operation, kept.path == fresh.path else { return false }
        if kept.resource != nil { return kept.resource == fresh.resource }
        return kept.content != nil && kept.content == fresh.content && underWay[kept.idempotencyKey] == nil
    }

    private func name(of request: StoredRequest) -> String { StoredRequests.prefix + request.idempotencyKey }

    private static let prefix = "request-"
}
