import ChavePix
import ChaveTransport

extension BiometricPixSDK {
    /// A call that needs the network, waited for.
    ///
    /// The first one goes on with what an earlier run of the app has left without a final answer, and every call waits for
    /// that: the guides' programs know of no pending requests, and must not find a payment as it was before.
    func call<Value: Sendable>(
        _ call: StaticString = #function,
        _ work: @escaping @Sendable (PixClient) async throws(PixError) -> Value
    ) throws(BiometricPixSDKError) -> Value {
        try Blocking.run(call) { [self] () async throws(PixError) in
            await resumption()
            return try await work(client)
        }
    }

    /// The same for calls that tell a failure by their value.
    func answer<Value: Sendable>(
        _ call: StaticString = #function,
        _ work: @escaping @Sendable (PixClient) async -> Value
    ) -> Value {
        Blocking.wait(call) { [self] in
            await resumption()
            return await work(client)
        }
    }

    private func resumption() async {
        let underWay = resuming.withLock { resuming in
            let task = resuming ?? Task { [client] in await client.resumeLeftovers() }
            resuming = task
            return task
        }
        await underWay.value
    }
}
