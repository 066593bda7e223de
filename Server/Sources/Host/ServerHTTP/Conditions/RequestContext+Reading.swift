import ChavePixModel
import PaymentsCore

extension RequestContext {
    /// No answer is held longer (Payments API, section 3).
    static let longestWaitSeconds: Int64 = 30

    /// What `Prefer: wait` asks for, in seconds.
    var preferredWaitSeconds: Int64? {
        Preferences(of: request).waitSeconds(atMost: RequestContext.longestWaitSeconds)
    }

    var condition: ReadCondition {
        ReadCondition(
            waitMilliseconds: (preferredWaitSeconds ?? 0) * 1_000,
            known: EntityTags.known(to: request)
        )
    }

    /// The answer to a read that may be held.
    func held<Resource: APIMessage>(_ read: HeldRead<Resource>) -> HeldAnswer {
        HeldAnswer { () async throws(APIFailure) in
            try await read.next().map(self.answer)
        } wait: {
            await read.wait()
        }
    }

    /// The object with its version, or 304 for a caller that has this version.
    ///
    /// Not for a cache: it is one person's, and what it says of a payment is true at that moment.
    func answer<Resource: APIMessage>(_ found: Versioned<Resource>) -> ServerAnswer {
        let isKnown = EntityTags.known(to: request).includes(found.version)
        var answer = isKnown ? ServerAnswer(status: 304) : ServerAnswer.json(found.resource.json)
        answer.headers.append(("ETag", EntityTags.tag(found.version)))
        answer.headers.append(("Cache-Control", "no-store"))
        return answer
    }
}
