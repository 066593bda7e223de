import ChavePixModel
import ChaveTransport
import ChaveWire

/// Sends calls with token and device, renews an expired token once, and repeats calls that are safe to repeat.
struct APIConnection: Sendable {
    let configuration: PixConfiguration
    let tokens: AccessTokens
    let identity: DeviceIdentity
    let address: ServerAddress

    /// Sends the call, and returns the outcome of all its tries.
    ///
    /// - Throws: Only errors that stop a call before anything is sent.
    func send(_ call: APICall, retries: RetryPolicy) async throws(PixError) -> RetryingSender.Outcome {
        let device = try await identity.deviceHeader()
        let token = try await tokens.current(before: call.deadline)
        let server = try address.resolve(token: token)
        let timeout = configuration.callTimeoutMilliseconds
        let first = await sender(retries).send(
            call.request(to: server, token: token, device: device, timeoutMilliseconds: timeout),
            isSafeToRepeat: call.isSafeToRepeat,
            before: call.deadline,
            repeating: APIConnection.isStillRunning
        )
        guard case .success(let response) = first.result, response.status == 401, tokens.canRenew,
            APIErrorItem.items(of: response).contains(where: { $0.code == .tokenNotValid })
        else { return first }
        let fresh: String
        do {
            fresh = try await tokens.renewed(insteadOf: token, before: call.deadline)
        } catch {
            // The refusal is the result; an earlier try may still have reached the server.
            return first
        }
        var rest = retries
        rest.maximumRetries -= first.retries
        var second = await sender(rest).send(
            call.request(to: server, token: fresh, device: device, timeoutMilliseconds: timeout),
            isSafeToRepeat: call.isSafeToRepeat,
            before: call.deadline,
            repeating: APIConnection.isStillRunning
        )
        if first.earlierTryMayHaveReachedServer { second.earlierTryMayHaveReachedServer = true }
        return second
    }

    private func sender(_ retries: RetryPolicy) -> RetryingSender {
        let random = configuration.random
        return RetryingSender(
            transport: configuration.transport,
            policy: retries,
            clock: configuration.clock,
            jitter: { Double(random(1).first ?? 0) / 256 }
        )
    }

    /// 409 `idempotency_in_progress`: the server still works on the first try of this request.
    @Sendable private static func isStillRunning(_ response: HTTPResponse) -> Bool {
        response.status == 409
            && APIErrorItem.items(of: response).contains { $0.code == .idempotencyInProgress }
    }
}

extension APICall {
    var isSafeToRepeat: Bool { method == .get || idempotencyKey != nil }
}

extension APIErrorItem {
    /// The items of a refusing response, with texts fit for a log; none when the form does not match the contract.
    static func items(of response: HTTPResponse) -> [APIErrorItem] {
        guard !response.isSuccess, let json = try? JSONValue(parsing: response.body) else { return [] }
        return APIErrorItem.items(of: json).map { item in
            var item = item
            item.message = Redaction.redacted(item.message)
            item.field = item.field.map(Redaction.redacted)
            return item
        }
    }
}
