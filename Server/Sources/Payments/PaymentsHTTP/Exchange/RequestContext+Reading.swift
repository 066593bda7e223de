import ChavePixModel
import HTTPKernel
import PaymentsCore
import PaymentsModel
import Waiting

extension RequestContext {
    var condition: ReadCondition {
        ReadCondition(
            waitMilliseconds: (call.preferredWaitSeconds ?? 0) * 1_000,
            known: EntityTags.known(to: request)
        )
    }

    /// The response to a read that may be held.
    func held<Resource: APIMessage>(_ read: HeldRead<Resource>) -> HeldAnswer {
        HeldAnswer { () async throws(APIFailure) in
            try await read.next().map(self.answer)
        } wait: {
            await read.wait()
        }
    }

    /// The object with its version, or 304 for a caller that has this version.
    ///
    /// Caches must not store the response: it is one person's, and a payment's state is true only at that moment.
    func answer<Resource: APIMessage>(_ found: Versioned<Resource>) -> ServerAnswer {
        let isKnown = EntityTags.known(to: request).includes(found.version)
        var answer = isKnown ? ServerAnswer(status: 304) : ServerAnswer.json(found.resource.json)
        answer.headers.append(("ETag", EntityTags.tag(found.version)))
        answer.headers.append(("Cache-Control", "no-store"))
        return answer
    }
}

extension QueryParameters {
    /// Checks a query by a row's table, with the parameters that `caller` may use.
    init(_ query: String, of route: Route, for caller: Caller?) throws(APIFailure) {
        try self.init(query, table: route.query)
        guard caller?.device != nil else { return }
        let foreign = route.query.filter { route.isForMerchants($0) && json(of: $0) != nil }
        guard !foreign.isEmpty else { return }
        let own = route.query.filter { !route.isForMerchants($0) }
        throw APIFailure(
            parameters: foreign.map(\.name),
            message: "Only API keys may send this parameter. A device's token may send \(QueryParameters.list(own))."
        )
    }
}
